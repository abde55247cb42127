"""A change: from one setting to another that differs in one thing, in words, with why and what it costs.

Whatever proposes settings does it with these: `inspection.starting_point` by what a document is, `evaluation.advice` by how
questions failed, `diagnosis.remedies` for one answer. No strategy and no pattern is named here: each declares what it is
good for (`good_for`), in the words of `PURPOSES`, and a new one is proposed by itself.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from .errors import ChunkvizError
from .params import settings_of
from .pattern import Pattern, patterns
from .pipeline import Pipeline
from .refinement import refinements
from .strategy import Strategy, strategies

PURPOSES = {
    "retrieval": "to be tried wherever an answer is not retrieved",
    "structure": "documents whose author marked parts: headings, tables, code, messages",
    "paragraphs": "prose whose paragraphs fit a chunk",
    "long paragraphs": "prose whose paragraphs are larger than a chunk",
    "drift": "prose whose topic changes without a mark",
    "answers cut": "answers that no chunk holds whole",
    "passages beside the point": "first passages that hold no part of the answer",
    "chunks ranked low": "right chunks that are near the passages read, but not among them",
    "chunks not found": "right chunks whose vectors say something else",
    "text read twice": "passages that repeat one another",
}


class Extent(IntEnum):
    """How much a change changes."""

    SETTING = 1  # the value of a setting
    ADDED = 2  # a refinement, or another pattern
    STRATEGY = 3


@dataclass(frozen=True, slots=True)
class Change:
    """From the setting `before` to `after`.

    words   what changes, for a person: “chunks half as large (256)”
    why     the reasons, as a sentence; "" where whoever proposes it says them elsewhere
    """

    words: str
    before: Pipeline
    after: Pipeline
    why: str = ""

    @property
    def extent(self) -> Extent:
        if type(self.after.strategy) is not type(self.before.strategy):
            return Extent.STRATEGY
        searched = self.after.pattern != self.before.pattern or self.after.refinements != self.before.refinements
        return Extent.ADDED if searched else Extent.SETTING

    @property
    def recuts(self) -> bool:
        """Whether it makes other chunks, which are embedded again; else only the search is another."""
        one, other = self.before, self.after
        return (one.strategy, one.refinements) != (other.strategy, other.refinements)

    @property
    def cost(self) -> str:
        """What trying it costs, for a person."""
        if not self.recuts:
            return "only searched again"
        return (
            "every sentence and every chunk is embedded again" if self.after.strategy.embeds else "its chunks are embedded again"
        )


def resized(pipeline: Pipeline, size: int, words: str) -> Change | None:
    """Chunks of another size; None where the strategy has no size or does not allow this one."""
    return _made(words, pipeline, lambda: dataclasses.replace(pipeline, strategy=pipeline.strategy.resized(size)))


def halved(pipeline: Pipeline) -> Change | None:
    size = getattr(pipeline.strategy, "size", 0) // 2
    return resized(pipeline, size, f"chunks half as large ({size:,})")


def doubled(pipeline: Pipeline) -> Change | None:
    size = 2 * getattr(pipeline.strategy, "size", 0)
    return resized(pipeline, size, f"chunks twice as large ({size:,})")


def quartered(pipeline: Pipeline) -> Change | None:
    size = getattr(pipeline.strategy, "size", 0) // 4
    return resized(pipeline, size, f"chunks a quarter as large ({size:,})")


def overlapped(pipeline: Pipeline) -> Change | None:
    """A quarter of the size as overlap; None where the overlap is that large already."""
    overlap = getattr(pipeline.strategy, "size", 0) // 4
    if overlap <= getattr(pipeline.strategy, "overlap", 0):
        return None
    return _setting(pipeline, "overlap", overlap, f"an overlap of {overlap:,}")


def without_overlap(pipeline: Pipeline) -> Change | None:
    return _setting(pipeline, "overlap", 0, "no overlap")


def defaults(pipeline: Pipeline) -> list[Change | None]:
    """Each setting that was changed, the size and the overlap apart, back at its default."""
    declared = {setting.name: setting for setting in settings_of(type(pipeline.strategy))}
    names = (name for name in pipeline.strategy.changed() if name not in ("size", "overlap"))
    return [_setting(pipeline, name, declared[name].default, f"{declared[name].label.lower()} at its default") for name in names]


def headed(pipeline: Pipeline) -> Change | None:
    """A header before each chunk; None where there is one."""
    if any(one.key == "header" for one in pipeline.refinements):
        return None
    added = (*pipeline.refinements, refinements.get("header")())
    return _made("a header before each chunk", pipeline, lambda: dataclasses.replace(pipeline, refinements=added))


def searched(pipeline: Pipeline, purpose: str) -> list[Change | None]:
    """The patterns that are good for this purpose, with their defaults."""
    made = [kind() for kind in patterns if purpose in kind.good_for]
    return [_searched(pipeline, pattern) for pattern in made]


def recut(pipeline: Pipeline, purpose: str, size: int | None = None) -> list[Change | None]:
    """The strategies that are good for this purpose.

    size   of their chunks, where the setting's own strategy has none
    """
    wanted = getattr(pipeline.strategy, "size", None) or size
    kinds = [kind for kind in strategies if purpose in kind.good_for and kind is not type(pipeline.strategy)]
    return [_recut(pipeline, kind, wanted) for kind in kinds]


def _searched(pipeline: Pipeline, pattern: Pattern) -> Change | None:
    return _made(f"the pattern “{pattern.label}”", pipeline, lambda: dataclasses.replace(pipeline, pattern=pattern))


def _recut(pipeline: Pipeline, kind: type[Strategy], size: int | None) -> Change | None:
    """One whose chunks are made for a pattern is read by it, and keeps the sizes it was made with."""
    pattern = patterns.get(kind.read_by)() if kind.read_by else pipeline.pattern
    words = f"the strategy “{kind.label}”" + (f" read by “{pattern.label}”" if kind.read_by else "")

    def make() -> Pipeline:
        strategy = kind()
        if size is not None and hasattr(strategy, "size") and not kind.read_by:
            strategy = strategy.resized(size)
        return dataclasses.replace(pipeline, strategy=strategy, pattern=pattern)

    return _made(words, pipeline, make)


def _setting(pipeline: Pipeline, name: str, value: Any, words: str) -> Change | None:
    if not hasattr(pipeline.strategy, name):
        return None
    strategy: Any = pipeline.strategy
    return _made(words, pipeline, lambda: dataclasses.replace(pipeline, strategy=dataclasses.replace(strategy, **{name: value})))


def _made(words: str, pipeline: Pipeline, make: Callable[[], Pipeline]) -> Change | None:
    """None where the settings contradict one another or leave their bounds, or nothing changes: there is nothing to propose."""
    try:
        after = make()
    except ChunkvizError:
        return None
    return Change(words, pipeline, after) if after != pipeline else None
