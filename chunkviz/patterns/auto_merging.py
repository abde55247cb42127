"""Auto-merging: see the class."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ..params import param
from ..pattern import Pattern, Search, patterns, placed
from ..search.hits import Hit, Passage
from ..span import Span


@patterns.register
@dataclass(frozen=True)
class AutoMerging(Pattern):
    """Return the parent where most of its children were found, and the children alone where few were.

    *Parent document* always pays for the whole parent, even where one of its eight children is all that was wanted. Here a
    parent takes the place of its children only if more than `share` of them are among the chunks found: then the answer is
    spread over it. The method is that of LlamaIndex's AutoMergingRetriever, for one level of parents; a parent's score is
    its best child's rather than the mean, so that merging never lowers what was found.

    It needs enough hits to see a majority: with `share` 0.5 and eight children, five of them.
    """

    label = "Auto-merging"
    order = 40
    good_for = ()  # needs chunks with parents, as “Parent document” does, and finds no more
    share: float = param(0.5, "A parent wins when more than this share of its children was found.", low=0.0, high=1.0)
    children: int = param(3, "Chunks looked at for each passage asked for.", low=1, high=20)

    def find(self, question: str, search: Search, k: int) -> list[Passage]:
        sizes = search.once("children of parents", lambda: Counter((r.document, r.parent) for r in search.index.records()))
        hits = placed(search.hits(question, k * self.children), self)
        families: dict[tuple[str, Span | None], list[Hit]] = {}
        for hit, _ in hits:
            families.setdefault((hit.record.document, hit.record.parent), []).append(hit)
        passages: list[Passage] = []
        for hit, span in hits:
            family = (hit.record.document, hit.record.parent)
            found, size = families[family], sizes[family]
            if family[1] is None or len(found) <= self.share * size:
                passages.append(search.passage(span, hit.score, [hit]))
            elif hit is found[0]:
                why = f"{len(found)} of its {size} chunks were found, so all of it is returned."
                passages.append(search.passage(family[1], hit.score, found, why))
        return passages[:k]
