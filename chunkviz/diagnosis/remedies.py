"""What would have retrieved an answer: a small neighbourhood of the setting, each one tried on the document itself.

The neighbourhood: where the setting has a size, half of it, twice it, a quarter; where it has an overlap, none, and a
quarter of the size; any other setting that was changed, at its default; a header before each chunk; the patterns and the
strategies, at the same size, that declare themselves good for retrieval. Each changes one thing (see `chunkviz.change`). All
share vectors through the cache, so a pattern costs no embedding, and a cut only that of the chunks it makes again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..change import (
    Change,
    Extent,
    defaults,
    doubled,
    halved,
    headed,
    overlapped,
    quartered,
    recut,
    searched,
    without_overlap,
)
from ..chunking import Chunking, chunk
from ..embedder import Embedder, embedder_for
from ..evaluation.evaluate import Result
from ..pattern import Search, retrieve
from ..phrases import counted
from ..pipeline import Pipeline
from ..search.exact_index import ExactIndex
from ..search.hits import Filter, Passage
from ..search.retrieved import retrieved_at
from ..span import Span
from ..strategy import Tools

LONGEST = 400_000  # characters up to which the document is cut and embedded again; a longer one is only searched otherwise
_DEEP = 10  # times k: how far down the answer is looked for where it is not among the k


@dataclass(frozen=True, slots=True)
class Tried:
    """A setting that was tried.

    words    the change, for a person
    change   how much it changes
    rank     of the passage that holds the answer whole, perhaps after the setting's k; None where none was seen
    tokens   read with it: of all its passages together; `before`: the same with the setting as it is
    """

    words: str
    change: Extent
    pipeline: Pipeline
    rank: int | None
    tokens: int
    before: int

    @property
    def worked(self) -> bool:
        return self.rank is not None and self.rank <= self.pipeline.k


def remedies(
    question: str,
    answer: Span,
    chunking: Chunking,
    pipeline: Pipeline,
    *,
    where: Filter | None = None,
    where_document: Filter | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
    tell: Callable[[Sequence[Tried]], None] = lambda tried: None,
) -> list[Tried]:
    """Every setting of the neighbourhood, tried: the best rank first, then the smallest change, then the fewest tokens read;
    after them those that do not retrieve the answer.

    pipeline   how the chunking was made and is searched
    where, where_document   filters that stay as they are; leaving them away is one of the things tried
    tell    given what was tried so far, whenever another setting is about to be tried
    """
    embedder = embedder_for(pipeline.embedder)
    tools = Tools(chunking.document, chunking.tokenizer, embedder)
    own = _search(chunking, embedder)
    before = _tokens(retrieve(question, _filtered(own, where, where_document), pipeline.pattern, pipeline.k), chunking)
    made = [(pipeline, own)]  # a list: a strategy that holds imported chunks has no hash
    options = list(neighbours(pipeline, chunking))
    tried: list[Tried] = []
    if where or where_document:
        passages = retrieve(question, own, pipeline.pattern, pipeline.k)
        rank = _rank(question, answer, own, pipeline, passages)
        tried.append(Tried("without the filter", Extent.SETTING, pipeline, rank, _tokens(passages, chunking), before))
    for number, change in enumerate(options):
        progress(number, len(options))
        tell(tried)
        other = change.after
        found = next((search for one, search in made if _cut_alike(one, other)), None)
        if found is None:
            if len(chunking.document) > LONGEST:
                continue
            again = chunk(chunking.document, other.strategy, chunking.tokenizer, refinements=other.refinements, tools=tools)
            if not again.chunks:
                continue
            found = _search(again, embedder)
            made.append((other, found))
        search = _filtered(found, where, where_document)
        passages = retrieve(question, search, other.pattern, other.k)
        rank = _rank(question, answer, search, other, passages)
        tried.append(Tried(change.words, change.extent, other, rank, _tokens(passages, chunking), before))
    return sorted(tried, key=lambda one: (not one.worked, one.rank or len(chunking) + 1, one.change, one.tokens, one.words))


def neighbours(pipeline: Pipeline, chunking: Chunking) -> Iterator[Change]:
    """The changes of the neighbourhood, each setting once; what contradicts itself is left out."""
    seen = [pipeline]  # a list: a strategy that holds imported chunks has no hash
    for change in _options(pipeline, chunking):
        if change is not None and change.after not in seen:
            seen.append(change.after)
            yield change


def effect_words(before: Result, after: Result) -> str:
    """What a remedy does to the golden questions.

    “Answered of 18 questions: 11 now, 13 with it; 3 gained, 1 lost.”
    """
    pairs = [(one.answered, other.answered) for one, other in zip(before.outcomes, after.outcomes, strict=True)]
    gained, lost = pairs.count((False, True)), pairs.count((True, False))
    now, then = sum(one for one, _ in pairs), sum(other for _, other in pairs)
    return f"Answered of {counted(len(pairs), 'question')}: {now:,} now, {then:,} with it; {gained:,} gained, {lost:,} lost."


def _options(pipeline: Pipeline, chunking: Chunking) -> list[Change | None]:
    return [
        halved(pipeline),
        doubled(pipeline),
        quartered(pipeline),
        overlapped(pipeline),
        without_overlap(pipeline),
        *defaults(pipeline),
        headed(pipeline),
        *searched(pipeline, "retrieval"),
        *recut(pipeline, "retrieval", _largest(chunking)),
    ]


def _largest(chunking: Chunking) -> int:
    """The tokens of the largest chunk: a size for chunks that were not cut by one."""
    return max((one.tokens or 1 for one in chunking.chunks), default=1)


def _search(chunking: Chunking, embedder: Embedder) -> Search:
    return Search(ExactIndex.of(chunking, embedder), embedder, {chunking.document.id: chunking})


def _cut_alike(one: Pipeline, other: Pipeline) -> bool:
    return (one.strategy, one.refinements) == (other.strategy, other.refinements)


def _filtered(search: Search, where: Filter | None, where_document: Filter | None) -> Search:
    """The same chunks, narrowed by filters."""
    return dataclasses.replace(search, where=where, where_document=where_document) if where or where_document else search


def _rank(question: str, answer: Span, search: Search, pipeline: Pipeline, passages: Sequence[Passage]) -> int | None:
    """The rank of the passage that holds the answer whole; looked for further down where it is not among `passages`."""
    (chunking,) = search.chunkings.values()
    rank = retrieved_at(answer, chunking, passages)
    if rank is not None:
        return rank
    further = retrieved_at(answer, chunking, retrieve(question, search, pipeline.pattern, _DEEP * pipeline.k))
    return None if further is None else max(further, pipeline.k + 1)  # a pattern that sees more may order it otherwise


def _tokens(passages: Sequence[Passage], chunking: Chunking) -> int:
    return sum(chunking.tokenizer.counts([one.text for one in passages]))
