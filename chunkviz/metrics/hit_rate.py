"""Hit rate: whether anything relevant was found at all."""

from __future__ import annotations

from ..case import Case, Ranking
from ..metric import metric


def hit(ranking: Ranking) -> float:
    """1 where at least one of the first k chunks is relevant, else 0; the mean over questions is the hit rate.

    Also called success@k (trec_eval).
    """
    return float(any(ranking.relevant))


@metric("Hit rate", "chunks", order=12)
def hit_rate(case: Case) -> float:
    """Share of the questions with part of an answer among the first k chunks."""
    return hit(case.by_place)


@metric("Hit rate by quote", "quote", order=62)
def quote_hit_rate(case: Case) -> float:
    """Share of the questions with an answer's words whole in one of the first k chunks."""
    return hit(case.by_quote)
