"""The words of the question stand beside the chunk and not in it."""

from __future__ import annotations

from ...phrases import quoted
from ..explanation import EQUAL, Explanation
from ..reason import SCORE, reason

MADE_UP = 1 / 3  # of what the score lacks, from which the surroundings are what was missing


@reason(SCORE, 80)
def context_missing(found: Explanation) -> str:
    """Words of the question that the chunk lacks stand in its heading path or in a neighbour, and with these before it (or
    after it) the chunk's score makes up at least a third of what it lacks to the score at rank k."""
    if found.short_by is None or not found.surroundings or found.subject is None:
        return ""
    best = found.surroundings[0]
    gained = best.score - (found.subject.score or 0)
    if gained <= EQUAL or gained < MADE_UP * found.short_by:
        return ""
    return (
        f"{quoted(best.words)} {'stands' if len(best.words) == 1 else 'stand'} nowhere in the chunk but {best.where}; "
        f"with that its score would be {best.score:.3f} and not {found.subject.score:.3f} "
        f"({found.score_at_k:.3f} at rank {found.k})."
    )
