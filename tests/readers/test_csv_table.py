"""Tables of plain text: cells compared with Python's own csv module, places by hand."""

import csv
import io
import random

import pytest

import chunkviz
from chunkviz.structure.sections import cell_value


def table(text, name="a.csv"):
    document = chunkviz.read(text.encode(), name)
    rows = [b for b in document.blocks if b.kind == "row"]
    cells = [[cell_value(document.text, *cell) for cell in row.attributes["cells"]] for row in rows]
    return document, rows, cells


def test_header_rows_and_places():
    text = 'length;fee\r\n"5; ""small""";15\r\n6 m;"1\n8"\r\n'
    document, rows, cells = table(text)
    assert document.text == text
    assert [text[row.start : row.end] for row in rows] == ["length;fee", '"5; ""small""";15', '6 m;"1\n8"']
    assert cells == [["length", "fee"], ['5; "small"', "15"], ["6 m", "1\n8"]]
    assert document.blocks[0].attributes == {"delimiter": ";", "header": (0, 10), "columns": ("length", "fee")}
    assert [row.attributes.get("header") for row in rows] == [True, None, None]
    assert document.notes == ("Cells are separated by a semicolon; 2 rows, a header.",)


@pytest.mark.parametrize(
    ("text", "name", "delimiter"),
    [
        ("a,b\n1,2\n3,4\n", "a.csv", ","),
        ("a;b\n1,5;2,5\n3,5;4\n", "a.csv", ";"),
        ("a\tb\n1, 2\t3\n", "a.csv", "\t"),
        ("a|b|c\n1|2|3\n", "a.csv", "|"),
        ("a, b\tc\n1, 2\t3\n", "a.tsv", "\t"),
        ("only\none\n", "a.csv", ","),
    ],
)
def test_the_delimiter_is_found(text, name, delimiter):
    assert table(text, name)[0].blocks[0].attributes["delimiter"] == delimiter


@pytest.mark.parametrize("text", ["1,2\n3,4\n", "a,a\n1,2\n", "a,\n1,2\n", "2026-01-02,x\n2026-01-03,y\n", "alone,row\n"])
def test_no_header_where_the_first_row_names_nothing(text):
    document, rows, _ = table(text)
    assert "columns" not in document.blocks[0].attributes
    assert not any("header" in row.attributes for row in rows)


def test_a_header_above_row_numbers():
    assert table(",a,b\n0,1,2\n")[0].blocks[0].attributes["columns"] == ("", "a", "b")


def test_a_quotation_mark_that_is_not_closed_swallows_nothing():
    _, _, cells = table('a,b\n5" pipe,"open\nx,y\n')
    assert cells == [["a", "b"], ['5" pipe', '"open'], ["x", "y"]]


def test_an_empty_file_has_no_table():
    assert chunkviz.read(b"\n\n", "a.csv").blocks == ()


@pytest.mark.parametrize("seed", range(30))
def test_same_cells_as_the_csv_module(seed):
    chance = random.Random(seed)
    words = ["", "x", "two words", 'say "yes"', "a\nb", "1,5", "港", "😀", "semi;colon"]
    rows = [["key", "name", "note"]] + [["k"] + [chance.choice(words) for _ in range(2)] for _ in range(8)]
    out = io.StringIO()
    csv.writer(out, delimiter=",", lineterminator=chance.choice(["\n", "\r\n"])).writerows(rows)
    assert table(out.getvalue())[2] == rows


@pytest.mark.parametrize(
    "text", ["a,b\n" * 50_000, '"' * 50_001, 'a,"b\n' * 25_000, "," * 200_000, "\n" * 100_000], ids=lambda text: repr(text[:6])
)
def test_time_stays_in_proportion(text):
    chunkviz.read(text.encode(), "a.csv")
