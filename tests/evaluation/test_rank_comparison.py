"""Ranks of whole answers in two ways of searching, on three chunks whose order is written down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest
from tiny_embedder import Tiny

from chunkviz.cause import Cause
from chunkviz.chunk import Chunk
from chunkviz.chunking import chunk
from chunkviz.document import Document
from chunkviz.evaluation.questions import Question
from chunkviz.evaluation.rank_comparison import Row, compared, mean_reciprocal, ranked
from chunkviz.imported.chunks_file import Imported
from chunkviz.pattern import Pattern, Search
from chunkviz.place import Place
from chunkviz.search.exact_index import ExactIndex
from chunkviz.search.hits import Hit, Passage

TEXT = "aaaa bbbb cccc"


@dataclass(frozen=True)
class Ordered(Pattern):
    """Finds the chunks in a given order, whatever is asked."""

    key: ClassVar[str] = "ordered"
    label: ClassVar[str] = "Ordered"
    order_found: tuple[int, ...] = ()

    def find(self, question: str, search: Search, k: int) -> list[Passage]:
        records = search.records
        hits = [Hit(records[number], 1 - rank / 10, rank) for rank, number in enumerate(self.order_found[:k], 1)]
        return [search.passage(hit.record.span, hit.score, [hit]) for hit in hits]


def search() -> Search:
    cause = Cause("test", "The test cut here.")
    chunks = tuple(Chunk(start, start + 4, cause) for start in (0, 5, 10))
    document = Document(TEXT, "letters.txt")
    chunking = chunk(document, Imported(chunks), "words")
    tiny = Tiny(dimension=1_009)
    return Search(ExactIndex.of(chunking, tiny), tiny, {document.id: chunking})


def question(text: str, *answers: tuple[int, int]) -> Question:
    return Question(text, tuple(Place("letters.txt", *answer) for answer in answers))


def test_the_rank_is_that_with_which_all_answers_are_complete() -> None:
    questions = [
        question("whole in a chunk", (5, 9)),
        question("cut between two chunks", (2, 7)),
        question("two answers", (0, 4), (10, 14)),
        Question("without an answer"),
    ]
    forwards, backwards = Ordered(order_found=(0, 1, 2)), Ordered(order_found=(2, 1, 0))
    assert ranked(questions, search(), forwards, backwards) == [
        Row("whole in a chunk", 2, 2),
        Row("cut between two chunks", 2, 3),
        Row("two answers", 3, 3),
    ]


def test_what_never_comes_back_has_the_rank_after_the_last() -> None:
    (row,) = ranked([question("left out", (0, 4))], search(), Ordered(order_found=(1, 2)), Ordered(order_found=(1, 0)))
    assert row == Row("left out", 4, 2)


def test_gains_and_losses_are_counted() -> None:
    rows = [Row("a", 3, 1), Row("b", 1, 2), Row("c", 2, 2)]
    assert compared(rows, "with it") == "With it 1 of 3 questions have their whole answer earlier, 1 later, 1 at the same rank."
    assert mean_reciprocal([1, 2, 4]) == pytest.approx((1 + 1 / 2 + 1 / 4) / 3)
    assert mean_reciprocal([]) == 0
