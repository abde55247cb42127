"""Sentence window: see the class."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

import numpy as np

from ..cutting.packing import trimmed
from ..params import param
from ..pattern import Pattern, Search, patterns, placed
from ..search.hits import Hit, Passage
from ..span import Span
from ..text.sentences import sentence_ends
from ..tokenizer import Positions


@patterns.register
@dataclass(frozen=True)
class SentenceWindow(Pattern):
    """Find one sentence, read it with its neighbours.

    The smallest chunk that still says something is a sentence, and nothing is found more surely. Alone it is often of no
    use (“That limit is 30 ml.”: which limit?), so the `window` sentences before and after it are returned with it. Windows
    that overlap become one passage. It goes with the strategy *sentence_window*, one sentence a chunk; larger chunks are
    widened in the same way.

    It costs vectors, one for each sentence, and a fixed window knows no sections: it may reach into the next topic.
    """

    label = "Sentence window"
    order = 30
    documents = True
    window: int = param(2, "Sentences added before and after.", low=0, high=20)
    language: str = param("en", "Language of the text, as a code such as en, de or ja.")

    def find(self, question: str, search: Search, k: int) -> list[Passage]:
        passages: list[tuple[str, Span, list[Hit]]] = []
        for hit, span in placed(search.hits(question, k), self):
            document = hit.record.document
            wide, hits = self._widened(span, document, search), [hit]
            for other in [one for one in passages if one[0] == document and one[1].overlaps(wide)]:
                wide = Span(min(wide.start, other[1].start), max(wide.end, other[1].end))
                hits = other[2] + hits
                passages.remove(other)
            passages.append((document, wide, sorted(hits, key=lambda hit: hit.rank)))
        passages.sort(key=lambda passage: passage[2][0].rank)
        return [search.passage(span, hits[0].score, hits) for _, span, hits in passages]

    def _widened(self, span: Span, document: str, search: Search) -> Span:
        text = search.chunkings[document].document.text
        ends = search.once(("sentences", document, self.language), lambda: _bounds(text, self.language))
        first = max(0, bisect_right(ends, span.start) - 1 - self.window)
        last = min(len(ends) - 1, bisect_left(ends, span.end) + self.window)
        return Span(*trimmed(text, int(ends[first]), int(ends[last])))


def _bounds(text: str, language: str) -> Positions:
    return np.concatenate([[0], sentence_ends(text, language)])
