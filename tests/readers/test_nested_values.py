"""JSON and XML of no known kind: sections under their path, plain values as lines, like entries as tables; nothing lost."""

from __future__ import annotations

import json

import pytest
from hostile import files

import chunkviz
from chunkviz.document import Document
from chunkviz.errors import UnreadableError


def data(value: object) -> Document:
    return chunkviz.read(json.dumps(value).encode(), "a.json")


def xml(source: str) -> Document:
    return chunkviz.read(source.encode(), "a.xml")


def headings(document: Document) -> list[tuple[int, str]]:
    return [(block.level, document.text[block.start : block.end]) for block in document.blocks_of("heading")]


def test_nested_objects_are_sections_and_plain_values_lines_before_them() -> None:
    document = data({"a": {"deep": {"x": 1}, "b": True}, "c": None, "d": "", "e": [], "f": {}, "g": ["p", "q"]})
    assert document.kind == "json"
    assert document.text == 'c: null\nd: ""\ne: []\nf: {}\ng: p, q\n\na\n\nb: true\n\ndeep\n\nx: 1'
    assert headings(document) == [(1, "a"), (2, "deep")]
    assert len(document.notes) == 1


def test_entries_of_a_list_have_numbers_and_their_names_in_the_heading() -> None:
    document = data([{"name": "Ana", "boats": [{"title": "Möwe", "crew": {"cook": "Ben"}}]}, {"id": 7, "x": {"y": 1}}])
    assert headings(document) == [(1, "1: Ana"), (2, "boats 1: Möwe"), (3, "crew"), (1, "2"), (2, "x")]
    assert document.text.endswith("2\n\nid: 7\n\nx\n\ny: 1")


def test_like_entries_are_a_table_with_its_columns() -> None:
    document = data({"fees": [{"length": 8, "fee": "1,5"}, {"fee": None, "length": 12}]})
    assert document.text == "fees\n\nlength\tfee\n8\t1,5\n12\t"
    (table,) = document.blocks_of("table")
    assert table.attributes["columns"] == ("length", "fee")


def test_numbers_are_written_as_they_stand_in_the_file() -> None:
    document = chunkviz.read(b'{"a": 1.10, "b": 1e400, "c": 99999999999999999999999, "d": NaN}', "a.json")
    assert document.text == "a: 1.10\nb: 1e400\nc: 99999999999999999999999\nd: NaN"


def test_long_texts_are_paragraphs_of_their_own() -> None:
    long = "Some words. " * 30
    document = data({"a": "one", "long": long, "b": "two", "lines": "x\ny", "texts": ["First sentence.", "Second."]})
    assert [document.text[block.start : block.end] for block in document.blocks_of("paragraph")] == [
        "a: one",
        f"long: {long.strip()}",
        "b: two",
        "lines: x\ny",
        "First sentence.",
        "Second.",
    ]


def test_what_is_deeper_than_headings_has_its_path_in_the_last_one() -> None:
    value: object = {"end": 1}
    for name in "hgfedcba":
        value = {name: value}
    document = data(value)
    assert headings(document)[-1] == (6, "f › g › h")
    assert document.text.endswith("end: 1")


def test_broken_lines_of_json_lines_are_counted_and_other_text_is_text() -> None:
    document = chunkviz.read(b'{"a": 1}\n{"b": {"c": 2}}\n{oops\n{"a": 3}\n', "a.jsonl")
    assert document.text == "1\n\na: 1\n\n2\n\nb\n\nc: 2\n\n3\n\na: 3"
    assert document.notes[-1] == "1 line is no JSON and left out: 3."
    assert chunkviz.read(b"words", "a.json", "json").notes == ("It is no JSON, or damaged; it is read as plain text.",)


@pytest.mark.parametrize("deep", [30, 300, 900])
def test_however_deep_nothing_is_lost(deep: int) -> None:
    nested = '{"a":' * deep + '"the end"' + "}" * deep
    assert "the end" in chunkviz.read(nested.encode(), "a.json").text


def test_every_key_and_value_is_in_the_text() -> None:
    value = {f"k{i}": [{f"n{i}": f"v{i}", "l": [f"w{i}", {"m": f"x{i}"}]}] for i in range(50)}
    text = data(value).text
    for i in range(50):
        for word in (f"k{i} 1", f"n{i}: v{i}", f"w{i}", f"m: x{i}"):
            assert word in text


def test_elements_are_sections_lines_and_one_text_where_text_is_mixed() -> None:
    document = xml(
        '<?xml version="1.0"?><!-- no --><b:book xmlns:b="u" id="3"><title>T</title><chapter n="1"><title>One</title>'
        '<p>First <b>bold</b>\n text.</p></chapter><chapter><price cur="EUR">5</price><empty/><e k="v"/></chapter></b:book>'
    )
    assert document.kind == "xml"
    assert document.text == (
        'id: 3\ntitle: T\n\nchapter 1: One\n\nn: 1\np: First bold text.\n\nchapter 2\n\nprice: 5 (cur: EUR)\nempty: ""\ne: k: v'
    )
    assert headings(document) == [(1, "chapter 1: One"), (1, "chapter 2")]
    assert document.metadata["root"] == "book"


def test_xhtml_in_a_file_called_xml_is_a_page() -> None:
    page = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><h1>A</h1><p>b</p></body></html>'
    assert xml(page).kind == "html"
    assert xml(page).text == "A\n\nb"


def test_declared_entities_and_damage_are_refused_in_a_sentence() -> None:
    with pytest.raises(UnreadableError, match=r"^a\.xml declares entities of its own"):
        xml('<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>')
    with pytest.raises(UnreadableError, match=r"^a\.xml has damaged XML; open it"):
        xml("<a><b></a>")
    assert xml('<!DOCTYPE a SYSTEM "a.dtd"><a><b>words</b></a>').text == "b: words"
    assert chunkviz.read(files.page_with_entities().replace(b"html", b"data"), "b.txt").kind == "text"
