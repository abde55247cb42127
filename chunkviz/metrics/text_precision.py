"""Precision of text: how much of what was found is answer."""

from __future__ import annotations

from ..case import Case
from ..metric import metric
from ..place import length, shared


@metric("Precision", "text", order=2)
def precision(case: Case) -> float:
    """Share of the passages' characters that belong to an answer.

    |answers ∩ passages| / |passages|, each a set of characters; 0 where nothing was found. What overlap reads twice is
    counted once here; `answer_tokens_per_token` is the metric that charges for it. Source: as for recall.
    """
    return shared(case.answers, case.passages) / length(case.passages) if case.passages else 0.0
