"""What is found against what it costs to read: every setting a point, and the front that none of them beats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from plotly.graph_objects import Figure


class Point(NamedTuple):
    """One setting: tokens retrieved for a question, the metric's mean, its number among the results, what it is called."""

    tokens: float
    value: float
    number: int
    label: str


def front(points: Sequence[Point]) -> list[Point]:
    """The points that no other beats: none has as high a value for fewer tokens, or a higher one for as many. By tokens.

    >>> [point.label for point in front([Point(100, .5, 0, "a"), Point(200, .4, 1, "b"), Point(300, .9, 2, "c")])]
    ['a', 'c']
    """
    best: list[Point] = []
    for point in sorted(points, key=lambda point: (point.tokens, -point.value)):
        if not best or point.value > best[-1].value:
            best.append(point)
    return best


def pareto(points: Sequence[Point], label: str = "Recall", budget: int | None = None) -> Figure:
    """Tokens to the right, the metric (a share, in per cent) upwards; the front is a line with its settings' names.

    budget   a dashed line at that many tokens
    A point's `customdata` is (number,).
    """
    from plotly.graph_objects import Figure, Scatter

    leading = front(points)
    outdone = [point for point in points if point not in leading]
    figure = Figure()
    figure.add_trace(
        _points(outdone, "Another setting does better for as much or less", "#8a94a6", "circle-open", Scatter, "markers")
    )
    figure.add_trace(_points(leading, "No setting does better for less", "#0072b2", "circle", Scatter, "lines+markers"))
    for point in leading:
        figure.add_annotation(
            x=point.tokens, y=100 * point.value, text=point.label, showarrow=False, yshift=12, font={"size": 11}
        )
    if budget is not None:
        figure.add_vline(budget, line_dash="dash", line_width=1, annotation_text=f"budget {budget:,}")
    figure.update_layout(
        xaxis_title="tokens retrieved for a question",
        yaxis_title=f"{label} (%)",
        height=360,
        margin={"l": 8, "r": 8, "t": 24, "b": 8},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        dragmode=False,
        clickmode="event+select",
    )
    figure.update_xaxes(rangemode="tozero")
    return figure


def _points(points: Sequence[Point], name: str, colour: str, symbol: str, kind: type, mode: str):  # type: ignore[no-untyped-def]
    return kind(
        x=[point.tokens for point in points],
        y=[100 * point.value for point in points],
        customdata=[(point.number,) for point in points],
        hovertext=[f"{point.label}: {100 * point.value:.1f} % for {point.tokens:,.0f} tokens" for point in points],
        hoverinfo="text",
        mode=mode,
        name=name,
        marker={"color": colour, "symbol": symbol, "size": 10},
        line={"color": colour, "width": 1.5, "shape": "hv"},
    )
