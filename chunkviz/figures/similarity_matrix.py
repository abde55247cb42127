"""How alike every sentence is to every other, with the chunks as squares on the diagonal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..chunk import Chunk
from ..embedder import Vectors
from ..tokenizer import Positions

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

MOST = 250  # sentences a side


def sampled(count: int, most: int = MOST) -> Positions:
    """The sentences drawn: all, or every n-th, the same distance apart."""
    return np.arange(0, count, -(-count // most) if count else 1)


def squares(starts: Positions, ends: Positions, chunks: Sequence[Chunk]) -> list[tuple[int, int]]:
    """First and last+1 of the sentences given (by their places) whose middle each chunk holds; chunks without one left out."""
    middles = (starts + ends) // 2
    first = middles.searchsorted([chunk.start for chunk in chunks]).tolist()
    last = middles.searchsorted([chunk.end for chunk in chunks]).tolist()
    return [(a, b) for a, b in zip(first, last, strict=True) if a < b]


def figure(
    starts: Positions, ends: Positions, vectors: Vectors, chunks: Sequence[Chunk], selected: Chunk | None = None
) -> Figure:
    """starts, ends: places of the sentences; vectors: theirs, of unit length, shape (n, dimension)."""
    from plotly.graph_objects import Figure, Heatmap

    of = sampled(len(starts))
    similarity = np.clip(vectors[of] @ vectors[of].T, -1, 1)
    apart = similarity[~np.eye(len(of), dtype=bool)]
    brightest = float(np.clip(np.quantile(apart, 0.98), 0.3, 1)) if len(apart) else 1.0  # so that what differs is seen
    numbers = (of + 1).tolist()
    plot = Figure(
        Heatmap(
            z=np.round(similarity, 3),
            x=numbers,
            y=numbers,
            zmin=0,
            zmax=brightest,
            colorscale="Cividis",
            colorbar={"title": "similarity", "thickness": 12},
            hovertemplate="sentences %{x} and %{y}: %{z:.2f}<extra></extra>",
        )
    )
    step = int(of[1] - of[0]) if len(of) > 1 else 1
    for square in squares(starts[of], ends[of], chunks):
        low, high = (numbers[i] + step / 2 * side for i, side in ((square[0], -1), (square[1] - 1, 1)))
        plot.add_shape(type="rect", x0=low, x1=high, y0=low, y1=high, line={"width": 1.5, "color": "#e69f00"})
    for square in squares(starts[of], ends[of], [selected] if selected else []):
        low, high = numbers[square[0]] - step / 2, numbers[square[1] - 1] + step / 2
        plot.add_shape(type="rect", x0=low, x1=high, y0=low, y1=high, line={"width": 3, "color": "#d55e00"})
    title = "sentence" if step == 1 else f"sentence (one in {step} is drawn)"
    plot.update_layout(height=460, margin={"l": 8, "r": 8, "t": 8, "b": 8}, xaxis_title=title, yaxis_title=title, dragmode=False)
    plot.update_yaxes(autorange="reversed", scaleanchor="x", constrain="domain")
    plot.update_xaxes(constrain="domain")
    return plot
