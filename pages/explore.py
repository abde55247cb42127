"""Explore: a document, cut as chosen, every chunk in its place."""

import streamlit as st

from chunkviz.chunking import Chunking
from pages.parts.controls import address, document_menu, saved_view
from pages.parts.controls.strategy import lesson, refine, strategy
from pages.parts.explore import meaning, numbers, strips, structure, suggestion, unread
from pages.parts.explore.details import details
from pages.parts.explore.text import text
from pages.parts.frame import frame
from pages.parts.question import question
from pages.parts.session import work
from pages.parts.session.choice import choice

frame(
    "Explore",
    "Every chunk of your document drawn in the text: where it begins and ends, what overlaps, and why each cut is where it is.",
)
chosen = choice()
address.follow(chosen, question.in_address)

with st.sidebar:
    st.html("<h1>chunkviz</h1>")
    document = document_menu.choose(chosen)
    if document is not None:
        suggestion.begin(chosen, document)
    places = strategy(chosen)
    with places.under_menu:
        each = st.container()
        room = suggestion.room()
    refine(chosen)
    lesson(chosen)
    if document is not None:
        saved_view.offer(chosen, document, "explore")


address.write(chosen)
address.notes()


@st.fragment
def explore(chunking: Chunking) -> None:
    """The text, the selected chunk and what is below: what happens in here leaves the controls alone."""
    figures = st.container()
    with figures:
        unread.count(chunking)
    left, right = st.columns(structure.widths(chunking.document), gap="small")
    with st.container():
        meaning.below(chunking)  # first, since the text and the card show what it measures
    with left:
        text(chunking)
    with right:
        structure.beside(chunking)
    with figures:
        numbers.row(chunking, unread.numbers(chunking))
    details(chunking)
    address.write(chosen)


if document is not None:
    with st.container():  # what it says on the way moves nothing below
        result = work.cut(document, chosen)
    explore(result)
    if places.under_size is not None:
        with places.under_size:
            unread.size_note(result)
    with room:
        suggestion.suggested(chosen, result)
    with each:  # last: the text does not wait for it
        strips.strips(chosen, document)
