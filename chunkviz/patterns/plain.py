"""Plain: see the class."""

from __future__ import annotations

from dataclasses import dataclass

from ..pattern import Pattern, Search, patterns
from ..search.hits import Passage


@patterns.register
@dataclass(frozen=True)
class Plain(Pattern):
    """The k chunks whose vectors are nearest to the question's: the yardstick for all others.

    One chunk has to do two jobs. To be found, it should be about one thing, so that its vector says clearly what; to be of
    use, it should hold everything that belongs to the answer. A small chunk is found and says too little; a large one says
    enough and is found too late, since its vector is a mean over all it mentions. Every other pattern takes the two jobs
    apart, or asks in a second way.
    """

    label = "Chunks as found"
    order = 10
    good_for = ()  # what the others are compared with

    def find(self, question: str, search: Search, k: int) -> list[Passage]:
        return [search.passage(hit.record.span, hit.score, [hit]) for hit in search.hits(question, k)]
