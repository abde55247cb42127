"""A filter hides the answer."""

from __future__ import annotations

from ..explanation import Explanation
from ..reason import FATE, reason


@reason(FATE, 50)
def filtered(found: Explanation) -> str:
    """The filters let none of the chunks through that hold the answer (whole, else in part)."""
    if not found.filtered or not found.deciding or any(one.rank is not None or one.score is None for one in found.deciding):
        return ""
    return "The filter lets no chunk through that holds the answer."
