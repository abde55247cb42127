"""Sentences: a long text, given to sentencex in stretches, has the sentences it has in one."""

from __future__ import annotations

import pytest

from chunkviz.text import sentences
from chunkviz.text.sentences import sentence_ends

PROSE = "Dr. Smith came at 5 p.m. on Jan. 3. He paid $3.14, i.e. too much! “Why?” she asked. It was (so they say) late.\n\n"


@pytest.mark.parametrize(
    "text",
    [
        PROSE * 40,
        PROSE.replace("\n", " ") * 40,
        PROSE.replace("\n", "\r\n") * 40,
        "\n" * 3000 + "One. Two.",
        "One. Two." + "\n" * 3000,
        "今天天气很好。我们去公园散步吧！" * 150,
        "word " * 800,
        "a" * 4000,
        '"' + PROSE.replace("\n", " ") * 20,
    ],
    ids=["paragraphs", "one line", "CRLF", "blank before", "blank behind", "Chinese", "no end", "one word", "open quote"],
)
def test_stretches_change_nothing(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = sentence_ends(text).tolist()
    assert whole[-1] == len(text)
    monkeypatch.setattr(sentences, "_STRETCH", 300)
    assert sentence_ends(text).tolist() == whole


def test_the_sentences_of_a_paragraph_that_is_longer_than_a_stretch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentences, "_STRETCH", 20)
    assert sentence_ends("One hen. Two hens. Three hens. Four hens. Five.").tolist() == [9, 19, 31, 42, 47]


@pytest.mark.parametrize(
    "sentences_",
    [
        ["1. Open the valve. ", "2. Close the hatch."],
        ["Do this: 1. Open the valve. ", "2. Close the hatch. ", "3. Wait."],
        ["a) Open. ", "b) Close."],
        ["See vol. 3 for more. ", "Next one."],
        ["As Sec. 5 says, pay. ", "Done."],
        ["In Chap. 2 we saw it. ", "Chap. III too."],
        ["Fig. 3 shows it. ", "Eq. 4 too."],
        ["Nr. 5 und Abs. 2 gelten. ", "Ende."],
        ["M. Dupont came. ", "Mme. Durand left."],
        ["At 5 p. m. we left. ", "At 3 a. m. too."],
        ["We have 3. ", "We need 4. ", "Buy one."],
        ["It was in 1999. ", "Then 2000 came."],
        ["No full stop here\n \n", "And a second\r\r", "a third\f", "a fourth"],
    ],
)
def test_numbers_and_abbreviations(sentences_: list[str]) -> None:
    text, start, found = "".join(sentences_), 0, []
    for end in sentence_ends(text).tolist():
        found.append(text[start:end])
        start = end
    assert found == sentences_
