"""Comparing what was found for a question with the places that answer it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from ..case import Case, Ranking
from ..chunking import Chunking
from ..embedder import Vectors, embedder_for
from ..metric import metrics
from ..pipeline import Pipeline
from ..place import Place, by_document
from ..search.hits import Passage
from ..search.retrieved import retrieved_at
from ..span import intersection
from ..strategy import Tools
from ..tokenizer import Positions, tokenizers
from .first_places import first_places
from .questions import Question


class Found(NamedTuple):
    """A passage that was found: its place, its score, its tokens as they go to the model."""

    place: Place
    score: float
    tokens: int


@dataclass(frozen=True)
class Outcome:
    """How one question went.

    values     each metric's value, by key
    found      the passages, best first
    answered   every answer is retrieved, as `chunkviz.search.retrieved` says what that is
    whole      every answer is whole in one chunk at least; without that the failure is one of chunking
    rank       by similarity alone, the rank by which every answer is whole in a chunk; None where one is in none
    unseen     an answer is whole only in chunks whose text up to its end is longer than the model reads
    """

    values: Mapping[str, float]
    found: tuple[Found, ...]
    answered: bool
    whole: bool
    rank: int | None
    unseen: bool = False

    @property
    def failure(self) -> str:
        """Empty where the question was answered, else "chunking" or "ranking"."""
        return "" if self.answered else "ranking" if self.whole else "chunking"


class Judge:
    """Judges what was found under one setting; what is needed of the chunks is worked out once.

    tools     of each document, by its name
    vectors   of all chunks, those of the first document first, shape (n, dimension)
    """

    def __init__(
        self, chunkings: Sequence[Chunking], tools: Mapping[str, Tools], pipeline: Pipeline, vectors: Vectors, budget: int
    ) -> None:
        self._tools, self._setup, self._vectors, self._budget = tools, pipeline, vectors, budget
        self._tokenizer, self._embedder = tokenizers.get(pipeline.tokenizer), embedder_for(pipeline.embedder)
        self._chunkings = {one.document.name: one for one in chunkings}
        self._places = [Place(one.document.name, *c.span) for one in chunkings for c in one.chunks]
        self._own = PlaceIndex(self._places)
        searched = [
            Place(one.document.name, *span)
            for one in chunkings
            for span in first_places(one.document.text, [c.span for c in one.chunks])
        ]
        self._searched = PlaceIndex(searched)
        self._first = dict(zip(self._places, searched, strict=True))
        folded = [one.text(c).casefold() for one in chunkings for c in one.chunks]
        self._folded = "\0".join(folded)
        self._begins = list(accumulate((len(text) + 1 for text in folded), initial=0))[:-1]
        self._number = {place: i for i, place in enumerate(self._places)}

    def outcome(self, question: Question, passages: Sequence[Passage], vector: Vectors) -> Outcome:
        answers = question.answers
        passages = [one for one in passages if one.place is not None]
        places = tuple(one.place for one in passages if one.place is not None)
        reached = tuple(map(self._reached, places))
        tokens = tuple(self._tokenizer.counts([one.text for one in passages]))
        records = [hit.record for one in passages for hit in one.hits]
        hits = tuple(dict.fromkeys(Place(one.name, *one.span) for one in records if one.span))[: self._setup.k]
        searched = tuple(self._first.get(place, place) for place in places), self._searched.touching(answers)
        case = Case(
            answers,
            hits,
            places,
            reached,
            self._own.touching(answers),
            tokens,
            self._tokens_of_answers(answers, places),
            self._by_quote(answers, hits),
            searched,
            self._setup.k,
            self._budget,
        )
        whole = [self._whole(answer, case.holders) for answer in answers]
        return Outcome(
            {one.key: one.of(case) for one in metrics},
            tuple(Found(*one) for one in zip(places, (passage.score for passage in passages), tokens, strict=True)),
            all(self._retrieved(answer, passages) for answer in answers),
            all(whole),
            self._rank(whole, vector),
            any(self._unseen(answer, numbers) for answer, numbers in zip(answers, whole, strict=True)),
        )

    def _retrieved(self, answer: Place, passages: Sequence[Passage]) -> bool:
        return retrieved_at(answer.span, self._chunkings[answer.document], passages) is not None

    def _reached(self, place: Place) -> Place:
        """The place with the white space around it."""
        text = self._chunkings[place.document].document.text
        start, end = place.start, place.end
        while start and text[start - 1].isspace():
            start -= 1
        while end < len(text) and text[end].isspace():
            end += 1
        return Place(place.document, start, end)

    def _tokens_of_answers(self, answers: Sequence[Place], places: Sequence[Place]) -> int:
        """Tokens of the answers' parts that were found, each once."""
        found, total = by_document(places), 0
        for document, spans in by_document(answers).items():
            parts = intersection(spans, found.get(document, []))
            total += int(self._tools[document].tokens.counts([s for s, _ in parts], [e for _, e in parts]).sum()) if parts else 0
        return total

    def _by_quote(self, answers: Sequence[Place], hits: Sequence[Place]) -> Ranking:
        """A chunk counts when its own text holds the words of an answer whole, in whatever case."""
        holding: set[int] = set()
        for answer in answers:
            quote = self._chunkings[answer.document].document.text[answer.start : answer.end].casefold()
            at = self._folded.find(quote)
            while at >= 0:
                number = bisect_right(self._begins, at) - 1
                holding.add(number)
                at = self._folded.find(quote, self._begins[number + 1]) if number + 1 < len(self._begins) else -1
        return Ranking(tuple(self._number.get(hit) in holding for hit in hits), len(holding), self._setup.k)

    def _whole(self, answer: Place, holders: Sequence[Place]) -> list[int]:
        """The numbers of the chunks that hold all of an answer."""
        return [self._number[holder] for holder in holders if holder.contains(answer)]

    def _rank(self, whole: Sequence[list[int]], vector: Vectors) -> int | None:
        if not all(whole):
            return None
        scores = self._vectors @ vector
        return max(1 + int((scores > scores[numbers].max()).sum()) for numbers in whole)

    def _unseen(self, answer: Place, numbers: Sequence[int]) -> bool:
        """Whether every chunk that holds the answer whole has more text before its end than the model reads."""
        reach = self._embedder.reach
        if reach is None or not numbers:
            return False
        chunking = self._chunkings[answer.document]
        first = self._number[Place(answer.document, *chunking.chunks[0].span)]
        for number in numbers:
            chunk = chunking.chunks[number - first]
            text = chunking.embedded_text(chunk)
            text = text[: len(text) - chunk.span.length + answer.end - chunk.start]
            if len(text) <= reach or self._embedder.tokenizer.count(text) <= reach:
                return False
        return True


class PlaceIndex:
    """Places by document, to find those near an answer without looking at each."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._spans: dict[str, tuple[Positions, Positions]] = {}
        for document, spans in by_document(places).items():
            both = np.array(spans, np.int64)
            self._spans[document] = both[:, 0], both[:, 1]

    def touching(self, answers: Sequence[Place]) -> tuple[Place, ...]:
        """The places that share a character with an answer or stand directly beside one, each once."""
        found: dict[Place, None] = {}
        for answer in answers:
            if answer.document in self._spans:
                starts, ends = self._spans[answer.document]
                for i in np.flatnonzero((starts <= answer.end) & (ends >= answer.start)).tolist():
                    found[Place(answer.document, int(starts[i]), int(ends[i]))] = None
        return tuple(found)
