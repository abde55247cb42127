"""What an evaluation found: table, size by overlap, found against cost, question by question, and whether it is real."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from chunkviz.evaluation.comparison import columns, held_out_words, verdict
from chunkviz.evaluation.run import Run, as_json
from chunkviz.evaluation.significance import compare
from chunkviz.evaluation.sweep import best
from chunkviz.figures.heatmap import Cell, heatmap
from chunkviz.figures.pareto import Point, pareto
from chunkviz.figures.question_grid import question_grid
from chunkviz.metric import COLUMNS, GROUPS, metrics
from chunkviz.params import settings_of
from chunkviz.pipeline import Pipeline

from ..session.choice import choice


def results(run: Run) -> None:
    """All of it, for one metric at a time."""
    labels = {one.key: f"{one.label} · {GROUPS[one.group]}" for one in metrics}
    keys = list(labels)
    by = st.selectbox("Compare by", keys, index=keys.index("recall"), format_func=labels.__getitem__, key="by")
    st.caption(metrics.get(by).about)
    alike = best(run.results, by, metrics.get(by).better)
    st.markdown(f"**{verdict(run, by, alike)}**")
    if apart := held_out_words(run, by):
        st.caption(apart)
    names = ["Table", "Size and overlap", "Found against cost", "Question by question", "Is it real?"]
    table, sizes, cost, each, real = st.tabs(names, key="results", on_change="rerun")
    if table.open:
        with table:
            _table(run, by, alike)
    if sizes.open:
        with sizes:
            _heatmaps(run, by, alike)
    if cost.open:
        with cost:
            _cost(run)
    if each.open:
        with each:
            _each(run)
    if real.open:
        with real:
            _real(run, by)


def open_in_explore(pipeline: Pipeline) -> None:
    """Choose this setting for the explore page."""
    chosen = choice()
    chosen.strategy, chosen.tokenizer, chosen.embedder = pipeline.strategy.key, pipeline.tokenizer, pipeline.embedder
    chosen.refined = tuple(one.key for one in pipeline.refinements)
    chosen.values = {}
    for owner, prefix in [(pipeline.strategy, ""), *((one, f"{one.key}.") for one in pipeline.refinements)]:
        for setting in settings_of(type(owner)):  # in order: an overlap that follows from the size is not kept as a chosen one
            chosen.choose(setting, getattr(owner, setting.name), prefix)
    st.session_state.touched = True


def number(event: Mapping[str, Any]) -> int | None:
    """The result whose mark was clicked in a figure."""
    points = event["selection"]["points"]
    return int(points[0]["customdata"][0]) if points else None


def _table(run: Run, by: str, alike: list[int]) -> None:
    shown = columns(run, by, alike)
    formats = {
        one.label: st.column_config.NumberColumn(format="%.1f %%" if one.unit == "share" else "%.0f", help=one.about)
        for one in metrics
    }
    formats |= {
        "Setting": st.column_config.TextColumn(width="medium", pinned=True),
        "Cut": st.column_config.NumberColumn(
            help="Questions not answered because no chunk holds the answer whole: chunking failed."
        ),
        "Not found": st.column_config.NumberColumn(
            help="Questions not answered though a chunk holds the answer whole: ranking failed."
        ),
    }
    event = st.dataframe(
        shown,
        hide_index=True,
        height=min(420, 38 + 35 * len(run.results)),
        key="results table",
        on_select="rerun",
        selection_mode="single-row",
        column_config=formats,
        alt="Table of settings",
    )
    rows = event["selection"]["rows"]
    with st.container(horizontal=True, vertical_alignment="center"):
        if rows and rows[0] < len(run.results):
            pipeline = run.results[rows[0]].pipeline
            if st.button(f"Open {pipeline.label} in Explore", icon=":material/open_in_new:", key="open row"):
                _explore(pipeline)
        else:
            st.caption("Select a row to open its setting.")
        st.download_button(
            "Save the run",
            lambda: as_json(run),
            "run.json",
            "application/json",
            icon=":material/download:",
            on_click="ignore",
            key="save run",
        )


def _heatmaps(run: Run, by: str, alike: list[int]) -> None:
    """One map for each combination of strategy and the rest that has sizes and overlaps."""
    maps: dict[str, list[Cell]] = {}
    for i, result in enumerate(run.results):
        size, overlap = getattr(result.pipeline.strategy, "size", None), getattr(result.pipeline.strategy, "overlap", None)
        if size is not None and overlap is not None:
            rest = result.pipeline.label.replace(f" {size}/{overlap}", "", 1)
            maps.setdefault(rest, []).append(Cell(size, overlap, result.mean(by), i, result.pipeline.label))
    if not maps:
        st.caption("No strategy here has both a size and an overlap.")
        return
    st.caption("Click a square to open its setting in Explore. A frame marks what cannot be distinguished from the best.")
    metric = metrics.get(by)
    unit = "" if metric.unit == "tokens" else " (%)"
    with st.container(horizontal=True):
        for name, cells in maps.items():
            figure = heatmap(cells, f"{name}: {metric.label}{unit}", metric.unit, alike)
            event = st.plotly_chart(
                figure,
                key=f"map {name}",
                on_select="rerun",
                selection_mode="points",
                width="content",
                config={"displayModeBar": False},
            )
            clicked = number(event)
            if clicked is not None and clicked < len(run.results):
                _explore(run.results[clicked].pipeline)


def _cost(run: Run) -> None:
    points = [
        Point(result.mean("tokens_retrieved"), result.mean("recall"), i, result.pipeline.label)
        for i, result in enumerate(run.results)
    ]
    st.plotly_chart(pareto(points, budget=run.budget), key="pareto", config={"displayModeBar": False})
    st.caption("Means only: whether two points differ for real is said under “Is it real?”.")


def _each(run: Run) -> None:
    figure = question_grid(
        [question.text for question in run.questions],
        [result.pipeline.label for result in run.results],
        [[outcome.failure for outcome in result.outcomes] for result in run.results],
    )
    st.plotly_chart(figure, key="each question", config={"displayModeBar": False})


def _real(run: Run, by: str) -> None:
    """Any two settings, by every metric of the table."""
    if len(run.results) < 2:
        st.caption("Two settings are needed to compare.")
        return
    labels = [result.pipeline.label for result in run.results]
    left, right = st.columns(2)
    first = left.selectbox("From", range(len(labels)), format_func=labels.__getitem__, key="real first")
    second = right.selectbox("To", range(len(labels)), index=1, format_func=labels.__getitem__, key="real second")
    rows: dict[str, list[str]] = {"Metric": [], "Difference": [], "95 % interval": [], "Verdict": []}
    for key in dict.fromkeys([by, *COLUMNS]):
        metric = metrics.get(key)
        found = compare(run.results[first].values(key), run.results[second].values(key), better=metric.better)
        scale, digits = (100, 1) if metric.unit == "share" else (1, 0)
        rows["Metric"].append(metric.label)
        rows["Difference"].append(f"{scale * found.difference:+.{digits}f}")
        rows["95 % interval"].append(f"{scale * found.low:+.{digits}f} to {scale * found.high:+.{digits}f}")
        rows["Verdict"].append(found.words)
    st.dataframe(rows, hide_index=True, alt="Comparison of two settings")
    st.caption(
        "Paired bootstrap over the questions (10,000 draws, fixed seed), confirmed by a permutation "
        "test. Shares in points of per cent."
    )


def _explore(pipeline: Pipeline) -> None:
    open_in_explore(pipeline)
    st.switch_page("pages/explore.py")
