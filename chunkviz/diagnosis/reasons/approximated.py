"""The index did not look far enough."""

from __future__ import annotations

from ..explanation import Explanation
from ..reason import FATE, reason


@reason(FATE, 60)
def approximated(found: Explanation) -> str:
    """Exact search over the same vectors retrieves it; the index did not."""
    if found.exact_rank is None:
        return ""
    return f"Exact search over the same vectors finds it at rank {found.exact_rank}; the index, which approximates, missed it."
