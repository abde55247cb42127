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
from .pipeline import Setup
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
    before: Setup
    after: Setup
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


def resized(setup: Setup, size: int, words: str) -> Change | None:
    """Chunks of another size; None where the strategy has no size or does not allow this one."""
    return _made(words, setup, lambda: dataclasses.replace(setup, strategy=setup.strategy.resized(size)))


def halved(setup: Setup) -> Change | None:
    size = getattr(setup.strategy, "size", 0) // 2
    return resized(setup, size, f"chunks half as large ({size:,})")


def doubled(setup: Setup) -> Change | None:
    size = 2 * getattr(setup.strategy, "size", 0)
    return resized(setup, size, f"chunks twice as large ({size:,})")


def quartered(setup: Setup) -> Change | None:
    size = getattr(setup.strategy, "size", 0) // 4
    return resized(setup, size, f"chunks a quarter as large ({size:,})")


def overlapped(setup: Setup) -> Change | None:
    """A quarter of the size as overlap; None where the overlap is that large already."""
    overlap = getattr(setup.strategy, "size", 0) // 4
    if overlap <= getattr(setup.strategy, "overlap", 0):
        return None
    return _setting(setup, "overlap", overlap, f"an overlap of {overlap:,}")


def without_overlap(setup: Setup) -> Change | None:
    return _setting(setup, "overlap", 0, "no overlap")


def defaults(setup: Setup) -> list[Change | None]:
    """Each setting that was changed, the size and the overlap apart, back at its default."""
    declared = {setting.name: setting for setting in settings_of(type(setup.strategy))}
    names = (name for name in setup.strategy.changed() if name not in ("size", "overlap"))
    return [_setting(setup, name, declared[name].default, f"{declared[name].label.lower()} at its default") for name in names]


def headed(setup: Setup) -> Change | None:
    """A header before each chunk; None where there is one."""
    if any(one.key == "header" for one in setup.refinements):
        return None
    added = (*setup.refinements, refinements.get("header")())
    return _made("a header before each chunk", setup, lambda: dataclasses.replace(setup, refinements=added))


def searched(setup: Setup, purpose: str) -> list[Change | None]:
    """The patterns that are good for this purpose, with their defaults."""
    made = [kind() for kind in patterns if purpose in kind.good_for]
    return [_searched(setup, pattern) for pattern in made]


def recut(setup: Setup, purpose: str, size: int | None = None) -> list[Change | None]:
    """The strategies that are good for this purpose.

    size   of their chunks, where the setting's own strategy has none
    """
    wanted = getattr(setup.strategy, "size", None) or size
    kinds = [kind for kind in strategies if purpose in kind.good_for and kind is not type(setup.strategy)]
    return [_recut(setup, kind, wanted) for kind in kinds]


def _searched(setup: Setup, pattern: Pattern) -> Change | None:
    return _made(f"the pattern “{pattern.label}”", setup, lambda: dataclasses.replace(setup, pattern=pattern))


def _recut(setup: Setup, kind: type[Strategy], size: int | None) -> Change | None:
    """One whose chunks are made for a pattern is read by it, and keeps the sizes it was made with."""
    pattern = patterns.get(kind.read_by)() if kind.read_by else setup.pattern
    words = f"the strategy “{kind.label}”" + (f" read by “{pattern.label}”" if kind.read_by else "")

    def make() -> Setup:
        strategy = kind()
        if size is not None and hasattr(strategy, "size") and not kind.read_by:
            strategy = strategy.resized(size)
        return dataclasses.replace(setup, strategy=strategy, pattern=pattern)

    return _made(words, setup, make)


def _setting(setup: Setup, name: str, value: Any, words: str) -> Change | None:
    if not hasattr(setup.strategy, name):
        return None
    strategy: Any = setup.strategy
    return _made(words, setup, lambda: dataclasses.replace(setup, strategy=dataclasses.replace(strategy, **{name: value})))


def _made(words: str, setup: Setup, make: Callable[[], Setup]) -> Change | None:
    """None where the settings contradict one another or leave their bounds, or nothing changes: there is nothing to propose."""
    try:
        after = make()
    except ChunkvizError:
        return None
    return Change(words, setup, after) if after != setup else None
