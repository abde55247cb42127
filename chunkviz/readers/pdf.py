"""PDF: text in reading order with pages, headings by the size of their type, running heads found.

The document's text is what stands on the pages: the lines of a paragraph with a space between them, a blank line
between paragraphs, the cells of a table's row with a tab. Which character stands where is kept with each page's block
(see `chunkviz.pdf.pages`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

from ..document import Block, Document
from ..errors import UnreadableError
from ..params import Settings, param
from ..pdf.glyphs import glyphs_of
from ..pdf.layout import Line, lines_of, paragraphs, rows
from ..pdf.pages import PageLine, opened
from ..reader import Reader, readers

_PAGES = 2000  # pages that are read
_CHARACTERS = 2_000_000  # characters that are read: half a minute's work
_HEADING = 1.12  # how much larger than the body a heading's type is
_LONGEST = 200  # characters of a heading
_NUMBER = re.compile(r"[-+−(]?\d[\d.,  ]*\s?%?\)?$")
_HYPHENS = "-\u00ad\u2010"


@dataclass(frozen=True)
class PdfOptions(Settings):
    """How a PDF is read."""

    hyphens: str = param(
        "join",
        "Words divided at line ends.",
        choices={"join": "Put together", "keep": "Left divided"},
        label="Hyphens at line ends",
    )
    running: str = param(
        "keep",
        "Heads and feet that come again on every page.",
        choices={"keep": "Keep, and mark them", "drop": "Leave out"},
        label="Running heads and feet",
    )


def read_pdf(data: bytes, name: str, options: PdfOptions = PdfOptions()) -> Document:
    """Blocks: "page" (`number`, `width`, `height`, `lines`), "heading" (`title`), "paragraph", "table" (rows of cells
    with a tab between) and "running". Raises UnreadableError for encrypted, damaged and scanned files."""
    notes: list[str] = []
    with opened(data, name) as pdf:
        if len(pdf) == 0:
            raise UnreadableError(f"{name} has no pages; it is damaged or empty.")
        title = str(pdf.get_metadata_dict().get("Title") or "")
        sizes, pages, total = [], [], 0
        for number in range(min(len(pdf), _PAGES)):
            size, glyphs = glyphs_of(pdf[number], _CHARACTERS)
            total += len(glyphs)
            sizes.append(size)
            pages.append(rows(glyphs))
            if total > _CHARACTERS:
                break
        if len(pages) < len(pdf):
            notes.append(f"Only the first {len(pages)} of its {len(pdf)} pages were read.")
    empty = [str(i + 1) for i, page in enumerate(pages) if not page]
    if len(empty) == len(pages):
        raise UnreadableError(
            f"{name} holds no text, only pictures of pages; run text recognition (OCR) over it and read the result."
        )
    if empty:
        notes.append(f"{len(empty)} of its pages hold no text: {', '.join(empty[:20])}{' …' if len(empty) > 20 else ''}.")
    running = _running(pages, sizes)
    count = sum(map(len, running))
    if count and options.running == "drop":
        notes.append(f"{count} running heads and feet were left out.")
    text, blocks = _written(pages, sizes, running, options)
    metadata = {"source": name} | ({"title": title} if title else {})
    return Document(text, name, "pdf", blocks, metadata, tuple(notes))


def _running(pages: list[list[list[Line]]], sizes: list[tuple[float, float]]) -> list[list[int]]:
    """For each page the rows, by index, that come again at the edges of other pages, numbers apart."""
    seen: dict[str, list[tuple[int, int]]] = {}
    for number, (page, (_, height)) in enumerate(zip(pages, sizes, strict=True)):
        for i in {*range(min(2, len(page))), *range(max(0, len(page) - 2), len(page))}:
            row = page[i]
            if row[0].bottom < 0.15 * height or row[0].top > 0.85 * height:
                words = " ".join(" ".join(run.text for run in row).split()).lower()
                seen.setdefault(re.sub(r"\d+", "0", words), []).append((number, i))
    found: list[list[int]] = [[] for _ in pages]
    for where in seen.values():
        if len({number for number, _ in where}) >= (2 if len(pages) < 8 else 3):
            for number, i in where:
                found[number].append(i)
    return found


def _written(
    pages: list[list[list[Line]]], sizes: list[tuple[float, float]], running: list[list[int]], options: PdfOptions
) -> tuple[str, tuple[Block, ...]]:
    """The text and its blocks."""
    flowing = [
        paragraphs([row for i, row in enumerate(page) if i not in apart]) for page, apart in zip(pages, running, strict=True)
    ]
    levels = _levels(flowing)
    parts: list[str] = []
    blocks: list[Block] = []
    at = 0
    for i, (width, height) in enumerate(sizes):
        first, inner = at, []
        lines: list[PageLine] = []
        for paragraph, repeated in _with_running(flowing[i], pages[i], running[i], height, options.running == "keep"):
            text, placed = _flowing(paragraph, at, options.hyphens == "join")
            lines += placed
            level = 0 if repeated or len(text) > _LONGEST else levels.get(_type(paragraph), 0)
            kind = (
                "running" if repeated else "heading" if level else "table" if "\t" in text and len(paragraph) > 1 else "paragraph"
            )
            inner += (
                _table(text, at)
                if kind == "table"
                else [Block(kind, at, at + len(text), level, {"title": text} if level else {})]
            )
            parts += [text, "\n\n"]
            at += len(text) + 2
        if inner:
            about: dict[str, Any] = {"number": i + 1, "width": round(width, 1), "height": round(height, 1), "lines": tuple(lines)}
            blocks += [Block("page", first, at - 2, 0, about), *inner]
    return "".join(parts), tuple(blocks)


def _with_running(
    flowing: list[list[Line]], rows: list[list[Line]], running: list[int], height: float, keep: bool
) -> Iterator[tuple[list[Line], bool]]:
    """(paragraph, whether it is a running head or foot) of a page in order: heads, text, feet."""
    apart = [rows[i] for i in sorted(running)] if keep else []
    yield from ((lines_of(row), True) for row in apart if row[0].bottom < 0.5 * height)
    yield from ((paragraph, False) for paragraph in flowing)
    yield from ((lines_of(row), True) for row in apart if row[0].bottom >= 0.5 * height)


def _flowing(paragraph: list[Line], at: int, join: bool) -> tuple[str, list[PageLine]]:
    """The paragraph's text, which begins at `at`, and the places of its lines."""
    text = ""
    placed = []
    for i, line in enumerate(paragraph):
        glyphs = line.glyphs
        following = paragraph[i + 1].text if i + 1 < len(paragraph) else ""
        divided = len(glyphs) > 1 and glyphs[-1].char in _HYPHENS and glyphs[-2].char.isalpha() and following[:1].islower()
        if divided and join:
            glyphs = glyphs[:-1]
        edges = np.array([(glyph.left, glyph.right) for glyph in glyphs for _ in glyph.char])
        stored = np.clip(np.rint(edges * 10), 0, 65535).astype("<u2").tobytes()
        start = at + len(text)
        text += "".join(glyph.char for glyph in glyphs)
        placed.append(PageLine(start, at + len(text), round(line.top, 1), round(line.bottom, 1), stored))
        if following and not (divided and join):
            text += "\n" if "\t" in line.text or divided else " "
    return text, placed


def _table(text: str, at: int) -> list[Block]:
    """A table's block and its rows', with the places of their cells. The first row is the header where none of its cells
    is a number and some cell below is."""
    rows: list[tuple[int, list[tuple[int, int]]]] = []
    for line in text.split("\n"):
        start, cells, place = at, [], at
        for cell in line.split("\t"):
            cells.append((place, place + len(cell)))
            place += len(cell) + 1
        rows.append((start, cells))
        at += len(line) + 1
    first = rows[0][0]
    words = [[text[a - first : b - first] for a, b in cells] for _, cells in rows]
    headed = not any(_NUMBER.match(word) for word in words[0]) and any(_NUMBER.match(word) for row in words[1:] for word in row)
    about: dict[str, Any] = {"columns": tuple(words[0]), "header": (first, rows[0][1][-1][1])} if headed else {}
    blocks = [Block("table", first, first + len(text), 0, about)]
    for i, (start, cells) in enumerate(rows):
        blocks.append(
            Block("row", start, cells[-1][1], 0, {"cells": tuple(cells), **({"header": True} if headed and i == 0 else {})})
        )
    return blocks


def _type(paragraph: list[Line]) -> tuple[int, bool]:
    """The paragraph's size of type, in half points, and whether it is bold throughout its first line."""
    return round(2 * median(line.size for line in paragraph)), all(glyph.bold for glyph in paragraph[0].glyphs)


def _levels(pages: list[list[list[Line]]]) -> dict[tuple[int, bool], int]:
    """Type -> heading level: types larger than the body's, the largest first, then bold of the body's size where the
    body is not bold; the sixth and smaller are level 6."""
    counts: Counter[tuple[int, bool]] = Counter()
    for page in pages:
        for paragraph in page:
            counts[_type(paragraph)] += sum(len(line.glyphs) for line in paragraph)
    body, bold = counts.most_common(1)[0][0]
    heads = [kind for kind in counts if kind[0] >= body * _HEADING or (kind[1] and not bold and kind[0] >= body)]
    return {kind: min(6, place) for place, kind in enumerate(sorted(heads, reverse=True), 1)}


readers.register(
    Reader("pdf", "PDF", (".pdf",), read_pdf, lambda data, name: data[:1024].lstrip().startswith(b"%PDF-"), 10, PdfOptions)
)
