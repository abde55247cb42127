"""Parent document: see the class."""

from __future__ import annotations

from dataclasses import dataclass

from ..params import param
from ..pattern import Pattern, Search, patterns, placed
from ..phrases import counted
from ..search.hits import Hit, Passage
from ..span import Span


@patterns.register
@dataclass(frozen=True)
class ParentDocument(Pattern):
    """Find small chunks, read the large ones they belong to.

    It mends *plain*'s dilemma: children of some 256 tokens are about one thing and are found; what is returned is their
    parent, some 2,048 tokens or a whole section, with what stands around. Several children of one parent return it once,
    at the place of the best. “We do refund it in full if” is found by its words, and the heading that says what “it” is
    comes along.

    It costs context: four parents fill a budget that would have held forty children, and most of each is beside the
    point. A chunk without a parent is returned as it is; the strategies *parent_child* and *headings* make parents.
    """

    label = "Parent document"
    order = 20
    children: int = param(4, "Children looked at for each passage asked for.", low=1, high=20)

    def find(self, question: str, search: Search, k: int) -> list[Passage]:
        families: dict[tuple[str, Span], list[Hit]] = {}
        for hit, span in placed(search.hits(question, k * self.children), self):
            families.setdefault((hit.record.document, hit.record.parent or span), []).append(hit)
        return [
            search.passage(parent, hits[0].score, hits, f"Parent of {counted(len(hits), 'chunk')} found.")
            for (_, parent), hits in list(families.items())[:k]
        ]
