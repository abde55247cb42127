"""Slow work of a view, done beside the page: what is quick is there at once, the rest shows how far it is and can be stopped."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

import streamlit as st

from chunkviz.embedder import Progress

from ..notices import warning
from .choice import run_again
from .job import Job, Tell

T = TypeVar("T")

AT_ONCE = 0.3  # seconds that a view waits before it shows progress instead
LOADING = "Loading the model, once for everyone"
LOOK = 0.7  # seconds between two looks at how far it is


@dataclass
class Work:
    """One piece of work: `key` says what for, `found` holds its result once it is there."""

    key: Any
    job: Job
    found: list[Any] = field(default_factory=list)


def result(
    name: str,
    key: Any,
    work: Callable[[Progress], T],
    words: str,
    *,
    loads: bool = False,
    meanwhile: Callable[[], None] | None = None,
) -> T | None:
    """What `work(progress)` gives, made once for a `key`; None while it runs, after it was stopped and where it failed, each
    of which is shown here. A new key stops the work for the old one; what that has embedded is kept.

    loads       whether it begins by loading the model, which is then said until the first progress is made
    meanwhile   draws, below the progress, what is known so far
    """
    kept: dict[str, Work] = st.session_state.setdefault("beside", {})
    current = kept.get(name)
    if current is None or current.key != key:
        if current is not None:
            current.job.stop()
        current = kept[name] = _begun(key, work, words, LOADING if loads else words)
        current.job.wait(AT_ONCE)
    if current.found:
        found: T = current.found[0]
        return found
    if current.job.running and not current.job.stopping:
        _running(name, current, meanwhile)
    elif current.job.problem:
        warning(current.job.problem)
    else:
        st.info("Stopped. What was embedded is kept.", icon=":material/pause:")
        st.button("Go on", icon=":material/resume:", key=f"go on {name}", on_click=_forget, args=(name,))
    return None


def _forget(name: str) -> None:
    st.session_state.beside.pop(name, None)


def leave(name: str) -> None:
    """Stop the work called `name` where it still runs: nobody waits for it any more."""
    current: Work | None = st.session_state.get("beside", {}).get(name)
    if current is not None and current.job.running:
        current.job.stop()
        del st.session_state.beside[name]


def _begun(key: Any, work: Callable[[Progress], Any], words: str, first: str) -> Work:
    found: list[Any] = []

    def run(tell: Tell) -> None:
        began: list[float] = []

        def progress(done: int, total: int) -> None:
            if not began:  # the model is loaded before the first text is embedded
                began.append(time.monotonic())
                _set_libraries_aside()
            spent = time.monotonic() - began[0]
            left = spent * (total - done) / done if done else None
            tell(done / total if total else 1.0, words, left)

        tell(0.0, first, None)
        found.append(work(progress))

    return Work(key, Job(run), found)


@cache
def _set_libraries_aside() -> None:
    """Once in a process, when the model's libraries are loaded: what they brought stays for good, and no later collection
    has to go through it."""
    gc.collect()
    gc.freeze()


@st.fragment(run_every=LOOK)
def _running(name: str, work: Work, meanwhile: Callable[[], None] | None) -> None:
    job = work.job
    if not job.running or job.stopping:  # it ends at its next step; nobody has to wait for that
        run_again()
    left = f", about {max(1, round(job.left))} s left" if job.left is not None else ""
    share = "" if job.words == LOADING else f": {job.share:.0%}"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(min(1.0, job.share), text=f"{job.words}{share}{left}")
        st.button("Stop", icon=":material/stop:", on_click=job.stop, key=f"stop {name}")
    if meanwhile is not None:
        meanwhile()
