"""The room that sets the cells of a table under one another: how many letters are left free at which places of its text.

The text stays as it is; what is drawn is wider. Tables too wide for any line are drawn as they are written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..document import Block, Document

WIDEST = 110  # letters up to where a table's last column begins; a wider table is not set in columns
MOST = 60_000  # gaps of a document; the tables after those are drawn as they are written
_CAPS = (60, 40, 30, 24, 20, 16, 12)  # letters a column gets at most, tried in order; a longer cell pushes its own row on
_BETWEEN = 2  # letters between columns that nothing but a tab parts
_TAB = re.compile(r"\t+")
_STROKE = re.compile(r" ?[^\s\w] ?")
_RULE = re.compile(r":?-+:?")


class Gap(NamedTuple):
    """Room of `width` letters before the character at `at`, in a table whose last column begins after `needs` letters."""

    at: int
    width: int
    needs: int


class _Cell(NamedTuple):
    """A cell of one line: the columns first..last, its characters start..end, and where room for the next may be made."""

    first: int
    last: int
    start: int
    end: int
    room: int
    between: int  # letters of what parts it from the next


def gaps(document: Document) -> list[Gap]:
    """In order of place."""
    found: list[Gap] = []
    for table, rows in _tables(document.blocks):
        if len(found) < MOST:
            found += _gaps(document.text, table, rows)
    return found


def _tables(blocks: Sequence[Block]) -> Iterator[tuple[Block, list[Block]]]:
    """Each table with its rows; of a table in another's cell, neither."""
    table: Block | None = None
    rows: list[Block] = []
    for block in blocks:
        if block.kind == "table" and (table is None or block.start >= table.end):
            if table is not None:
                yield table, rows
            table, rows = block, []
        elif block.kind == "row" and table is not None and block.end <= table.end:
            rows.append(block)
    if table is not None:
        yield table, rows


def _gaps(text: str, table: Block, rows: list[Block]) -> Iterable[Gap]:
    delimiter = table.attributes.get("delimiter")
    lines = [cells for row in rows if (cells := _cells(text, row, delimiter if delimiter != "\t" else None))]
    lines += [cells for start, end in _between(table, rows) if (cells := _rule(text, start, end))]
    places = _places(text, lines)
    if places is None:
        return []
    found = []
    for cells in lines:
        at = places[cells[0].first]
        if at > 0:
            found.append(Gap(cells[0].start, at, places[-1]))
        for cell, following in pairwise(cells):
            at += _width(text[cell.start : cell.end]) + cell.between
            width = max(places[following.first] - at, 0 if cell.between else _BETWEEN)
            if width:
                found.append(Gap(cell.room, width, places[-1]))
            at += width
    return sorted(found)


def _places(text: str, lines: list[list[_Cell]]) -> list[int] | None:
    """Where each column begins, in letters; None where that is too far, or there is no second column."""
    columns = max((cells[-1].last for cells in lines), default=0) + 1
    if columns < 2:
        return None
    widths, between = [0] * columns, [0] * columns
    for cells in lines:
        for cell in cells:
            if cell.first == cell.last:
                widths[cell.first] = max(widths[cell.first], _width(text[cell.start : cell.end]))
            between[cell.last] = max(between[cell.last], cell.between)
    for cap in _CAPS:
        places = [0]
        for width, letters in zip(widths[:-1], between, strict=False):
            places.append(places[-1] + min(width, cap) + (letters or _BETWEEN))
        if places[-1] <= WIDEST:
            return places
    return None


def _cells(text: str, row: Block, delimiter: object) -> list[_Cell]:
    """The cells that are written in this row; none where one has several lines."""
    if "\n" in text[row.start : row.end] or "\r" in text[row.start : row.end]:
        return []
    parting = re.compile(re.escape(delimiter)) if isinstance(delimiter, str) else _STROKE
    own: list[tuple[int, int, int, int]] = []
    for column, (start, end) in enumerate(row.attributes.get("cells", ())):
        if own and own[-1][2:] == (start, end):
            own[-1] = (own[-1][0], column, start, end)
        elif row.start <= start and end <= row.end and (not own or start >= own[-1][3]):
            own.append((column, column, start, end))
    cells, begin = [], row.start
    while begin and text[begin - 1] == "\t":
        begin -= 1
    for (first, last, _, end), following in zip(own, [*own[1:], None], strict=True):
        stop = following[2] if following else row.end
        parted = following and (_TAB.search(text, end, stop) or parting.search(text, end, stop))
        if parted is None:
            cells.append(_Cell(first, last, begin, row.end, row.end, 0))
            break
        room = parted.end() if isinstance(delimiter, str) else parted.start()
        cells.append(_Cell(first, last, begin, parted.start(), room, _width(parted[0])))
        begin = parted.end()
    return cells


def _between(table: Block, rows: list[Block]) -> Iterator[tuple[int, int]]:
    """What is between the rows: the rule under a Markdown table's header among them."""
    yield from ((row.end, following.start) for row, following in pairwise(rows) if following.start - row.end > 2)


def _rule(text: str, start: int, end: int) -> list[_Cell]:
    """The cells of the rule under the header of a Markdown table; none where it is something else."""
    line = text[start:end]
    start += len(line) - len(line.lstrip())
    line = line.strip()
    parts = line.strip("|").split("|")
    if len(parts) < 2 or not all(_RULE.fullmatch(part.strip()) for part in parts):
        return []
    strokes = [match for match in re.finditer(r" ?\| ?", line) if match.start() > 0 and match.end() < len(line)]
    cells, begin = [], start
    for column, stroke in enumerate(strokes):
        cells.append(_Cell(column, column, begin, start + stroke.start(), start + stroke.start(), len(stroke[0])))
        begin = start + stroke.end()
    return [*cells, _Cell(len(strokes), len(strokes), begin, start + len(line), 0, 0)]


def _width(words: str) -> int:
    """How many letters of a fixed-width face they take: East Asian ones two, marks and tabs none."""
    if words.isascii():
        return len(words) - words.count("\t")
    wide = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in words if not unicodedata.combining(char))
    return wide - words.count("\t")
