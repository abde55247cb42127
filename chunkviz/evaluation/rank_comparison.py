"""Two ways of searching the same chunks, question by question: at which rank each has the whole answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..chunking import Chunking
from ..pattern import Pattern, Search, retrieve
from ..phrases import counted
from ..search.retrieved import retrieved_at
from .questions import Question


class Row(NamedTuple):
    """A question and the rank, from 1, of the passage with which its answers are complete, in two ways of searching."""

    question: str
    left: int
    right: int


def ranked(questions: Sequence[Question], search: Search, left: Pattern, right: Pattern) -> list[Row]:
    """A row for each question that can be judged, about the one document that is searched. All chunks are asked for; a
    question whose answers are not all in chunks has the rank after the last."""
    (chunking,) = search.chunkings.values()
    return [Row(one.text, *(_rank(one, chunking, search, way) for way in (left, right))) for one in questions if one.judged]


def mean_reciprocal(ranks: Sequence[int]) -> float:
    """The mean of 1 / rank, from 0 to 1; 0 for no ranks."""
    return sum(1 / rank for rank in ranks) / len(ranks) if ranks else 0.0


def compared(rows: Sequence[Row], way: str) -> str:
    """In a sentence, how many questions gain and lose."""
    better, worse = sum(row.right < row.left for row in rows), sum(row.right > row.left for row in rows)
    return (
        f"{way[:1].upper()}{way[1:]} {better} of {counted(len(rows), 'question')} have their whole answer earlier, "
        f"{worse} later, {len(rows) - better - worse} at the same rank."
    )


def _rank(question: Question, chunking: Chunking, search: Search, pattern: Pattern) -> int:
    k = len(search.index)
    passages = retrieve(question.text, search, pattern, k)
    ranks = [retrieved_at(answer.span, chunking, passages) for answer in question.answers]
    return max(k + 1 if rank is None else rank for rank in ranks)
