"""Spreadsheets: sheets as tables, values as the sheet shows them, what is left out counted."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any

import openpyxl
import pytest
from openpyxl.comments import Comment

import chunkviz
from chunkviz.document import Document
from chunkviz.errors import UnreadableError
from chunkviz.readers.number_formats import shown


def saved(fill: Callable[[Any], object]) -> bytes:
    book = openpyxl.Workbook()
    fill(book)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def read(fill: Callable[[Any], object]) -> Document:
    return chunkviz.read(saved(fill), "harbour.xlsx")


def fees(book: Any) -> None:
    sheet = book.active
    sheet.title = "Fees"
    for row in (
        ["Season", "Berth", "Fee", "From", "Share"],
        ["Summer", "inner", 1234.5, date(2026, 5, 1), 0.25],
        [None, "outer", 80, date(2026, 5, 1), 0.5],
        ["Winter", 'the "old" one\nby the crane', 12, date(2026, 10, 15), 0.125],
    ):
        sheet.append(row)
    sheet.merge_cells("A2:A3")
    for row in range(2, 5):
        sheet.cell(row, 3).number_format = '#,##0.00" €"'
        sheet.cell(row, 4).number_format = "d mmm yyyy"
        sheet.cell(row, 5).number_format = "0.0%"
    sheet["B2"].comment = Comment("ask Ana", "Ben")
    notes = book.create_sheet("Notes")
    notes["B2"] = "The outer berths have no power."
    notes.sheet_state = "hidden"
    book.create_sheet("Empty")
    sums = book.create_sheet("Sums")
    sums.append(["What", "Sum"])
    sums.append(["All", "=SUM(Fees!C2:C4)"])


def test_each_sheet_is_a_heading_and_a_table() -> None:
    document = read(fees)
    assert document.kind == "spreadsheet"
    assert document.text == (
        "Fees\n\n"
        "Season\tBerth\tFee\tFrom\tShare\n"
        "Summer\tinner\t1,234.50 €\t1 May 2026\t25.0%\n"
        "Summer\touter\t80.00 €\t1 May 2026\t50.0%\n"
        'Winter\t"the ""old"" one\nby the crane"\t12.00 €\t15 Oct 2026\t12.5%\n'
        "\nNotes\n\n\tThe outer berths have no power.\n"
        "\nSums\n\nWhat\tSum\nAll\t\n"
    )
    assert [(block.kind, document.text[block.start : block.end]) for block in document.blocks if block.kind == "heading"] == [
        ("heading", "Fees"),
        ("heading", "Notes"),
        ("heading", "Sums"),
    ]
    table = next(block for block in document.blocks if block.kind == "table")
    assert table.attributes["columns"] == ("Season", "Berth", "Fee", "From", "Share")
    rows = [block for block in document.blocks if block.kind == "row" and block.end <= table.end]
    assert len(rows) == 4
    assert document.notes == (
        "Fees: 1 merged cell; each cell that it covers has its value.",
        "1 hidden sheet is read: Notes.",
        "Left out: 1 formula without a saved value, 1 empty sheet, 1 comment.",
    )


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (None, "General", ""),
        (True, "General", "TRUE"),
        (3, "General", "3"),
        (3.0, "General", "3"),
        (0.1 + 0.2, "General", "0.3"),
        (1e21, "General", "1e+21"),
        (1234567.891, "#,##0", "1,234,568"),
        (-0.5, "0.00", "-0.50"),
        (-5, "#,##0;(#,##0)", "(5)"),
        (-5, "[$€-407] 0.00", "-€ 5.00"),
        (7, '0" of 9"', "7 of 9"),
        (7, "00000", "7"),
        (0.5, "# ?/?", "0.5"),
        (date(2026, 12, 1), "yyyy-mm-dd", "2026-12-01"),
        (datetime(2026, 12, 1, 14, 5), "dd.mm.yy hh:mm", "01.12.26 14:05"),
        (datetime(2026, 12, 1, 14, 5), "h:mm AM/PM", "2:05 PM"),
        (datetime(2026, 12, 1, 14, 5, 9), "mm:ss", "05:09"),
        (datetime(2026, 12, 1), "General", "2026-12-01 00:00:00"),
        (time(9, 30), "h:mm", "9:30"),
        (timedelta(hours=27, minutes=5), "[h]:mm", "27:05:00"),
        ("words", "@", "words"),
    ],
)
def test_a_value_is_shown_as_the_sheet_shows_it(value: Any, number_format: str, text: str) -> None:
    assert shown(value, number_format) == text


def test_one_cell_far_away_costs_nothing() -> None:
    def far(book: Any) -> None:
        book.active["A1"] = "near"
        book.active["XFD1000000"] = "far"

    document = read(far)
    assert document.text == "Sheet\n\nnear\n" + "\t" * 16383 + "far\n"


def test_too_many_cells_are_refused() -> None:
    def wide(book: Any) -> None:
        for row in range(1, 200):
            book.active.cell(row, 16384).value = "x"

    with pytest.raises(UnreadableError, match=r"^harbour.xlsx has more than 2,000,000 cells and is not read; split it"):
        read(wide)


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml"])
def test_a_damaged_file_is_refused_in_a_sentence(part: str) -> None:
    whole, broken = zipfile.ZipFile(io.BytesIO(saved(fees))), io.BytesIO()
    with zipfile.ZipFile(broken, "w") as file:
        for name in whole.namelist():
            file.writestr(name, whole.read(name)[:-40] if name == part else whole.read(name))
    with pytest.raises(UnreadableError, match=r"^harbour.xlsx is damaged, or has a password; save it again"):
        chunkviz.read(broken.getvalue(), "harbour.xlsx")


def test_an_entity_that_grows_is_refused() -> None:
    bomb = (
        '<!DOCTYPE x [<!ENTITY a "'
        + "a" * 1000
        + '">'
        + "".join(f'<!ENTITY {chr(98 + i)} "{("&" + chr(97 + i) + ";") * 20}">' for i in range(8))
    )
    whole, broken = zipfile.ZipFile(io.BytesIO(saved(fees))), io.BytesIO()
    with zipfile.ZipFile(broken, "w") as file:
        for name in whole.namelist():
            data = whole.read(name)
            if name == "xl/worksheets/sheet1.xml":
                data = (bomb + "]>").encode() + data
            file.writestr(name, data)
    with pytest.raises(UnreadableError, match="declares entities"):
        chunkviz.read(broken.getvalue(), "harbour.xlsx")
