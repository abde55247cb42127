"""What the embedding model never reads: the tail of every text that is longer than its limit."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..chunk import Chunk
from ..chunking import Chunking
from ..embedder import Embedder
from ..span import Span
from ..tokenizer import Tokens, code_points


class Reading(NamedTuple):
    """tokens   length of the chunk as it is embedded (with its context and what was added), in the model's own tokens,
                its markers left out
    unread   the part of the chunk that lies past the model's limit; None where it reads all of it
    """

    tokens: int
    unread: Span | None


def readings(chunking: Chunking, embedder: Embedder, tokens: Tokens) -> list[Reading]:
    """What the model reads of each chunk, in order.

    tokens   those of the document, by the embedder's tokenizer (`tokens_of(document.text, embedder.tokenizer)`)
    """
    starts = [chunk.start for chunk in chunking.chunks]
    own = tokens.counts(starts, [chunk.end for chunk in chunking.chunks]).tolist() if starts else []
    room = None if embedder.limit is None else embedder.limit - embedder.markers
    return [_reading(chunking, chunk, count, tokens, room) for chunk, count in zip(chunking.chunks, own, strict=True)]


def _reading(chunking: Chunking, chunk: Chunk, own: int, tokens: Tokens, room: int | None) -> Reading:
    """own   the tokens of the chunk's own text: where counting adds up, what stands before it is all that is encoded"""
    before = 0
    if chunk.context or chunk.added:
        text = chunking.embedded_text(chunk)
        head = text[: len(text) - (chunk.end - chunk.start)]
        if not len(tokens.tokenizer.joints(code_points(text[len(head) - 1 : len(head) + 1]))):
            starts = tokens.tokenizer.spans(text)[0]
            past = room is not None and len(starts) > room
            first = max(chunk.start, chunk.end - len(text) + int(starts[room])) if past else chunk.end
            return Reading(len(starts), Span(first, chunk.end) if past else None)
        before = tokens.tokenizer.count(head)
    if room is None or before + own <= room:
        return Reading(before + own, None)
    first = tokens.start_of(room - before, chunk.start, chunk.end) if before < room else chunk.start
    return Reading(before + own, Span(first, chunk.end))


def size_in_model(size: int, tokens: Tokens, model_tokens: Tokens) -> int:
    """About how many of the model's tokens a chunk of `size` tokens has, by the whole of this document: 0 for no text."""
    return round(size * len(model_tokens) / len(tokens)) if len(tokens) else 0


def size_sentence(size: int, tokens: Tokens, embedder: Embedder, model_tokens: Tokens) -> tuple[str, bool]:
    """What a size means to the model, as a sentence, and whether it is a warning: what lies past the limit is found by
    nothing."""
    about = size_in_model(size, tokens, model_tokens)
    unit = tokens.tokenizer.unit
    start = f"{size:,} {unit} of this text are about {about:,} of {embedder.label}’s own tokens"
    if embedder.limit is None:
        return f"{start}; no limit of it is known.", False
    room = embedder.limit - embedder.markers
    if about <= room:
        return f"{start}; it reads {room:,}.", False
    share = max(0.01, 1 - room / about)  # never “about 0%” of something
    return f"{start}; it reads {room:,}, so about {share:.0%} of a full chunk is never read and can be found by nothing.", True


def unread_share(found: list[Reading], chunking: Chunking) -> float:
    """The share of the chunks' characters that the model never reads, from 0 to 1."""
    total = sum(chunk.end - chunk.start for chunk in chunking.chunks)
    past = sum(reading.unread.length for reading in found if reading.unread)
    return past / total if total else 0.0


def longest(found: list[Reading]) -> int:
    """The most of the model's tokens a chunk has; 0 where there is none."""
    return int(np.max([reading.tokens for reading in found], initial=0))
