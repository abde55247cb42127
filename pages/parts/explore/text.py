"""The text with its chunks, and what a click in it does."""

from __future__ import annotations

import streamlit as st

from chunkviz.chunking import Chunking

from ..question import selection
from ..question.question import box
from ..question.viewer import viewer
from . import lint, meaning, unread
from .details import in_bar

KEY = "text"
AT_ONCE = 5  # chunks that are seen when a document is opened, where they can be read at all


def text(chunking: Chunking) -> None:
    """Draw the text under the question box. The chunks of a bar that was clicked stand out; so do a question's hits."""
    hits = box(chunking)
    click = (st.session_state.get(KEY) or {}).get("picked")
    new = click != st.session_state.get("clicked")
    st.session_state.clicked = click
    wanted = None if new else selection.asked(chunking)
    bar = in_bar(chunking)
    found = viewer(
        chunking.document,
        chunking,
        key=KEY,
        at_once=AT_ONCE,
        read_to=unread.read_to(chunking),
        select=wanted,
        only=bar,
        hits=hits,
        flags=lint.flags(chunking),
        goto=selection.place(),
        ribbon=meaning.ribbon(chunking),
    )
    if new and found.chunk is not None:
        selection.picked(chunking, found.chunk)
