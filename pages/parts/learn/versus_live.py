"""Two ways of searching the same chunks, drawn over all questions of a document: rank by rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from chunkviz.document import Document
from chunkviz.evaluation.rank_comparison import Row, mean_reciprocal, ranked
from chunkviz.pattern import Pattern, patterns

from .lesson import Stage

Way = tuple[str, Mapping[str, Any]]
"""Key of a retrieval pattern and its settings."""


def versus(here: Stage, document: Document, size: int, left: Way, right: Way) -> list[Row]:
    """For each question of the document the rank at which its whole answer has come, in both ways."""
    search = here.search(here.cut(document, "recursive", "cl100k_base", size=size, overlap=0))
    made: list[Pattern] = [patterns.get(key)(**settings) for key, settings in (left, right)]
    with here.live, st.spinner("Asking every question"):
        return ranked(here.questions(document), search, made[0], made[1])


def draw(here: Stage, rows: Sequence[Row], left: str, right: str) -> None:
    better, worse = sum(row.right < row.left for row in rows), sum(row.right > row.left for row in rows)
    with here.live:
        figures = st.columns(4)
        for column, way, ranks in (
            (figures[0], left, [row.left for row in rows]),
            (figures[1], right, [row.right for row in rows]),
        ):
            help = "The mean of 1 / rank, where the rank is that of the passage with which the answer is complete."
            column.metric(f"Mean of 1 / rank, {way.lower()}", f"{mean_reciprocal(ranks):.2f}", help=help)
        figures[2].metric("Earlier", f"{better} of {len(rows)}")
        figures[3].metric("Later", f"{worse} of {len(rows)}")
        st.dataframe(
            {
                "Question": [row.question for row in rows],
                left: [row.left for row in rows],
                right: [row.right for row in rows],
                "Change": [row.left - row.right for row in rows],
            },
            hide_index=True,
            height=min(here.height - 60, 38 + 35 * len(rows)),
            column_config={
                "Question": st.column_config.TextColumn(width="large"),
                "Change": st.column_config.NumberColumn(format="%+d", help="Ranks won or lost."),
            },
            alt="Ranks of each question",
        )
