"""Whether a difference between two settings is real, or what other questions would have turned round.

Both settings answered the same questions, so the differences are taken question by question. The paired bootstrap gives an
interval: 10,000 times as many questions are drawn again, with repetition, and the mean difference taken (Efron and Tibshirani,
An Introduction to the Bootstrap, 1993, chapter 13; for retrieval: Sakai, SIGIR 2006). With few questions that interval is
too narrow, so a difference counts only if the paired permutation test agrees: how often chance alone, giving each question's
difference either sign, makes as large a mean (Smucker, Allan and Carterette, CIKM 2007).

Where one setting is compared with many, chance has many tries; the error allowed, 5 %, is shared among them (Bonferroni).
How many questions would be needed: those with which a difference of this size and spread is found in 8 of 10 cases.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from ..phrases import counted

ERROR = 0.05  # how often chance may be taken for a difference
_POWER = 0.8
_DRAWS = 10_000
_BLOCK = 2_000_000  # numbers drawn at once
_ENOUGH = 10_000  # more questions than anybody writes


@dataclass(frozen=True)
class Comparison:
    """The second of two settings compared with the first, by one metric.

    difference   mean of the second minus mean of the first
    low, high    the interval: of 95 %, or wider where several comparisons share the error
    chance       how often chance alone makes as large a difference
    verdict      "better", "worse" or "cannot tell"
    needed       questions with which it could probably be shown; None where it is shown already, or never
    """

    difference: float
    low: float
    high: float
    chance: float
    verdict: str
    questions: int
    needed: int | None = None

    @property
    def words(self) -> str:
        """“better”, “worse”, “cannot tell with 20 questions; about 140 would”."""
        if self.verdict != "cannot tell":
            return self.verdict
        asked = counted(self.questions, "question")
        if self.needed is None:
            return f"no difference with {asked}"
        if self.needed > _ENOUGH:
            return f"cannot tell with {asked}; more than {_ENOUGH:,} would be needed"
        return f"cannot tell with {asked}; about {self.needed:,} would"


def compare(
    before: Sequence[float], after: Sequence[float], *, better: str = "high", comparisons: int = 1, seed: int = 0
) -> Comparison:
    """Compare `after` with `before`: a metric's values for the same questions in the same order.

    better        "high" or "low": which values of the metric are good
    comparisons   how many comparisons share the error
    The same input and seed give the same result.
    """
    if len(before) != len(after) or not before:
        raise ValueError("a comparison needs the values of the same questions, and at least one")
    differences = np.asarray(after, np.float64) - np.asarray(before, np.float64)
    error = ERROR / max(1, comparisons)
    mean, count = float(differences.mean()), len(differences)
    if not differences.any():
        return Comparison(0.0, 0.0, 0.0, 1.0, "cannot tell", count)
    low, high = _interval(differences, error, seed)
    chance = _chance(differences, seed)
    if chance >= error or low <= 0 <= high:
        return Comparison(mean, low, high, chance, "cannot tell", count, _needed(differences, error))
    return Comparison(mean, low, high, chance, "better" if (mean > 0) == (better == "high") else "worse", count)


def leaders(values: Sequence[Sequence[float]], *, better: str = "high", seed: int = 0) -> list[int]:
    """The settings that the data cannot tell from the best by this metric, the best first.

    The error of 5 % is shared among the comparisons with the best, as if that one had been named beforehand. It is chosen on
    the same questions, so it errs more often: of 1,328 simulated families of ten equal settings (60 questions, independent normal
    values) 15 % lost one.
    Whoever names a winner lets questions that were held out confirm it (`chunkviz.evaluation.comparison.winner`).
    """
    means = [sum(one) / len(one) for one in values]
    order = sorted(range(len(values)), key=lambda i: -means[i] if better == "high" else means[i])
    best = order[0]
    compared = len(values) - 1
    return [best] + [
        i
        for i in order[1:]
        if compare(values[best], values[i], better=better, comparisons=compared, seed=seed).verdict != "worse"
    ]


def _interval(differences: NDArray[np.float64], error: float, seed: int) -> tuple[float, float]:
    generator, count = np.random.default_rng(seed), len(differences)
    means = [differences[generator.integers(0, count, (rows, count))].mean(axis=1) for rows in _rows(count)]
    low, high = np.quantile(np.concatenate(means), [error / 2, 1 - error / 2])
    return float(low), float(high)


def _chance(differences: NDArray[np.float64], seed: int) -> float:
    generator, count = np.random.default_rng(seed + 1), len(differences)
    least = abs(differences.sum()) * (1 - 1e-9)
    as_large = 0
    for rows in _rows(count):
        signs = generator.integers(0, 2, (rows, count), dtype=np.int8) * 2.0 - 1
        as_large += int((np.abs(signs @ differences) >= least).sum())
    return (as_large + 1) / (_DRAWS + 1)


def _rows(count: int) -> list[int]:
    """The draws in blocks that fit the memory."""
    rows = max(1, min(_DRAWS, _BLOCK // count))
    return [rows] * (_DRAWS // rows) + ([_DRAWS % rows] if _DRAWS % rows else [])


def _needed(differences: NDArray[np.float64], error: float) -> int | None:
    """Questions needed, to two digits; None where the mean difference is nought."""
    mean, count = float(differences.mean()), len(differences)
    if abs(mean) < 1e-12:
        return None
    spread = float(differences.var(ddof=1)) if count > 1 else mean**2
    deviations = NormalDist().inv_cdf(1 - error / 2) + NormalDist().inv_cdf(_POWER)
    least = math.ceil(math.log2(2 / error))  # with fewer, chance gives all the same sign too often
    needed = max(deviations**2 * spread / mean**2, least, count + 1)
    digits = max(0, math.floor(math.log10(needed)) - 1)
    return int(math.ceil(needed / 10**digits) * 10**digits)
