"""What a choice among settings is worth on questions that had no part in it.

The best of many settings looks better than it is on the questions that chose it: part of its lead is chance. So the questions are
laid in folds; for each fold the setting is chosen on all other questions and judged on the fold (cross-validation; Stone, Journal
of the Royal Statistical Society B, 1974). Held out is then each question's value under the setting chosen without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..phrases import counted

FEWEST = 10  # questions, below which a fold is one or none and says nothing
FOLDS = 5

Fold = Sequence[int]
"""Numbers of the questions that are held out together."""
Choose = Callable[[Fold], int]
"""The number of the setting that is best on these questions."""
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class HeldOut:
    """A metric where questions choose and where they are held out.

    chosen     for each fold, the setting chosen on all other questions
    training   the mean, over the folds, of the chosen setting's mean on the questions that chose it
    values     each question's value under the setting chosen without it
    """

    chosen: tuple[int, ...]
    training: float
    values: tuple[float, ...]

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)


def held_out(values: Numbers, folds: Sequence[Fold], choose: Choose) -> HeldOut:
    """The metric `values`, shape (settings, questions), with `choose` choosing for each fold on the questions outside it.

    Raises ValueError where the folds are not a partition of the questions, or one of them is all of them.
    """
    count = values.shape[1]
    if sorted(i for fold in folds for i in fold) != list(range(count)) or len(folds) < 2:
        raise ValueError("every question belongs to one of at least two folds")
    found, chosen, training = np.zeros(count), [], []
    for fold in folds:
        others = np.setdiff1d(np.arange(count), fold)
        chosen.append(choose(others.tolist()))
        training.append(float(values[chosen[-1], others].mean()))
        found[list(fold)] = values[chosen[-1], list(fold)]
    return HeldOut(tuple(chosen), sum(training) / len(training), tuple(found.tolist()))


def highest(values: Numbers, allowed: Callable[[Fold], NDArray[np.bool_]] | None = None) -> Choose:
    """Chooses the setting with the highest mean; the first of equals. Where settings are `allowed`, among those, if any is."""

    def choose(questions: Fold) -> int:
        means = values[:, list(questions)].mean(axis=1)
        if allowed is not None and (let := allowed(questions)).any():
            means = np.where(let, means, -np.inf)
        return int(means.argmax())

    return choose


def by_group(groups: Sequence[str]) -> list[list[int]]:
    """A fold for each group, such as the document that a question is of, in the order of their first question."""
    folds: dict[str, list[int]] = {}
    for number, group in enumerate(groups):
        folds.setdefault(group, []).append(number)
    return list(folds.values())


def at_random(count: int, folds: int = FOLDS, seed: int = 0) -> list[list[int]]:
    """Folds of equal size, give or take one question. The same seed gives the same."""
    order = np.random.default_rng(seed).permutation(count)
    return [sorted(part.tolist()) for part in np.array_split(order, folds)]


def too_few(count: int) -> str:
    """A sentence where the questions are too few to hold any out, else nothing."""
    if count >= FEWEST:
        return ""
    return f"{counted(count, 'question')} are too few to hold some out; {FEWEST - count} more would do."
