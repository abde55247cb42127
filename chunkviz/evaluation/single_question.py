"""One question asked of chunks, live: they are put into Chroma and searched, and the answer is looked for in what came back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..chunking import Chunking
from ..embedder import Embedder
from ..index import About, Store
from ..pattern import Pattern, Search, retrieve
from ..search.hits import Passage
from ..search.record import records_of
from ..search.retrieved import completed_by, holds, retrieved_at
from ..span import Span, intersection, length
from ..viewer import DrawnHit, Mark


@dataclass(frozen=True)
class Asked:
    """What became of a question.

    answer     where the document answers it
    passages   what came back, best first
    """

    question: str
    answer: Span
    chunking: Chunking
    passages: tuple[Passage, ...]

    @property
    def whole(self) -> list[int]:
        """The chunks that hold all of the answer."""
        chunks = self.chunking.chunks
        return [i for i, chunk in enumerate(chunks) if holds(chunk.span, self.answer, self.chunking.document)]

    @property
    def rank(self) -> int | None:
        """Rank of the passage with which the answer is complete; None where it is not retrieved."""
        return self.rank_of(self.answer)

    @property
    def in_pieces(self) -> bool:
        """Whether it takes several passages together to hold the answer."""
        return len(completed_by(self.answer, self.chunking, self.passages)) > 1

    def rank_of(self, words: Span) -> int | None:
        """The same for other words of the document."""
        return retrieved_at(words, self.chunking, self.passages)

    @property
    def tokens(self) -> int:
        """Tokens of all passages: what a reader pays."""
        return sum(self.chunking.tokenizer.counts([one.text for one in self.passages]))

    @property
    def recall(self) -> float:
        """Share of the answer's characters that came back, from 0 to 1."""
        return length(intersection([self.answer], self.spans)) / self.answer.length

    @property
    def precision(self) -> float:
        """Share of the characters that came back that are the answer's, from 0 to 1."""
        return length(intersection([self.answer], self.spans)) / max(1, length(self.spans))

    @property
    def spans(self) -> list[Span]:
        return [one.span for one in self.passages if one.span is not None]

    @property
    def hits(self) -> list[DrawnHit]:
        """For the viewer: the chunks found."""
        return [DrawnHit(one.span, one.rank, one.score, one.why) for one in self.passages if one.span is not None]

    @property
    def marks(self) -> list[Mark]:
        """For the viewer: the answer."""
        return [Mark(self.answer, self.question)]


def search_of(chunking: Chunking, embedder: Embedder, progress: Callable[[int, int], None] = lambda done, total: None) -> Search:
    """The chunks in a Chroma collection of their own, which goes when nothing references it any longer."""
    index = Store.memory().temporary(About.of(chunking, embedder))
    embedder.embed([record.text for record in records_of(chunking)], progress)
    index.add(records_of(chunking), embedder)
    return Search(index, embedder, {chunking.document.id: chunking}, progress=progress)


def ask(question: str, answer: Span, search: Search, pattern: Pattern, k: int = 5) -> Asked:
    (chunking,) = search.chunkings.values()
    return Asked(question, answer, chunking, tuple(retrieve(question, search, pattern, k)))
