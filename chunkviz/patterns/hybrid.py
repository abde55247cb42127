"""Hybrid: see the class."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..params import param
from ..pattern import Pattern, Search, patterns
from ..search.hits import Hit, Passage
from ..search.record import Record
from ..search.words import terms


@patterns.register
@dataclass(frozen=True)
class Hybrid(Pattern):
    """Ask twice, by meaning and by words, and let the two lists vote.

    Vectors know that “boat” and “ship” are near; they are poor at what has no meaning, such as part numbers, error codes,
    names. BM25 counts rare words and is good at just that. Each list gives a chunk 1 / (constant + its rank), the sums
    decide (reciprocal rank fusion, Cormack et al. 2009, constant 60). The score shown is that sum, not a similarity.

    Words are taken in lower case and without accents, those of Chinese, Japanese, Korean, Thai and other scripts without spaces
    letter by letter; no word is left out and none is cut down to its stem.
    """

    label = "Hybrid: words and meaning"
    order = 50
    good_for = ("chunks ranked low", "chunks not found", "retrieval")
    pool: int = param(50, "Chunks taken from each of the two lists.", low=1, high=1000)
    constant: int = param(60, "The larger, the less it counts to be first in one list.", low=1, high=1000)

    def find(self, question: str, search: Search, k: int) -> list[Passage]:
        by_meaning = search.hits(question, max(self.pool, k))
        by_words = self._by_words(question, search, max(self.pool, k))
        ranks = [{hit.record.id: hit.rank for hit in by_meaning}, {record.id: rank for rank, record in enumerate(by_words, 1)}]
        found = {hit.record.id: hit for hit in by_meaning}
        new = [record for record in by_words if record.id not in found]
        similarities = search.index.vectors([record.id for record in new]) @ search.vector(question) if new else ()
        for record, similarity in zip(new, similarities, strict=True):
            found[record.id] = Hit(record, float(similarity), ranks[1][record.id])
        scores = {id: sum(1 / (self.constant + rank[id]) for rank in ranks if id in rank) for id in found}
        best = sorted(found, key=lambda id: (-scores[id], -found[id].score))[:k]
        return [
            search.passage(found[id].record.span, scores[id], [found[id]], _why(ranks[0].get(id), ranks[1].get(id)))
            for id in best
        ]

    def _by_words(self, question: str, search: Search, count: int) -> list[Record]:
        """The records that share words with the question, best first by BM25."""
        scores = word_scores(question, search)
        return [search.records[i] for i in np.argsort(-scores, kind="stable")[:count].tolist() if scores[i] > 0]


def word_scores(question: str, search: Search) -> NDArray[np.float32]:
    """How well each record's words match the question's, by BM25, in the order of `search.records`; 0 where none does."""
    if not search.records or not (asked := terms(question)):
        return np.zeros(len(search.records), np.float32)
    retriever = search.once(("bm25", repr(search.where), repr(search.where_document)), lambda: _indexed(search.records))
    known = [term for term in asked if term in retriever.vocab_dict]
    if not known:
        return np.zeros(len(search.records), np.float32)
    scores: NDArray[np.float32] = retriever.get_scores(known)
    return scores


def _indexed(records: list[Record]):  # type: ignore[no-untyped-def]
    import bm25s

    retriever = bm25s.BM25()
    retriever.index([terms(record.text) or [""] for record in records], show_progress=False)
    return retriever


def _why(by_meaning: int | None, by_words: int | None) -> str:
    found = [f"rank {rank} by {way}" for rank, way in ((by_meaning, "meaning"), (by_words, "words")) if rank is not None]
    return (", ".join(found) + ".").capitalize()
