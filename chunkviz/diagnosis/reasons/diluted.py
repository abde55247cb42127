"""What else stands in the chunk pulls its vector away."""

from __future__ import annotations

from ..explanation import EQUAL, Explanation
from ..reason import SCORE, reason


@reason(SCORE, 70)
def diluted(found: Explanation) -> str:
    """The answer's own sentences, embedded without the rest of their chunk, reach the score at rank k; with it they do
    not."""
    if found.short_by is None or found.alone is None or found.subject is None or found.score_at_k is None:
        return ""
    if found.alone < found.score_at_k or found.alone <= (found.subject.score or 0) + EQUAL:
        return ""
    return (
        f"The answer’s own sentences alone would score {found.alone:.3f}, over the {found.score_at_k:.3f} at rank {found.k}; "
        f"the rest of the chunk pulls it down to {found.subject.score:.3f}."
    )
