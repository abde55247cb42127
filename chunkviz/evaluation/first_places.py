"""Where a text first stands in a document: what an evaluation that searches for its chunks takes for their place.

Only the published metrics of Chroma's report need this (see `metrics.published`). Where a document repeats itself, a later
chunk is then taken for the first one with the same text.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..span import Span
from ..tokenizer import code_points

_PREFIX = 16  # characters by which a text is looked for
_BLOCK = 1_000_000  # characters looked at together
_BASE = np.uint64(0x9E3779B97F4A7C15)


def first_places(text: str, spans: Sequence[Span]) -> list[Span]:
    """For each span of `text`, the first span that holds the same characters.

    One pass over the text with a rolling hash of 16 characters finds where each beginning first stands; only where that is
    not the span's own place is the text really searched.
    """
    begins = _first_prefixes(text, spans)
    found = []
    for span, begin in zip(spans, begins, strict=True):
        start = span.start if begin >= span.start else text.find(text[span.start : span.end], begin)
        found.append(Span(start, start + span.length))
    return found


def _first_prefixes(text: str, spans: Sequence[Span]) -> list[int]:
    """For each span, a position from which on its text may stand: 0 where it is too short to be looked for by hash."""
    long = [i for i, span in enumerate(spans) if span.length >= _PREFIX]
    if not long:
        return [0] * len(spans)
    codes = code_points(text)
    starts = np.array([spans[i].start for i in long])
    wanted, which = np.unique(
        _hashes(codes[(starts[:, None] + np.arange(_PREFIX)).ravel()].reshape(-1, _PREFIX)), return_inverse=True
    )
    first = np.full(len(wanted), len(text), np.int64)
    for begin in range(0, len(codes) - _PREFIX + 1, _BLOCK):
        block = codes[begin : begin + _BLOCK + _PREFIX - 1]
        hashes = _hashes(np.lib.stride_tricks.sliding_window_view(block, _PREFIX))
        place = np.minimum(wanted.searchsorted(hashes), len(wanted) - 1)
        here = np.flatnonzero(wanted[place] == hashes)
        np.minimum.at(first, place[here], here + begin)
    begins = [0] * len(spans)
    for i, hashed in zip(long, which.tolist(), strict=True):
        begins[i] = int(first[hashed])
    return begins


def _hashes(windows: np.ndarray) -> np.ndarray:
    """A 64-bit hash of each row of code points, shape (n, 16) -> (n,)."""
    total = np.zeros(len(windows), np.uint64)
    for column in range(_PREFIX):
        total = total * _BASE + windows[:, column]
    return total
