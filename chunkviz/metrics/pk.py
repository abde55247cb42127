"""Pk: how often a segmentation disagrees about whether two places lie in one segment.

D. Beeferman, A. Berger and J. Lafferty, “Statistical models for text segmentation”, Machine Learning 34 (1999).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..tokenizer import Positions


def pk(truth: Sequence[int], found: Sequence[int], length: int, width: int | None = None) -> float:
    """The share of all pairs of units `width` apart of which truth and found say differently whether they lie in one
    segment: 0 where they always agree, about 0.5 for a segmentation that knows nothing.

    truth, found   where segments begin, the first (0) left out or not; in units (characters, sentences ...)
    length         units of the text
    width          half the mean length of the true segments where None
    0.0 where the text is no longer than the width: there is no pair.

    >>> pk([4], [4], 8), pk([4], [], 8)     # width 2; of 6 pairs (0,2) (1,3) (2,4) (3,5) (4,6) (5,7), two lie across 4
    (0.0, 0.3333333333333333)
    """
    true, other = _boundaries(truth, length), _boundaries(found, length)
    if width is None:
        width = max(1, round(length / (len(true) + 1) / 2))
    first = np.arange(max(0, length - width))
    if not len(first):
        return 0.0
    cut = [edges.searchsorted(first + width, "right") > edges.searchsorted(first, "right") for edges in (true, other)]
    return float(np.mean(cut[0] != cut[1]))


def _boundaries(starts: Sequence[int], length: int) -> Positions:
    edges = np.unique(np.array(starts, np.int64))
    return edges[(edges > 0) & (edges < length)]
