"""Half a character in what a person brings reaches neither a page nor an encoder."""

import json
from pathlib import Path

import pytest

import chunkviz
from chunkviz.errors import ChunkvizError, SettingError
from chunkviz.evaluation.questions import as_json, read_questions
from chunkviz.exports.view_file import read_view
from chunkviz.imported.chunks_file import lay, read_chunks
from chunkviz.index.folder import check
from chunkviz.readers.text import TextOptions
from chunkviz.search.filters import parsed
from chunkviz.strategies.recursive import Recursive
from chunkviz.text.json_text import decoded


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r'["a \ud83d", {"\uDE00": ["\ud83d\ude00"]}]', ["a \ufffd", {"\ufffd": ["\U0001f600"]}]),
        (b'["\xed\xa0\x80 x"]', ["\ufffd\ufffd\ufffd x"]),  # a surrogate written as UTF-8, which it may not be
        ('["\ud83d"]', ["\ufffd"]),
        (r'["\\ud83d"]', [r"\ud83d"]),  # a backslash and five letters
        ("3", 3),
    ],
)
def test_half_characters_are_replaced(text: str | bytes, value: object) -> None:
    assert decoded(text) == value


def test_questions_and_chunks_with_half_characters_can_be_shown_and_saved() -> None:
    document = chunkviz.Document("One two. Three \ufffd four.", "a.txt")
    data = json.dumps([{"question": "What \ud800?", "answers": ["One two.", "\udfff x"]}]).encode()
    (question,) = read_questions(data, "q.json", [document]).questions
    assert (question.text, question.missing) == ("What \ufffd?", ("\ufffd x",))
    assert as_json([question], [document]).encode()
    table = b'question,answers\nWhat?,"[""\\ud800""]"\n'
    (question,) = read_questions(table, "q.csv", [document]).questions
    assert question.missing == ()
    assert document.text[question.answers[0].start] == "\ufffd"
    chunks = json.dumps([{"text": "Three \ud800 four.", "metadata": {"a\ud800": ["\udfff"]}}]).encode()
    laid = lay(read_chunks(chunks, "c.json"), document, "characters")
    assert [one.how for one in laid.located] == ["exact"]
    assert repr(laid.foreign).encode()


def test_filters_settings_and_views_have_whole_characters() -> None:
    assert parsed(r'{"a": "\ud800"}') == {"a": "\ufffd"}
    with pytest.raises(SettingError, match="separators holds half a character"):
        Recursive(separators=("\ud800",))
    view = {"format": "", "page": "\ud800", "address": {}, "file": {"name": "\ud800", "content": ""}}
    with pytest.raises(ChunkvizError, match="holds no saved view"):
        read_view(json.dumps(view).encode(), "a.json")


def test_a_folder_that_cannot_have_such_a_name_is_refused_in_a_sentence() -> None:
    with pytest.raises(ChunkvizError, match=r"cannot be looked into .*; check its name"):
        check(Path("x" * 300))


def test_a_choice_without_a_name_is_not_listed() -> None:
    with pytest.raises(SettingError, match=r"encoding must be one of [^ ,]"):
        TextOptions(encoding="no such")
