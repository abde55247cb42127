"""Pages of glyphs -> running heads, paragraphs and tables in reading order.

The order is PDFium's: that of the file, with right-to-left text put right. It is left only for what is known better: heads
come first and feet last, cells stand in rows, columns that were drawn line by line are read one after the other, and text
that reads up, down or slantwise follows the page's upright text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .glyphs import UPRIGHT, Glyph, PageText
from .lines import Line, joined, rows_of
from .paragraphs import Paragraph, paragraphs_of, usual_pitch
from .running import running_rows
from .tables import PdfTable, parts_of


@dataclass
class Layout:
    """What stands on a page: heads, text and feet, each in reading order."""

    heads: list[Paragraph] = field(default_factory=list)
    text: list[Paragraph | PdfTable] = field(default_factory=list)
    feet: list[Paragraph] = field(default_factory=list)


def layouts(pages: Sequence[PageText]) -> list[Layout]:
    """The layout of each page; what is usual is measured over all of them."""
    rows = [rows_of([line for line in page.lines if _turn(line) == 0]) for page in pages]
    running = running_rows(rows, [page.height for page in pages])
    parts = [
        list(parts_of([row for i, row in enumerate(own) if i not in apart])) for own, apart in zip(rows, running, strict=True)
    ]
    pitch = usual_pitch(parts)
    found = []
    for page, own, apart, text in zip(pages, rows, running, parts, strict=True):
        layout = Layout(text=[*paragraphs_of(text, pitch), *_turned(page, pitch)])
        for i in sorted(apart, key=lambda i: (own[i][0].base, own[i][0].left)):
            side = layout.heads if own[i][0].base < page.height / 2 else layout.feet
            side.append(Paragraph([joined(own[i], "\t")], []))
        found.append(layout)
    return found


def _turned(page: PageText, pitch: float) -> Iterator[Paragraph | PdfTable]:
    """What does not stand upright: turned by a quarter it is read like a page; else each line is a paragraph."""
    for turn in UPRIGHT[1:]:
        yield from paragraphs_of(parts_of(rows_of([line for line in page.lines if _turn(line) == turn])), pitch)
    yield from (Paragraph([Line(line)], []) for line in page.lines if _turn(line) not in UPRIGHT)


def _turn(line: list[Glyph]) -> int:
    return line[0].type.turn
