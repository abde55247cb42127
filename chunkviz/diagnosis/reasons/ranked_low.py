"""Other chunks are nearer to the question."""

from __future__ import annotations

from ...phrases import chunk_name, counted
from ..explanation import Explanation
from ..reason import FATE, reason


@reason(FATE, 90)
def ranked_low(found: Explanation) -> str:
    """The best chunk that holds it (whole, else the best part not retrieved) is ranked after k, or the pattern chose
    others. A fact and no explanation, given beside the reasons above it."""
    subject = found.subject
    if subject is None or subject.rank is None or subject.found or found.exact_rank is not None:
        return ""
    name = chunk_name(subject.number)
    if subject.rank > found.k:
        nearer = counted(subject.rank - 1, "chunk is", "chunks are")
        held = "the answer" if subject.whole else "a part of the answer"
        read = counted(found.k, "passage is", "passages are")
        return f"{nearer} nearer to the question than {name}, which holds {held}; only {read} read."
    return f"By similarity alone {name} is at rank {subject.rank}; the pattern “{found.pattern}” chose other passages."
