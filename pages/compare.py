"""Compare: one document cut in two ways, in step, with what differs marked."""

import streamlit as st

from pages.parts.compare import versus
from pages.parts.controls import documents
from pages.parts.frame import frame
from pages.parts.session.choice import choice

frame()
chosen = choice()

with st.sidebar:
    st.html("<h1>chunkviz</h1>")
    document = documents.choose(chosen)
    sides = versus.sides(chosen)
    question = versus.question(document)

if document is not None:
    versus.draw(document, sides, question)
