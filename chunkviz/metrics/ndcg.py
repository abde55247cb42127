"""nDCG@k: relevant chunks count for more the higher they stand."""

from __future__ import annotations

from math import log2

from ..case import Case, Ranking
from ..metric import metric


def ndcg(ranking: Ranking) -> float:
    """Sum of 1 / log2(rank + 1) over the relevant chunks found, divided by what the best order of all would have made.

    A chunk is relevant or not (gain 1 or 0); the best order has min(k, relevant chunks there are) of them in front. 0 where
    nothing is relevant. Source: Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques (2002), with the
    discount of trec_eval's ndcg_cut.
    """
    best = sum(1 / log2(rank + 1) for rank in range(1, min(ranking.k, ranking.total) + 1))
    got = sum(1 / log2(rank + 1) for rank, relevant in enumerate(ranking.relevant, 1) if relevant)
    return got / best if best else 0.0


@metric("nDCG@k", "chunks", order=14)
def chunk_ndcg(case: Case) -> float:
    """The order of the first k chunks compared with the best order: 1 where those with parts of the answer stand first."""
    return ndcg(case.by_place)
