"""Write boat_lifts.xlsx, the same bytes each time.

    python sample_docs/make_xlsx.py

Needs openpyxl.
"""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from pathlib import Path

import openpyxl
from make_docx import DAY, stored
from openpyxl.styles import Font

PATH = Path(__file__).with_name("boat_lifts.xlsx")

PRICES = [
    ["Length of boat", "Season", "Lift out", "Lift in", "Week on land"],
    ["up to 8 m", "summer", 95, 95, 30],
    [None, "winter", 120, 110, 18],
    ["over 8 m, up to 12 m", "summer", 160, 160, 45],
    [None, "winter", 190, 175, 27],
    ["over 12 m", "summer", 260, 260, 70],
    [None, "winter", 310, 290, 42],
]
BOOKINGS = [
    ["Day", "From", "Boat", "Length", "What", "Deposit paid", "Remark"],
    [dt.date(2026, 10, 6), dt.time(7, 30), "Marlene", 7.8, "out", 1.0, "mast lies on deck"],
    [dt.date(2026, 10, 6), dt.time(9, 0), "Windsbraut", 11.4, "out", 0.5, ""],
    [dt.date(2026, 10, 7), dt.time(7, 30), "Sturmvogel", 13.2, "out", 0.5, "two cranes; the second from Oldenhaven"],
    [dt.date(2026, 10, 7), dt.time(13, 0), "Kleine Freiheit", 6.5, "out", 0.0, "only if the deposit has come by the 1st"],
    [dt.date(2026, 10, 13), dt.time(7, 30), "Sturmvogel", 13.2, "out", 0.5, "instead of the 7th, which is void"],
    [dt.date(2026, 10, 13), dt.time(11, 0), "Anna Perenna", 9.9, "in", 1.0, "after its repair"],
]
NOTES = [
    ["Summer is from 1 May to 30 September; what is lifted between belongs to the winter."],
    ["A boat's length is that over all, with bowsprit and davits."],
    ["Half the price is due as a deposit six days before; without it the slot is given away."],
]


def build() -> bytes:
    book = openpyxl.Workbook()
    book.properties.creator, book.properties.created = "Boatyard", DAY
    prices = book.active
    prices.title = "Prices"
    fill(prices, PRICES, {"C": '#,##0.00" €"', "D": '#,##0.00" €"', "E": '#,##0.00" €"'})
    for row in (2, 4, 6):
        prices.merge_cells(f"A{row}:A{row + 1}")
    fill(book.create_sheet("Bookings"), BOOKINGS, {"A": "ddd d mmm yyyy", "B": "hh:mm", "D": '0.0" m"', "F": "0%"})
    fill(book.create_sheet("Rules"), [["Rule"], *NOTES], {})
    raw = io.BytesIO()
    book.save(raw)
    return stored(dated(raw))


def dated(raw: io.BytesIO) -> io.BytesIO:
    """The archive without the moment at which it was saved."""
    out = io.BytesIO()
    with zipfile.ZipFile(raw) as source, zipfile.ZipFile(out, "w") as target:
        for name in source.namelist():
            target.writestr(name, re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>2026-02-02T09:00:00Z", source.read(name)))
    return out


def fill(sheet, rows, formats) -> None:
    for row in rows:
        sheet.append(row)
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for column, number_format in formats.items():
        for cell in sheet[column][1:]:
            cell.number_format = number_format


if __name__ == "__main__":
    PATH.write_bytes(build())
