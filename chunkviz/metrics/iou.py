"""IoU: recall and precision of text in one number."""

from __future__ import annotations

from ..case import Case
from ..metric import metric
from ..place import length, shared


@metric("IoU", "text", order=4)
def iou(case: Case) -> float:
    """Characters that answers and passages share, as a share of those that either has.

    |answers ∩ passages| / |answers ∪ passages|: the Jaccard index. Source: as for recall.
    """
    return shared(case.answers, case.passages) / length([*case.answers, *case.passages])
