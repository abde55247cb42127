"""Judging a setting by questions: cut, embed, search, and compare what is found with the answers' places.

All documents are in one index, searched exactly, so that differences come from the setting and not from an index that
approximates. An answer is whole in a chunk when the chunk's own span holds all of it. Where no chunk holds it whole, no
search could have found it: that is a chunking failure, and is distinguished from one of ranking.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ..chunking import Chunking, chunk
from ..document import Document
from ..embedder import embedder_for
from ..errors import ChunkvizError
from ..metric import metrics
from ..pattern import Search, retrieve
from ..pipeline import Pipeline
from ..search.exact_index import ExactIndex
from ..search.record import records_of
from ..strategy import Tools
from ..tokenizer import tokenizers
from .judge import Judge, Outcome
from .questions import Question, documents_by_name

Progress = Callable[[str, int, int], None]
"""(what is done, done, total) of the step that is at work; may raise to stop."""


@dataclass
class Corpus:
    """Documents with what is worked out once for them, however many settings look at them."""

    documents: Sequence[Document]
    _tools: dict[tuple[str, str], Tools] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.by_name = documents_by_name(self.documents)
        if not self.documents:
            raise ChunkvizError("There is no document to ask questions of; give one.")

    def tools(self, document: Document, tokenizer: str) -> Tools:
        key = document.name, tokenizer
        if key not in self._tools:
            self._tools[key] = Tools(document, tokenizers.get(tokenizer))
        return self._tools[key]

    def cut(self, pipeline: Pipeline, progress: Callable[[int, int], None] = lambda done, total: None) -> list[Chunking]:
        """Each document as the setting cuts it; one without a character makes no chunks."""
        embedder = embedder_for(pipeline.embedder) if pipeline.strategy.embeds else None
        chunkings = []
        for document in self.documents:
            tools = self.tools(document, pipeline.tokenizer)
            tools.embedder, tools.progress = embedder, progress
            chunkings.append(
                chunk(document, pipeline.strategy, pipeline.tokenizer, refinements=pipeline.refinements, tools=tools)
            )
        return chunkings


@dataclass(frozen=True)
class Result:
    """How all questions went under one setting.

    chunks, tokens   how many chunks there are and how many tokens they store
    outcomes         in the order of the questions
    seconds          what cutting, embedding and asking took; vectors that were known already cost nothing
    """

    pipeline: Pipeline
    outcomes: tuple[Outcome, ...]
    chunks: int
    tokens: int
    seconds: float

    def values(self, metric: str) -> list[float]:
        return [outcome.values[metric] for outcome in self.outcomes]

    def mean(self, metric: str) -> float:
        return sum(self.values(metric)) / len(self.outcomes)

    def means(self) -> dict[str, float]:
        return {one.key: self.mean(one.key) for one in metrics}

    def failures(self, kind: str) -> list[int]:
        """The questions that failed in this way: "chunking" or "ranking"."""
        return [i for i, outcome in enumerate(self.outcomes) if outcome.failure == kind]


def evaluate(
    corpus: Corpus,
    questions: Sequence[Question],
    pipeline: Pipeline,
    *,
    budget: int = 1000,
    progress: Progress = lambda what, done, total: None,
) -> Result:
    """Judge `pipeline` by the questions, all of which must have their answers found (`Question.judged`).

    budget   tokens a reader takes, for the metric of that name
    Raises ChunkvizError where there is nothing to judge by, or nothing was left to search in.
    """
    if not questions:
        raise ChunkvizError("There is no question to judge by; mark an answer, or give a file whose quotes are in the documents.")
    if any(not question.judged for question in questions):
        raise ValueError("questions without answers cannot be judged")
    began = time.perf_counter()
    embedder = embedder_for(pipeline.embedder)
    chunkings = corpus.cut(pipeline, lambda done, total: progress("cutting", done, total))
    if not any(chunkings):
        raise ChunkvizError("The documents make no chunk with this setting, so nothing can be found.")
    records = [record for chunking in chunkings for record in records_of(chunking)]
    texts = [record.text for record in records] + [question.text for question in questions]
    vectors = embedder.embed(texts, lambda done, total: progress("embedding", done, total))
    index = ExactIndex(records, vectors[: len(records)])
    search = Search(
        index, embedder, {one.document.id: one for one in chunkings}, progress=lambda *steps: progress("preparing", *steps)
    )
    tools = {one.name: corpus.tools(one, pipeline.tokenizer) for one in corpus.documents}
    judge = Judge(chunkings, tools, pipeline, vectors[: len(records)], budget)
    outcomes = []
    for number, (question, vector) in enumerate(zip(questions, vectors[len(records) :], strict=True)):
        progress("asking", number, len(questions))
        outcomes.append(judge.outcome(question, retrieve(question.text, search, pipeline.pattern, pipeline.k), vector))
    chunks = [one for chunking in chunkings for one in chunking.chunks]
    return Result(pipeline, tuple(outcomes), len(chunks), sum(one.tokens or 0 for one in chunks), time.perf_counter() - began)
