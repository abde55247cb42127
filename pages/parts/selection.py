"""Which chunk is selected, by a click in the text or by a control beside it.

What is remembered is the chunk's place, so that after another cut the chunk that stands there is the selected one.
"""

from __future__ import annotations

from bisect import bisect_right

import streamlit as st

from chunkviz.chunking import Chunking


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


def picked(chunking: Chunking, index: int) -> None:
    """The chunk was chosen in the text itself, which need not be told."""
    st.session_state.place = chunking.chunks[index].start
    st.session_state.asked = None


def asked(chunking: Chunking) -> int | None:
    """The chunk the text shall select and bring into view: one that a control chose in just this chunking. After another
    cut the text stays where the reader has scrolled it."""
    wanted = st.session_state.get("asked", (chunking, 0))
    return wanted[1] if wanted and wanted[0] is chunking and wanted[1] < len(chunking) else None
