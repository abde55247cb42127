"""Hits that say the same as an earlier one: copies, near copies, and chunks that overlap so much that they are the same text."""

from __future__ import annotations

from collections.abc import Sequence

from ..search.exact_index import ExactIndex
from ..search.hits import Hit
from ..text.near_duplicates import near_duplicates

ALIKE = 0.95  # cosine similarity from which two chunks say the same
RESEMBLING = 0.8  # or share of their runs of four words
REPEATED = 0.5  # or share of the shorter one that the other holds too
LOOKED_AT = 300  # hits that are compared with each other


def repetitions(hits: Sequence[Hit], exact: ExactIndex) -> dict[str, int]:
    """For each hit that says the same as an earlier one, the place of that one in the list, by the record's id."""
    hits = hits[:LOOKED_AT]
    if len(hits) < 2:
        return {}
    vectors = exact.vectors([hit.record.id for hit in hits])
    alike = vectors @ vectors.T
    resembling = {later: earlier for earlier, later, _ in near_duplicates([hit.record.own for hit in hits], RESEMBLING)}
    found = {}
    for later, hit in enumerate(hits):
        near = (i for i in range(later) if alike[i, later] >= ALIKE or _overlapping(hits[i], hit))
        earlier = next(near, resembling.get(later))
        if earlier is not None:
            found[hit.record.id] = earlier
    return found


def _overlapping(one: Hit, other: Hit) -> bool:
    if one.record.span is None or other.record.span is None or one.record.document != other.record.document:
        return False
    both = one.record.span.intersection(other.record.span)
    return both is not None and both.length >= REPEATED * min(one.record.span.length, other.record.span.length)
