"""Which chunk is selected, by a click in the text or by a control beside it.

What is remembered is the chunk's place, so that after another cut the chunk that stands there is the selected one.
"""

from __future__ import annotations

from bisect import bisect_right

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.span import Span


def selected(chunking: Chunking) -> int | None:
    """Index of the selected chunk: the last that begins at or before the remembered place; None where there are none."""
    if not chunking.chunks:
        return None
    starts = [chunk.start for chunk in chunking.chunks]
    return max(0, bisect_right(starts, st.session_state.get("place", 0)) - 1)


def select(chunking: Chunking, index: int) -> None:
    """A control chose this chunk: the text shall show it too."""
    st.session_state.place = chunking.chunks[index].start
    st.session_state.asked = (chunking, index)


def go(chunking: Chunking, span: Span) -> None:
    """A control leads to a place: it comes into view, and the chunk that holds it is selected."""
    st.session_state.goto = span
    if chunking.chunks:
        starts = [chunk.start for chunk in chunking.chunks]
        select(chunking, max(0, bisect_right(starts, span.start) - 1))


def place() -> Span | None:
    """The place the text shall bring into view, given out once: the same place can be asked for again later."""
    wanted: Span | None = st.session_state.pop("goto", None)
    return wanted


def picked(chunking: Chunking, index: int) -> None:
    """The chunk was chosen in the text itself, which need not be informed."""
    st.session_state.place = chunking.chunks[index].start
    st.session_state.asked = None


def asked(chunking: Chunking) -> int | None:
    """The chunk the text shall select and bring into view: one that a control chose in just this chunking. After another
    cut the text stays where the reader has scrolled it."""
    wanted = st.session_state.get("asked", (chunking, 0))
    return wanted[1] if wanted and wanted[0] is chunking and wanted[1] < len(chunking) else None
