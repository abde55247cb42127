"""A script with nothing but the viewer and what it reports, for test_viewer_in_browser.py."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # Streamlit puts the script's own folder there

import streamlit as st

import chunkviz
from chunkviz import Document, Span
from chunkviz.strategies.fixed import Fixed
from chunkviz.viewer import Mark
from pages.parts.question.viewer import viewer

LINE = "🙂 Every line of this text has the same words in the same order. "
document = Document("".join(f"{i} {LINE}\r\n" for i in range(400)), "lines.txt")

size = st.slider("Size", 20, 400, 100, 10)
far = st.button("Go far")
third = st.button("Third chunk")
marked = st.button("Mark")
chunking = chunkviz.chunk(document, Fixed(size=size, overlap=10))
place = document.text.index("300 ")
found = viewer(
    document,
    chunking,
    key="view",
    height=400,
    goto=Span(place, place + 3) if far else None,
    select=2 if third else None,
    marks=[Mark(Span(0, 10), "What stands first?")] if marked else [],
)
if st.checkbox("Beside another"):
    other = chunkviz.chunk(document, Fixed(size=50, overlap=0))
    left, right = st.columns(2)
    with left:
        viewer(document, chunking, key="left", height=300, together="both")
    with right:
        viewer(document, other, key="right", height=300, together="both")
st.session_state.runs = st.session_state.get("runs", 0) + 1
chunk = None if found.chunk is None else chunking.chunks[found.chunk]
st.text(f"chunk {found.chunk} begins {chunk and chunk.start}")
st.text(f"span {found.span and tuple(found.span)} {document.text[slice(*found.span)] if found.span else ''!r}")
st.text(f"runs {st.session_state.runs}")
