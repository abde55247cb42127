"""Precision@k: how many of the chunks found are relevant."""

from __future__ import annotations

from ..case import Case, Ranking
from ..metric import metric


def precision(ranking: Ranking) -> float:
    """Relevant chunks found / k, also where fewer than k chunks were found.

    Source: Manning, Raghavan and Schütze (2008), chapter 8; dividing by k always is what trec_eval does.
    """
    return sum(ranking.relevant) / ranking.k


@metric("Precision@k", "chunks", order=11)
def chunk_precision(case: Case) -> float:
    """Share of the first k chunks that hold part of an answer."""
    return precision(case.by_place)


@metric("Precision@k by quote", "quote", order=61)
def quote_precision(case: Case) -> float:
    """Share of the first k chunks that hold an answer's words whole."""
    return precision(case.by_quote)
