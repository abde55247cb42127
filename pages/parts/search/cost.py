"""Cost of this choice at scale: what it would be for many documents."""

from __future__ import annotations

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.embedder import embedders
from chunkviz.errors import SettingError
from chunkviz.inspection.cost import Scale
from chunkviz.phrases import counted

from ..notices import problem
from ..question.question import asking


def cost(chunking: Chunking) -> None:
    """Documents and their length are given; chunks are like those of the document that is looked at."""
    if not chunking.chunks:
        st.caption("No chunks.")
        return
    unit = chunking.tokenizer.unit
    count = len(chunking)
    size = sum(chunk.tokens or 0 for chunk in chunking.chunks) / count
    overlap = sum(chunk.overlap.got for chunk in chunking.chunks) / count
    parents = {chunk.parent: chunk for chunk in chunking.chunks if chunk.parent is not None}
    whole = chunking.tokenizer.count(chunking.document.text) if len(chunking.document) < 2_000_000 else 4_000
    columns = st.columns(5)
    with columns[0]:
        documents = st.number_input("Documents", 1, 10**9, 50_000, key="scale documents")
    with columns[1]:
        tokens = st.number_input(f"{unit.capitalize()} a document", 1, 10**7, max(1, whole), key="scale tokens")
    with columns[2]:
        of_chunk = st.number_input(f"{unit.capitalize()} a chunk", 1.0, 1e6, round(size, 1), key="scale size")
    with columns[3]:
        again = st.number_input("Of them repeated", 0.0, 1e6, round(overlap, 1), key="scale overlap")
    with columns[4]:
        read = chunking.tokenizer.counts([chunking.document.text[slice(*parent)] for parent in parents])
        mean = sum(read) / len(read) if read and asking().pattern in ("parent_document", "auto_merging") else 0.0
        parent = st.number_input(
            "Read for each hit",
            0.0,
            1e6,
            round(mean, 1),
            key="scale parent",
            help="Tokens of a parent; 0 where the chunk itself is read.",
        )
    state = asking()
    try:
        scale = Scale(
            int(documents),
            tokens,
            of_chunk,
            again,
            state.k,
            state.budget,
            parent,
            embedders.get(st.session_state.choice.embedder).dimension,
        )
    except SettingError as error:
        problem(str(error))
        return
    st.markdown(
        f"**{counted(scale.chunks, 'chunk and vector', 'chunks and vectors')}**, {scale.embedded:,} {unit} to embed, "
        f"{scale.memory / 1e9:,.2f} GB of memory for the index ({scale.dimension} numbers a vector, HNSW)."
    )
    st.markdown(
        f"k = {scale.k} passages make {scale.context:,.0f} {unit}: {scale.coverage:.0%} of a budget of {scale.budget:,}; "
        + ("all of them fit." if scale.fits == scale.k else f"k falls to {scale.fits}.")
    )
