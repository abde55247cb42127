"""What the model never reads: places by hand, with words as tokens and a limit of six of which two are markers."""

from __future__ import annotations

import dataclasses

import pytest
from tiny_embedder import Tiny

import chunkviz
from chunkviz.cause import END
from chunkviz.chunk import Chunk
from chunkviz.embedder import embedders
from chunkviz.inspection.unread import longest, readings, size_in_model, size_sentence, unread_share
from chunkviz.span import Span
from chunkviz.strategies.fixed import Fixed
from chunkviz.tokenizer import tokenizers, tokens_of

TEXT = "Title here one two three four five six"


class Short(Tiny):
    limit, markers = 6, 2


def read(*chunks, embedder=None):
    embedder = embedder or Short()
    chunking = chunkviz.chunk(TEXT, Fixed(), "words")
    chunking = dataclasses.replace(chunking, chunks=chunks)
    return readings(chunking, embedder, tokens_of(TEXT, embedder.tokenizer)), chunking


def test_the_tail_past_the_limit():
    found, chunking = read(Chunk(0, 38, END), Chunk(11, 29, END))
    assert [reading.tokens for reading in found] == [8, 4]
    assert found[0].unread == Span(19, 38)  # “Title here one two” is read
    assert TEXT[19:38] == "three four five six"
    assert found[1].unread is None
    assert unread_share(found, chunking) == pytest.approx(19 / 56)
    assert longest(found) == 8


def test_context_takes_room_from_the_chunk():
    found, _ = read(Chunk(11, 38, END, context=(Span(0, 10),)))
    assert found[0].tokens == 8
    assert TEXT[found[0].unread.start : found[0].unread.end] == "three four five six"


def test_context_over_the_limit_leaves_nothing_to_read():
    found, _ = read(Chunk(34, 38, END, added="a b c d e f g"))
    assert (found[0].tokens, found[0].unread) == (9, Span(34, 38)) or (found[0].tokens, found[0].unread) == (8, Span(34, 38))


@pytest.mark.model
@pytest.mark.parametrize("added", ["", "Where the office is, when it opens, who is there and what it costs", "[Document: x]"])
def test_places_are_those_of_the_whole_text_encoded(added):
    model = embedders.get("all-MiniLM-L6-v2")
    text = "The harbour-master’s office opens at 9.30; unbelievably, nobody's there. " * 40
    chunks = tuple(Chunk(start, start + 1700, END, added=added) for start in range(0, 700, 37))
    chunking = dataclasses.replace(chunkviz.chunk(text, Fixed(), "words"), chunks=chunks)
    for chunk, found in zip(chunks, readings(chunking, model, tokens_of(text, model.tokenizer)), strict=True):
        embedded = chunking.embedded_text(chunk)
        starts = model.tokenizer.spans(embedded)[0]
        assert found == (len(starts), Span(chunk.end - len(embedded) + int(starts[254]), chunk.end))


def test_a_model_without_a_limit_reads_everything():
    found, chunking = read(Chunk(0, 38, END), embedder=Tiny())
    assert found[0].unread is None
    assert unread_share(found, chunking) == 0


def test_a_size_in_the_models_tokens():
    words, characters = tokens_of("ab cd ef gh", tokenizers.get("words")), tokens_of("ab cd ef gh", tokenizers.get("characters"))
    assert size_in_model(8, words, characters) == 22  # 11 characters for 4 words
    assert size_in_model(8, tokens_of("", tokenizers.get("words")), characters) == 0


def test_what_is_said_of_a_size():
    words = tokens_of(TEXT, tokenizers.get("words"))
    assert size_sentence(4, words, Short(), words) == (
        "4 words of this text are about 4 of Tiny’s own tokens; it reads 4.",
        False,
    )
    sentence, warns = size_sentence(8, words, Short(), words)
    assert sentence.endswith("it reads 4, so about 50% of a full chunk is never read and can be found by nothing.")
    assert warns
    assert size_sentence(8, words, Tiny(), words) == (
        "8 words of this text are about 8 of Tiny’s own tokens; no limit of it is known.",
        False,
    )


@pytest.mark.model
def test_the_packaged_model_does_not_hear_what_is_past_its_limit():
    model = embedders.get("all-MiniLM-L6-v2")
    text = "The harbour office opens at nine. " * 60
    chunking = chunkviz.chunk(text, Fixed(size=1000, overlap=0), "cl100k_base")
    reading = readings(chunking, model, tokens_of(text, model.tokenizer))[0]
    heard = text[: reading.unread.start]
    assert model.tokenizer.count(heard) == 254
    whole, part = model.embed([text, heard])
    assert whole @ part == pytest.approx(1, abs=1e-5)
