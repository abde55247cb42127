"""Evaluate: questions whose answers are known, and what each setting makes of them."""

import streamlit as st

from chunkviz.errors import ChunkvizError
from pages.parts.controls import documents
from pages.parts.evaluate import opened_run
from pages.parts.evaluate.advised import advised
from pages.parts.evaluate.asked import asked
from pages.parts.evaluate.judging import corpus, judging
from pages.parts.evaluate.results import results
from pages.parts.evaluate.tried import ended, go, running, tried, which
from pages.parts.frame import frame
from pages.parts.notices import problem
from pages.parts.session.choice import choice

frame(
    "Evaluate", "Questions with marked answers decide which strategy and size retrieve more, and whether the difference is real."
)
state = judging()
if not state.documents and not state.asked:
    state.documents = [choice().document or next(iter(documents.options()))]

with st.sidebar:
    st.html("<h1>chunkviz</h1>")
    which(state)
    tried(state)
    opened_run.choose(state)

go(state)
if state.busy:
    running(state)
else:
    ended(state)

questions, found, advice = st.tabs(["Questions", "Results", "What to change"], key="evaluation", on_change="rerun")
if questions.open:
    with questions:
        if not state.documents:
            st.caption("Choose a document to ask questions of.")
        else:
            try:
                asked(state, corpus(state))
            except ChunkvizError as error:
                problem(str(error))
run = state.run if state.run is not None and state.run.results else None
for tab, show in ((found, results), (advice, lambda run: advised(state, run))):
    if tab.open:
        with tab:
            if run is None:
                st.caption("Nothing is evaluated yet.")
            else:
                show(run)
