"""Compare: one document cut in two ways, in step, with what differs marked."""

import streamlit as st

from pages.parts.compare import versus
from pages.parts.controls import address, document_menu, saved_view
from pages.parts.controls.strategy import strategy
from pages.parts.frame import frame
from pages.parts.question.question import in_address
from pages.parts.session import work
from pages.parts.session.choice import choice

frame("Compare", "One document cut in two ways, side by side, with the boundaries that differ marked.")
chosen = choice()
address.follow(chosen, in_address, versus.in_address)

with st.sidebar:
    st.html("<h1>chunkviz</h1>")
    document = document_menu.choose(chosen)
    if document is not None:
        strategy(chosen, versus.NAMES[0])
        with st.container():
            left = work.cut(document, chosen)
        other = versus.right(chosen, left)
        strategy(other, versus.NAMES[1])
        with st.container():
            right = work.cut(document, other, "right")
        question = versus.question(document)
        saved_view.offer(chosen, document, "compare")

address.write(chosen)
address.notes()

if document is not None:
    versus.draw(document, left, right, question)
