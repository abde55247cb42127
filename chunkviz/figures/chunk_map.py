"""The chunks as points: near each other where their vectors are, coloured as in the text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..embedder import Vectors
from ..tokenizer import Positions

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

METHODS = {
    "pca": "Directions of most difference (PCA): distances far apart can be trusted more",
    "tsne": "Neighbourhoods (t-SNE): who is next to whom can be trusted, distances cannot",
}
MOST = {"pca": 5000, "tsne": 1500}  # chunks placed; of more, every n-th


def placed(vectors: Vectors, method: str = "pca") -> NDArray[np.float64]:
    """Two coordinates of each vector, shape (n, 2): the same for the same vectors, always.

    pca     the two directions of most variance, each turned so that its largest weight is positive
    tsne    scikit-learn's t-SNE from that start, with a fixed seed; for fewer than 5 vectors PCA
    """
    centred = vectors.astype(np.float64) - vectors.mean(axis=0, dtype=np.float64) if len(vectors) else vectors.astype(np.float64)
    places = np.zeros((len(vectors), 2))
    if len(vectors) > 1:
        _, _, directions = np.linalg.svd(centred, full_matrices=False)
        directions = directions[:2]
        largest = np.abs(directions).argmax(axis=1)
        directions *= np.sign(directions[np.arange(len(directions)), largest])[:, None]
        places[:, : len(directions)] = centred @ directions.T
    if method == "tsne" and len(vectors) >= 5 and places.std() > 1e-6:
        from sklearn.manifold import TSNE
        from threadpoolctl import threadpool_limits

        start = places / places[:, 0].std() * 1e-4
        perplexity = min(30.0, (len(vectors) - 1) / 3)
        with threadpool_limits(1):  # its threads spin while they wait, which is slower where others want the cores
            places = TSNE(perplexity=perplexity, init=start, random_state=0).fit_transform(vectors).astype(np.float64)
    return places


def sampled(count: int, method: str) -> Positions:
    """The chunks that are placed: all, or every n-th."""
    return np.arange(0, count, max(1, -(-count // MOST[method])))


def figure(
    places: NDArray[np.float64], numbers: Positions, colours: Sequence[str], words: Sequence[str], selected: int | None = None
) -> Figure:
    """numbers: of the chunks placed, shape (n,); colours, words: of each, for its point and what is said over it.

    A point's `customdata` is (number of the chunk), for a click on it; the chunk numbered `selected` is ringed.
    """
    from plotly.graph_objects import Figure, Scatter

    widths = [3 if number == selected else 0.5 for number in numbers]
    plot = Figure(
        Scatter(
            x=places[:, 0],
            y=places[:, 1],
            mode="markers",
            customdata=[(int(number),) for number in numbers],
            hovertext=list(words),
            hoverinfo="text",
            marker={"size": 11, "color": list(colours), "line": {"width": widths, "color": "#333"}},
        )
    )
    plot.update_layout(height=420, margin={"l": 8, "r": 8, "t": 8, "b": 8}, showlegend=False, dragmode=False)
    plot.update_xaxes(showticklabels=False, zeroline=False)
    plot.update_yaxes(showticklabels=False, zeroline=False)
    return plot
