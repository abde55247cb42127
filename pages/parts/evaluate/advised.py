"""What to change: findings from how the questions failed, and the effect of each suggestion once it is measured."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from chunkviz.evaluation.advice import Effect, Finding, findings, measured
from chunkviz.evaluation.evaluate import Corpus, Result
from chunkviz.evaluation.run import Run

from ..notices import plain
from ..session.job import Job, Tell
from .judging import Judging, corpus


@dataclass
class Measured:
    """The effects of one finding's suggestions, for one result."""

    result: Result
    title: str
    effects: list[Effect]


def advised(state: Judging, run: Run) -> None:
    """For one of the results at a time."""
    labels = [result.setup.label for result in run.results]
    index = st.selectbox("Setting", range(len(labels)), format_func=labels.__getitem__, key="advised")
    result = run.results[index]
    found = findings(result)
    if not found:
        st.caption("Every question was answered; there is nothing to mend here.")
    for number, finding in enumerate(found):
        with st.container(border=True, key=f"finding-{number}"):
            st.markdown(f"**{finding.title}.** {plain(finding.sentence)}")
            with st.expander("Which questions"):
                for i in finding.questions[:100]:
                    st.text(run.questions[i].text)
            _effects(state, run, result, finding, number)


def _effects(state: Judging, run: Run, result: Result, finding: Finding, number: int) -> None:
    """The effects where they are measured, else what could be tried and the button that measures it."""
    kept: list[Measured] = st.session_state.setdefault("effects", [])
    known = next((one for one in kept if one.result is result and one.title == finding.title), None)
    if known is not None:
        for effect in known.effects:
            st.markdown(f"- Try **{plain(effect.suggestion.words)}**. {plain(effect.words)}")
        return
    if not finding.suggestions:
        st.caption("There is no other setting here that mends this as a rule.")
        return
    st.markdown("To try: " + "; ".join(plain(one.words) for one in finding.suggestions) + ".")
    here = run.same_documents([(one.name, one.id) for one in corpus(state)])
    if st.button("Measure the effect", key=f"measure {number}", disabled=state.busy or not here):
        documents = Corpus(corpus(state))
        count = len(finding.suggestions)

        def work(tell: Tell) -> None:
            done = [0]

            def progress(what: str, at: int, total: int) -> None:
                done[0] += what == "asking" and at == 0
                tell(min(1.0, (max(0, done[0] - 1) + (at / total if total else 0)) / count), f"{finding.title}: {what}", None)

            kept.append(
                Measured(
                    result,
                    finding.title,
                    measured(finding, result, documents, run.questions, budget=run.budget, progress=progress),
                )
            )

        state.job = Job(work)
        st.rerun()
