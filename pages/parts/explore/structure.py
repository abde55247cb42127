"""The column beside the text: the selected chunk, the document's outline, or the page as it is printed."""

from __future__ import annotations

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.document import Document

from . import outline, pdf
from .card import card

CHUNK, OUTLINE, PAGE = "Chunk", "Outline", "Page"
KEY = "beside the text"


def views(document: Document) -> list[str]:
    """What can stand beside this document's text."""
    found = [CHUNK]
    if outline.entries(document):
        found.append(OUTLINE)
    if pdf.has_pages(document):
        found.append(PAGE)
    return found


def widths(document: Document) -> list[int]:
    """How wide the text and the column beside it are: a page has to be read, so it gets more. Asked before the text is
    drawn, so nothing is worked out for it."""
    page = st.session_state.get(KEY) == PAGE and pdf.has_pages(document)
    return [11, 7] if page else [11, 4]


def beside(chunking: Chunking) -> None:
    found = views(chunking.document)
    if len(found) > 1:
        st.segmented_control("Beside the text", found, default=CHUNK, key=KEY, label_visibility="collapsed", required=True)
    chosen = st.session_state.get(KEY)
    view = chosen if chosen in found else CHUNK
    if view == OUTLINE:
        outline.outline(chunking)
    elif view == PAGE:
        pdf.page(chunking)
    else:
        with st.container(key="card"):
            card(chunking)
