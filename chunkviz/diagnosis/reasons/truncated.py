"""The model stops reading before it comes to the answer."""

from __future__ import annotations

from ..explanation import Explanation
from ..reason import FATE, reason


@reason(FATE, 30)
def truncated(found: Explanation) -> str:
    """In every chunk that holds the answer (whole, else in part), it reaches past what the model reads."""
    if not found.deciding or any(one.read for one in found.deciding):
        return ""
    return "The answer stands past the model’s limit in its chunk: the model never read it, so its vector knows nothing of it."
