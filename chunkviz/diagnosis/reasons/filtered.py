"""A filter hides the answer."""

from __future__ import annotations

from ..explanation import Explanation
from ..reason import FATE, reason


@reason(FATE, 50)
def filtered(found: Explanation) -> str:
    """None of the chunks that hold the answer (whole, else in part) passes the filters."""
    if not found.filtered or not found.deciding or any(one.rank is not None or one.score is None for one in found.deciding):
        return ""
    return "No chunk that holds the answer passes the filter."
