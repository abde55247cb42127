"""Surroundings: see the class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..params import param
from ..pattern import Pattern, Search, patterns, placed
from ..search.hits import Hit, Passage
from ..search.words import Window, WindowWords
from ..tokenizer import Positions

MOST = 10_000  # passages, where the budget limits them
_REACHES = (0, 1, 2, 3, 5, 8, 13, 21)  # chunks on each side; every step about as much wider as the one before

Numbers = NDArray[np.float64]


@patterns.register
@dataclass(frozen=True)
class Surroundings(Pattern):
    """Judge a small chunk by what stands around it as well, and stop reading where the rest is clearly worse.

    One or two sentences are exact and say too little: “It is 30 ml.” is found for nothing. Their neighbours say what they are
    about. So a chunk's score is the mean, over windows of growing width around it (itself, one chunk more on each side, two,
    three, five, eight), of how near the window is to the question: the cosine with the mean vector of its chunks, and
    `words` times BM25 of the window as one text, as a share of the best window's. So a passage whose sentences each hold one word
    of the question counts for more than one that holds the same word again and again. What is returned is the small chunk alone.
    With three chunks of similarity 0.2, 0.6 and 0.4 that follow one another and no weight on words, reach 1 compares 0.6 with the
    mean of all three.

    No text is embedded for it beside the chunks. It returns as many passages as the budget of tokens takes, and fewer where the
    best is far ahead: those with less than `least` of its score are left out. It does not know where a topic ends, and a chunk
    between two good ones rises.
    """

    label = "Surroundings"
    order = 55
    words: float = param(0.8, "How much the question's words count beside its meaning.", low=0.0, high=5.0)
    reach: int = param(8, "Chunks on each side in the widest window.", low=0, high=21)
    least: float = param(0.7, "A passage needs this share of the best one's score.", low=0.0, high=1.0)
    budget: int = param(
        1000, "The most tokens of all passages together, however many they are; with 0, k limits them.", low=0, high=1_000_000
    )

    def most(self, k: int) -> int:
        return MOST if self.budget else k

    def find(self, question: str, search: Search, k: int) -> list[Passage]:
        if not search.records:
            return []
        key = "surroundings", self.reach, repr(search.where), repr(search.where_document)
        around = search.once(key, lambda: _around(search, self))
        similarity = (around.vectors @ search.vector(question)).astype(np.float64)
        total = np.zeros(len(similarity))
        for window, matched in zip(around.windows, around.words.scores(question), strict=True):
            total += window.sums(similarity) / window.lengths + self.words * matched / max(float(matched.max()), 1e-12)
        scores = total / len(around.windows)
        best = np.argsort(-scores, kind="stable")[: self.most(k)]
        best = best[scores[best] >= self.least * scores[best[0]]]
        if self.budget:
            tokens = np.cumsum([search.records[i].tokens or 0 for i in around.order[best].tolist()])
            best = best[: max(1, int(tokens.searchsorted(self.budget, "right")))]
        hits = [Hit(search.records[around.order[i]], float(similarity[i]), rank) for rank, i in enumerate(best.tolist(), 1)]
        return [search.passage(hit.record.span, float(scores[i]), [hit]) for hit, i in zip(hits, best.tolist(), strict=True)]


class _Near(NamedTuple):
    """For each chunk, in order of place: the first and last + 1 chunk of its window, and the length of the sum of their
    vectors."""

    first: Positions
    after: Positions
    lengths: Numbers

    def sums(self, values: Numbers) -> Numbers:
        """The sum of each window's values."""
        total = np.concatenate([[0.0], np.cumsum(values)])
        found: Numbers = total[self.after] - total[self.first]
        return found


class _Around(NamedTuple):
    """order    numbers of the records, by document and place
    vectors  of the chunks in this order
    windows  from the narrowest to the widest
    words    how well these match words"""

    order: Positions
    vectors: NDArray[np.float32]
    windows: list[_Near]
    words: WindowWords


def _around(search: Search, pattern: Surroundings) -> _Around:
    records = search.records
    spans = [span for _, span in placed([Hit(record, 0.0, 1) for record in records], pattern)]
    order = np.array(sorted(range(len(records)), key=lambda i: (records[i].document, spans[i])), np.int64)
    vectors = search.index.vectors([records[i].id for i in order.tolist()])
    new = np.array([i == 0 or records[order[i]].document != records[order[i - 1]].document for i in range(len(order))])
    begins = np.flatnonzero(new)
    which = np.cumsum(new) - 1
    first, after = begins[which], np.append(begins[1:], len(order))[which]
    windows = [_near(reach, first, after, vectors) for reach in _REACHES if reach <= pattern.reach]
    texts = [records[i].text for i in order.tolist()]
    return _Around(order, vectors, windows, WindowWords(texts, [Window(one.first, one.after) for one in windows]))


def _near(reach: int, begins: Positions, ends: Positions, vectors: NDArray[np.float32]) -> _Near:
    """Windows of `reach` chunks on each side that do not leave the chunk's document, which is begins..ends-1."""
    place = np.arange(len(vectors))
    first, after = np.maximum(begins, place - reach), np.minimum(ends, place + reach + 1)
    squares = np.zeros(len(vectors))
    for column in vectors.T:  # one dimension at a time: no second copy of all vectors
        total = np.concatenate([[0.0], np.cumsum(column, dtype=np.float64)])
        squares += (total[after] - total[first]) ** 2
    return _Near(first, after, np.sqrt(np.maximum(squares, 1e-12)))
