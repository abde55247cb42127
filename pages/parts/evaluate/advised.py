"""What to change: what the failures have in common, and the effect of each proposed change once it is measured."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from chunkviz.evaluation.advice import Effect, Shortfall, effects, failings
from chunkviz.evaluation.evaluate import Corpus, Result
from chunkviz.evaluation.run import Run

from ..notices import plain
from ..session.choice import run_again
from ..session.job import Job, Tell
from .judging import Judging, corpus


@dataclass
class Effects:
    """What the changes proposed for one failing of one result did."""

    result: Result
    title: str
    found: list[Effect]


def advised(state: Judging, run: Run) -> None:
    """For one of the results at a time."""
    labels = [result.pipeline.label for result in run.results]
    index = st.selectbox("Setting", range(len(labels)), format_func=labels.__getitem__, key="advised")
    result = run.results[index]
    found = failings(result)
    if not found:
        st.caption("Every question was answered; there is nothing to mend here.")
    for number, failing in enumerate(found):
        with st.container(border=True, key=f"failing-{number}"):
            st.markdown(f"**{failing.title}.** {plain(failing.sentence)}")
            with st.expander("Which questions"):
                for i in failing.questions[:100]:
                    st.text(run.questions[i].text)
            _effects(state, run, result, failing, number)


def _effects(state: Judging, run: Run, result: Result, failing: Shortfall, number: int) -> None:
    """The effects where they are measured, else what could be tried and the button that measures it."""
    kept: list[Effects] = st.session_state.setdefault("effects", [])
    known = next((one for one in kept if one.result is result and one.title == failing.title), None)
    if known is not None:
        for effect in known.found:
            st.markdown(f"- Try **{plain(effect.change.words)}**. {plain(effect.words)}")
        return
    if not failing.changes:
        st.caption("There is no other setting here that mends this as a rule.")
        return
    st.markdown("To try: " + "; ".join(f"{plain(one.words)} ({one.cost})" for one in failing.changes) + ".")
    here = run.same_documents([(one.name, one.id) for one in corpus(state)])
    if st.button("Measure the effect", key=f"measure {number}", disabled=state.busy or not here):
        documents = Corpus(corpus(state))
        count = len(failing.changes)

        def work(tell: Tell) -> None:
            done = [0]

            def progress(what: str, at: int, total: int) -> None:
                done[0] += what == "asking" and at == 0
                tell(min(1.0, (max(0, done[0] - 1) + (at / total if total else 0)) / count), f"{failing.title}: {what}", None)

            kept.append(
                Effects(
                    result,
                    failing.title,
                    effects(failing, result, documents, run.questions, budget=run.budget, progress=progress),
                )
            )

        state.job = Job(work)
        run_again()
