"""Tokens retrieved: what a question costs."""

from __future__ import annotations

from ..case import Case
from ..metric import metric


@metric("Tokens retrieved", "cost", unit="tokens", better="low", order=5)
def tokens_retrieved(case: Case) -> float:
    """Tokens of all passages together, as they go to the model: with what is put before them, and overlap read twice."""
    return float(sum(case.tokens))
