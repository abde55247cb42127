"""What “retrieved” means, for Debug, Evaluate, the lessons and the remedies alike.

An answer is retrieved when all of its characters, white space apart, lie in the passages found. The passages are taken
together, in the order of their ranks, since a model reads them together; the rank of the answer is that of the passage
with which it is complete. From this follows:

- An answer cut between two chunks is retrieved when both are, at the lower of their two ranks. It then comes in pieces,
  which the reader has to put together; `completed_by` says in which.
- Of passages that overlap, each gives what the ones before it did not; what two of them hold counts once.
- Only passages of the answer's own document count: the same words elsewhere are not the place that was marked.
- Where a question has several answers, all are needed: it is answered when each is retrieved.
- White space between two chunks belongs to neither and is not missed.

The metrics of `chunkviz.metrics` keep the definitions they were published with: for several of them a chunk that holds a
part of an answer is already a hit.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..chunking import Chunking
from ..document import Document
from ..span import Span
from .hits import Passage


def retrieved_at(answer: Span, chunking: Chunking, passages: Sequence[Passage]) -> int | None:
    """The rank, from 1, of the passage with which the answer is complete; None where it is not retrieved.

    answer     a span of the chunking's document
    passages   what was found, best first
    """
    ranks = completed_by(answer, chunking, passages)
    return ranks[-1] if ranks else None


def completed_by(answer: Span, chunking: Chunking, passages: Sequence[Passage]) -> tuple[int, ...]:
    """The ranks of the passages that hold the answer: one where the passage that completes it holds it whole, otherwise
    each that added a part of it; empty where it is not retrieved."""
    document = chunking.document
    ranks: list[int] = []
    left = _solid([answer], document)
    for passage in passages:
        if passage.span is None or passage.document != document.id or not left:
            continue
        rest = _solid([part for one in left for part in _without(one, passage.span)], document)
        if _letters(rest, document) < _letters(left, document):
            ranks.append(passage.rank)
        left = rest
        if not left:
            return (passage.rank,) if holds(passage.span, answer, document) else tuple(ranks)
    return ()


def holds(span: Span, answer: Span, document: Document) -> bool:
    """Whether a span holds all of the answer's characters, white space apart."""
    return not _solid(_without(answer, span), document)


def _without(span: Span, taken: Span) -> list[Span]:
    """What is left of a span when another is taken out of it."""
    parts = Span(span.start, min(span.end, taken.start)), Span(max(span.start, taken.end), span.end)
    return [part for part in parts if part.start < part.end] if span.overlaps(taken) else [span]


def _letters(spans: Sequence[Span], document: Document) -> int:
    """How many characters that are not white space the spans hold."""
    return sum(int(document.solid[span.end] - document.solid[span.start]) for span in spans)


def _solid(spans: Sequence[Span], document: Document) -> list[Span]:
    """Those of the spans that hold more than white space."""
    return [span for span in spans if _letters([span], document)]
