"""Compare: one document cut in two ways, in step, with what differs marked."""

import streamlit as st

from pages.parts.compare import versus
from pages.parts.controls import document_menu, saved_view
from pages.parts.frame import frame
from pages.parts.session.choice import choice

frame("Compare", "One document cut in two ways, side by side, with the boundaries that differ marked.")
chosen = choice()

with st.sidebar:
    st.html("<h1>chunkviz</h1>")
    document = document_menu.choose(chosen)
    sides = versus.sides(chosen)
    question = versus.question(document)
    if document is not None:
        saved_view.offer(chosen, document, "compare")


if document is not None:
    versus.draw(document, sides, question)
