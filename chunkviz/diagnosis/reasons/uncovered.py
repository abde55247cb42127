"""A part of the answer is in no chunk."""

from __future__ import annotations

from ..explanation import Explanation
from ..reason import PLACE, reason


@reason(PLACE, 10)
def uncovered(found: Explanation) -> str:
    """A part of the answer (other than white space) is in no chunk."""
    if not found.uncovered:
        return ""
    if not found.holders:
        return "No chunk holds any of the answer; the strategy or the import left it out."
    missing = sum(span.length for span in found.uncovered)
    return f"No chunk holds {missing:,} of the answer’s {found.answer.length:,} characters; they were left out."
