"""Maximal marginal relevance: see the class."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..params import param
from ..pattern import Pattern, Search, patterns
from ..search.hits import Passage


@patterns.register
@dataclass(frozen=True)
class MaximalMarginalRelevance(Pattern):
    """Take what is near the question and unlike what has been taken already.

    Where a document says the same thing in five places, *plain* returns it five times and nothing else. Here each next
    passage is the one with the most of `balance` x its similarity to the question - (1 - `balance`) x its similarity to the
    nearest passage taken (Carbonell and Goldstein, 1998). With `balance` 1 it is *plain*.

    What it gets wrong: it cannot tell a repetition from a second half, so an answer spread over two chunks that read alike
    may lose one of them.
    """

    label = "Varied (MMR)"
    order = 60
    balance: float = param(0.5, "1: only near the question; 0: only unlike each other.", low=0.0, high=1.0)
    pool: int = param(4, "Chunks looked at for each passage asked for.", low=1, high=50)

    def find(self, question: str, search: Search, k: int) -> list[Passage]:
        hits = search.hits(question, k * self.pool)
        if not hits:
            return []
        vectors = search.index.vectors([hit.record.id for hit in hits])
        near = np.array([hit.score for hit in hits])
        alike = np.full(len(hits), -np.inf)  # similarity to the nearest of those taken
        taken: list[int] = []
        while len(taken) < min(k, len(hits)):
            values = self.balance * near - (1 - self.balance) * alike if taken else near.copy()
            values[taken] = -np.inf
            taken.append(int(values.argmax()))
            alike = np.maximum(alike, vectors @ vectors[taken[-1]])
        return [
            search.passage(hits[i].record.span, hits[i].score, [hits[i]], f"Rank {hits[i].rank} by similarity alone.")
            for i in taken
        ]
