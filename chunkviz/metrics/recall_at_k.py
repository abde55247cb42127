"""Recall@k: how many of the relevant chunks were found."""

from __future__ import annotations

from ..case import Case, Ranking
from ..metric import metric


def recall(ranking: Ranking) -> float:
    """Relevant chunks found / relevant chunks there are; 0 where there are none.

    Source: Manning, Raghavan and Schütze, Introduction to Information Retrieval (2008), chapter 8. With overlap more chunks
    are relevant, so that the same text found has a lower recall@k; the recall of text does not change.
    """
    return sum(ranking.relevant) / ranking.total if ranking.total else 0.0


@metric("Recall@k", "chunks", order=10)
def chunk_recall(case: Case) -> float:
    """Share of the chunks with part of an answer in them that are among the first k."""
    return recall(case.by_place)


@metric("Recall@k by quote", "quote", order=60)
def quote_recall(case: Case) -> float:
    """Share of the chunks that hold an answer's words whole that are among the first k."""
    return recall(case.by_quote)
