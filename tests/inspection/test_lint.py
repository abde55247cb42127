"""What a careful reader would mark in a chunking: each kind where it is, and not where it is not."""

import pytest

import chunkviz
from chunkviz.inspection.lint import lint
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.headings import Headings
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategies.tables import Tables
from chunkviz.text.near_duplicates import near_duplicates


def found(text, strategy, name="a.md", tokenizer="words", kind=None, **settings):
    chunking = chunkviz.chunk(chunkviz.read(text.encode(), name), strategy, tokenizer)
    findings = lint(chunking, **{"tiny": 0} | settings)
    return [(f.kind, f.chunk, text[f.span.start : f.span.end]) for f in findings if kind in (None, f.kind)]


FENCE = "Intro text here.\n\n```python\ndef first():\n    return 1\n\ndef second():\n    return 2\n```\n\nend\n"


def test_a_fence_cut_is_found():
    assert [kind for kind, _, _ in found(FENCE, Recursive(size=8, overlap=0), kind="fence_cut")] == ["fence_cut"]
    assert found(FENCE, Recursive(size=14, overlap=0), kind="fence_cut") == []


def test_a_table_without_its_header_is_found_and_with_it_not():
    text = "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 8
    without = found(text, Recursive(size=20, overlap=0), kind="table_cut")
    assert [chunk for _, chunk, _ in without] == [1, 2]
    assert found(text, Tables(size=20), kind="table_cut") == []
    assert found(text, Tables(size=20, form="lines"), kind="table_cut") == []


def test_a_row_cut_is_found():
    text = "| a | b |\n|---|---|\n| one two three four | five |\n"
    sentences = [
        f.sentence for f in lint(chunkviz.chunk(chunkviz.read(text.encode(), "a.md"), Fixed(size=11, overlap=0), "words"))
    ]
    assert "A table is cut in the middle of a row." in sentences


def test_a_list_item_cut_is_found_and_a_cut_between_items_not():
    text = "- one two three\n- four five six\n"
    assert found(text, Fixed(size=6, overlap=0), kind="item_cut") == [("item_cut", 0, "r")]  # after “four”
    assert found(text, Fixed(size=4, overlap=0), kind="item_cut") == []


def test_a_heading_without_its_text_is_found():
    text = "one two three\n\n## Fees\n\nfour five six\n"
    assert found(text, Fixed(size=5, overlap=0), kind="heading_alone") == [("heading_alone", 0, "## Fees")]
    assert found(text, Headings(), kind="heading_alone") == []
    assert found("one two three\n\n## Bare\n\n## Fees\n\nfour\n", Fixed(size=5, overlap=0), kind="heading_alone") == []


def test_a_beginning_that_points_back_is_found():
    text = "The harbour opens at nine.\n\nIt closes at five.\n\nItaly is far.\n"
    assert found(text, Recursive(size=5, overlap=0), kind="points_back") == [("points_back", 1, "It")]
    german = "<html lang=de><p>Der Hafen ist offen.<p>Jedoch nicht nachts.<p>Italien ist weit."
    chunking = chunkviz.chunk(chunkviz.read(german.encode(), "a.html"), Recursive(size=4, overlap=0), "words")
    assert [f.sentence for f in lint(chunking, 0) if f.kind == "points_back"] == [
        "The chunk begins with “Jedoch”, which points back to text before it."
    ]


def test_an_end_in_mid_sentence_is_found_and_ends_of_headings_and_rows_are_none():
    cut = [("mid_sentence", 0, "o"), ("mid_sentence", 1, "r")]  # after “two” and “four”; “five” ends the text
    assert found("one two three. four five", Fixed(size=2, overlap=0), kind="mid_sentence") == cut
    assert found("# Head\n\none.\n", Fixed(size=2, overlap=0), kind="mid_sentence") == []


def test_tiny_chunks_are_found():
    text = "# A\n\none two three four\n\n# B\n\nfive\n"
    assert found(text, Headings(), kind="tiny", tiny=4) == [("tiny", 1, "# B\n\nfive")]  # 3 words with the mark
    assert found(text, Headings(size=12), kind="tiny", tiny=4) == []  # a quarter of the size is 3
    assert found("alone\n", Recursive(), kind="tiny", tiny=3) == []


def test_near_duplicates_are_found_and_overlap_is_none():
    said = "the quick brown fox jumps over the lazy dog and runs far away from here"
    text = f"{said} today.\n\nSomething else entirely is said in this part of it.\n\n{said} again.\n"
    # 12 shingles of four words are shared, each has one of its own: 12 of 14
    assert found(text, Recursive(size=16, overlap=0), kind="near_duplicate") == [("near_duplicate", 2, f"{said} again.")]
    assert found(said, Fixed(size=10, overlap=9), kind="near_duplicate") == []


def test_resemblance_is_shared_shingles_over_all():
    one, other = "a b c d e f", "a b c d e g"  # {abcd bcde cdef} and {abcd bcde cdeg}: 2 of 4
    assert list(near_duplicates([one, other, "x y z w v"], 0.5)) == [(0, 1, pytest.approx(0.5))]
    assert list(near_duplicates([one, other], 0.51)) == []
    assert list(near_duplicates(["a b", "a b"])) == []


def test_a_function_cut_is_found():
    text = "import os\n\n\ndef first():\n    one = 1\n    two = 2\n    return one\n\n\ndef second():\n    return 2\n"
    kinds = found(text, Fixed(size=7, overlap=0), name="a.py", kind="function_cut")
    assert kinds
    assert all(kind == "function_cut" for kind, _, _ in kinds)
    sentences = [
        f.sentence for f in lint(chunkviz.chunk(chunkviz.read(text.encode(), "a.py"), Fixed(size=7, overlap=0), "words"))
    ]
    assert "A function is cut here: “first” begins in one chunk and ends in another." in sentences


def test_an_overlap_that_holds_the_block_whole_is_no_cut():
    text = "one two\n\n- three four\n- five\n"  # the marks count as words
    assert found(text, Fixed(size=3, overlap=0), kind="item_cut") == [("item_cut", 0, "-"), ("item_cut", 1, "-")]
    assert found(text, Fixed(size=3, overlap=2), kind="item_cut") == []


@pytest.mark.parametrize(
    "text",
    ["# H\n\nIt is so.\n\n" * 3_000, "- a b c\n" * 5_000, "| a |\n|---|\n" + "| 1 |\n" * 5_000],
    ids=["headings", "items", "rows"],
)
def test_time_stays_in_proportion(text):
    chunking = chunkviz.chunk(chunkviz.read(text.encode(), "a.md"), Fixed(size=7, overlap=2), "words")
    lint(chunking)
