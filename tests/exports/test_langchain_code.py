"""Where the code tab says that LangChain gives the same chunks, running that code gives them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

import chunkviz
from chunkviz.errors import SettingError
from chunkviz.exports.code import langchain
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategies.separator import Separator
from chunkviz.strategy import Strategy

LINES = (
    "# Fees\n\nBoats pay ten euros. Canoes are free.\n\nDogs swim free. 😀👨‍👩‍👧 are here.\n"
    "ทุกคนยินดีต้อนรับที่นี่ ไม่มีค่าใช้จ่าย\n\n\nThe end of it all, my friend.\n  Indented line.\n\n"
) * 3
TEXTS = {
    "LF": LINES,
    "CRLF": LINES.replace("\n", "\r\n"),
    "CR": LINES.replace("\n", "\r"),
    "mixed": LINES.replace("\n\n", "\r\n\n"),
}
LISTS = (("\n\n", "\n", " ", ""), ("\n\n", "\n", ". ", " ", ""), ("\n", ""), ("\n\n", "\n", ".", "?", "!", " ", ""))


def settings() -> Iterator[Strategy]:
    for (size, overlap), trim in product(((20, 0), (30, 0), (40, 10), (60, 0), (100, 20)), (True, False)):
        for keep, separators in product(("start", "end", "drop", "natural"), ((), *LISTS)):
            yield Recursive(size, overlap, separators=separators, keep=keep, trim=trim, measure="pieces")
        for keep, separator in product(("start", "end", "drop"), ("\n\n", "\n", " ", ".", "\r\n")):
            yield Separator(size, overlap, separator=separator, keep=keep, trim=trim, measure="pieces")
    yield Fixed(30, 5)


@pytest.mark.parametrize("tokenizer", ["characters", "cl100k_base"])
@pytest.mark.parametrize("ends", TEXTS)
def test_the_code_gives_these_very_chunks(ends: str, tokenizer: str) -> None:
    text, claims = TEXTS[ends], 0
    for strategy in settings():
        try:
            chunking = chunkviz.chunk(chunkviz.Document(text, "a.txt"), strategy, tokenizer)
        except SettingError:
            continue
        code = langchain(chunking)
        if code.startswith("#"):
            assert code.count("\n") == 1, "a sentence says what differs"
            continue
        claims += 1
        names = {"text": text}
        exec(code.replace("text = chunkviz.read('a.txt').text\n", ""), names)
        assert names["chunks"] == [chunking.text(chunk) for chunk in chunking.chunks], strategy
    assert claims >= 5


def test_a_separator_inside_a_windows_line_end_is_said_to_differ() -> None:
    strategy = Recursive(20, 0, separators=("\n", ""), keep="start", measure="pieces")
    same, other = (langchain(chunkviz.chunk(text, strategy, "characters")) for text in ("a\nb\n", "a\r\nb\r\n"))
    assert not same.startswith("#")
    assert other == (
        "# LangChain cuts inside characters that are made of several code points, such as a Windows line end (CRLF); "
        "here a separator is a part of one.\n"
    )
