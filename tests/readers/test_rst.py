"""reStructuredText: blocks as the specification has them, places worked out by hand, time linear."""

from __future__ import annotations

import time

import pytest

import chunkviz
from chunkviz.document import Document


def read(text: str) -> Document:
    document = chunkviz.read(text.encode(), "a.rst")
    assert document.text == text
    return document


def kinds(text: str, *wanted: str) -> list[tuple[str, int, str]]:
    document = read(text)
    return [
        (block.kind, block.level, text[block.start : block.end])
        for block in document.blocks
        if not wanted or block.kind in wanted
    ]


def test_levels_follow_the_order_of_adornments() -> None:
    text = "=====\nTitle\n=====\n\nOne\n===\n\nTwo\n---\n\nOther\n=====\n\nThree\n~~~~~\n"
    assert [(level, words) for _, level, words in kinds(text, "heading")] == [
        (1, "=====\nTitle\n====="),
        (2, "One\n==="),
        (3, "Two\n---"),
        (2, "Other\n====="),
        (4, "Three\n~~~~~"),
    ]
    assert read(text).metadata["title"] == "Title"
    assert [block.attributes["title"] for block in read(text).blocks] == ["Title", "One", "Two", "Other", "Three"]


def test_a_line_of_marks_alone_is_no_heading() -> None:
    assert kinds("Words.\n\n----\n\nMore.\n", "heading") == []
    assert kinds("A long line of words\n--\n", "heading") == []


def test_paragraphs_lists_and_what_is_in_them() -> None:
    text = "Words\non two lines.\n\n- one\n  goes on\n\n  second paragraph\n\n  1. inner\n  2. other\n\n- two\n\nAfter.\n"
    assert kinds(text) == [
        ("paragraph", 0, "Words\non two lines."),
        ("list", 0, "- one\n  goes on\n\n  second paragraph\n\n  1. inner\n  2. other\n\n- two"),
        ("item", 1, "- one\n  goes on\n\n  second paragraph\n\n  1. inner\n  2. other"),
        ("paragraph", 0, "one\n  goes on"),
        ("paragraph", 0, "second paragraph"),
        ("list", 0, "1. inner\n  2. other"),
        ("item", 2, "1. inner"),
        ("paragraph", 0, "inner"),
        ("item", 2, "2. other"),
        ("paragraph", 0, "other"),
        ("item", 1, "- two"),
        ("paragraph", 0, "two"),
        ("paragraph", 0, "After."),
    ]


def test_code_by_directive_two_colons_and_prompt() -> None:
    text = "Run::\n\n    make all\n\n    make test\n\n.. code-block:: Python\n   :linenos:\n\n   x = 1\n\n>>> 1 + 1\n2\n"
    document = read(text)
    assert [(block.attributes["language"], text[slice(*block.attributes["body"])]) for block in document.blocks_of("code")] == [
        ("", "make all\n\n    make test"),
        ("python", "   x = 1"),
        ("python", ">>> 1 + 1\n2"),
    ]
    assert kinds(text, "paragraph") == [("paragraph", 0, "Run::")]


def test_footnotes_comments_and_other_directives() -> None:
    text = ".. [1] A note\n   that goes on.\n.. a comment\n   of two lines\n\n.. note:: Be careful.\n\n   Really.\n"
    assert kinds(text) == [
        ("footnote", 0, ".. [1] A note\n   that goes on."),
        ("comment", 0, ".. a comment\n   of two lines"),
        ("paragraph", 0, ".. note:: Be careful."),
        ("paragraph", 0, "Really."),
    ]


def test_a_grid_of_single_lines_has_cells_in_their_places() -> None:
    text = "+---+-----+\n| A | B   |\n+===+=====+\n| 1 | two |\n+---+-----+\n\nAfter\n"
    table, header, row = [block for block in read(text).blocks if block.kind in ("table", "row")]
    assert table.attributes["columns"] == ("A", "B")
    assert header.attributes == {"cells": ((14, 15), (18, 19)), "header": True}
    assert [text[first:last] for first, last in row.attributes["cells"]] == ["1", "two"]


def test_a_simple_table_ends_with_its_last_border() -> None:
    text = "===  ===\nA    B\n===  ===\n1    2\n\n3    4\n===  ===\n\nAfter\n"
    assert kinds(text) == [
        ("table", 0, "===  ===\nA    B\n===  ===\n1    2\n\n3    4\n===  ==="),
        ("paragraph", 0, "After"),
    ]


REPEATED = ["- a\n", "  " * 3 + "- a\n", ".. ", "::\n\n  ", "==  ==\n", "+-+\n", "a\n=\n", "a\n===\n\n", "1. ", "\n \n", "- - - "]


@pytest.mark.parametrize("repeated", REPEATED)
def test_time_is_linear_in_what_is_repeated(repeated: str) -> None:
    def seconds(count: int) -> float:
        began = time.process_time()
        read(repeated * count)
        return time.process_time() - began

    seconds(1_000)
    assert min(seconds(32_000) for _ in range(2)) < 12 * max(0.05, min(seconds(8_000) for _ in range(2)))
