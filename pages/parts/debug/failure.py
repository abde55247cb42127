"""One failure explained: the sentences on the left, the evidence drawn in the text on the right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import streamlit as st

from chunkviz.diagnosis.explanation import Explanation
from chunkviz.diagnosis.measure import explain
from chunkviz.diagnosis.remedies import Tried
from chunkviz.diagnosis.wording import account, cause, verdict
from chunkviz.embedder import Progress
from chunkviz.exports.failure_report import hits, html, markdown, marks
from chunkviz.pattern import retrieve
from chunkviz.pipeline import Pipeline
from chunkviz.search.retrieved import retrieved_at
from chunkviz.viewer import Flag

from ..controls import address
from ..controls.fold import fold
from ..notices import plain, problem
from ..question.question import asking
from ..question.viewer import viewer
from ..session import beside
from ..session.choice import choice, run_again
from .failing import Searched, ask, failing, narrowed, selected, take, worth_seeing

_STYLE = Path(__file__).with_name("failure.css")
MOST = 100  # known questions that are looked at beside

Remedied = Callable[[Explanation, Searched, Pipeline], "list[Tried] | None"]


@dataclass(frozen=True)
class Looked:
    """The explanation, and for the known questions the ranks of their answers."""

    explanation: Explanation
    ranks: dict[str, tuple[int | None, ...]]


@st.fragment
def explained(searched: Searched, remedied: Remedied) -> None:
    """All of the page beside its sidebar. What is asked changes in here, so what is searched is made in here too: a fragment
    keeps the arguments it was first called with."""
    chunking, state = searched.chunking, failing(searched.chunking.document)
    if (
        state.applied_now
    ):  # a setting of the whole app was changed in here: the text is cut again by the page, not by its fragment
        state.applied_now = False
        run_again()
    st.html(_STYLE)
    left, right = st.columns([6, 7], gap="medium")
    with left:
        form, taking = st.container(), st.container()
        searched = narrowed(searched)
        found = _found(searched)
    with form:
        ask(chunking.document)
    with right, st.container(key="evidence"):
        picked = viewer(
            chunking.document,
            chunking,
            key="debugged text",
            height=640,
            goto=state.answer,
            marks=marks(found) if found is not None else [],
            hits=hits(found) if found is not None else [],
            flags=flags(found) if found is not None else [],
        )
    with taking:
        selected(chunking.document, picked.span)
    if found is None:
        return
    pipeline = pipeline_of(searched)
    with left:
        opening(found)
        tried = remedied(found, searched, pipeline)
        details(found, searched)
        _reports(found, searched, pipeline, tried)
    address.write(choice())


def pipeline_of(searched: Searched) -> Pipeline:
    """The setting the chunks were made and are searched with."""
    state, chunking = asking(), searched.chunking
    embedder = searched.search.embedder.key if searched.search else st.session_state.choice.embedder
    return Pipeline(chunking.strategy, chunking.refinements, chunking.tokenizer.key, embedder, state.made(), state.k)


def opening(found: Explanation) -> None:
    """The verdict and, where it was not retrieved, the strongest cause."""
    sentence = plain(verdict(found))
    if found.retrieved:
        st.success(sentence, icon=":material/check_circle:")
    else:
        st.error(f"{sentence} {plain(cause(found))}", icon=":material/cancel:")


def details(found: Explanation, searched: Searched) -> None:
    """Section by section what was found out, folded."""
    with fold("What was measured", "measured fold", ":material/straighten:"):
        for section in account(found, searched.chunking):
            st.markdown(f"**{plain(section.title)}**\n" + "\n".join(f"- {plain(one)}" for one in section.sentences))


def flags(found: Explanation) -> list[Flag]:
    """In the margin: where the answer is cut, and what no chunk holds."""
    cuts = [
        Flag(found.answer._replace(start=cut.at - 1, end=cut.at), f"The answer is cut here. {cut.why}", "✂") for cut in found.cuts
    ]
    return cuts + [Flag(span, "No chunk holds this part of the answer.", "∅") for span in found.uncovered]


def _found(searched: Searched) -> Explanation | None:
    """The explanation; None while there is nothing to explain, or it is being worked out."""
    state, chunking, search = asking(), searched.chunking, searched.search
    looked = failing(chunking.document)
    answer = looked.answer
    if not state.question.strip() or answer is None:
        if not looked.problem:
            st.caption("Ask a question, and mark or paste the words that should have answered it.")
        return None
    if not chunking.chunks:
        st.caption("There are no chunks: nothing can be found.")
        return None
    if search is None:  # `narrowed` shows how far the embedding is, or why there is none
        return None
    try:
        pattern = state.made()
    except ValueError as error:
        problem(str(error))
        return None
    question, k, again, known = state.question, state.k, search, looked.known[:MOST]

    def work(progress: Progress) -> Looked:
        again.progress = progress
        found = explain(question, answer, chunking, again, pattern, k)
        ranks = {}
        for one in known:
            passages = retrieve(one.text, again, pattern, k)
            ranks[one.text] = tuple(retrieved_at(place.span, chunking, passages) for place in one.answers)
        return Looked(found, ranks)

    filters = repr(search.where), repr(search.where_document)
    key = (
        chunking.document.id,
        chunking.strategy,
        chunking.refinements,
        chunking.tokenizer.key,
        search.embedder.key,
        id(search.index),
    )
    done = beside.result("explanation", (*key, question, answer, pattern, k, *filters), work, "Looking for the cause")
    if done is None:
        return None
    looked.ranks = done.ranks
    if (other := worth_seeing(looked)) is not None:
        take(looked, other)
        run_again()
    return done.explanation


def _reports(found: Explanation, searched: Searched, pipeline: Pipeline, tried: list[Tried] | None) -> None:
    st.session_state.latest["finding"] = partial(markdown, found, searched.chunking, pipeline, tried)  # for a saved view
    with st.container(horizontal=True):
        for label, ending, make in (("Report as a page", "html", html), ("Report as Markdown", "md", markdown)):
            st.download_button(
                label,
                partial(make, found, searched.chunking, pipeline, tried),
                f"failure.{ending}",
                icon=":material/download:",
                on_click="ignore",
                key=f"report {ending}",
            )
