"""Debug: the answer is here; why was it not retrieved, and what would have worked?"""

import streamlit as st

from chunkviz.search.record import records_of
from pages.parts.controls import address, document_menu, saved_view
from pages.parts.controls.strategy import refine, strategy
from pages.parts.debug import failing, failure, own_chunks, remedied
from pages.parts.frame import frame
from pages.parts.question.narrowing import narrowing
from pages.parts.question.question import asking, in_address, manner
from pages.parts.session import work
from pages.parts.session.choice import choice

frame("Debug", "The answer is in the document: find out why it was not retrieved, and what would retrieve it.")
chosen = choice()
address.follow(chosen, in_address, failing.in_address)
state = asking()
CUT_HERE, OWN = "Cut here", "Your own chunks"

with st.sidebar:
    st.html("<h1>chunkviz</h1>")
    document = document_menu.choose(chosen)
    manner()
    narrow = st.expander("Filter")
    st.html("<h2>Chunks</h2>")
    source = st.segmented_control(
        "Chunks", [CUT_HERE, OWN], default=CUT_HERE, required=True, key="debug source", label_visibility="collapsed"
    )
    if source != OWN:
        strategy(chosen)
        refine(chosen)
    if document is not None:
        saved_view.offer(chosen, document, "debug")


address.write(chosen)
address.notes()

if document is not None:
    searched = own_chunks.own_chunks(document, chosen) if source == OWN else failing.Searched(work.cut(document, chosen))
    if searched is not None:
        with narrow:
            narrowing(state, records_of(searched.chunking))
        failure.explained(searched, remedied.remedied)
