"""How large the chunks are: a histogram of their tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..phrases import counted

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

_WIDTHS = (1, 2, 5)


class Bar(NamedTuple):
    """Chunks of `low` to `high` tokens, both included."""

    low: int
    high: int
    chunks: int


def bars(tokens: Sequence[int], most: int = 40) -> list[Bar]:
    """The histogram: at most about `most` bars, each 1, 2 or 5 times a power of ten wide and beginning at a multiple of it.

    >>> [tuple(bar) for bar in bars([1, 1, 2, 9], most=5)]
    [(0, 1, 2), (2, 3, 1), (4, 5, 0), (6, 7, 0), (8, 9, 1)]
    """
    if not len(tokens):
        return []
    counted = np.asarray(tokens, np.int64)
    low, high = int(counted.min()), int(counted.max())
    width = next(w * 10**power for power in range(20) for w in _WIDTHS if (high - low + 1) / (w * 10**power) <= most)
    first = low // width
    found = np.bincount(counted // width - first)
    return [Bar((first + i) * width, (first + i + 1) * width - 1, int(n)) for i, n in enumerate(found)]


def sizes(tokens: Sequence[int], size: int | None = None, unit: str = "tokens") -> Figure:
    """The histogram as a figure; a dashed line marks `size`, the most a chunk may have. A bar's `customdata` is
    (low, high), so that a click on it says which chunks it holds."""
    from plotly.graph_objects import Bar as Columns
    from plotly.graph_objects import Figure

    drawn = bars(tokens)
    figure = Figure(
        Columns(
            x=[(bar.low + bar.high) / 2 for bar in drawn],
            y=[bar.chunks for bar in drawn],
            width=[(bar.high - bar.low + 1) * 0.92 for bar in drawn],
            customdata=[(bar.low, bar.high) for bar in drawn],
            hovertext=[_words(bar, unit) for bar in drawn],
            hoverinfo="text",
            marker_color="#56b4e9",
        )
    )
    if size is not None:
        figure.add_vline(
            size,
            line_dash="dash",
            line_width=1.5,
            line_color="#888888",
            annotation_text=f"size {size:,}",
            annotation_position="top left",
        )
    figure.update_layout(
        xaxis_title=f"{unit} in a chunk",
        yaxis_title="chunks",
        bargap=0,
        height=240,
        margin={"l": 8, "r": 8, "t": 18, "b": 8},
        showlegend=False,
        dragmode=False,
    )
    figure.update_yaxes(rangemode="tozero")
    return figure


def _words(bar: Bar, unit: str) -> str:
    extent = f"{bar.low:,}" if bar.low == bar.high else f"{bar.low:,} to {bar.high:,}"
    return f"{extent} {unit}: {counted(bar.chunks, 'chunk')}"
