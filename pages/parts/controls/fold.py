"""A fold that stays as the person left it."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


def fold(label: str, key: str, icon: str | None = None) -> DeltaGenerator:
    """An expander, closed at first; then open or closed as it was left, also where its label has changed or it was gone while
    something was worked out, for which Streamlit forgets it. For what comes anew with every question or setting."""
    left: dict[str, bool] = st.session_state.setdefault("folds", {})

    def turned() -> None:
        left[key] = bool(st.session_state[key])

    st.session_state[key] = left.get(key, False)
    return st.expander(label, key=key, icon=icon, on_change=turned)
