"""Layouts of pages -> the document's text and blocks, with the place of every character."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from ..document import Block
from .glyphs import DIVIDER, UPRIGHT, Glyph, PageText, back
from .hyphens import HYPHENS, KnownWords
from .layout import Layout
from .lines import Line
from .pages import PageLine
from .paragraphs import Paragraph, between
from .tables import PdfTable

_HEADING = 1.12  # how much larger than the body a heading's type is
_LONGEST = 200  # characters of a heading
_NUMBER = re.compile(r"[-+−(]?\d[\d.,\u00a0\u202f ]*\s?%?\)?$")
_PAGE_NUMBER = re.compile(r"[-–\s]*(?:\d+|[ivxlcIVXLC]+)[-–.\s]*$")

Style = tuple[int, bool]  # size of type in half points, and whether it is bold


@dataclass
class Writer:
    """Writes pages one after the other. `join` puts divided words together, `running` keeps running heads and feet."""

    words: KnownWords
    levels: dict[Style, int]
    join: bool
    running: bool
    length: int = 0
    parts: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def page(self, number: int, page: PageText, layout: Layout) -> None:
        first, index = self.length, len(self.blocks)
        self._page, self._lines = page, list[PageLine]()
        for paragraph in layout.heads if self.running else ():
            self._paragraph(paragraph, "running")
        for part in layout.text:
            if isinstance(part, PdfTable):
                self._table(part)
            else:
                self._paragraph(part)
        for paragraph in layout.feet if self.running else ():
            self._paragraph(paragraph, "running")
        if self.length > first:
            size = {"width": round(page.width, 1), "height": round(page.height, 1)}
            about: dict[str, Any] = {"number": number, **size, "lines": tuple(self._lines)}
            self.blocks.insert(index, Block("page", first, self.length - 2, 0, about))

    def _paragraph(self, paragraph: Paragraph, kind: str = "paragraph") -> None:
        start = self.length
        text = self._flow(paragraph.lines, paragraph.joints)
        level = self.levels.get(_style(paragraph), 0) if kind == "paragraph" and len(text) <= _LONGEST and "\t" not in text else 0
        if level and not _PAGE_NUMBER.match(text):
            self.blocks.append(Block("heading", start, self.length, level, {"title": " ".join(text.split())}))
        else:
            self.blocks.append(Block(kind, start, self.length))
        self._write("\n\n")

    def _table(self, table: PdfTable) -> None:
        """A table's block and its rows', with the places of their cells. The first row is the header where it alone is bold,
        or where none of its cells is a number and some cell below is."""
        first, index = self.length, len(self.blocks)
        words: list[list[str]] = []
        for i, row in enumerate(table.rows):
            start, cells, missing = self.length, list[tuple[int, int]](), 0
            words.append([])
            for column, lines in enumerate(row):
                missing += bool(column)
                if lines:
                    self._write("\t" * missing)
                    missing = 0
                place = self.length
                words[-1].append(self._flow(lines, [between(*pair) for pair in pairwise(lines)]))
                cells.append((place, self.length))
            self.blocks.append(Block("row", start, self.length, 0, {"cells": tuple(cells)}))
            self._write("\n" if i + 1 < len(table.rows) else "")
        about: dict[str, Any] = {}
        if _has_header(table, words):
            head = self.blocks[index]
            about = {"columns": tuple(words[0]), "header": (head.start, head.end)}
            self.blocks[index] = Block("row", head.start, head.end, 0, {**head.attributes, "header": True})
        self.blocks.insert(index, Block("table", first, self.length, 0, about))
        self._write("\n\n")

    def _flow(self, lines: Sequence[Line], joints: Sequence[str]) -> str:
        """Lines one after the other; what was written."""
        written = len(self.parts)
        for i, line in enumerate(lines):
            glyphs, joint = line.glyphs, joints[i] if i < len(joints) else ""
            if i + 1 < len(lines) and glyphs[-1].char in HYPHENS and len(glyphs) > 1:
                hyphen = self.words.hyphen(line.text, lines[i + 1].text)
                if hyphen is not None and not self.join:
                    joint = "\n"
                elif hyphen is not None:
                    joint = hyphen[1:]
                    glyphs = glyphs if hyphen else glyphs[:-1]
            start = self.length
            self._write("".join(glyph.char for glyph in glyphs).replace(DIVIDER, "-"))
            self._lines += _placed(glyphs, start, (self._page.width, self._page.height))
            self._write(joint)
        return "".join(self.parts[written:])

    def _write(self, text: str) -> None:
        if text:
            self.parts.append(text)
            self.length += len(text)


def heading_levels(layouts: Sequence[Layout]) -> dict[Style, int]:
    """Type -> heading level: types larger than the body's, the largest first, then bold of the body's size where the
    body is not bold; the sixth and smaller are level 6."""
    counts: Counter[Style] = Counter()
    for layout in layouts:
        for part in layout.text:
            for style, count in _styles(part):
                counts[style] += count
    if not counts:
        return {}
    body, bold = counts.most_common(1)[0][0]
    heads = [style for style in counts if style[0] >= body * _HEADING or (style[1] and not bold and style[0] >= body)]
    return {style: min(6, place) for place, style in enumerate(sorted(heads, reverse=True), 1)}


def _styles(part: Paragraph | PdfTable) -> Iterator[tuple[Style, int]]:
    """The type of a paragraph, or that of each line of a table's cells, with how many characters have it."""
    if isinstance(part, Paragraph):
        if part.lines[0].type.turn == 0:
            yield _style(part), sum(len(line.glyphs) for line in part.lines)
    else:
        yield from (((round(2 * line.size), False), len(line.glyphs)) for row in part.rows for cell in row for line in cell)


def _style(paragraph: Paragraph) -> Style:
    """The size of a paragraph's type in half points, and whether all of it is bold."""
    return round(2 * paragraph.lines[0].size), all(line.bold for line in paragraph.lines)


def _has_header(table: PdfTable, words: list[list[str]]) -> bool:
    first, others = table.rows[0], table.rows[1:]
    if all(line.bold for cell in first for line in cell) and not all(
        line.bold for row in others for cell in row for line in cell
    ):
        return True
    numbers = [[_NUMBER.match(word) is not None for word in row] for row in words]
    return not any(numbers[0]) and any(map(any, numbers[1:]))


def _placed(glyphs: Sequence[Glyph], start: int, page: tuple[float, float]) -> Iterator[PageLine]:
    """The places of characters written from `start` on: a line, or one for each character where the line is slanting."""
    turn = glyphs[0].type.turn
    if turn not in UPRIGHT:
        for i, glyph in enumerate(glyphs):
            yield PageLine(start + i, start + i + 1, round(glyph.top, 1), round(glyph.bottom, 1), _stored([glyph[1:5]], 0, 2))
        return
    boxes = [back(glyph[1:5], turn, page) for glyph in glyphs]
    ink = [box for box, glyph in zip(boxes, glyphs, strict=True) if not glyph.char.isspace()]
    turned = turn in (90, 270)
    low, high = (0, 2) if turned else (1, 3)
    top, bottom = min(box[low] for box in ink), max(box[high] for box in ink)
    yield PageLine(start, start + len(glyphs), round(top, 1), round(bottom, 1), _stored(boxes, 1 - low, 3 - low), turned)


def _stored(boxes: Sequence[tuple[float, float, float, float]], low: int, high: int) -> bytes:
    edges = np.array([(box[low], box[high]) for box in boxes])
    return np.clip(np.rint(edges * 10), 0, 65535).astype("<u2").tobytes()
