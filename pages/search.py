"""Search: what a question finds in the document, why, what would be sent to the model, and what it costs at scale."""

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.record import records_of
from chunkviz.retrieval_pattern import patterns
from pages.parts import address, documents, passages, work
from pages.parts.choice import choice, shown
from pages.parts.cost import cost
from pages.parts.existing import existing
from pages.parts.frame import frame
from pages.parts.narrowing import narrowing
from pages.parts.question import answer, ask, asking, places, said
from pages.parts.settings import controls
from pages.parts.strategy import refine, strategy
from pages.parts.viewer import viewer

frame()
chosen = choice()
address.follow(chosen)
state = asking()


def set_pattern() -> None:
    state.pattern = st.session_state["pattern"]


def set_k() -> None:
    state.k = st.session_state["k"]


with st.sidebar:
    st.html("<h1>chunkviz</h1>")
    document = documents.choose(chosen)
    st.html("<h2>How passages are found</h2>")
    labels = {key: kind.label for key, kind in patterns.items()}
    st.selectbox(
        "Pattern", list(labels), format_func=labels.__getitem__, key=shown("pattern", state.pattern), on_change=set_pattern
    )
    controls(patterns.get(state.pattern), state.values, f"pattern.{state.pattern}.")
    st.slider("Passages (k)", 1, 50, key=shown("k", state.k), on_change=set_k)
    with st.expander("What this pattern does"):
        st.markdown(patterns.get(state.pattern).__doc__ or "")
    narrow = st.expander("Filter")
    strategy(chosen)
    refine(chosen)

address.write(chosen)


@st.fragment
def search(chunking: Chunking) -> None:
    ask()
    explained = passage = None
    with st.container():  # one element, whatever it holds: what stands below keeps its place on the page
        found = answer(chunking)
        if found is not None:
            said(found)
            passage = passages.table(found)
        elif not state.question:
            st.caption(
                "Ask a question: its passages light up in the text, the nearest brightest. n and p go from one to the next."
            )
    left, right = st.columns([11, 5], gap="small")
    if found is not None and passage is not None:
        explained = passages.explained(found, passage)
        with right, st.container(key="card"):
            passages.card(found, passage, explained)
    with left:
        viewer(
            chunking.document,
            chunking,
            key="searched text",
            height=520,
            hits=places(found) if found else [],
            marks=passages.marks(explained),
            goto=passage.span if passage is not None else None,
        )
    prompt, scale, own = st.tabs(["What is sent", "Cost at scale", "Your own chunks"], key="search tabs", on_change="rerun")
    if prompt.open:
        with prompt:
            if found is not None and found.passages:
                passages.sent(found, chunking)
            else:
                st.caption("Nothing is sent until a question is asked.")
    if scale.open:
        with scale:
            cost(chunking)
    if own.open:
        with own:
            existing(chunking.document, chunking.tokenizer.key)


if document is not None:
    made = work.cut(document, chosen)
    with narrow:
        narrowing(state, records_of(made))
    search(made)
