"""Compare: one document cut in two ways, in step, with what differs marked."""

import streamlit as st

from pages.parts import documents, versus
from pages.parts.choice import choice
from pages.parts.frame import frame

frame()
chosen = choice()

with st.sidebar:
    st.html("<h1>chunkviz</h1>")
    document = documents.choose(chosen)
    sides = versus.sides(chosen)
    question = versus.question(document)

if document is not None:
    versus.draw(document, sides, question)
