"""The settings of a run side by side: a table by column, and whether one of them is the best."""

from __future__ import annotations

from typing import Any

from ..metric import COLUMNS, metrics
from ..phrases import counted
from .run import Run
from .significance import compare


def verdict(run: Run, by: str, alike: list[int]) -> str:
    """Which setting is best, if the questions can tell."""
    label, asked = metrics.get(by).label, counted(len(run.questions), "question")
    first = run.results[alike[0]].pipeline.label
    if len(run.results) == 1:
        return f"One setting, {asked}; try several to compare."
    if len(alike) == 1:
        return f"By {label}, {first} is better than every other setting, with {asked}."
    others = len(alike) - 1
    return f"By {label}, no setting can be named the best with {asked}: {others} cannot be distinguished from {first}."


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
