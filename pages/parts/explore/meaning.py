"""Meaning: the similarity curve under the document, the matrix, the map, and what they say of each chunk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.cutting.similarity_curve import Curve, Threshold
from chunkviz.embedder import Progress, Vectors
from chunkviz.inspection.topics import Meaning, advice, meanings, spanning_words
from chunkviz.span import Span
from chunkviz.strategies.semantic import Semantic
from chunkviz.viewer import Ribbon
from chunkviz.viewer.palette import PALETTE, colours

from ..notices import notes
from ..question import selection
from ..session.beside import result
from ..session.work import tools_for
from .unread import embedder


@dataclass(frozen=True)
class Measured:
    """What embedding the sentences of a chunking's document gave: `threshold` only where the strategy cut by one."""

    curve: Curve
    vectors: Vectors
    threshold: Threshold | None
    chunks: list[Meaning]


def lines(chunking: Chunking, index: int) -> str:
    """For the card: what the chunk is about, in sentences; "" until it was measured."""
    measured = last(chunking)
    if measured is None or index >= len(measured.chunks):
        return ""
    meaning = measured.chunks[index]
    said = ["It holds one topic." if meaning.topics == 1 else f"It seems to hold {meaning.topics} topics."]
    if meaning.coherence is not None:
        said.append(f"Its sentences are {meaning.coherence:.2f} alike.")
    beside = [(meaning.before, "the chunk before"), (meaning.after, "the next one")]
    if known := [f"{value:.2f} like {name}" for value, name in beside if value is not None]:
        said.append(f"It is {' and '.join(known)}.")
    return " ".join(said)


def ribbon(chunking: Chunking) -> Ribbon | None:
    """The curve beside the text, once it was measured."""
    measured = last(chunking)
    if measured is None or not len(measured.curve):
        return None
    threshold = measured.threshold
    level = (
        1 - threshold.level
        if threshold is not None and threshold.values is measured.curve.distances and np.isfinite(threshold.level)
        else None
    )
    cuts = measured.curve.gaps[threshold.cuts] if threshold is not None else ()
    return Ribbon(measured.curve.gaps, np.clip(measured.curve.similarities, 0, 1), level, cuts)


def last(chunking: Chunking) -> Measured | None:
    kept = st.session_state.get("measured")
    return kept[1] if kept is not None and kept[0] is chunking else None


def below(chunking: Chunking) -> None:
    """The section under the document: open where the strategy cuts by meaning, else when it is asked for."""
    if not chunking.chunks:
        return
    section = st.expander(
        "Meaning", expanded=chunking.strategy.embeds, key=f"meaning {chunking.strategy.embeds}", on_change="rerun"
    )
    if not section.open:
        return
    with section:
        measured = measure(chunking)
        if measured is None:
            return
        notes([advice(measured.curve, chunking.document).sentence])
        views = ["Curve", "Matrix", "Map"]
        view = st.segmented_control("View", views, default="Curve", key="meaning view", label_visibility="collapsed")
        if view == "Matrix":
            _matrix(chunking, measured)
        elif view == "Map":
            _map(chunking)
        else:
            _curve(chunking, measured)
        st.caption(spanning_words(measured.chunks, len(measured.curve.starts)))


def measure(chunking: Chunking) -> Measured | None:
    """The curve and the sentences' vectors; None while they are being made."""
    if (known := last(chunking)) is not None:
        return known
    strategy = chunking.strategy if isinstance(chunking.strategy, Semantic) else Semantic()
    model = embedder()
    tools = tools_for(chunking.document, chunking.tokenizer.key, model.key)

    def work(progress: Progress) -> tuple[Curve, Vectors]:
        tools.progress = progress
        curve = strategy.curve(tools)
        return curve, tools.vectors(curve.starts, curve.ends) if len(curve.starts) else np.zeros((0, model.dimension), np.float32)

    key = chunking.document.id, model.key, strategy.language, strategy.window, strategy.reading
    found = result("measure", key, work, "Measuring meaning", loads=True)
    if found is None:
        return None
    curve, vectors = found
    threshold = strategy.threshold(curve) if strategy is chunking.strategy and len(curve.starts) else None
    measured = Measured(curve, vectors, threshold, meanings(chunking.chunks, curve, vectors))
    st.session_state.measured = chunking, measured
    return measured


def _curve(chunking: Chunking, measured: Measured) -> None:
    from chunkviz.figures.curve import figure

    if not len(measured.curve):
        st.caption("One sentence has no curve.")
        return
    index = selection.selected(chunking)
    chosen = chunking.chunks[index] if index is not None else None
    st.plotly_chart(
        figure(measured.curve, chunking.chunks, measured.threshold, chosen),
        key="curve",
        on_select=partial(_to_place, chunking, "curve"),
        selection_mode="points",
        config={"displayModeBar": False},
        alt="Similarity of neighbouring sentences along the text",
    )
    st.caption("Click a point and the text goes there; the selected chunk is shaded.")


def _matrix(chunking: Chunking, measured: Measured) -> None:
    from chunkviz.figures.similarity_matrix import figure

    index = selection.selected(chunking)
    curve = measured.curve
    st.plotly_chart(
        figure(
            curve.starts, curve.ends, measured.vectors, chunking.chunks, chunking.chunks[index] if index is not None else None
        ),
        key="matrix",
        config={"displayModeBar": False},
        alt="How alike every sentence is to every other, chunks as squares",
    )
    st.caption("Bright squares on the diagonal are stretches about one thing; the outlines are the chunks.")


def _map(chunking: Chunking) -> None:
    from chunkviz.figures.chunk_map import METHODS, figure, placed, sampled

    method = (
        st.segmented_control(
            "Method",
            list(METHODS),
            default="pca",
            format_func={"pca": "PCA", "tsne": "t-SNE"}.__getitem__,
            key="map method",
            label_visibility="collapsed",
        )
        or "pca"
    )
    model = embedder()
    shown = sampled(len(chunking), method)

    def work(progress: Progress) -> Any:
        texts = [chunking.embedded_text(chunking.chunks[i]) for i in shown.tolist()]
        return placed(model.embed(texts, progress), method)

    places = result(
        "map", (chunking.document.id, chunking.strategy, chunking.refinements, model.key, method), work, "Placing the chunks"
    )
    if places is None:
        return
    colour = colours(chunking.chunks)
    words = [f"Chunk {i + 1:,}, {chunking.chunks[i].tokens:,} {chunking.tokenizer.unit}" for i in shown.tolist()]
    st.plotly_chart(
        figure(places, shown, [PALETTE[colour[i]] for i in shown.tolist()], words, selection.selected(chunking)),
        key="map",
        on_select=partial(_to_chunk, chunking, "map"),
        selection_mode="points",
        config={"displayModeBar": False},
        alt="Map of the chunks by meaning",
    )
    part = f" One chunk in {shown[1]} is placed." if len(shown) > 1 and shown[1] > 1 else ""
    st.caption(f"{METHODS[method]}. Click a point to select its chunk.{part}")


def clicked(event: Mapping[str, Any] | None) -> int | None:
    """The number a clicked point carries."""
    points = event["selection"]["points"] if event else []
    return int(points[0]["customdata"][0]) if points else None


def _to_place(chunking: Chunking, key: str) -> None:
    """A gap was clicked: the text on both sides of it comes into view."""
    place = clicked(st.session_state.get(key))
    if place is not None:
        selection.go(chunking, Span(max(0, place - 1), place))


def _to_chunk(chunking: Chunking, key: str) -> None:
    index = clicked(st.session_state.get(key))
    if index is not None and index < len(chunking):
        selection.select(chunking, index)
