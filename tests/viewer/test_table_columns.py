"""Tables are set in columns: every cell of a column begins after the same number of letters, and no character is changed."""

from __future__ import annotations

import chunkviz
from chunkviz.document import Document
from chunkviz.viewer.table_columns import WIDEST, gaps


def drawn(document: Document) -> list[str]:
    """The lines as they are drawn: tabs without a width, room as dots."""
    at, parts = 0, []
    for gap in gaps(document):
        parts += [document.text[at : gap.at], "." * gap.width]
        at = gap.at
    return "".join([*parts, document.text[at:]]).replace("\t", "").splitlines()


def test_pipes_stand_under_one_another() -> None:
    text = "| Part | Price |\n| --- | --- |\n| Fuse | 2 |\n| Switch, rotary | 14 |\n"
    assert drawn(chunkviz.read(text.encode(), "a.md")) == [
        "| Part.......... | Price |",
        "| ---........... | --- |",
        "| Fuse.......... | 2 |",
        "| Switch, rotary | 14 |",
    ]


def test_what_its_author_has_set_in_columns_stays() -> None:
    text = "| Part           | Price |\n| -------------- | ----: |\n| Switch, rotary |    14 |\n| Fuse           |     2 |\n"
    assert not gaps(chunkviz.read(text.encode(), "a.md"))


def test_cells_with_and_without_quotes() -> None:
    text = 'name,town,fee\nAnn,"Ely, Cambs",3\nBo,,12\n'
    assert drawn(chunkviz.read(text.encode(), "a.csv")) == [
        "name,town,........fee",
        'Ann,."Ely, Cambs",3',
        "Bo,..,............12",
    ]


def test_a_merged_cell_takes_the_room_of_its_columns_and_a_wide_letter_two() -> None:
    page = (
        "<table><tr><th rowspan=2>Tool<th colspan=2>Price<th>Deposit<tr><th>day<th>week<th><tr><td>鑿<td>7<td>33<td>60"
        "<tr><td>Plane<td>11<td>40<td>80</table>"
    )
    assert drawn(chunkviz.read(page.encode(), "a.html")) == [
        "Tool...Price......Deposit",
        ".......day..week",
        "鑿.....7....33....60",
        "Plane..11...40....80",
    ]


def test_a_table_too_wide_is_drawn_as_it_is_written() -> None:
    row = ",".join(["a" * 12] * (WIDEST // 12 + 1)) + "\n"
    assert not gaps(chunkviz.read((row + row.replace("a", "b", 3) + "c," * (WIDEST // 12) + "d\n").encode(), "a.csv"))


def test_a_cell_of_several_lines_moves_nothing() -> None:
    document = chunkviz.read(b'name,remark,fee\nAnn,"one\ntwo",3\nBob B,x,12\n', "a.csv")
    lines = drawn(document)
    assert lines[1:3] == ['Ann,"one', 'two",3']
    assert lines[0].index("remark") == lines[3].index("x,")
