"""What would have retrieved an answer: a small neighbourhood of the setting, each one tried on the document itself.

The neighbourhood is declared here and nowhere else. Where the setting has a size: half of it, twice it, a quarter; where
it has an overlap: none, and a quarter of the size. Any other setting that was changed, as usual. A header before each
chunk. The patterns hybrid, parent document, sentence window, surroundings, varied and overlap taken out. The strategies
sentences, headings, by_format, recursive, parent_child and sentence_window at the same size. Each changes one thing. All
share vectors through the cache, so a pattern costs no embedding, and a cut only that of the chunks it makes anew.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..chunking import Chunking, chunk
from ..embedder import Embedder, embedder_for
from ..errors import ChunkvizError
from ..evaluation.evaluate import Corpus, Result, evaluate
from ..evaluation.questions import Question
from ..params import settings_of
from ..pattern import Pattern, Search, patterns, retrieve
from ..pipeline import Setup
from ..refinement import refinements
from ..search.exact_index import ExactIndex
from ..search.hits import Filter, Passage
from ..search.retrieved import retrieved_at
from ..span import Span
from ..strategy import Strategy, Tools, strategies

PATTERNS = ("hybrid", "parent_document", "sentence_window", "surroundings", "maximal_marginal_relevance", "without_overlap")
STRATEGIES = {  # and the pattern that its chunks are made for
    "recursive": "plain",
    "sentences": "plain",
    "headings": "plain",
    "by_format": "plain",
    "parent_child": "parent_document",
    "sentence_window": "sentence_window",
}
LONGEST = 400_000  # characters up to which the document is cut and embedded anew; a longer one is only searched otherwise
_SETTING, _ADDED, _STRATEGY = 1, 2, 3  # how large a change is
_DEEP = 10  # times k: how far down the answer is looked for where it is not among the k


@dataclass(frozen=True, slots=True)
class Tried:
    """A setting that was tried.

    words    the change, for a person
    change   1: a setting's value; 2: a header or a pattern; 3: another strategy
    rank     of the passage that holds the answer whole, perhaps behind the setting's k; None where none was seen
    tokens   read with it: of all its passages together; `before`: the same with the setting as it is
    """

    words: str
    change: int
    setup: Setup
    rank: int | None
    tokens: int
    before: int

    @property
    def worked(self) -> bool:
        return self.rank is not None and self.rank <= self.setup.k


def remedies(
    question: str,
    answer: Span,
    chunking: Chunking,
    setup: Setup,
    *,
    where: Filter | None = None,
    where_document: Filter | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
    tell: Callable[[Sequence[Tried]], None] = lambda tried: None,
) -> list[Tried]:
    """Every setting of the neighbourhood, tried: the best rank first, then the smallest change, then the fewest tokens read;
    behind them those that do not retrieve the answer.

    setup   how the chunking was made and is searched
    where, where_document   filters that stay as they are; leaving them away is one of the things tried
    tell    given what was tried so far, whenever another setting is about to be tried
    """
    embedder = embedder_for(setup.embedder)
    tools = Tools(chunking.document, chunking.tokenizer, embedder)
    own = _search(chunking, embedder)
    before = _tokens(retrieve(question, _filtered(own, where, where_document), setup.pattern, setup.k), chunking)
    made = [(setup, own)]  # a list: a strategy that holds imported chunks has no hash
    options = list(neighbours(setup, chunking))
    tried: list[Tried] = []
    if where or where_document:
        passages = retrieve(question, own, setup.pattern, setup.k)
        rank = _rank(question, answer, own, setup, passages)
        tried.append(Tried("without the filter", _SETTING, setup, rank, _tokens(passages, chunking), before))
    for number, (words, change, other) in enumerate(options):
        progress(number, len(options))
        tell(tried)
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
        tried.append(Tried(words, change, other, rank, _tokens(passages, chunking), before))
    return sorted(tried, key=lambda one: (not one.worked, one.rank or len(chunking) + 1, one.change, one.tokens, one.words))


def neighbours(setup: Setup, chunking: Chunking) -> Iterator[tuple[str, int, Setup]]:
    """(words, how large a change, setting) of the neighbourhood, each once; what contradicts itself is left out."""
    seen = [setup]
    for words, change, make in _options(setup, chunking):
        try:
            other = make()
        except ChunkvizError:  # a setting out of its bounds is no neighbour
            continue
        if other not in seen:
            seen.append(other)
            yield words, change, other


def effect(remedy: Setup, setup: Setup, corpus: Corpus, questions: Sequence[Question]) -> tuple[Result, Result]:
    """How all golden questions go with the setting as it is and with the remedy."""
    return evaluate(corpus, questions, setup), evaluate(corpus, questions, remedy)


def effect_words(before: Result, after: Result) -> str:
    """What a remedy does to the golden questions.

    “Answered of 18 questions: 11 now, 13 with it; 3 gained, 1 lost.”
    """
    pairs = [(one.answered, other.answered) for one, other in zip(before.outcomes, after.outcomes, strict=True)]
    gained, lost = pairs.count((False, True)), pairs.count((True, False))
    now, then = sum(one for one, _ in pairs), sum(other for _, other in pairs)
    return f"Answered of {len(pairs):,} questions: {now:,} now, {then:,} with it; {gained:,} gained, {lost:,} lost."


def _options(setup: Setup, chunking: Chunking) -> Iterator[tuple[str, int, Callable[[], Setup]]]:
    size, overlap = getattr(setup.strategy, "size", None), getattr(setup.strategy, "overlap", None)
    if size is not None:
        for words, new in (("half", size // 2), ("twice", 2 * size), ("a quarter", size // 4)):
            yield f"chunks {words} as large ({new:,})", _SETTING, partial(_resized, setup, new)
    if size is not None and overlap is not None:
        yield f"an overlap of {size // 4:,}", _SETTING, partial(_overlapped, setup, size // 4)
        yield "no overlap", _SETTING, partial(_overlapped, setup, 0)
    for name in setup.strategy.changed():
        if name not in ("size", "overlap"):
            yield f"{name.replace('_', ' ')} as usual", _SETTING, partial(_as_usual, setup, name)
    if not any(one.key == "header" for one in setup.refinements):
        yield "a header before each chunk", _ADDED, partial(_headed, setup)
    for key in PATTERNS:
        pattern = patterns.get(key)()
        yield f"the pattern “{pattern.label}”", _ADDED, partial(dataclasses.replace, setup, pattern=pattern)
    for key, made_for in STRATEGIES.items():
        kind = strategies.get(key)
        if kind is not type(setup.strategy):
            pattern = setup.pattern if made_for == "plain" else patterns.get(made_for)()
            words = f"the strategy “{kind.label}”" + (f" read by “{pattern.label}”" if made_for != "plain" else "")
            yield words, _STRATEGY, partial(_recut, setup, kind, pattern, size or _largest(chunking))


def _resized(setup: Setup, size: int) -> Setup:
    """Chunks of another size; an overlap keeps its share of it."""
    strategy: Any = setup.strategy
    overlap = getattr(strategy, "overlap", 0)
    share = {"overlap": overlap * size // strategy.size} if overlap else {}
    return dataclasses.replace(setup, strategy=dataclasses.replace(strategy, size=size, **share))


def _overlapped(setup: Setup, overlap: int) -> Setup:
    strategy: Any = setup.strategy
    return dataclasses.replace(setup, strategy=dataclasses.replace(strategy, overlap=overlap))


def _as_usual(setup: Setup, name: str) -> Setup:
    strategy: Any = setup.strategy
    default = next(setting.default for setting in settings_of(type(strategy)) if setting.name == name)
    return dataclasses.replace(setup, strategy=dataclasses.replace(strategy, **{name: default}))


def _headed(setup: Setup) -> Setup:
    return dataclasses.replace(setup, refinements=(*setup.refinements, refinements.get("header")()))


def _recut(setup: Setup, kind: type[Strategy], pattern: Pattern, size: int) -> Setup:
    """Another strategy at this size, with an eighth of it as overlap where it overlaps by default; one with sizes of its
    own for children and parents keeps them."""
    declared = {setting.name: setting for setting in settings_of(kind)}
    given: dict[str, Any] = {"size": size} if "size" in declared and "parent_size" not in declared else {}
    if given and "overlap" in declared and declared["overlap"].default:
        given["overlap"] = min(declared["overlap"].default, size // 8)
    return dataclasses.replace(setup, strategy=kind(**given), pattern=pattern)


def _largest(chunking: Chunking) -> int:
    """The tokens of the largest chunk: a size for chunks that were not cut by one."""
    return max((one.tokens or 1 for one in chunking.chunks), default=1)


def _search(chunking: Chunking, embedder: Embedder) -> Search:
    return Search(ExactIndex.of(chunking, embedder), embedder, {chunking.document.id: chunking})


def _cut_alike(one: Setup, other: Setup) -> bool:
    return (one.strategy, one.refinements) == (other.strategy, other.refinements)


def _filtered(search: Search, where: Filter | None, where_document: Filter | None) -> Search:
    """The same chunks behind filters."""
    return dataclasses.replace(search, where=where, where_document=where_document) if where or where_document else search


def _rank(question: str, answer: Span, search: Search, setup: Setup, passages: Sequence[Passage]) -> int | None:
    """The rank of the passage that holds the answer whole; looked for further down where it is not among `passages`."""
    (chunking,) = search.chunkings.values()
    rank = retrieved_at(answer, chunking, passages)
    if rank is not None:
        return rank
    further = retrieved_at(answer, chunking, retrieve(question, search, setup.pattern, _DEEP * setup.k))
    return None if further is None else max(further, setup.k + 1)  # a pattern that sees more may order it otherwise


def _tokens(passages: Sequence[Passage], chunking: Chunking) -> int:
    return sum(chunking.tokenizer.counts([one.text for one in passages]))
