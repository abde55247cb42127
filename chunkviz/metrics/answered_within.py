"""Answered within a budget: whether a reader who stops at that many tokens has the whole answer."""

from __future__ import annotations

from ..case import Case
from ..metric import metric
from ..place import length, shared


@metric("Answered within the budget", "cost", order=7)
def answered_within_budget(case: Case) -> float:
    """1 where the passages that fit the budget, taken in their order, hold every answer whole, else 0.

    Reading stops before the first passage that no longer fits. White space between two passages is not missed.
    """
    read, spent = [], 0
    for passage, tokens in zip(case.reached, case.tokens, strict=True):
        spent += tokens
        if spent > case.budget:
            break
        read.append(passage)
    return float(shared(case.answers, read) == length(case.answers))
