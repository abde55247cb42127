"""Precision with perfect recall: the most any retriever can make of these chunks."""

from __future__ import annotations

from ..case import Case
from ..metric import metric
from ..place import length, shared


@metric("Precision-omega", "text", order=3)
def precision_omega(case: Case) -> float:
    """Precision if the search found every chunk with part of an answer and nothing else: what the chunks alone allow.

    |answers ∩ chunks that overlap an answer| / |these chunks and the answers no chunk holds|. No search is in it, so it
    judges the chunks and not the model. Source: as for recall.
    """
    holders = [chunk for chunk in case.holders if any(chunk.overlaps(answer) for answer in case.answers)]
    return shared(case.answers, holders) / length([*holders, *case.answers])
