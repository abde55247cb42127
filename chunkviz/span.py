"""Places in a document: the only coordinates chunkviz has."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """Half-open range [start, end) in Python characters (code points) of `document.text`.

    Bytes, tokens, lines and UTF-16 units are converted once, where they enter or leave.
    """

    start: int
    end: int

    @property
    def length(self) -> int:
        return self.end - self.start

    def overlaps(self, other: Span) -> bool:
        """Whether the two share at least one character."""
        return self.start < other.end and other.start < self.end

    def contains(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end

    def intersection(self, other: Span) -> Span | None:
        """The characters both hold, or None where they share none."""
        start, end = max(self.start, other.start), min(self.end, other.end)
        return Span(start, end) if start < end else None


def union(spans: list[Span]) -> list[Span]:
    """The same characters as disjoint spans in order; spans that touch become one."""
    merged: list[Span] = []
    for span in sorted(span for span in spans if span.end > span.start):
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(Span(*span))
    return merged


def length(spans: list[Span]) -> int:
    """How many characters the spans hold, each counted once."""
    return sum(span.length for span in union(spans))


def intersection(left: list[Span], right: list[Span]) -> list[Span]:
    """The characters that are in both sets of spans, as disjoint spans in order."""
    shared, i, j = [], 0, 0
    left, right = union(left), union(right)
    while i < len(left) and j < len(right):
        if both := left[i].intersection(right[j]):
            shared.append(both)
        if left[i].end <= right[j].end:
            i += 1
        else:
            j += 1
    return shared
