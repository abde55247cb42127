"""Settings to try in place of another, each with one thing changed; None where there is nothing to change."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

from ..errors import ChunkvizError
from ..params import settings_of
from ..pattern import patterns
from ..pipeline import Setup
from ..refinement import refinements
from ..strategy import strategies


@dataclass(frozen=True)
class Suggestion:
    """A setting to try, in words, with the one thing that it changes."""

    words: str
    setup: Setup


def larger(setup: Setup) -> Suggestion | None:
    size = getattr(setup.strategy, "size", 0)
    return changed(setup, f"larger chunks ({2 * size:,})", size=2 * size)


def smaller(setup: Setup) -> Suggestion | None:
    size = getattr(setup.strategy, "size", 0) // 2
    return changed(setup, f"smaller chunks ({size:,})", size=size, **overlap_for(setup, size))


def more_overlap(setup: Setup) -> Suggestion | None:
    overlap = getattr(setup.strategy, "size", 0) // 4
    if overlap <= getattr(setup.strategy, "overlap", 0):
        return None
    return changed(setup, f"more overlap ({overlap:,})", overlap=overlap)


def overlap_for(setup: Setup, size: int) -> dict[str, int]:
    """The overlap made smaller where it would no longer fit a smaller size."""
    overlap = getattr(setup.strategy, "overlap", None)
    return {} if overlap is None else {"overlap": min(overlap, size // 4)}


def headed(setup: Setup) -> Suggestion | None:
    headers = [one for one in refinements if one.key == "header"]
    if not headers or any(one.key == "header" for one in setup.refinements):
        return None
    changed = dataclasses.replace(setup, refinements=(*setup.refinements, headers[0]()))
    return Suggestion("headings in front of each chunk", changed)


def searched(setup: Setup, key: str, words: str) -> Suggestion | None:
    if setup.pattern.key == key:
        return None
    return Suggestion(words, dataclasses.replace(setup, pattern=patterns.get(key)()))


def changed(setup: Setup, words: str, **changes: int) -> Suggestion | None:
    """The strategy with other settings; None where it has no such setting, or they are out of bounds."""
    declared = {setting.name for setting in settings_of(type(setup.strategy))}
    if not set(changes) & declared:
        return None
    mine = {name: value for name, value in changes.items() if name in declared}
    return _made(words, lambda: dataclasses.replace(setup, strategy=dataclasses.replace(setup.strategy, **mine)))  # type: ignore[type-var]


def _made(words: str, make: Callable[[], Setup]) -> Suggestion | None:
    try:
        return Suggestion(words, make())
    except ChunkvizError:  # the settings contradict one another or leave their bounds: there is nothing to suggest
        return None


def cut_by(setup: Setup, key: str) -> Suggestion | None:
    """Another strategy with the same size, where it has one; None where it is the same or not there."""
    kind = next((one for one in strategies if one.key == key), None)
    if kind is None or key == setup.strategy.key:
        return None
    size = getattr(setup.strategy, "size", None)
    sized = size is not None and any(setting.name == "size" for setting in settings_of(kind))
    return _made(
        f"“{kind.label}” in its place", lambda: dataclasses.replace(setup, strategy=kind(**({"size": size} if sized else {})))
    )
