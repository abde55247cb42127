"""Which setting answers which question, and how it failed where it does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

_STATES = {
    "": ("answered", "square", "#009e73"),
    "ranking": ("not found, though a chunk holds it whole", "circle-open", "#e69f00"),
    "chunking": ("cut: no chunk holds it whole", "x", "#d55e00"),
}
_LONGEST = 70  # characters of a question that are shown


def question_grid(questions: Sequence[str], settings: Sequence[str], failures: Sequence[Sequence[str]]) -> Figure:
    """A row for each question, the hardest first; a column for each setting.

    failures   for each setting, for each question: "" (answered), "ranking" or "chunking"
    A mark's `customdata` is (number of the question, number of the setting). The marks differ in shape as well as in colour.
    """
    from plotly.graph_objects import Figure, Scatter

    order = hardest_first(failures, len(questions))
    row = {question: place for place, question in enumerate(order)}
    figure = Figure()
    for state, (name, symbol, colour) in _STATES.items():
        marks = [(s, q) for s, one in enumerate(failures) for q, failure in enumerate(one) if failure == state]
        figure.add_trace(
            Scatter(
                x=[s for s, _ in marks],
                y=[row[q] for _, q in marks],
                customdata=[(q, s) for s, q in marks],
                hovertext=[f"{_shown(questions[q])}<br>{settings[s]}: {name}" for s, q in marks],
                hoverinfo="text",
                mode="markers",
                name=name,
                marker={"symbol": symbol, "color": colour, "size": 11, "line": {"width": 1.5, "color": colour}},
            )
        )
    figure.update_xaxes(
        tickvals=list(range(len(settings))),
        ticktext=list(settings),
        tickangle=-40,
        side="bottom",
        range=[-0.6, len(settings) - 0.4],
    )
    figure.update_yaxes(
        tickvals=list(range(len(order))),
        ticktext=[_shown(questions[q]) for q in order],
        range=[len(order) - 0.4, -0.6],
        automargin=True,
    )
    figure.update_layout(
        height=min(4000, 190 + 20 * len(questions)),
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        legend={"orientation": "h", "y": 1, "yanchor": "bottom", "x": 0},
        dragmode=False,
    )
    return figure


def hardest_first(failures: Sequence[Sequence[str]], questions: int) -> list[int]:
    """The questions by how few settings answer them; in their own order where as many do.

    >>> hardest_first([["", "ranking", ""], ["", "", "chunking"]], 3)
    [1, 2, 0]
    """
    answered = [sum(one[q] == "" for one in failures) for q in range(questions)]
    return sorted(range(questions), key=lambda q: answered[q])


def _shown(text: str) -> str:
    """A question as a label: short, and with nothing that Plotly would take for markup."""
    short = " ".join(text.split())
    short = short if len(short) <= _LONGEST else short[: _LONGEST - 1] + "…"
    return short.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
