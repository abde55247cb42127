"""MRR: how far down the first relevant chunk stands."""

from __future__ import annotations

from ..case import Case, Ranking
from ..metric import metric


def reciprocal_rank(ranking: Ranking) -> float:
    """1 / rank of the first relevant chunk; 0 where none of the first k is. The mean over questions is the MRR@k.

    Source: Voorhees, The TREC-8 Question Answering Track Report (1999).
    """
    return next((1 / rank for rank, relevant in enumerate(ranking.relevant, 1) if relevant), 0.0)


@metric("MRR", "chunks", order=13)
def mrr(case: Case) -> float:
    """1 / rank of the first chunk with part of an answer, 0 where none of the first k has any."""
    return reciprocal_rank(case.by_place)


@metric("MRR by quote", "quote", order=63)
def quote_mrr(case: Case) -> float:
    """1 / rank of the first chunk with an answer's words whole, 0 where none of the first k has them."""
    return reciprocal_rank(case.by_quote)
