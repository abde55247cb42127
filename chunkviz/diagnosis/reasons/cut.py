"""A boundary falls inside the answer."""

from __future__ import annotations

from ...phrases import counted
from ..explanation import Explanation
from ..reason import PLACE, reason


@reason(PLACE, 20)
def cut(found: Explanation) -> str:
    """No chunk holds the answer whole, though some hold parts of it, and not all of these were retrieved."""
    if not found.holders or any(one.whole for one in found.holders):
        return ""
    retrieved = sum(one.found for one in found.holders)
    if len(found.holders) == 1:
        return (
            f"One chunk holds a part of the answer and none holds it whole; that one was {'' if retrieved else 'not '}retrieved."
        )
    pieces = counted(len(found.holders), "chunk holds", "chunks hold")
    return (
        f"The answer is cut: {pieces} a part of it and none holds it whole; "
        f"{retrieved or 'none'} of them {_were(retrieved)} retrieved."
    )


def _were(number: int) -> str:
    return "was" if number <= 1 else "were"
