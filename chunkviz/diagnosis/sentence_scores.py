"""Why a chunk was found, or was not: how near each of its sentences is to the question by itself."""

from __future__ import annotations

from dataclasses import dataclass

from ..cutting.packing import trimmed
from ..embedder import Embedder, Vectors
from ..span import Span
from ..text.sentences import sentence_ends


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a chunk, its place in the document, and its own similarity to the question, -1 to 1."""

    span: Span
    score: float


@dataclass(frozen=True)
class Why:
    """A chunk's score beside those of its sentences.

    score      similarity of the chunk, as it was embedded, to the question
    unread     the place from which on the model read nothing of it: its limit was reached; None where it read all
    """

    sentences: tuple[Sentence, ...]
    score: float
    unread: int | None = None

    @property
    def best(self) -> Sentence | None:
        return max(self.sentences, key=lambda sentence: sentence.score, default=None)

    @property
    def dilution(self) -> float:
        """How much nearer its best sentence is than the whole: large where the answer is one sentence among many others."""
        return max(0.0, self.best.score - self.score) if self.best else 0.0


def why(vector: Vectors, text: str, span: Span, score: float, embedder: Embedder, language: str = "en", before: str = "") -> Why:
    """What in `text[span.start:span.end]`, a chunk found with this score, is near the question whose unit vector is given.

    before   what was put before the chunk when it was embedded: it takes room within what the model reads
    """
    own = text[span.start : span.end]
    spans = []
    start = 0
    for end in sentence_ends(own, language).tolist():
        first, last = trimmed(own, start, end)
        if first < last:
            spans.append(Span(span.start + first, span.start + last))
        start = end
    vectors = embedder.embed([text[one.start : one.end] for one in spans])
    scores = (vectors @ vector).tolist() if spans else []
    return Why(tuple(Sentence(*pair) for pair in zip(spans, scores, strict=True)), score, _unread(own, span, embedder, before))


def _unread(own: str, span: Span, embedder: Embedder, before: str) -> int | None:
    if embedder.limit is None:
        return None
    lead = f"{before}\n" if before else ""
    starts, _ = embedder.tokenizer.spans(lead + own)
    room = embedder.limit - embedder.markers
    return span.start + max(0, int(starts[room]) - len(lead)) if len(starts) > room else None
