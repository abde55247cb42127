"""CSV and TSV: the text as it is in the file; rows and cells with exact places.

The delimiter is the one that gives the most rows the same number of cells. The first row is a header if it reads like
names: every cell filled, all different, none a number or a date.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from ..document import Block, Document
from ..reader import Reader, decode, readers
from ..structure.sections import cell_value

_DELIMITERS = (",", ";", "\t", "|")
_SAMPLE = 200  # rows looked at to find the delimiter
_SAMPLE_LENGTH = 200_000  # characters of them
_QUOTED = re.compile(r'"[^"]*(?:""[^"]*)*"')
_VALUE = re.compile(r"[-+]?[\d.,]+(?:e[-+]?\d+)?%?|\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?(?:[ T][\d:.]+)?|true|false", re.I)

Cells = list[tuple[int, int]]


def read_csv(data: bytes, name: str) -> Document:
    """Raises UnreadableError where the bytes are no text."""
    text, notes = decode(data, name)
    delimiter = _delimiter(text, name)
    blocks = tuple(_blocks(text, delimiter))
    named = {"\t": "tab", ",": "comma", ";": "semicolon", "|": "upright stroke"}[delimiter]
    count = sum(block.kind == "row" and not block.attributes.get("header") for block in blocks)
    header = "a header" if any(block.attributes.get("columns") for block in blocks) else "no header"
    notes = (*notes, f"Cells are separated by a {named}; {count} rows, {header}.") if blocks else notes
    return Document(text, name, "csv", blocks, {"source": name}, notes)


def _blocks(text: str, delimiter: str) -> Iterator[Block]:
    """The table and its rows, the header's first."""
    rows = list(_rows(text, delimiter))
    if not rows:
        return
    begin, end = rows[0][0], rows[-1][1]
    attributes: dict[str, object] = {"delimiter": delimiter}
    header = _is_header(text, [cells for _, _, cells in rows[:2]])
    if header:
        attributes |= {"header": rows[0][:2], "columns": tuple(cell_value(text, *cell) for cell in rows[0][2])}
    yield Block("table", begin, end, 0, attributes)
    for number, (start, stop, cells) in enumerate(rows):
        about = {"cells": tuple(cells)}
        yield Block("row", start, stop, 0, about | {"header": True} if header and not number else about)


def _rows(text: str, delimiter: str, length: int | None = None) -> Iterator[tuple[int, int, Cells]]:
    """Start, end and cells of each row that is not blank, of the first `length` characters; line ends inside quotation
    marks end no row."""
    plain = re.compile(f"[^{re.escape(delimiter)}\r\n]*")
    at, end = 0, len(text) if length is None else length
    closes = True  # false once a quotation mark was found that none closes: then they are letters like others
    while at < end:
        start, cells = at, []
        while True:
            quoted = _QUOTED.match(text, at) if closes and text.startswith('"', at) else None
            if quoted is None and text.startswith('"', at):
                closes = False
            behind = plain.match(text, quoted.end() if quoted else at).end()  # type: ignore[union-attr]
            if quoted and not text[quoted.end() : behind].strip():
                cells.append((quoted.start() + 1, quoted.end() - 1))
            else:
                cells.append(_stripped(text, at, behind))
            at = behind
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
        counts = Counter(len(cells) for _, _, cells in islice(_rows(text, delimiter, length), _SAMPLE))
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
    named = all(filled) and len(set(names)) == len(names) and not any(_VALUE.fullmatch(name) for name in names)
    return named and len(rows) > 1


readers.register(Reader("csv", "Table (CSV, TSV)", (".csv", ".tsv", ".tab"), read_csv, order=230))
