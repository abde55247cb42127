"""Below the text: sizes, the table of chunks, downloads and the code. Only the part that is open is made."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import streamlit as st

from chunkviz.chunking import Chunking

from ..question import selection
from . import lint

ROWS = 5000  # of the table; the downloads hold all


def details(chunking: Chunking) -> None:
    names = ["Sizes", "Chunks", lint.TAB, "Download", "Code"]
    sizes, chunks, findings, download, code = st.tabs(names, key="details", on_change="rerun")
    if sizes.open:
        with sizes:
            _sizes(chunking)
    if chunks.open:
        with chunks:
            table(chunking, range(len(chunking)), "table")
    if findings.open:
        with findings:
            lint.lint(chunking)
    if download.open:
        with download:
            _downloads(chunking)
    if code.open:
        with code:
            _code(chunking)


def _sizes(chunking: Chunking) -> None:
    from chunkviz.figures.sizes import sizes

    if not chunking.chunks:
        st.caption("No chunks.")
        return
    tokens = [chunk.tokens or 0 for chunk in chunking.chunks]
    st.plotly_chart(
        sizes(tokens, chunking.size, chunking.tokenizer.unit),
        key="sizes",
        on_select=partial(_go, chunking),
        selection_mode="points",
        config={"displayModeBar": False},
        alt="Histogram of the chunks’ sizes",
    )
    if shown := in_bar(chunking):
        table(chunking, shown, "of bar")
    else:
        st.caption("Click a bar: its chunks stand out in the text and are listed here.")


def in_bar(chunking: Chunking) -> list[int]:
    """Indexes of the chunks of the bar that was clicked; none where none was."""
    bar = clicked(st.session_state.get("sizes"))
    if bar is None:
        return []
    return [i for i, chunk in enumerate(chunking.chunks) if bar[0] <= (chunk.tokens or 0) <= bar[1]]


def clicked(event: Mapping[str, Any] | None) -> tuple[int, int] | None:
    """(fewest, most) tokens of the bar that was clicked."""
    points = event["selection"]["points"] if event else []
    return (int(points[0]["customdata"][0]), int(points[0]["customdata"][1])) if points else None


def _go(chunking: Chunking) -> None:
    """A bar was clicked: the first of its chunks comes into view."""
    if shown := in_bar(chunking):
        selection.select(chunking, shown[0])


def table(chunking: Chunking, indexes: Any, key: str) -> None:
    """The chunks at `indexes`; a click on a row selects the chunk in the text."""
    shown = list(indexes[:ROWS])
    if len(indexes) > ROWS:
        st.caption(f"The first {ROWS:,} of {len(indexes):,} chunks; the downloads hold all.")

    def select() -> None:
        if rows_selected := st.session_state[key]["selection"]["rows"]:
            selection.select(chunking, shown[rows_selected[0]])

    st.dataframe(
        chunk_columns(chunking, shown),
        key=key,
        hide_index=True,
        height=min(380, 38 + 35 * max(1, len(shown))),
        on_select=select,
        selection_mode="single-row",
        column_config={
            "Text": st.column_config.TextColumn(width="large"),
            "Ends because": st.column_config.TextColumn(width="medium"),
        },
        alt="Table of chunks",
    )


def chunk_columns(chunking: Chunking, indexes: list[int]) -> dict[str, list[Any]]:
    """The table, by column."""
    chunks = [(i, chunking.chunks[i]) for i in indexes]
    document = chunking.document
    return {
        "Chunk": [i + 1 for i, _ in chunks],
        chunking.tokenizer.unit.capitalize(): [chunk.tokens for _, chunk in chunks],
        "Overlap": [chunk.overlap.got for _, chunk in chunks],
        "Line": [document.line(chunk.start) for _, chunk in chunks],
        "Start": [chunk.start for _, chunk in chunks],
        "End": [chunk.end for _, chunk in chunks],
        "Text": [" ".join(document.text[chunk.start : min(chunk.end, chunk.start + 120)].split()) for _, chunk in chunks],
        "Ends because": [chunk.cause.sentence for _, chunk in chunks],
    }


def _downloads(chunking: Chunking) -> None:
    """Files are made when they are asked for."""
    from chunkviz.exports.csv import csv
    from chunkviz.exports.html import html
    from chunkviz.exports.jsonl import jsonl

    forms = {
        "jsonl": ("JSON lines", "application/jsonl", jsonl),
        "csv": ("CSV", "text/csv", csv),
        "html": ("Web page", "text/html", html),
    }
    stem = chunking.document.name.rpartition(".")[0] or chunking.document.name
    with st.container(horizontal=True):
        for suffix, (label, kind, export) in forms.items():
            name, made = f"{stem}.chunks.{suffix}", partial(export, chunking)
            st.download_button(label, made, name, kind, icon=":material/download:", on_click="ignore", key=f"download {suffix}")
    st.caption(
        "JSON lines and CSV hold each chunk’s place, text, tokens, cause and metadata. "
        "The web page shows the text in its colours, without a server."
    )


def _code(chunking: Chunking) -> None:
    """The code that makes these chunks again, or why there is none."""
    from chunkviz.exports import code

    ours, theirs = st.columns(2, gap="medium")
    with ours:
        st.caption("With chunkviz")
        st.code(code.chunkviz(chunking, st.session_state.choice.embedder), language="python", wrap_lines=True)
    with theirs:
        st.caption("With LangChain")
        st.code(code.langchain(chunking), language="python", wrap_lines=True)
