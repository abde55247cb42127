"""What a metric is, and where metrics are found."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass

from .case import Case
from .registry import Registry

GROUPS = {
    "chunks": "Chunks found",
    "text": "Text found",
    "cost": "What a reader pays",
    "quote": "By quote",
    "published": "As published in Chroma’s report",
}
COLUMNS = ("recall", "precision", "iou", "precision_omega", "mrr", "answered_within_budget", "tokens_retrieved")
"""The keys of the metrics that a table of settings shows, the one it is ordered by apart."""


@dataclass
class Metric:
    """A number for one question under one setting; a setting's is the mean over the questions.

    key, label   its name for programs and for people
    group        see `GROUPS`
    of           the function of a Case; its docstring is the metric's definition and source
    unit         "share" (0 to 1) or "tokens"
    better       "high" or "low"
    """

    key: str
    label: str
    group: str
    of: Callable[[Case], float]
    unit: str = "share"
    better: str = "high"
    order: int = 100

    @property
    def about(self) -> str:
        return " ".join((inspect.getdoc(self.of) or "").partition("\n\n")[0].split())


metrics: Registry[Metric] = Registry("chunkviz.metrics", "metric")


def metric(
    label: str, group: str, *, key: str = "", unit: str = "share", better: str = "high", order: int = 100
) -> Callable[[Callable[[Case], float]], Callable[[Case], float]]:
    """Decorator: file a function of a Case as a metric, under its own name unless `key` gives another."""

    def file(function: Callable[[Case], float]) -> Callable[[Case], float]:
        name = key or getattr(function, "__name__", "")
        metrics.register(Metric(name, label, group, function, unit, better, order))
        return function

    return file
