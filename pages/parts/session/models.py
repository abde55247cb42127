"""Embedding models in the app: those that whoever started it named, and which one made the vectors of a collection; and the
splitters named at the start."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import streamlit as st

from chunkviz.embedder import Embedder, embedder_for, embedders
from chunkviz.errors import ChunkvizError
from chunkviz.imported.splitter import splitter_named

if TYPE_CHECKING:
    from chunkviz.index import ChromaIndex


@st.cache_resource(show_spinner=False)
def offer() -> None:
    """Put what `chunkviz app --embedder` and `--splitter` name into the menus, once for all sessions."""
    for name in os.environ.get("CHUNKVIZ_EMBEDDERS", "").splitlines():
        if name not in embedders:
            embedders.register(embedder_for(name))
    for spec in os.environ.get("CHUNKVIZ_SPLITTERS", "").splitlines():
        splitter_named(spec)


def maker(index: ChromaIndex, key: str) -> Embedder | None:
    """The model that made a collection's vectors, asked among those whose vectors are as long; None where there is none."""
    fitting = {one.key: one.label for one in embedders if _dimension(one) == index.dimension}
    if not fitting:
        return None
    embedder = embedders.get(st.selectbox("Its vectors were made by", list(fitting), format_func=fitting.__getitem__, key=key))
    index.check(embedder)
    return embedder


def _dimension(embedder: Embedder) -> int:
    """Length of a model's vectors; 0 where it cannot be loaded or reached, so that it fits nothing."""
    try:
        return embedder.dimension
    except ChunkvizError:
        return 0
