"""Without overlap: see the class."""

from __future__ import annotations

from dataclasses import dataclass

from ..params import param
from ..pattern import Pattern, Search, patterns, placed
from ..search.hits import Passage
from ..span import Span, length, union


@patterns.register
@dataclass(frozen=True)
class WithoutOverlap(Pattern):
    """Read no text twice: what a better hit holds already is taken out of the ones after it.

    Overlap makes sure that a thought cut in two is whole in one of the chunks. It also makes neighbours look alike, so that
    they are found together: with half of each chunk repeated, the first three hits are often one and a half chunks of text.
    Here a hit is cut down to what is new in it; where less than `least` of it is new, it is skipped and the next one takes
    its place. The same budget then holds more of the document.
    """

    label = "Overlap taken out"
    order = 70
    good_for = ("text read twice", "retrieval")
    least: float = param(0.3, "A hit is skipped when less than this share of its text is new.", low=0.0, high=1.0)
    pool: int = param(4, "Chunks looked at for each passage asked for.", low=1, high=20)

    def find(self, question: str, search: Search, k: int) -> list[Passage]:
        taken: dict[str, list[Span]] = {}
        passages: list[Passage] = []
        for hit, span in placed(search.hits(question, k * self.pool), self):
            before = taken.get(hit.record.document, [])
            new = _without(span, before)
            if not new or length(new) < self.least * span.length or len(passages) + len(new) > k:
                continue
            taken[hit.record.document] = union([*before, span])
            why = (
                "" if new == [span] else f"{length(new)} of its {span.length} characters are new; the rest is in a passage above."
            )
            passages += [
                search.passage(piece, hit.score, [hit], why) for piece in new if search.text(hit.record.document, piece).strip()
            ]
        return passages


def _without(span: Span, taken: list[Span]) -> list[Span]:
    """What is left of a span without the taken ones, which are disjoint and in order."""
    left, at = [], span.start
    for other in taken:
        if other.overlaps(span):
            if other.start > at:
                left.append(Span(at, other.start))
            at = max(at, other.end)
    return [*left, Span(at, span.end)] if at < span.end else left
