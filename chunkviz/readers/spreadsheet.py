"""Excel spreadsheets: each sheet a heading and a table, its cells as the sheet shows them, with tabs between.

openpyxl reads the cells, and the values of formulas as they were saved; what the file holds besides is counted in a note.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Any

from ..document import Document
from ..errors import UnreadableError
from ..phrases import counted
from ..reader import Reader, readers
from .archive import Archive
from .csv_table import table_blocks
from .number_formats import shown
from .writing import Writing

_MOST = 2_000_000  # cells of a file, with the empty ones before the last of each row
_MERGES = 10_000  # cells that one merged cell may cover
_WIDE = 256  # columns of a table whose rows are all made as long
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s+ref="([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})"')
_FORMULA_ALONE = re.compile(rb"<c\b[^>]*>\s*<f\b(?:[^>]*/>|[^>]*>[^<]*</f>)\s*(?:<v\s*/>|<v></v>)?\s*</c>")
_COMMENT = re.compile(rb"<(?:\w+:)?comment\s")
_NO_VALUE = ("formula without a saved value", "formulas without a saved value")
_LEFT_OUT = (
    (re.compile(r"xl/media/."), ("picture", "pictures")),
    (re.compile(r"xl/charts/chart\d+\.xml"), ("chart", "charts")),
)

Table = list[list[str]]


def read_spreadsheet(data: bytes, name: str) -> Document:
    """Raises UnreadableError where the bytes are no spreadsheet, are damaged, or unpack to too much."""
    archive = Archive(data, name)
    if not any(part.startswith("xl/") for part in archive.names):
        raise UnreadableError(f"{name} is no Excel spreadsheet; choose another kind of document.")
    parts = {part: archive.read(part) for part in archive.names if part.endswith((".xml", ".rels"))}  # no more than 100 MB
    if any(b"<!DOCTYPE" in raw or b"<!ENTITY" in raw for raw in parts.values()):
        raise UnreadableError(f"{name} declares entities, as no spreadsheet does, and is not read; save it again in Excel.")
    writing = Writing()
    hidden: list[str] = []
    for sheet, rows in _sheets(data, name):
        raw = parts.get(sheet._worksheet_path, b"")
        merged = _merge(rows, raw)
        if sheet.sheet_state != "visible":
            hidden.append(sheet.title)
        writing.left_out[_NO_VALUE] += len(_FORMULA_ALONE.findall(raw))
        if not _write(sheet.title, rows, writing):
            writing.left_out["empty sheet", "empty sheets"] += 1
        elif merged:
            covers = "each cell that it covers has its value" if merged == 1 else "each cell that they cover has their value"
            writing.remarks.append(f"{sheet.title}: {counted(merged, 'merged cell')}; {covers}.")
    if hidden:
        writing.remarks.append(f"{counted(len(hidden), 'hidden sheet is', 'hidden sheets are')} read: {', '.join(hidden[:5])}.")
    for pattern, names in _LEFT_OUT:
        writing.left_out[names] += sum(pattern.match(part) is not None for part in archive.names)
    writing.left_out["comment", "comments"] += sum(
        len(_COMMENT.findall(raw)) for part, raw in parts.items() if "comments" in part
    )
    return Document(writing.text, name, "spreadsheet", tuple(writing.blocks), {"source": name}, writing.notes())


def _sheets(data: bytes, name: str) -> Iterator[tuple[Any, Table]]:
    """Each sheet of cells, and its cells as they are shown, each row as long as its last one that is not empty."""
    import openpyxl

    left = _MOST
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # what the file says of them may be wrong, and as large as a sheet can be
            rows: Table = []
            for cells in sheet.iter_rows():
                left -= len(cells) + 1
                if left < 0:
                    raise UnreadableError(f"{name} has more than {_MOST:,} cells and is not read; split it and read its parts.")
                rows.append(_row(cells))
            yield sheet, rows
    except (UnreadableError, MemoryError):
        raise
    except Exception as error:  # openpyxl raises of every kind where a part is not what it expects
        raise UnreadableError(f"{name} is damaged, or has a password; save it again in Excel without one.") from error


def _row(cells: Sequence[Any]) -> list[str]:
    row = [shown(cell.value, getattr(cell, "number_format", "General")) for cell in cells]
    while row and not row[-1].strip():
        row.pop()
    return row


def _merge(rows: Table, raw: bytes) -> int:
    """Give each cell that a merged one covers its value; how many there are. What lies outside the rows stays there."""
    from openpyxl.utils import range_boundaries

    count = 0
    for found in _MERGED.finditer(raw):
        left, top, right, bottom = range_boundaries(found[1].decode())
        first = rows[top - 1] if top <= len(rows) else []
        if len(first) < left or not first[left - 1].strip() or (right - left + 1) * (bottom - top + 1) > _MERGES:
            continue
        count += 1
        for row in rows[top - 1 : bottom]:
            row += [""] * (right - len(row))
            row[left - 1 : right] = [first[left - 1]] * (right - left + 1)
    return count


def _write(title: str, rows: Table, writing: Writing) -> bool:
    """The sheet's title and its rows that are not empty; False where none is."""
    filled = [row for row in rows if row]
    if not filled:
        return False
    text = io.StringIO()
    width = max(map(len, filled))
    csv.writer(text, delimiter="\t", lineterminator="\n").writerows(
        [row + [""] * (width - len(row)) if width <= _WIDE else row for row in filled]
    )
    if writing.length:
        writing.write("\n")
    writing.heading(" ".join(title.split()) or "Sheet")
    start = writing.write(text.getvalue())
    writing.add(tuple(table_blocks(text.getvalue(), "\t")), start)
    return True


readers.register(
    Reader(
        "spreadsheet",
        "Spreadsheet (Excel)",
        (".xlsx", ".xlsm"),
        read_spreadsheet,
        lambda data, name: data.startswith(b"PK\x03\x04") and b"xl/workbook.xml" in data,
        30,
        libraries=("openpyxl",),
    )
)
