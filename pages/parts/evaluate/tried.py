"""What an evaluation tries: every choice is made from what declares itself, so that something new needs nothing here."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from chunkviz.embedder import embedders
from chunkviz.errors import ChunkvizError
from chunkviz.params import settings_of
from chunkviz.pattern import patterns
from chunkviz.phrases import counted, duration
from chunkviz.refinement import refinements
from chunkviz.strategy import strategies
from chunkviz.tokenizer import tokenizers

from ..controls import documents
from ..controls.settings import controls
from ..notices import notes, plain, problem
from ..session.choice import run_again, shown
from .judging import Judging, planned, start

_KINDS: tuple[tuple[str, str, Any], ...] = (
    ("strategy", "Strategies", strategies),
    ("pattern", "Retrieval patterns", patterns),
    ("embedder", "Embedders", embedders),
    ("refinement", "Refinements of all chunks", refinements),
)


def which(state: Judging) -> None:
    """The documents."""
    labels = documents.options()
    state.documents = [option for option in state.documents if option in labels]

    def change(documents: list[str]) -> None:
        state.documents = list(documents)

    shows = shown("judged documents", state.documents, change, default="default")
    st.multiselect("Documents", list(labels), format_func=labels.__getitem__, **shows, placeholder="Choose documents")


def tried(state: Judging) -> None:
    """Strategies, sizes, overlaps, patterns, embedders, and the settings of each."""
    for kind, label, registry in _KINDS:
        _several(state, kind, label, {key: one.label for key, one in registry.items()})
    _line(state, "sizes", "Sizes", "With commas between; for every strategy that has a size. Empty: each keeps its own.")
    _line(state, "overlaps", "Overlaps", "With commas between; combinations that contradict are left out.")
    labels = {key: one.label for key, one in tokenizers.items()}
    state.values.tokenizer = st.selectbox("Count sizes in", list(labels), format_func=labels.__getitem__, key="tried tokenizer")
    k, budget = st.columns(2)
    state.k = int(k.number_input("Passages (k)", 1, 100, state.k, help="Passages that are asked for."))
    state.budget = int(budget.number_input("Budget", 1, 1_000_000, state.budget, step=100, help="Tokens a reader takes."))
    for kind, _, registry in _KINDS:
        for key in state.wanted[kind]:
            if kind != "embedder" and settings_of(registry.get(key)):
                with st.expander(f"Settings of “{registry.get(key).label}”"):
                    controls(registry.get(key), state.values, f"{kind}.{key}.")


def go(state: Judging) -> None:
    """The button that begins, and how many settings that makes. It stands above the page: menus in the sidebar change their
    height when they lose the focus, and would move a button below them away under the mouse."""
    try:
        pipelines, left_out = planned(state)
    except ChunkvizError as error:
        problem(str(error))
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Evaluate",
            type="primary",
            icon=":material/play_arrow:",
            disabled=state.busy or not state.documents,
            key="evaluate",
            on_click=_wish,
            args=(state, "new"),
        )
        if state.run is not None and state.run.left and not state.busy:
            st.button("Go on", icon=":material/resume:", key="go on", on_click=_wish, args=(state, "again"))
        if state.wish and not state.busy:
            wish, state.wish = state.wish, ""
            _begin(state, again=wish == "again")
        st.caption(f"{counted(len(pipelines), 'setting')} to try.")
    notes(left_out[:3])


@st.fragment(run_every=1.0)
def running(state: Judging) -> None:
    """How far the work is, once a second; the whole page is drawn again when it ends."""
    job = state.job
    if job is None:
        return
    if not job.running or job.stopping:
        run_again()
    left = f" {duration(job.left)} left." if job.left is not None else ""
    st.progress(min(1.0, job.share), text=plain(f"{job.words}.{left}"))
    st.button("Stop", icon=":material/stop:", on_click=job.stop, key="stop")


def ended(state: Judging) -> None:
    """What became of the work."""
    if state.job is None:
        return
    if state.job.problem:
        problem(state.job.problem)
    elif state.job.stopped or state.job.stopping:
        run = state.run
        done = f"{len(run.results)} of {len(run.planned)} settings are done" if run else "nothing is done"
        st.info(f"Stopped: {done}. “Go on” continues where it was.", icon=":material/pause:")


def _wish(state: Judging, wish: str) -> None:
    """A click is remembered until it is followed: a second one, on a tab, may end the run that the first began."""
    st.session_state.touched = True
    state.wish = wish


def _begin(state: Judging, *, again: bool) -> None:
    try:
        start(state, again=again)
    except ChunkvizError as error:
        problem(str(error))
    else:
        run_again()


def _several(state: Judging, kind: str, label: str, labels: dict[str, str]) -> None:
    def change(wanted: list[str]) -> None:
        state.wanted[kind] = list(wanted)

    shows = shown(f"tried {kind}", [one for one in state.wanted[kind] if one in labels], change, default="default")
    st.multiselect(label, list(labels), format_func=labels.__getitem__, **shows, placeholder="None")


def _line(state: Judging, name: str, label: str, help: str) -> None:
    st.text_input(label, **shown(f"tried {name}", getattr(state, name), partial(setattr, state, name)), help=help, max_chars=200)
