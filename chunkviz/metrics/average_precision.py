"""MAP: precision at each relevant chunk, averaged."""

from __future__ import annotations

from ..case import Case, Ranking
from ..metric import metric


def average_precision(ranking: Ranking) -> float:
    """Mean over all relevant chunks there are of the precision at their rank, 0 for those not among the first k.

    0 where nothing is relevant. The mean over questions is the MAP@k. Source: Manning, Raghavan and Schütze (2008),
    chapter 8; dividing by all relevant chunks, also where they are more than k, is what trec_eval's map_cut does.
    """
    found, total = 0, 0.0
    for rank, relevant in enumerate(ranking.relevant, 1):
        if relevant:
            found += 1
            total += found / rank
    return total / ranking.total if ranking.total else 0.0


@metric("MAP", "chunks", order=15)
def chunk_map(case: Case) -> float:
    """Precision at the rank of each chunk with part of an answer, averaged over all such chunks."""
    return average_precision(case.by_place)
