"""The colours of chunks: six of Okabe and Ito's, in the order in which neighbours differ most for any colour vision.

As tints on white and on near-black, the least difference of two neighbours, seen with normal, red-blind, green-blind or
blue-blind eyes, is 16 in CIE Lab (the test works it out); in other orders of Okabe and Ito's colours it is as little as 3.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..chunk import Chunk
from ..tokenizer import Positions

PALETTE = ("#56b4e9", "#e69f00", "#009e73", "#f0e442", "#0072b2", "#d55e00")  # sky, orange, green, yellow, blue, vermilion


def colours(chunks: Sequence[Chunk]) -> Positions:
    """The index in PALETTE of each chunk's colour, shape (n,).

    Colours follow the chunks' numbers. Only where that would give a chunk the colour of one it touches or overlaps
    (a long chunk with many short ones inside it) it takes the next free one; where more chunks than there are colours
    lie over one place, it differs from the last ones.
    """
    count = len(PALETTE)
    chosen = np.arange(len(chunks), dtype=np.int64) % count
    reach = np.maximum.accumulate(np.array([chunk.end for chunk in chunks], np.int64)) if chunks else chosen
    starts = np.array([chunk.start for chunk in chunks], np.int64)
    if not np.any(reach[: -count or None] >= starts[count:]):  # nothing reaches as far as the next chunk of its colour
        return chosen
    near: list[tuple[int, int]] = []  # (end, colour) of the chunks that reach the present one, in order
    for i, chunk in enumerate(chunks):
        near = [(end, colour) for end, colour in near if end >= chunk.start][1 - count :]
        taken = {colour for _, colour in near}
        wish = (int(chosen[i - 1]) + 1) % count if i else 0
        chosen[i] = next((c % count for c in range(wish, wish + count) if c % count not in taken), wish)
        near.append((chunk.end, int(chosen[i])))
    return chosen
