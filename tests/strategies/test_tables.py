"""Tables whole, by rows and as lines: small tables checked by eye."""

import pytest

import chunkviz
from chunkviz.strategies.tables import Tables

FEES = "## Fees\n\n| length | summer |\n|---|---|\n" + "".join(f"| {n} m | {3 * n} |\n" for n in range(5, 15)) + "\nAsk us.\n"


def cut(text, name="a.md", tokenizer="characters", **settings):
    return chunkviz.chunk(chunkviz.read(text.encode(), name), Tables(**settings), tokenizer)


def shown(chunking):
    text = chunking.document.text
    return [([text[a:b] for a, b in chunk.context], chunk.added, chunking.text(chunk)) for chunk in chunking.chunks]


def test_a_small_table_stays_whole_with_its_heading():
    chunking = cut(FEES, size=500)
    assert [chunking.text(c) for c in chunking.chunks] == [FEES[: FEES.index("\n\nAsk")], "Ask us."]
    assert [c.cause.sentence for c in chunking.chunks] == ["The table ends here.", "The text ends here."]
    assert chunking.chunks[0].metadata == {"h2": "Fees", "section_heading": "Fees", "section_path": "Fees"}
    assert chunking.chunks[0].parent is None


def test_a_large_table_is_cut_between_rows_with_heading_and_header_before_each_group():
    chunking = cut(FEES, size=75)
    before = ["## Fees", "| length | summer |"]
    assert shown(chunking) == [
        ([], "", "## Fees\n\n| length | summer |\n|---|---|\n| 5 m | 15 |\n| 6 m | 18 |"),
        (before, "", "| 7 m | 21 |\n| 8 m | 24 |\n| 9 m | 27 |\n| 10 m | 30 |\n| 11 m | 33 |"),
        (before, "", "| 12 m | 36 |\n| 13 m | 39 |\n| 14 m | 42 |"),
        ([], "", "Ask us."),
    ]
    first = chunking.chunks[0]
    assert first.cause.sentence == "With the next row the chunk would have made 77 of 75 characters."
    assert first.metadata["rows"] == "1-2"
    assert first.parent == (0, FEES.index("\n\nAsk"))
    assert (
        chunking.embedded_text(chunking.chunks[2]) == "## Fees\n| length | summer |\n| 12 m | 36 |\n| 13 m | 39 |\n| 14 m | 42 |"
    )


def test_headings_stay_out_of_the_way_where_they_would_cut_a_table():
    table = FEES[FEES.index("| length") : FEES.index("\n\nAsk")]
    chunking = cut(FEES, size=len(table))
    assert shown(chunking)[:2] == [([], "", "## Fees"), (["## Fees"], "", table)]


def test_rows_as_lines_are_added_text():
    chunking = cut("| a | b |\n|---|---|\n| 1 | |\n| 2 | x \\| y |\n", form="lines")
    assert shown(chunking) == [([], "a: 1\n\na: 2\nb: x | y", "| a | b |\n|---|---|\n| 1 | |\n| 2 | x \\| y |")]


def test_lines_count_as_well():
    text = "| a long name |\n|---|\n| one |\n| two |\n| six |\n"
    chunking = cut(text, size=30, form="lines")  # two rows are 15, their lines 16 + 2 + 16
    assert shown(chunking) == [
        ([], "a long name: one", "| a long name |\n|---|\n| one |"),
        ([], "a long name: two", "| two |"),
        ([], "a long name: six", "| six |"),
    ]


def test_both_columns_under_a_wide_header_are_named_by_it():
    source = "<table><tr><th colspan='2'>Season</th><th>Fee</th></tr><tr><td>May</td><td>June</td><td>30</td></tr></table>"
    assert cut(source, "a.html", form="lines").chunks[0].added == "Season: May\nSeason: June\nFee: 30"


def test_a_cell_that_reaches_down_goes_before_the_rows_it_belongs_to():
    source = "<table><caption>Cap</caption><tr><th>Boat<th>Fee<tr><td rowspan=3>small<td>1<tr><td>2<tr><td>3</table>"
    chunking = cut(source, "a.html", size=16)
    assert shown(chunking) == [
        ([], "", "Cap\nBoat\tFee"),
        (["Cap", "Boat\tFee"], "", "small\t1\n\t2\n\t3"),
    ]
    assert shown(cut(source, "a.html", size=12))[2] == (["Cap", "Boat\tFee", "small"], "", "3")  # 13 with the third row


def test_csv_and_columns_without_a_name():
    assert shown(cut('1;2\n3;"a ""b"""\n', "a.csv", form="lines")) == [
        ([], 'column 1: 1\ncolumn 2: 2\n\ncolumn 1: 3\ncolumn 2: a "b"', '1;2\n3;"a ""b"""')
    ]


def test_a_row_larger_than_the_size_says_so():
    chunking = cut("| a |\n|---|\n| " + "long " * 20 + "|\n| b |\n", size=20)
    assert [c.oversize for c in chunking.chunks] == ["", "A row is never cut, and one alone is larger than the size.", ""]
    assert [c.tokens for c in chunking.chunks] == [11, 103, 5]


def test_a_table_without_a_header_begins_with_its_first_row():
    chunking = cut("<table><tr><td>a large cell<td>1<tr><td>b<td>2<tr><td>c<td>3</table>", "a.html", size=8)
    assert shown(chunking) == [([], "", "a large cell\t1"), ([], "", "b\t2\nc\t3")]
    assert [c.metadata["rows"] for c in chunking.chunks] == ["1-1", "2-3"]
    assert [bool(c.oversize) for c in chunking.chunks] == [True, False]


def test_text_around_tables_is_cut_on_its_own():
    text = "One two. Three four.\n\n| a |\n|---|\n| 1 |\n\n> | q |\n> |---|\n> | 2 |\n"
    chunking = cut(text, tokenizer="words", size=7)
    assert [chunking.text(c) for c in chunking.chunks] == [
        "One two. Three four.",
        "| a |\n|---|\n| 1 |",
        "> | q |\n> |---|",
        "> | 2 |",
    ]
    assert chunking.chunks[0].cause.sentence == "A table begins."


@pytest.mark.parametrize("form", ["rows", "lines"])
def test_time_stays_in_proportion(form):
    text = "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 5_000
    chunking = cut(text, tokenizer="cl100k_base", form=form)
    assert max(chunk.tokens for chunk in chunking.chunks) <= 512


def test_many_tables_in_one_section_in_proportion():
    text = "# H\n\n" + "word\n\n| a |\n|---|\n| 1 |\n\n" * 2_000
    assert len(cut(text).chunks) == 4_000
