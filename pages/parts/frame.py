"""The page's frame: the navigation of app.py, and our own style sheet over Streamlit's theme."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage
from streamlit.runtime.pages_manager import PagesManager

from .session.models import offer

_STYLE = Path(__file__).with_name("style.css")


def narrow_menu(pages: Sequence[StreamlitPage]) -> None:
    """The pages once more, for a narrow window, where Streamlit's own menu goes into the sidebar; the style sheet hides this one
    where the window is wide."""
    with st.container(key="narrow-menu", horizontal=True, gap="xxsmall"):
        for page in pages:
            st.page_link(page)


def frame(title: str, purpose: str) -> None:
    """To be called first on every page: its title, and in one line what it is for.

    A server whose first visitor follows a link to a page takes the folder pages/ for a menu of its own and runs the page
    without app.py, until st.navigation was called once: then that has to be said, and the page run again under app.py.
    """
    if PagesManager.uses_pages_directory:
        PagesManager.uses_pages_directory = False
        st.rerun()
    st.html(_STYLE)
    offer()
    with st.container(key="page-title"):
        st.html(f"<h1>{title}</h1><p>{purpose}</p>")
