"""The numbers above the text: quiet, until one of them warns."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.inspection.figures import Figure, figures_of


def row(chunking: Chunking, more: Sequence[Figure] = ()) -> None:
    """Numbers and our own words only: nothing of the document goes in here, so this may be HTML. `more` stands at the end."""
    if not chunking.chunks:
        return
    items = "".join(
        f'<li class="{"warns" if one.warns else ""}" title="{one.about}"><b>{one.value}</b> <span>{one.label}</span></li>'
        for one in [*figures_of(chunking), *more]
    )
    st.html(f'<ul class="figures" aria-label="Numbers of this chunking">{items}</ul>')
