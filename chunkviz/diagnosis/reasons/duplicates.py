"""Chunks that say the same take the places."""

from __future__ import annotations

from ...phrases import counted
from ..explanation import Explanation
from ..reason import FATE, reason


@reason(FATE, 40)
def duplicates(found: Explanation) -> str:
    """Of the chunks ranked above, enough repeat an earlier one that the answer's would be among the k if each passage
    counted once. A chunk repeats another where their vectors have a cosine of 0.95, where they share 80 % of their runs
    of four words, or where half of the shorter one is the same place in the document."""
    subject, distinct = found.subject, found.distinct_rank
    if subject is None or subject.rank is None or distinct is None or not distinct <= found.k < subject.rank:
        return ""
    repeating = subject.rank - distinct
    return (
        f"{counted(repeating, 'chunk')} above it only {'repeats' if repeating == 1 else 'repeat'} what an earlier one says; "
        f"counted once each, its rank would be {distinct} and not {subject.rank}."
    )
