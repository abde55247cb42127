"""Opening a saved run: its results are shown; to go on with it, its documents have to be chosen as well."""

from __future__ import annotations

import streamlit as st

from chunkviz.errors import ChunkvizError
from chunkviz.evaluation.run import read_run

from ..notices import problem
from ..session.choice import run_again
from .judging import Judging


def choose(state: Judging) -> None:
    turn = st.session_state.setdefault("opened run", 0)
    with st.expander("Open a saved run"):
        file = st.file_uploader(
            "A run (JSON)",
            type=["json"],
            key=f"run {turn}",
            label_visibility="collapsed",
            disabled=state.busy,
            max_upload_size=200,
        )
        if file is not None:
            try:
                state.run = read_run(file.getvalue(), file.name)
                st.session_state["run problem"] = ""
            except ChunkvizError as error:
                st.session_state["run problem"] = str(error)
            st.session_state["opened run"] = turn + 1
            run_again()
        if sentence := st.session_state.get("run problem"):
            problem(sentence)
