"""Rich Text: characters of every encoding, headings by style, lists, tables, footnotes; what does not show is counted."""

from __future__ import annotations

import time

import pytest

import chunkviz
from chunkviz.document import Document
from chunkviz.errors import UnreadableError

HEAD = rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Times;}{\f1\fcharset204 Arial;}{\f2\fcharset128 Mincho;}}"
STYLES = rb"{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}{\*\cs9 Default;}{\s3 Heading 3;}{\s15 Title;}}"


def read(body: bytes) -> Document:
    return chunkviz.read(HEAD + STYLES + body + b"}", "a.rtf")


def kinds(document: Document) -> list[tuple[str, int, str]]:
    return [(block.kind, block.level, document.text[block.start : block.end]) for block in document.blocks]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (rb"caf\'e9", "café"),
        (rb"a\~b\_c\-d", "a\u00a0b\u2011cd"),
        (rb"\{x\}\\y", "{x}\\y"),
        (rb"\u8364?uro", "€uro"),
        (rb"\u8364\'80uro", "€uro"),
        (rb"\uc0\u8364 uro", "€uro"),
        (rb"{\uc2\u8364 EUuro}{\uc1\u8364 Euro}", "€uro€uro"),
        (rb"\u-10179?\u-8704?", "😀"),
        (rb"\u-8704?", "\ufffd"),
        (rb"{\f1 \'cf\'f0\'e8} x", "При x"),
        (rb"{\f2 \'93\'fa\'96\'7b}", "日本"),
        (rb"one\line two\tab three", "one\ntwo\tthree"),
        (rb"\ldblquote x\rdblquote\emdash y", "“x”—y"),
        (b"a\r\nb", "ab"),
        (rb"{\*\unknown gone}{\field{\*\fldinst HYPERLINK}{\fldrslt link}}", "link"),
        (rb"a\bin4 \xe9}{\b", "a"),
        (rb"unclosed {\b bold", "unclosed bold"),
        (rb"}}}}} after", "after"),
    ],
)
def test_characters(source: bytes, text: str) -> None:
    assert read(source).text == text


def test_the_files_own_encodings() -> None:
    assert chunkviz.read(rb"{\rtf1\ansi\ansicpg1250 \'9e}", "a.rtf").text == "ž"
    assert chunkviz.read(rb"{\rtf1\mac \'8e}", "a.rtf").text == "é"
    assert chunkviz.read(rb"{\rtf1\ansi\ansicpg99999 \'e9}", "a.rtf").text == "é"


def test_headings_have_the_level_of_their_style_or_outline() -> None:
    document = read(rb"\pard\s15 T\par\pard\s3 Three\par\pard\outlinelevel1 Two\par\pard text\par\s1 One\par")
    assert kinds(document) == [
        ("heading", 1, "T"),
        ("heading", 3, "Three"),
        ("heading", 2, "Two"),
        ("paragraph", 0, "text"),
        ("heading", 1, "One"),
    ]
    assert document.metadata == {"source": "a.rtf", "title": "T"}
    assert read(rb"{\info{\title Named}{\author X}}\pard text").metadata["title"] == "Named"


def test_items_have_the_numbers_of_the_file_and_no_bullets() -> None:
    document = read(
        rb"\pard{\listtext 1.\tab}one\par\pard\ilvl1{\listtext \'b7\tab}in it\par\pard{\pntext 2.\tab}two\par\pard after\par"
    )
    assert document.text == "1. one\nin it\n2. two\n\nafter"
    assert [(kind, level) for kind, level, _ in kinds(document) if kind == "item"] == [("item", 1), ("item", 2), ("item", 1)]


def test_rows_of_cells_are_a_table() -> None:
    row = rb"\trowd\cellx1\cellx2\pard\intbl %b\cell %b\cell\row"
    document = read(row % (b"A", b"B") + row % (rb"1\par 2", b"") + rb"\pard after\par" + row % (b"C", b"D"))
    assert document.text == "A\tB\n1 2\n\nafter\n\nC\tD"
    assert [(kind, text) for kind, _, text in kinds(document)] == [
        ("table", "A\tB\n1 2"),
        ("row", "A\tB"),
        ("row", "1 2"),
        ("paragraph", "after"),
        ("table", "C\tD"),
        ("row", "C\tD"),
    ]


def test_footnotes_come_last_and_what_does_not_show_is_counted() -> None:
    document = read(
        rb"{\header Head\par}\pard Words{\footnote A \b note.} on{\v hidden}{\deleted gone}.{\pict\wmetafile8 010203}"
        rb"{\*\annotation ask}{\*\shppict{\pict 00}}{\nonshppict{\pict 00}}\par"
    )
    assert document.text == "Words on.\n\nA note."
    assert kinds(document)[-1] == ("footnote", 0, "A note.")
    assert document.notes == ("Left out: 1 header, 2 hidden or deleted texts, 2 pictures, 1 comment.",)


def test_what_is_none_is_refused() -> None:
    with pytest.raises(UnreadableError, match=r"^a\.rtf is no Rich Text \(RTF\); choose another kind of document\.$"):
        chunkviz.read(b"words", "a.rtf")


@pytest.mark.parametrize(
    "repeated", [b"{", b"}", rb"\'e9", rb"\u8364?", rb"\cell ", rb"\row ", b"\\", rb"{\footnote x}", b"word "]
)
def test_time_is_linear_in_what_is_repeated(repeated: bytes) -> None:
    def seconds(count: int) -> float:
        began = time.process_time()
        read(repeated * count)
        return time.process_time() - began

    seconds(1_000)
    assert min(seconds(32_000) for _ in range(2)) < 12 * max(0.05, min(seconds(8_000) for _ in range(2)))
