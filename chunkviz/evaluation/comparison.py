"""The settings of a run side by side: a table by column, and whether one of them is the best."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ..metric import COLUMNS, metrics
from ..phrases import counted
from .held_out import HeldOut, at_random, held_out, highest, too_few
from .run import Run
from .significance import compare


def by_held_out(run: Run, by: str) -> HeldOut | None:
    """The choice among the run's settings by this metric, where each fifth of the questions is held out in turn; None where
    there is nothing to choose or too few questions."""
    if len(run.results) < 2 or too_few(len(run.questions)):
        return None
    values = np.array([result.values(by) for result in run.results])
    choose = highest(values if metrics.get(by).better == "high" else -values)
    return held_out(values, at_random(len(run.questions)), choose)


def winner(run: Run, by: str, alike: list[int]) -> int | None:
    """The setting that is better than every other and is chosen whichever questions are held out; None where there is none."""
    found = by_held_out(run, by)
    return alike[0] if found and len(alike) == 1 and set(found.chosen) == {alike[0]} else None


def verdict(run: Run, by: str, alike: list[int]) -> str:
    """Which setting is best, if the questions can tell."""
    label, asked = metrics.get(by).label, counted(len(run.questions), "question")
    first = run.results[alike[0]].pipeline.label
    if len(run.results) == 1:
        return f"One setting, {asked}; try several to compare."
    if winner(run, by, alike) is not None:
        return f"By {label}, {first} is better than every other setting, with {asked}."
    others = len(alike) - 1
    reason = (
        f"{others} cannot be distinguished from {first}."
        if others
        else too_few(len(run.questions)) or f"{first} is not chosen whichever questions are held out."
    )
    return f"By {label}, no setting can be named the best with {asked}: {reason}"


def held_out_words(run: Run, by: str) -> str:
    """What the choice is worth on the questions that had no part in it, beside what it seems worth on those that had."""
    if len(run.results) < 2:
        return ""
    if (found := by_held_out(run, by)) is None:
        return too_few(len(run.questions))
    often = Counter(found.chosen).most_common(1)[0]
    training, apart = (_written(by, value) for value in (found.training, found.mean))
    return (
        f"Held out: {apart}, where the questions that choose the setting give {training} (each fifth held out in turn; "
        f"{run.results[often[0]].pipeline.label} is chosen {often[1]} times of {len(found.chosen)})."
    )


def _written(by: str, value: float) -> str:
    return f"{100 * value:.1f} %" if metrics.get(by).unit == "share" else f"{value:,.0f}"


def columns(run: Run, by: str, alike: list[int]) -> dict[str, list[Any]]:
    """The table, by column; shares in per cent."""
    better, first = metrics.get(by).better, alike[0]
    keys = list(dict.fromkeys([by, *COLUMNS]))
    values = run.results[first].values(by)
    verdicts = [
        "highest mean"
        if i == first
        else compare(values, result.values(by), better=better, comparisons=len(run.results) - 1).words
        for i, result in enumerate(run.results)
    ]
    return {
        "Setting": [result.pipeline.label for result in run.results],
        **{
            metrics.get(key).label: [
                result.mean(key) * (100 if metrics.get(key).unit == "share" else 1) for result in run.results
            ]
            for key in keys
        },
        "Compared with the highest": verdicts,
        "Cut": [len(result.failures("chunking")) for result in run.results],
        "Not found": [len(result.failures("ranking")) for result in run.results],
        "Chunks": [result.chunks for result in run.results],
    }
