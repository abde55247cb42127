"""The page's frame: our own style sheet over Streamlit's theme."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_STYLE = Path(__file__).with_name("style.css")


def frame() -> None:
    st.html(_STYLE)
