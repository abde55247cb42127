"""One question under one setting: all that a metric may look at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from .place import Place


@dataclass(frozen=True, slots=True)
class Ranking:
    """What was found in order, as relevant or not.

    relevant   of each chunk found, best first, at most k
    total      how many chunks of the whole corpus are relevant
    k          how many were asked for
    """

    relevant: tuple[bool, ...]
    total: int
    k: int


@dataclass(frozen=True)
class Case:
    """A question's answers, what was found for it, and what it costs to read.

    answers         places that answer it, all needed
    hits            the chunks found, best first: what the search did
    passages        what is read in the end, best first: the same, unless a retrieval pattern makes more or less of them
    reached         the passages with the white space around them, which chunks leave out and no answer misses
    holders         all chunks of the corpus that hold part of an answer or stand directly beside one
    tokens          of each passage, with what is put before it
    answer_tokens   of the part of the answers that was found, each counted once
    by_quote        the hits judged by text: a chunk counts when it holds an answer's words whole, wherever it stands
    searched        passages and holders where a search for their text would place them (see `metrics.published`)
    budget          most tokens a reader takes
    """

    answers: tuple[Place, ...]
    hits: tuple[Place, ...]
    passages: tuple[Place, ...]
    reached: tuple[Place, ...]
    holders: tuple[Place, ...]
    tokens: tuple[int, ...]
    answer_tokens: int
    by_quote: Ranking
    searched: tuple[tuple[Place, ...], tuple[Place, ...]]
    k: int
    budget: int = 1000

    @cached_property
    def by_place(self) -> Ranking:
        """The hits judged by place: a chunk counts when it shares at least one character with an answer."""
        return Ranking(tuple(map(self._holds, self.hits)), sum(map(self._holds, self.holders)), self.k)

    def _holds(self, chunk: Place) -> bool:
        return any(chunk.overlaps(answer) for answer in self.answers)
