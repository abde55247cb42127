"""Texts that say nearly the same, found without comparing every pair.

After Broder (1997), “On the resemblance and containment of documents”: a text is the set of its shingles (runs of four
words), two texts resemble each other by the share of shingles they have in common, and texts worth comparing share one
of their few smallest hashes.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from zlib import crc32

WORDS = 4  # in a shingle
_SKETCH = 16  # smallest hashes that are looked at
_CANDIDATES = 4  # earlier texts compared for each of these
_WORD = re.compile(r"\w+")


def near_duplicates(texts: Sequence[str], least: float = 0.8) -> Iterator[tuple[int, int, float]]:
    """(earlier, later, resemblance) for each text that resembles an earlier one at least so much; the closest of those.

    The resemblance is shingles in common over shingles in either, from 0 to 1. Texts of fewer than four words are left
    out. Time grows with the length of the texts.
    """
    shingles = [_shingles(text) for text in texts]
    seen: defaultdict[int, list[int]] = defaultdict(list)
    for later, own in enumerate(shingles):
        sketch = sorted(own)[:_SKETCH]
        candidates = {earlier for value in sketch for earlier in seen[value]}
        best = max(((_resemblance(shingles[earlier], own), -earlier) for earlier in candidates), default=(0.0, 0))
        if best[0] >= least:
            yield -best[1], later, best[0]
        for value in sketch:
            if len(seen[value]) < _CANDIDATES:
                seen[value].append(later)


def _shingles(text: str) -> set[int]:
    words = [word.lower() for word in _WORD.findall(text)]
    return {crc32(" ".join(words[i : i + WORDS]).encode()) for i in range(len(words) - WORDS + 1)}


def _resemblance(one: set[int], other: set[int]) -> float:
    return len(one & other) / len(one | other)
