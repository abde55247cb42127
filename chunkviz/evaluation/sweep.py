"""Many settings, one after the other: with progress, time left, stop and resume.

Texts that several settings share are embedded once (see `chunkviz.cache.vectors`), so a grid of sizes and overlaps costs what
its distinct texts cost. That is also what time left is measured in.
"""

from __future__ import annotations

import dataclasses
import itertools
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import ChunkvizError, SettingError
from ..params import settings_of
from ..pattern import Pattern
from ..pipeline import Pipeline
from ..refinement import Refinement
from ..strategy import Strategy
from .evaluate import Corpus, Result, evaluate
from .run import Run

MOST = 500  # settings of one sweep
_ASKING = 0.02  # what cutting and asking costs, as a share of embedding all documents once


@dataclass(frozen=True)
class Progress:
    """How far a sweep is.

    done, total   settings
    at            name of the one at work; "" at the end
    step          what is done for it: "cutting", "embedding", "preparing", "asking"
    share         of all the work, 0 to 1
    left          seconds, about; None where nothing can be said yet
    """

    done: int
    total: int
    at: str
    step: str
    share: float
    left: float | None


def grid(
    strategies: Sequence[Strategy],
    *,
    sizes: Sequence[int] = (),
    overlaps: Sequence[int] = (),
    refined: Sequence[tuple[Refinement, ...]] = ((),),
    patterns: Sequence[Pattern] = (),
    embedders: Sequence[str] = (),
    tokenizer: str = "cl100k_base",
    k: int = 5,
) -> tuple[list[Pipeline], list[str]]:
    """Every combination that makes sense, and a sentence for each that was left out.

    A strategy without a size or an overlap is taken once for all of them. Where no sizes are given, each strategy keeps its
    own; where no overlaps are given, each has the overlap that `Strategy.resized` gives it with the size.
    """
    pipelines, notes = [], []
    for strategy in strategies:
        for size, overlap in itertools.product(_axis(strategy, "size", sizes), _axis(strategy, "overlap", overlaps)):
            try:
                changed: Any = strategy if size is None else strategy.resized(size)
                changed = changed if overlap is None else dataclasses.replace(changed, overlap=overlap)
            except SettingError as error:
                notes.append(f"{strategy.label} {size}/{overlap} is left out: {error}")
                continue
            plain = Pipeline(changed)
            for one in itertools.product(refined, embedders or [plain.embedder], patterns or [plain.pattern]):
                pipelines.append(Pipeline(changed, one[0], tokenizer, one[1], one[2], k))
    pipelines = list(dict.fromkeys(pipelines))
    if len(pipelines) > MOST:
        raise ChunkvizError(f"That makes {len(pipelines):,} settings; a sweep takes {MOST} at most, so choose fewer.")
    if not pipelines:
        raise ChunkvizError(" ".join(["No setting is left to try.", *notes[:2]]))
    return pipelines, notes


def sweep(
    corpus: Corpus,
    run: Run,
    *,
    done: Callable[[Run], None] = lambda run: None,
    progress: Callable[[Progress], None] = lambda progress: None,
) -> Run:
    """Evaluate the settings of `run` that have no result yet, in order.

    done       called with the run after each setting, to save it
    progress   called often; may raise to stop: what was evaluated is with `done`, and what was embedded stays known
    """
    left = run.left
    clock = _Clock(run, _work(corpus, left), progress)
    for pipeline in left:
        clock.begin(pipeline)
        result = evaluate(corpus, run.questions, pipeline, budget=run.budget, progress=clock.step)
        run = run.having(result)
        done(run)
        clock.end()
    return run


def best(results: Sequence[Result], metric: str, better: str = "high") -> list[int]:
    """The results that the data cannot tell from the best one by a metric, the best first."""
    from .significance import leaders

    return leaders([result.values(metric) for result in results], better=better)


class _Clock:
    """Tells progress and time left, in units of work: characters to be embedded, and a little for the rest."""

    def __init__(self, run: Run, work: Sequence[float], tell: Callable[[Progress], None]) -> None:
        self.run, self.work, self.tell = run, work, tell
        self.began = time.monotonic()
        self.at, self.before = -1, len(run.planned) - len(work)
        self.name = ""

    def begin(self, pipeline: Pipeline) -> None:
        self.at += 1
        self.name = pipeline.label
        self.step("cutting", 0, 1)

    def step(self, what: str, done: int, total: int) -> None:
        """Embedding is nearly all of a setting's work; asking the last little of it."""
        part = {"embedding": done / total, "asking": 1.0}.get(what, 0.0) if total else 0.0
        self._tell(what, self.at, sum(self.work[: self.at]) + part * self.work[self.at] * 0.98)

    def end(self) -> None:
        if self.at + 1 == len(self.work):
            self.name = ""
            self._tell("", len(self.work), sum(self.work))

    def _tell(self, what: str, done: int, worked: float) -> None:
        passed, all_work = time.monotonic() - self.began, sum(self.work)
        left = passed / worked * (all_work - worked) if worked > 0.02 * all_work and passed > 1 else None
        share = worked / all_work if all_work else 1.0
        self.tell(Progress(self.before + done, len(self.run.planned), self.name, what, share, left))


def _work(corpus: Corpus, pipelines: Iterable[Pipeline]) -> list[float]:
    """How much each setting has to embed, in characters, when those before it are done.

    Strategies that cut by meaning would have to embed to be cut, so theirs is guessed: every sentence, then every chunk.
    """
    seen: set[int] = set()
    whole = sum(len(document) for document in corpus.documents)
    work = []
    for pipeline in pipelines:
        new = 0
        if pipeline.strategy.embeds:
            new = 2 * whole
        else:
            for chunking in corpus.cut(pipeline):
                for one in chunking.chunks:
                    text = chunking.embedded_text(one)
                    key = hash((pipeline.embedder, text))
                    if key not in seen:
                        seen.add(key)
                        new += len(text)
        work.append(new + _ASKING * whole)
    return work


def _axis(strategy: Strategy, name: str, values: Sequence[int]) -> Sequence[int | None]:
    """The values to try of a setting; its own alone where it has no such setting or none are given."""
    has = any(setting.name == name for setting in settings_of(type(strategy)))
    return values if has and values else [None]
