"""How chunks are drawn, in the text and on a printed page alike: their colours, and the tints and sizes of what is drawn.

The colours are six of Okabe and Ito's, in the order in which neighbours differ most for any colour vision.

As tints on white and on near-black, the least difference of two neighbours, seen with normal, red-blind, green-blind or
blue-blind eyes, is 16 in CIE Lab (the test works it out); in other orders of Okabe and Ito's colours it is as little as 3.
In a grey print the tints of neighbours are as good as alike: there the bar where a chunk begins parts them, 3 : 1 against
the paper and both tints.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..chunk import Chunk
from ..tokenizer import Positions

PALETTE = ("#56b4e9", "#e69f00", "#009e73", "#f0e442", "#0072b2", "#d55e00")  # sky, orange, green, yellow, blue, vermilion


class Tints(NamedTuple):
    """Shares, 0 to 1, of a chunk's colour in what is drawn with it; the rest is the paper, or of an edge the ink."""

    tint: float  # text that one chunk holds
    stripe: float  # a stripe of text that several hold
    hovered: float  # added to either under the pointer,
    selected: float  # in the selected chunk,
    found: float  # and in a hit, times its share of the best score
    found_tint: float  # what a hit begins with
    found_stripe: float
    dimmed_tint: float  # text that steps back
    dimmed_stripe: float
    edge: float  # the bar where a chunk begins
    label: float  # the number in the margin


# fmt: off
ON_WHITE = Tints(tint=0.22, stripe=0.38, hovered=0.14, selected=0.20, found=0.34, found_tint=0.16, found_stripe=0.20,
                 dimmed_tint=0.09, dimmed_stripe=0.15, edge=0.46, label=0.38)
ON_BLACK = Tints(tint=0.24, stripe=0.27, hovered=0.06, selected=0.08, found=0.16, found_tint=0.16, found_stripe=0.20,
                 dimmed_tint=0.09, dimmed_stripe=0.15, edge=0.60, label=0.45)
# fmt: on


class Widths(NamedTuple):
    """CSS pixels in the text, points on a printed page."""

    stripe: float = 6  # across, of each colour of text that chunks share
    edge: float = 3  # the bar where a chunk begins
    bar: float = 4  # the bar beside the selected chunk


WIDTHS = Widths()
PRINTED_LABEL = 0.5  # share of a colour, the rest black, in which a number is read on a printed page


def custom_properties() -> str:
    """The colours, tints and widths for the style sheet."""
    colours = {f"c{i}": colour for i, colour in enumerate(PALETTE)}
    widths = {f"{name}-width": f"{width:g}px" for name, width in WIDTHS._asdict().items()}
    return _rule(".viewer", colours | widths | _shares(ON_WHITE)) + _rule(".viewer.dark", _shares(ON_BLACK))


def _shares(tints: Tints) -> dict[str, str]:
    return {name.replace("_", "-"): f"{share:.0%}" for name, share in tints._asdict().items()}


def _rule(selector: str, properties: dict[str, str]) -> str:
    return f"{selector} {{ " + " ".join(f"--{name}: {value};" for name, value in properties.items()) + " }\n"


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
    furthest = [-1] * count  # where the chunks of each colour end
    given = list(range(count))  # the colours, the one given last at the end
    for i, chunk in enumerate(chunks):
        wish = (int(chosen[i - 1]) + 1) % count if i else 0
        free = [c % count for c in range(wish, wish + count) if furthest[c % count] < chunk.start]
        chosen[i] = colour = free[0] if free else given[0]
        furthest[colour] = max(furthest[colour], chunk.end)
        given.remove(colour)
        given.append(colour)
    return chosen
