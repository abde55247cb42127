"""Tables among a page's rows: cells belong to columns by where they stand.

Bands that follow one another and whose cells stand below one another are a table, unless their cells are lines of text that
go on in the cell below (columns of a page drawn together), or a bullet or number with a text beside it (items of a list), or
lead to a page's number by dots (a table of contents, whose entries are lines).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from .bands import Band, Interval, bands_of, follows, overlap, stand_below
from .columns import are_text, by_column, column_of, columns_of, merged, run_leftwards, text_end
from .glyphs import Glyph
from .lines import Line, joined

_TIGHT = 1.0  # sizes between lines of a cell
_ALONE = 3  # rows with one cell between others of a table
_BETWEEN_WORDS = 0.4  # sizes up to which a gap is one between words
_ITEM = 12  # characters of an item of a list
_LABEL = re.compile(r"(?:[•◦▪‣∙·*–—-]|\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-zA-Z]|[ivxIVX]{1,5})[.)]?)$")
_LEADER = re.compile(r"(?:\.\s?){5,}\s*(?:\d+|[ivxlc]+)?$|…{2,}\s*(?:\d+|[ivxlc]+)?$")


@dataclass
class PdfTable:
    """Rows of cells, each the lines of its text; every row has as many cells, some of them empty."""

    rows: list[list[list[Line]]]


def has_leader(text: str) -> bool:
    """Whether a row of dots leads to the end of a line, as in a table of contents.

    >>> has_leader("1.2 Berths . . . . . 7"), has_leader("and so on ..."), has_leader("Fees ........ xi")
    (True, False, True)
    """
    return _LEADER.search(text) is not None


def parts_of(rows: list[list[Line]]) -> Iterator[Line | PdfTable]:
    """The rows of a page in reading order: lines, and tables in their places."""
    bands = bands_of(rows)
    at = 0
    while at < len(bands):
        end = _end(bands, at)
        group = [band for band in bands[at:end] if len(band.cells) > 1]
        if len(group) < 2 or _are_items(group):
            yield from (_as_line(row) for row in bands[at].rows)
            at += 1
        elif are_text(group):
            end = text_end(bands, at, end)
            for column in by_column(bands[at:end]):
                yield from column
            at = end
        else:
            yield _table(bands[at:end])
            at = end


def _end(bands: list[Band], at: int) -> int:
    """After the last of the bands from `at` on whose cells stand below one another; `at` itself where it has one cell."""
    above = widest = bands[at].cells
    end = at + 1
    if len(above) < 2 or _leads(bands[at].rows[0]):
        return at
    for i in range(at + 1, len(bands)):
        band, last = bands[i], bands[i - 1]
        if not follows(band, last) or not 0.8 <= band.size / last.size <= 1.25 or _leads(band.rows[0]):
            break
        if len(band.cells) > 1 and stand_below(above, band.cells):
            above, end = band.cells, i + 1
            widest = max(widest, above, key=len)
        elif len(band.cells) > 1 or i - end >= _ALONE or sum(overlap(band.cells[0], cell) for cell in widest) != 1:
            break
        elif i == end and not overlap(band.cells[0], above[0]) and follows(band, last, _TIGHT):
            end = i + 1  # the last line of a cell
    return end


def _as_line(row: list[Line]) -> Line:
    if len(row) == 1:
        return row[0]
    if _leads(row):
        return joined(row, " ")
    first = joined(row[:2], " " if _is_label(row[0]) else "\t")
    return joined([first, *row[2:]], "\t")


def _leads(row: list[Line]) -> bool:
    return has_leader(" ".join(line.text for line in row))


def _is_label(line: Line) -> bool:
    return _LABEL.match(line.text) is not None


def _are_items(group: list[Band]) -> bool:
    """Whether most bands are a bullet or number and one text beside it."""
    items = sum(
        len(band.cells) == 2 and _is_label(band.rows[0][0]) and max(len(line.text) for line in band.lines) >= _ITEM
        for band in group
    )
    return 2 * items > len(group)


def _table(bands: list[Band]) -> PdfTable:
    lines = [line for band in bands for line in band.lines]
    columns = merged(columns_of(lines), bands)
    rows: list[list[list[Line]]] = []
    for band in bands:
        cells: list[list[Line]] = [[] for _ in columns]
        for line in band.lines:
            for part in _parted(line, columns):
                cells[column_of(columns, part)].append(part)
        if rows and _continue(rows[-1], cells):
            for cell, more in zip(rows[-1], cells, strict=True):
                cell += more
        else:
            rows.append(cells)
    return PdfTable([row[::-1] for row in rows] if run_leftwards(lines) else rows)


def _parted(line: Line, columns: list[Interval]) -> Iterator[Line]:
    """A line that reaches over several columns, parted where a word begins one of them after a gap that is wider than the
    others."""
    later = [i for i, column in enumerate(columns) if line.left < column[0] < line.right]
    gaps = [glyph.right - glyph.left for glyph in line.glyphs if glyph.char == " "]
    if not later or not gaps or line.rtl:
        yield line
        return
    usual = max(_BETWEEN_WORDS * line.size, 1.2 * median(gaps))
    part: list[Glyph] = []
    for i, glyph in enumerate(line.glyphs):
        if part and glyph.char == " " and glyph.right - glyph.left > usual:
            last, following = line.glyphs[i - 1], line.glyphs[i + 1]
            if any(_begins(columns, k, last, following, line.size) for k in later):
                yield Line(part)
                part, later = [], [k for k in later if columns[k][0] > following.left]
                continue
        part.append(glyph)
    yield Line(part)


def _begins(columns: list[Interval], i: int, last: Glyph, following: Glyph, size: float) -> bool:
    """Whether the gap between two characters is that before column `i`."""
    left, right = columns[i]
    return columns[i - 1][0] <= last.right <= left and left - 0.1 * size <= following.left <= right


def _continue(row: list[list[Line]], cells: list[list[Line]]) -> bool:
    """Whether these are further lines of the row above: the first cell has none and each goes on in a line close below."""
    filled = [(above, cell) for above, cell in zip(row, cells, strict=True) if cell]
    if cells[0] or not all(above for above, _ in filled):
        return False
    if len(filled) > 1 and not all(cell[0].text[0].islower() for _, cell in filled):
        return False
    return all(cell[0].top - above[-1].bottom <= _TIGHT * cell[0].size for above, cell in filled)
