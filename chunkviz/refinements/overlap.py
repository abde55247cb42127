"""Overlap added to any strategy's chunks: see the class."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from ..chunk import Chunk
from ..chunk import Overlap as Repeated
from ..cutting.recutting import in_order
from ..document import Document
from ..params import param
from ..refinement import Refinement, refinements
from ..strategy import Tools
from ..text import graphemes

UNITS = {"tokens": "Tokens", "sentences": "Whole sentences"}


@refinements.register
@dataclass(frozen=True)
class Overlap(Refinement):
    """Repeat text of the neighbours in every chunk, before it, after it, or both: insurance for an answer that sits
    on a boundary. It is added to the chunk's size.

    With one sentence before, “A ran. | B sat. | C slept.” becomes “A ran. B sat. | B sat. C slept.” A chunk that lies
    whole in its neighbour, as “A ran.” then does, is not kept twice; a child grows no further than its parent.
    """

    label = "Repeat neighbouring text"
    order = 10
    before: int = param(32, "How much of the text before a chunk is repeated in it.", low=0, high=2048)
    after: int = param(0, "How much of the text after a chunk is repeated in it.", low=0, high=2048)
    unit: str = param("tokens", "What the amounts count.", choices=UNITS)

    def growth(self) -> int | None:
        return self.before + self.after if self.unit == "tokens" else None if self.before + self.after else 0

    def refine(self, chunks: list[Chunk], document: Document, tools: Tools) -> list[Chunk]:
        if not self.before and not self.after:
            return chunks
        reach = _by_tokens if self.unit == "tokens" else _by_sentences
        asked = self.before + self.after

        def grown(i: int, chunk: Chunk) -> Chunk:
            start, end = chunk.start, chunk.end
            if i and self.before:
                start = max(chunks[i - 1].start, min(start, reach(tools, min(start, chunks[i - 1].end), -self.before)))
            if i + 1 < len(chunks) and self.after:
                end = min(chunks[i + 1].end, max(end, reach(tools, max(end, chunks[i + 1].start), self.after)))
            if chunk.parent:  # a child belongs to one parent, and is read in it
                start, end = max(start, chunk.parent.start), min(end, chunk.parent.end)
            return dataclasses.replace(chunk, start=start, end=end, tokens=None)

        distinct = in_order(grown(i, chunk) for i, chunk in enumerate(chunks))
        if self.unit == "sentences":
            return [_counted(chunk, distinct[i - 1] if i else None, asked, tools) for i, chunk in enumerate(distinct)]
        return [
            dataclasses.replace(c, overlap=Repeated(asked + c.overlap.asked if i else 0, why=_WHY))
            for i, c in enumerate(distinct)
        ]


def _by_tokens(tools: Tools, position: int, amount: int) -> int:
    """The place `amount` tokens before (negative) or after `position`, at a whole character, never further."""
    tokens, text = tools.tokens, tools.document.text
    index = tokens.index(position) + amount
    if amount < 0:
        place = graphemes.ceil(text, int(tokens.starts[index]) if index > 0 else 0)
        while place < position and tokens.count(place, position) > -amount:
            place = graphemes.ceil(text, place + 1)
    else:
        place = graphemes.floor(text, int(tokens.ends[index - 1]) if index <= len(tokens) else len(text))
        while place > position and tokens.count(position, place) > amount:
            place = graphemes.floor(text, place - 1)
    return place


def _by_sentences(tools: Tools, position: int, amount: int) -> int:
    """The sentence boundary `amount` sentences before (negative) or after `position`; a sentence that `position` cuts
    counts as one."""
    ends = tools.sentence_ends()
    if amount < 0:
        at = int(ends.searchsorted(position)) + amount  # ends[at] is where the last sentence left out ends
        return int(ends[at]) if at >= 0 else 0
    at = int(ends.searchsorted(position, "right")) + amount - 1
    return int(ends[min(at, len(ends) - 1)])


def _counted(chunk: Chunk, before: Chunk | None, asked: int, tools: Tools) -> Chunk:
    """The chunk with the overlap it got, in sentences."""
    if before is None or before.end <= chunk.start:
        return dataclasses.replace(chunk, overlap=Repeated(asked if before else 0, 0, "sentences", _SENTENCES if before else ""))
    ends = tools.sentence_ends()
    first, last = int(ends.searchsorted(chunk.start, "right")), int(ends.searchsorted(min(before.end, chunk.end)))
    got = last - first + 1  # sentence number i ends at ends[i]
    return dataclasses.replace(chunk, overlap=Repeated(asked, got, "sentences", _SENTENCES if got < asked else ""))


_WHY = "It stops at a whole character, or where the neighbour or the parent ends."
_SENTENCES = "The neighbour, or the parent of both, holds no more whole sentences."
