"""WindowDiff: how often a segmentation has another number of boundaries in a window than the true one.

L. Pevzner and M. Hearst, “A critique and improvement of an evaluation metric for text segmentation”, Computational
Linguistics 28 (2002). Unlike Pk it also sees a boundary too many close to a true one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .pk import crossings


def windowdiff(truth: Sequence[int], found: Sequence[int], length: int, width: int | None = None) -> float:
    """The share of windows of `width` units that hold different numbers of true and found boundaries: 0 is best, 1 worst.

    Arguments as of `chunkviz.metrics.pk.pk`.

    >>> windowdiff([4], [4, 5], 8)     # the pairs (3,5) and (4,6) have the boundary at 5 too
    0.3333333333333333
    """
    true, other = crossings(truth, found, length, width)
    return float(np.mean(true != other)) if len(true) else 0.0
