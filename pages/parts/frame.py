"""The page's frame: the navigation of app.py, and our own style sheet over Streamlit's theme."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from .session.models import offer

_STYLE = Path(__file__).with_name("style.css")


def frame() -> None:
    """To be called first on every page.

    A server whose first visitor follows a link to a page takes the folder pages/ for a menu of its own and runs the page
    without app.py, until st.navigation was called once: then that has to be said, and the page run again under app.py.
    """
    if PagesManager.uses_pages_directory:
        PagesManager.uses_pages_directory = False
        st.rerun()
    st.html(_STYLE)
    offer()
