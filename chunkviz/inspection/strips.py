"""What a strategy makes of a document, in little: a strip of its chunks and three numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..chunking import chunk
from ..cutting.subdocument import beginning
from ..document import Document
from ..refinement import Refinement
from ..strategy import Strategy, Tools
from ..viewer.palette import colours
from .lint import WITHOUT_SENTENCES

SAMPLE = 30_000  # characters of a longer document that are cut for it
STRETCH = 12_000  # characters that the strip shows: more chunks than that has are no wider than a line


class Piece(NamedTuple):
    """A chunk in the strip: its share of the strip's length, and the index of its colour in the palette."""

    share: float
    colour: int


class Strip(NamedTuple):
    """chunks, median and mid_sentence are as in `Chunking.numbers`; mid_sentence is None where text has no sentences."""

    chunks: int
    median: float
    mid_sentence: float | None
    pieces: tuple[Piece, ...]


def sample_of(document: Document) -> Document:
    """What strips are made of: the document, or the beginning of a long one."""
    return beginning(document, SAMPLE)


def strip_of(tools: Tools, strategy: Strategy, refinements: Sequence[Refinement] = ()) -> Strip:
    """The strip of the document of `tools`. Raises a ChunkvizError where the strategy cannot cut it.

    A piece goes from where its chunk begins to where the next one does: text that both hold is the next one's.
    """
    document = tools.document
    chunking = chunk(document, strategy, tools.tokenizer, refinements=refinements, tools=tools)
    length = min(len(document), STRETCH)
    starts = [one.start for one in chunking.chunks if one.start < length]
    ends = [*starts[1:], min(length, chunking.chunks[len(starts) - 1].end)] if starts else []
    pieces = [
        Piece((end - start) / length, int(colour))
        for start, end, colour in zip(starts, ends, colours(chunking.chunks)[: len(starts)], strict=True)
        if end > start
    ]
    numbers = chunking.numbers
    cut = None if document.kind in WITHOUT_SENTENCES else numbers.mid_sentence
    return Strip(numbers.chunks, numbers.tokens_median, cut, tuple(pieces))
