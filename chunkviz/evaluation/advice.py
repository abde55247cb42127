"""What to change: read from how the questions failed, and measured before it is believed.

Each pattern of failure is counted, with changes that mend this kind of failure as a rule, and `effects` says what each did to
these very questions: a change that does not help here says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..change import Change, doubled, halved, headed, overlapped, recut, resized, searched, without_overlap
from ..embedder import embedder_for
from ..metric import metrics
from ..phrases import counted
from ..place import Place, length
from .evaluate import Corpus, Progress, Result, evaluate
from .questions import Question
from .significance import Comparison, compare

_NEAR = 4  # times k: a right chunk up to this rank is found and ranked low; after it, it is not found
_TWICE = 0.1  # share of the text read twice from which overlap is too much
_WRONG = 0.3  # share of questions whose first passage is beside the point


@dataclass(frozen=True)
class Shortfall:
    """A pattern in how questions went.

    title       in a few words
    sentence    what was counted
    questions   the questions concerned, by number from 0
    metric      the metric that a remedy should raise
    changes     what mends this as a rule
    """

    title: str
    sentence: str
    questions: tuple[int, ...]
    metric: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Effect:
    """What a change did: by the metric it should raise, and to what a question costs."""

    change: Change
    result: Result
    comparison: Comparison
    metric: str
    tokens: tuple[float, float]

    @property
    def words(self) -> str:
        """“Recall 71.0 → 78.2 %: better. 520 → 540 tokens a question.”"""
        after = self.result.mean(self.metric)
        before = after - self.comparison.difference
        label = metrics.get(self.metric).label
        return (
            f"{label} {100 * before:.1f} → {100 * after:.1f} %: {self.comparison.words}. "
            f"{self.tokens[0]:,.0f} → {self.tokens[1]:,.0f} tokens a question."
        )


def failings(result: Result) -> list[Shortfall]:
    """What the failures have in common; nothing where there are none."""
    looked = (_cut, _unseen, _ranked_low, _not_found, _beside_the_point, _read_twice)
    return [found for look in looked if (found := look(result)) is not None]


def effects(
    failing: Shortfall,
    result: Result,
    corpus: Corpus,
    questions: Sequence[Question],
    *,
    budget: int = 1000,
    progress: Progress = lambda what, done, total: None,
) -> list[Effect]:
    """Each change that a failing proposes, evaluated on the same questions and compared with `result`."""
    found = []
    for change in failing.changes:
        after = evaluate(corpus, questions, change.after, budget=budget, progress=progress)
        metric = metrics.get(failing.metric)
        comparison = compare(
            result.values(metric.key), after.values(metric.key), better=metric.better, comparisons=len(failing.changes)
        )
        tokens = result.mean("tokens_retrieved"), after.mean("tokens_retrieved")
        found.append(Effect(change, after, comparison, metric.key, tokens))
    return found


def _cut(result: Result) -> Shortfall | None:
    which = [i for i, outcome in enumerate(result.outcomes) if not outcome.whole]
    pipeline = result.pipeline
    offered = [doubled(pipeline), overlapped(pipeline), *recut(pipeline, "answers cut")]
    return _failing(
        result,
        which,
        "Answers cut",
        "No chunk holds the whole answer of {of}, so no search could have found it in one.",
        "recall",
        offered,
    )


def _unseen(result: Result) -> Shortfall | None:
    which = [i for i, outcome in enumerate(result.outcomes) if outcome.unseen]
    if not which:
        return None
    reach = embedder_for(result.pipeline.embedder).reach or 0
    size = max(1, int(0.8 * reach))
    words = "The answer of {of} is in its chunk after the " + f"{reach:,} tokens that the model reads."
    offered = [resized(result.pipeline, size, f"chunks of {size:,}, which the model reads whole")]
    return _failing(result, which, "Text the model never reads", words, "recall", offered)


def _ranked_low(result: Result) -> Shortfall | None:
    pipeline = result.pipeline
    which = [i for i in result.failures("ranking") if (result.outcomes[i].rank or 0) <= _NEAR * pipeline.k]
    words = (
        "For {of}, the right chunk is among the first " + f"{_NEAR * pipeline.k} by similarity, but not among the passages read."
    )
    return _failing(
        result,
        which,
        "Right chunk ranked low",
        words,
        "recall",
        [headed(pipeline), *searched(pipeline, "chunks ranked low")],
    )


def _not_found(result: Result) -> Shortfall | None:
    pipeline = result.pipeline
    which = [i for i in result.failures("ranking") if (result.outcomes[i].rank or 0) > _NEAR * pipeline.k]
    words = "For {of}, the right chunk is not even among the first " + f"{_NEAR * pipeline.k}: its vector says something else."
    return _failing(
        result,
        which,
        "Right chunk not found",
        words,
        "recall",
        [halved(pipeline), overlapped(pipeline), *searched(pipeline, "chunks not found")],
    )


def _beside_the_point(result: Result) -> Shortfall | None:
    which = [i for i, outcome in enumerate(result.outcomes) if outcome.values["mrr"] < 1]
    if len(which) < _WRONG * len(result.outcomes):
        return None
    pipeline = result.pipeline
    words = "For {of}, the first passage holds no part of the answer."
    offered = [doubled(pipeline), *recut(pipeline, "passages beside the point")]
    return _failing(result, which, "Passages beside the point", words, "mrr", offered)


def _read_twice(result: Result) -> Shortfall | None:
    shares = [_twice([one.place for one in outcome.found]) for outcome in result.outcomes]
    which = [i for i, share in enumerate(shares) if share > 0]
    share = sum(shares) / len(shares)
    if share < _TWICE:
        return None
    pipeline = result.pipeline
    words = f"{100 * share:.0f} % of what is read is read twice, for " + "{of}."
    offered = [without_overlap(pipeline), *searched(pipeline, "text read twice")]
    return _failing(result, which, "The same text read twice", words, "precision", offered)


def _failing(
    result: Result, which: Sequence[int], title: str, words: str, metric: str, offered: Sequence[Change | None]
) -> Shortfall | None:
    if not which:
        return None
    of = f"{len(which):,} of {counted(len(result.outcomes), 'question')}"
    changes = tuple(one for one in offered if one is not None)
    return Shortfall(title, words.format(of=of), tuple(which), metric, changes)


def _twice(places: Sequence[Place]) -> float:
    """Share of the characters read that had been read before."""
    read = sum(place.length for place in places)
    return 1 - length(places) / read if read else 0.0
