"""CSV and TSV: the text as it is in the file; rows and cells with exact places.

The delimiter is the one that gives the most rows the same number of cells, unless a first line `sep=;` names it. Lines before
the table that have fewer cells than its rows are titles, and stay outside it. The first row is a header if it reads like names:
every cell filled, none a number or a date, and all different unless there are numbers below. Columns of one name are numbered.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from ..document import Block, Document
from ..phrases import article, counted
from ..reader import Reader, TextOptions, decode, readers
from ..structure.sections import cell_value

_DELIMITERS = (",", ";", "\t", "|")
_SAMPLE = 200  # rows looked at to find the delimiter
_SAMPLE_LENGTH = 200_000  # characters of them
_NAMES_DELIMITER = re.compile(r"\ufeff?sep=([^\r\n\w])(?:\r\n|\r|\n)", re.I)  # Excel's own first line
_QUOTED = re.compile(r'"[^"]*(?:""[^"]*)*"')
_VALUE = re.compile(r"[-+]?[\d.,]+(?:e[-+]?\d+)?%?|\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?(?:[ T][\d:.]+)?|true|false", re.I)

Cells = list[tuple[int, int]]


def read_csv(data: bytes, name: str) -> Document:
    """Raises UnreadableError where the bytes are no text."""
    text, notes = decode(data, name)
    named = _NAMES_DELIMITER.match(text)
    begin = named.end() if named else 0
    delimiter = named[1] if named else _delimiter(text, name)
    blocks = tuple(table_blocks(text, delimiter, begin))
    called = {"\t": "tab", ",": "comma", ";": "semicolon", "|": "upright stroke"}.get(delimiter, f"“{delimiter}”")
    count = sum(block.kind == "row" and not block.attributes.get("header") for block in blocks)
    header = "a header" if any(block.attributes.get("columns") for block in blocks) else "no header"
    notes = (*notes, f"Cells are separated by {article(called)}; {counted(count, 'row')}, {header}.") if blocks else notes
    return Document(text, name, "csv", blocks, {"source": name}, notes)


def table_blocks(text: str, delimiter: str, start: int = 0) -> Iterator[Block]:
    """The titles before the table, then the table and its rows, the header's first."""
    rows = list(_rows(text, delimiter, start))
    titles = _titles(text, rows)
    for begin, end, _ in rows[:titles]:
        yield Block("paragraph", begin, end)
    rows = rows[titles:]
    if not rows:
        return
    begin, end = rows[0][0], rows[-1][1]
    attributes: dict[str, object] = {"delimiter": delimiter}
    header = _is_header(text, [cells for _, _, cells in rows[:2]])
    if header:
        attributes |= {"header": rows[0][:2], "columns": _columns([cell_value(text, *cell) for cell in rows[0][2]])}
    yield Block("table", begin, end, 0, attributes)
    for number, (first, stop, cells) in enumerate(rows):
        about = {"cells": tuple(cells)}
        yield Block("row", first, stop, 0, about | {"header": True} if header and not number else about)


def _titles(text: str, rows: list[tuple[int, int, Cells]]) -> int:
    """How many rows before the table are its titles: lines of one cell, or with nothing in the others, before rows of several."""

    def filled(cells: Cells) -> int:
        return sum(bool(text[a:b].strip()) for a, b in cells)

    sample = rows[:_SAMPLE]
    widths = Counter(len(cells) for _, _, cells in sample if filled(cells) > 1)
    width, times = max(widths.items(), key=lambda item: (item[1], item[0]), default=(1, 0))
    if width < 2 or times < 2:
        return 0
    first = next(i for i, (_, _, cells) in enumerate(sample) if len(cells) >= width and filled(cells) > 1)
    return first if all(filled(cells) <= max(1, width // 2) for _, _, cells in sample[:first]) else 0


def _columns(names: list[str]) -> tuple[str, ...]:
    """The columns' names; of several that are alike, all but the first with a number."""
    seen: Counter[str] = Counter()
    taken = set(names)
    columns = []
    for name in names:
        seen[name] += 1
        while name and seen[name] > 1 and f"{name} ({seen[name]})" in taken:
            seen[name] += 1
        columns.append(f"{name} ({seen[name]})" if name and seen[name] > 1 else name)
    return tuple(columns)


def _rows(text: str, delimiter: str, at: int = 0, length: int | None = None) -> Iterator[tuple[int, int, Cells]]:
    """Start, end and cells of each row that is not blank, from `at` and of the first `length` characters; line ends inside
    quotation marks end no row."""
    plain = re.compile(f"[^{re.escape(delimiter)}\r\n]*")
    end = len(text) if length is None else length
    closes = True  # false once a quotation mark was found that none closes: then they are letters like others
    while at < end:
        start, cells = at, []
        while True:
            quoted = _QUOTED.match(text, at) if closes and text.startswith('"', at) else None
            if quoted is None and text.startswith('"', at):
                closes = False
            after = plain.match(text, quoted.end() if quoted else at).end()  # type: ignore[union-attr]
            if quoted and not text[quoted.end() : after].strip():
                cells.append((quoted.start() + 1, quoted.end() - 1))
            else:
                cells.append(_stripped(text, at, after))
            at = after
            if not text.startswith(delimiter, at):
                break
            at += 1
        stop = at
        at += 2 if text.startswith("\r\n", at) else 1
        if text[start:stop].strip():
            yield start, stop, cells


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    content = text[start:end].strip(" \t\ufeff")
    first = start + text[start:end].index(content) if content else start
    return first, first + len(content)


def _delimiter(text: str, name: str) -> str:
    """The delimiter that gives most rows the same number of cells, more than one; of equals, the one that gives more."""
    length = min(len(text), _SAMPLE_LENGTH)
    found: list[tuple[float, int, str]] = []
    for delimiter in _DELIMITERS:
        counts = Counter(len(cells) for _, _, cells in islice(_rows(text, delimiter, 0, length), _SAMPLE))
        width, times = max(counts.items(), key=lambda item: (item[1], item[0]), default=(1, 0))
        if width > 1:
            found.append((times / counts.total(), width, delimiter))
    if not found or (Path(name).suffix.lower() in (".tsv", ".tab") and "\t" in text[:length]):
        return "\t" if Path(name).suffix.lower() in (".tsv", ".tab") else ","
    return max(found, key=lambda one: (round(one[0], 1), one[1]))[2]


def _is_header(text: str, rows: list[Cells]) -> bool:
    """Whether the first row names the columns; its first cell may be empty, as above row numbers."""
    names = [cell_value(text, *cell).strip() for cell in rows[0]]
    filled = names[1:] if len(names) > 1 and not names[0] else names
    below = [cell_value(text, *cell).strip() for cell in rows[1]] if len(rows) > 1 else names
    named = all(filled) and not any(_VALUE.fullmatch(name) for name in names) and names != below
    return named and (len(set(names)) == len(names) or any(_VALUE.fullmatch(value) for value in below))


readers.register(Reader("csv", "Table (CSV, TSV)", (".csv", ".tsv", ".tab"), read_csv, order=230, options=TextOptions))
