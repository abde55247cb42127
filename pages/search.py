"""Search: what a question finds in the document, why, what would be sent to the model, and what it costs at scale."""

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.search.record import records_of
from pages.parts.controls import address, document_menu, saved_view
from pages.parts.controls.strategy import refine, strategy
from pages.parts.evaluate.judging import known
from pages.parts.frame import frame
from pages.parts.question.narrowing import narrowing
from pages.parts.question.question import answer, ask, asking, in_address, manner, places, say_how_searched
from pages.parts.question.viewer import viewer
from pages.parts.search import passages
from pages.parts.search.cost import cost
from pages.parts.search.existing import existing
from pages.parts.session import work
from pages.parts.session.choice import choice

frame("Search", "What a question retrieves from these chunks, why, what would be sent to the model, and what that costs.")
chosen = choice()
address.follow(chosen, in_address)
state = asking()
EXAMPLES = 8

with st.sidebar:
    st.html("<h1>chunkviz</h1>")
    document = document_menu.choose(chosen)
    manner()
    narrow = st.expander("Filter")
    strategy(chosen)
    refine(chosen)
    if document is not None:
        saved_view.offer(chosen, document, "search")


address.write(chosen)
address.notes()


def examples(document: Document) -> None:
    """Before anything is asked: a few of the questions that are known of this document."""

    def ask_this(text: str) -> None:
        state.question = text

    if questions := known(document)[:EXAMPLES]:
        st.html("<h2>Try one</h2>")
    for i, question in enumerate(questions):
        st.button(question.text, key=f"example {i}", type="tertiary", on_click=ask_this, args=(question.text,))


@st.fragment
def search(chunking: Chunking) -> None:
    ask()
    explained = passage = None
    with st.container():  # one element, whatever it holds: what stands below keeps its place on the page
        found = answer(chunking)
        if found is not None:
            say_how_searched(found)
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
    elif not state.question:
        with right:
            examples(chunking.document)
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
    address.write(chosen)


if document is not None:
    made = work.cut(document, chosen)
    with narrow:
        narrowing(state, records_of(made))
    search(made)
