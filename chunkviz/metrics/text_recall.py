"""Recall of text: how much of the answer is in what was found."""

from __future__ import annotations

from ..case import Case
from ..metric import metric
from ..place import length, shared


@metric("Recall", "text", order=1)
def recall(case: Case) -> float:
    """Share of the answers' characters that are in the passages.

    |answers ∩ passages| / |answers|, each a set of characters, so what two passages or two answers share counts once.
    Source: Smith and Troynikov, Evaluating Chunking Strategies for Retrieval (Chroma, 2024), but for the double counting.
    """
    return shared(case.answers, case.passages) / length(case.answers)
