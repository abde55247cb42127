"""The similarity curve: one point a gap between sentences, the threshold, the cuts, and the size rules that overrode it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..chunk import Chunk
from ..cutting.similarity_curve import Curve, Threshold
from ..tokenizer import Positions

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

MOST = 1500  # points drawn; of more gaps the lowest of each group is


class Marks(NamedTuple):
    """Gaps by what became of them, each an array of gap numbers.

    cuts     passed the threshold, and a chunk ends there
    joined   passed the threshold, but a chunk would have been too small: no chunk ends there
    forced   did not pass it, but a chunk ends there, because it would have been too large
    """

    cuts: Positions
    joined: Positions
    forced: Positions


def marks(curve: Curve, threshold: Threshold | None, chunks: Sequence[Chunk]) -> Marks:
    """What became of each gap. Without a threshold (another strategy cut the text) every chunk's end is forced."""
    passed = np.zeros(len(curve), bool)
    if threshold is not None:
        passed[threshold.cuts] = True
    ended = np.isin(curve.gaps, [chunk.end for chunk in chunks])
    return Marks(np.flatnonzero(passed & ended), np.flatnonzero(passed & ~ended), np.flatnonzero(~passed & ended))


def drawn(curve: Curve, always: Positions, most: int = MOST) -> Positions:
    """The gaps that are drawn: all, or the lowest similarity of each group of consecutive ones and all of `always`."""
    count = len(curve)
    if count <= most:
        return np.arange(count)
    edges = np.linspace(0, count, most + 1).astype(int)
    lowest = [first + int(curve.distances[first:last].argmax()) for first, last in pairwise(edges.tolist())]
    return np.union1d(lowest, always)


def figure(curve: Curve, chunks: Sequence[Chunk], threshold: Threshold | None = None, selected: Chunk | None = None) -> Figure:
    """The curve over the text's characters; a point's `customdata` is (place of the gap), for a click on it.

    The threshold is a line where it is a similarity; of a rise or a depth there is no line to draw. `selected` is shaded.
    """
    from plotly.graph_objects import Figure, Scatter

    found = marks(curve, threshold, chunks)
    shown = drawn(curve, np.concatenate([found.cuts, found.joined]))
    gaps, similarities = curve.gaps, curve.similarities
    plot = Figure()

    def points(of: Positions, name: str, words: str, **style: object) -> None:
        if len(of):
            places = gaps[of].tolist()
            plot.add_trace(
                Scatter(
                    x=places,
                    y=similarities[of].tolist(),
                    customdata=[(place,) for place in places],
                    name=name,
                    hovertemplate=f"similarity %{{y:.2f}} at %{{x:,}}<br>{words}<extra></extra>",
                    **style,
                )
            )

    points(
        shown,
        "similarity",
        "no cut",
        mode="lines+markers",
        line={"width": 1, "color": "#8a8f98"},
        marker={"size": 4, "color": "#8a8f98"},
    )
    size = {"size": 9, "line": {"width": 1.5}}
    points(
        found.forced,
        "cut by size or structure" if threshold else "chunk ends",
        "a chunk ends here, though not by the threshold" if threshold else "a chunk ends here",
        mode="markers",
        marker={**size, "symbol": "line-ns-open", "color": "#0072b2"},
    )
    points(
        found.joined,
        "not cut: too small",
        "past the threshold, but the chunk would be under the least size",
        mode="markers",
        marker={**size, "symbol": "circle-open", "color": "#d55e00"},
    )
    points(found.cuts, "cut", "cut here", mode="markers", marker={**size, "symbol": "circle", "color": "#d55e00"})
    if threshold is not None and threshold.values is curve.distances and np.isfinite(threshold.level):
        plot.add_hline(
            1 - threshold.level,
            line_dash="dash",
            line_width=1,
            line_color="#d55e00",
            annotation_text=f"threshold {1 - threshold.level:.2f}",
            annotation_position="bottom left",
        )
    if selected is not None:
        plot.add_vrect(selected.start, selected.end, fillcolor="#56b4e9", opacity=0.2, line_width=0)
    every = len(curve) / max(len(shown), 1)
    plot.update_layout(
        height=260,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        xaxis_title="character of the text" + (f" (of about {every:.0f} gaps the lowest is drawn)" if every > 1.5 else ""),
        yaxis_title="similarity",
        legend={"orientation": "h", "y": 1.12, "x": 0},
        hovermode="closest",
        dragmode=False,
    )
    return plot
