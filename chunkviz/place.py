"""A span of a named document: what answers a question, and what was found for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from . import span as spans
from .span import Span


class Place(NamedTuple):
    """The characters start..end-1 of the document called `document`; half-open, as every span."""

    document: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    @property
    def length(self) -> int:
        return self.end - self.start

    def overlaps(self, other: Place) -> bool:
        """Whether the two share at least one character."""
        return self.document == other.document and self.span.overlaps(other.span)

    def contains(self, other: Place) -> bool:
        return self.document == other.document and self.span.contains(other.span)


def by_document(places: Iterable[Place]) -> dict[str, list[Span]]:
    """The spans of the places, by the name of their document."""
    found: dict[str, list[Span]] = {}
    for place in places:
        found.setdefault(place.document, []).append(place.span)
    return found


def length(places: Iterable[Place]) -> int:
    """How many characters the places hold, each counted once."""
    return sum(spans.length(one) for one in by_document(places).values())


def shared(left: Iterable[Place], right: Iterable[Place]) -> int:
    """How many characters both sets of places hold, each counted once."""
    others = by_document(right)
    return sum(
        spans.length(spans.intersection(one, others[document]))
        for document, one in by_document(left).items()
        if document in others
    )
