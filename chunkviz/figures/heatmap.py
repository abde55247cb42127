"""A metric over sizes and overlaps, as squares that can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

_CELL = 58  # pixels


class Cell(NamedTuple):
    """One setting: its size and overlap, the metric's mean, its number among the results, what it is called."""

    size: int
    overlap: int
    value: float
    number: int
    label: str


def heatmap(cells: Sequence[Cell], label: str, unit: str = "share", leaders: Sequence[int] = ()) -> Figure:
    """Sizes from left to right, overlaps from bottom to top, each step as wide as the next whatever the numbers are.

    unit      "share" is shown in per cent
    leaders   numbers of the results that cannot be distinguished from the best: they have a frame
    A square's `customdata` is (number,), so that a click on it says which setting it is.
    """
    from plotly.graph_objects import Figure, Scatter

    sizes, overlaps = sorted({cell.size for cell in cells}), sorted({cell.overlap for cell in cells})
    values = [cell.value * (100 if unit == "share" else 1) for cell in cells]
    low, high = min(values, default=0), max(values, default=0)
    dark = [value < (low + high) / 2 for value in values]
    figure = Figure(
        Scatter(
            x=[sizes.index(cell.size) for cell in cells],
            y=[overlaps.index(cell.overlap) for cell in cells],
            customdata=[(cell.number,) for cell in cells],
            text=[_number(value, unit) for value in values],
            hovertext=[f"{cell.label}: {_number(value, unit)}" for cell, value in zip(cells, values, strict=True)],
            hoverinfo="text",
            mode="markers+text",
            textfont={"color": ["#ffffff" if one else "#1d2433" for one in dark], "size": 12},
            marker={
                "symbol": "square",
                "size": _CELL - 4,
                "color": values,
                "colorscale": "Cividis",
                "opacity": 1,
                "line": {"width": [3 if cell.number in leaders else 0 for cell in cells], "color": "#d55e00"},
            },
            selected={"marker": {"opacity": 1}},
            unselected={"marker": {"opacity": 1}},
        )
    )
    figure.update_xaxes(**_axis("size", sizes))
    figure.update_yaxes(**_axis("overlap", overlaps))
    figure.update_layout(
        width=90 + _CELL * len(sizes),
        height=80 + _CELL * len(overlaps),
        margin={"l": 70, "r": 10, "t": 30, "b": 44},
        title={"text": label, "font": {"size": 13}, "x": 0.02, "y": 0.98, "yanchor": "top"},
        showlegend=False,
        dragmode=False,
        clickmode="event+select",
    )
    return figure


def _axis(title: str, values: Sequence[int]) -> dict[str, object]:
    return {
        "title": {"text": title, "standoff": 6},
        "tickvals": list(range(len(values))),
        "ticktext": [f"{value:,}" for value in values],
        "range": [-0.5, len(values) - 0.5],
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
    }


def _number(value: float, unit: str) -> str:
    return f"{value:.1f}" if unit == "share" else f"{value:,.0f}"
