"""A question asked of chunks, live: cut, embedded, put into Chroma, searched, and the answer looked for in what came back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.embedder import Embedder
from chunkviz.evaluation.questions import Question
from chunkviz.index import About, Store
from chunkviz.pattern import Pattern, Search, retrieve
from chunkviz.search.hits import Passage
from chunkviz.search.record import records_of
from chunkviz.span import Span, intersection, length
from chunkviz.viewer import Found, Mark


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
        return [i for i, chunk in enumerate(self.chunking.chunks) if chunk.span.contains(self.answer)]

    @property
    def rank(self) -> int | None:
        """Rank of the first passage that holds all of the answer; None where none does."""
        return next((one.rank for one in self.passages if one.span is not None and one.span.contains(self.answer)), None)

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
    def hits(self) -> list[Found]:
        """For the viewer: the chunks found."""
        return [Found(one.span, one.rank, one.score, one.why) for one in self.passages if one.span is not None]

    @property
    def marks(self) -> list[Mark]:
        """For the viewer: the answer."""
        return [Mark(self.answer, self.question)]


def search_of(chunking: Chunking, embedder: Embedder, progress: Callable[[int, int], None] = lambda done, total: None) -> Search:
    """The chunks in a Chroma collection of their own, which goes when nobody holds it any longer."""
    index = Store.memory().temporary(About.of(chunking, embedder))
    embedder.embed([record.text for record in records_of(chunking)], progress)
    index.add(records_of(chunking), embedder)
    return Search(index, embedder, {chunking.document.id: chunking}, progress=progress)


def ask(question: str, answer: Span, search: Search, pattern: Pattern, k: int = 5) -> Asked:
    (chunking,) = search.chunkings.values()
    return Asked(question, answer, chunking, tuple(retrieve(question, search, pattern, k)))


def place(document: Document, quote: str) -> Span:
    """Where a sample document has these words. A ValueError where it does not: a lesson and its sample belong together."""
    start = document.text.index(quote)
    return Span(start, start + len(quote))


class Row(NamedTuple):
    """A question and the rank, from 1, of the first chunk that holds part of an answer, in two ways of searching."""

    question: str
    left: int
    right: int


def ranked(questions: Sequence[Question], search: Search, left: Pattern, right: Pattern) -> list[Row]:
    """All chunks are asked for, so that every question has a rank."""
    k = len(search.index)
    return [Row(one.text, _first(one, search, left, k), _first(one, search, right, k)) for one in questions if one.judged]


def compared(rows: Sequence[Row], way: str) -> str:
    """In a sentence, how many questions gain and lose."""
    better, worse = sum(row.right < row.left for row in rows), sum(row.right > row.left for row in rows)
    return f"{way[:1].upper()}{way[1:]} {better} of {len(rows)} questions find their answer earlier, {worse} later, {len(rows) - better - worse} at the same rank."


def _first(question: Question, search: Search, pattern: Pattern, k: int) -> int:
    found = retrieve(question.text, search, pattern, k)
    held = (one.rank for one in found if one.place is not None and any(one.place.overlaps(answer) for answer in question.answers))
    return next(held, k + 1)
