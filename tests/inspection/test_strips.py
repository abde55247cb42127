"""What a strategy makes of a document, in little."""

import pytest

from chunkviz.document import Document
from chunkviz.inspection.strips import SAMPLE, STRETCH, Piece, sample_of, strip_of
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategy import Tools
from chunkviz.tokenizer import tokenizers


def tools(text: str, kind: str = "text") -> Tools:
    return Tools(Document(text, kind=kind), tokenizers.get("characters"))


def test_the_pieces_are_as_long_as_from_one_chunk_to_the_next() -> None:
    strip = strip_of(tools("abcdefghij"), Fixed(size=4, overlap=1))  # abcd, defg, ghij
    assert strip.pieces == (Piece(0.3, 0), Piece(0.3, 1), Piece(0.4, 2))
    assert (strip.chunks, strip.median) == (3, 4)


def test_the_numbers_are_those_of_the_chunking() -> None:
    strip = strip_of(tools("One fox. Two hens."), Fixed(size=9, overlap=0))  # “One fox. ” ends a sentence, as “Two hens.” does
    assert strip.mid_sentence == 0
    assert strip_of(tools("One fox. Two hens."), Fixed(size=6, overlap=0)).mid_sentence == pytest.approx(2 / 3)


def test_a_kind_without_sentences_has_no_share_of_them() -> None:
    assert strip_of(tools("a,b\n1,2\n", "csv"), Fixed(size=4, overlap=0)).mid_sentence is None


def test_a_long_document_is_drawn_and_cut_in_part() -> None:
    document = Document("A line of 20 letters\n" * 3000)
    sample = sample_of(document)
    assert SAMPLE - 21 < len(sample) <= SAMPLE
    assert sample.text.endswith("\n")
    strip = strip_of(Tools(sample, tokenizers.get("characters")), Fixed(size=1000, overlap=0))
    assert strip.chunks == 30
    assert len(strip.pieces) == STRETCH // 1000
    assert sum(piece.share for piece in strip.pieces) == pytest.approx(1)


def test_a_document_without_text_has_an_empty_strip() -> None:
    assert strip_of(tools(""), Fixed()).pieces == ()
