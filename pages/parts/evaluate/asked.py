"""The questions of an evaluation: listed, marked in the text, edited, deleted, imported and exported."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import partial

import streamlit as st

import chunkviz
from chunkviz.document import Document
from chunkviz.errors import ChunkvizError
from chunkviz.evaluation.asked import add, bring, replace, trimmed
from chunkviz.evaluation.questions import Question, as_csv, as_json
from chunkviz.phrases import counted
from chunkviz.place import Place
from chunkviz.span import Span
from chunkviz.strategies.recursive import Recursive
from chunkviz.viewer import Mark

from ..notices import plain, problem, warning
from ..question.viewer import viewer
from ..session.choice import run_again
from .judging import Judging, questions

LONGEST = 2_000  # characters of a question


def asked(state: Judging, chosen: Sequence[Document]) -> None:
    """The list on the left, the text to mark answers in on the right."""
    questions(state, chosen)  # those that come with a sample are read now, so that the text shows their answers
    listed, text = st.columns([2, 3], gap="medium")
    with text:
        document = chosen[0]
        if len(chosen) > 1:
            document = st.selectbox("Mark answers in", chosen, format_func=lambda one: one.name, key="marked document")
        span = _text(state, document)
    with listed:
        _mark(state, document, span)
        found = questions(state, chosen)
        selected = _list(found)
        if selected is not None:
            _edit(state, found[selected], chosen, document, span)
        _files(state, chosen, found)


def marks(state: Judging, document: Document) -> list[Mark]:
    """The answers of all questions that stand in this document, each with its question."""
    return [
        Mark(place.span, question.text)
        for question in state.asked.get(document.name, [])
        for place in question.answers
        if place.document == document.name
    ]


def _text(state: Judging, document: Document) -> Span | None:
    """The document, its answers marked; what is selected in it with the mouse."""
    kept = st.session_state.get("marking")
    if kept is None or kept.document is not document:
        kept = st.session_state.marking = chunkviz.chunk(document, Recursive())
    place: Place | None = st.session_state.get("show answer")
    goto = place.span if place is not None and place.document == document.name else None
    found = viewer(document, kept, key="marked text", height=560, marks=marks(state, document), goto=goto)
    return found.span


def _mark(state: Judging, document: Document, span: Span | None) -> None:
    """What is selected, and the question it answers."""
    st.html("<h2>Mark an answer</h2>")
    if span is None or not document.text[span.start : span.end].strip():
        st.caption("Select the words that answer a question in the text, then type the question here.")
        return
    place = trimmed(document, span)
    with st.container(key="selected-answer"):
        st.text(document.text[place.start : place.end][:600])
    with st.form("mark", border=False, clear_on_submit=True):
        text = st.text_input(
            "This answers", placeholder="Which question do these words answer?", max_chars=LONGEST, key="this answers"
        )
        if st.form_submit_button("Add the question", type="primary", icon=":material/add:"):
            if text.strip():
                add(state.asked, document.name, text, place)
                run_again()
            warning("Type the question that these words answer.")


def _list(found: Sequence[Question]) -> int | None:
    """The questions as a table; the number of the one that is selected."""
    st.html(f"<h2>{counted(len(found), 'question')}</h2>")
    if not found:
        return None
    event = st.dataframe(
        {
            "Question": [one.text for one in found],
            "Answers": [len(one.answers) for one in found],
            "Missing": [len(one.missing) for one in found],
        },
        hide_index=True,
        height=min(300, 38 + 35 * len(found)),
        key="questions",
        on_select="rerun",
        selection_mode="single-row",
        column_config={"Question": st.column_config.TextColumn(width="large")},
        alt="Table of questions",
    )
    rows = event["selection"]["rows"]
    return rows[0] if rows and rows[0] < len(found) else None


def _edit(state: Judging, question: Question, chosen: Sequence[Document], document: Document, span: Span | None) -> None:
    """One question: its words, its answers, and what can be done with them."""
    texts = {one.name: one.text for one in chosen}
    turn = f"{id(question)}"
    with st.container(border=True, key="edited-question"):
        text = st.text_input("Question", question.text, max_chars=LONGEST, key=f"edit {turn}")
        for i, place in enumerate(question.answers):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.text(" ".join(texts[place.document][place.start : place.end].split())[:140], width="stretch")
                if st.button("Show", key=f"show {turn} {i}", type="tertiary"):
                    st.session_state["show answer"] = place
                    run_again()
                if st.button("Remove", key=f"remove {turn} {i}", type="tertiary"):
                    left = tuple(one for one in question.answers if one != place)
                    replace(state.asked, question, dataclasses.replace(question, answers=left))
                    run_again()
        for quote in question.missing:
            warning(f"Not in the documents: “{quote[:200]}”. Select its words in the text and take them as an answer.")
        if question.note:
            st.caption(plain(question.note))
        with st.container(horizontal=True):
            if span is not None and st.button("Take the selected words as an answer", key=f"take {turn}"):
                answers = (*question.answers, trimmed(document, span))
                replace(state.asked, question, dataclasses.replace(question, answers=answers, missing=question.missing[1:]))
                run_again()
            if text.strip() and text != question.text and st.button("Save", key=f"save {turn}", type="primary"):
                replace(state.asked, question, dataclasses.replace(question, text=text.strip()))
                run_again()
            if st.button("Delete the question", key=f"delete {turn}", icon=":material/delete:"):
                replace(state.asked, question, None)
                run_again()


def _files(state: Judging, chosen: Sequence[Document], found: Sequence[Question]) -> None:
    """Import, with a sentence for each quote that is not found, and export."""
    turn = st.session_state.setdefault("imported", 0)
    file = st.file_uploader(
        "Import questions (JSON, JSON lines, CSV)", type=["json", "jsonl", "csv"], key=f"import {turn}", max_upload_size=50
    )
    if file is not None:
        try:
            state.problems = bring(state.asked, chosen, file.getvalue(), file.name).problems
        except ChunkvizError as error:
            state.problems = [str(error)]
        st.session_state.imported = turn + 1
        run_again()
    for sentence in state.problems[:50]:
        problem(sentence)
    if len(state.problems) > 50:
        problem(f"And {len(state.problems) - 50:,} more.")
    with st.container(horizontal=True):
        for label, name, make in (("JSON", "questions.json", as_json), ("CSV", "questions.csv", as_csv)):
            st.download_button(
                label,
                partial(make, found, chosen),
                name,
                icon=":material/download:",
                on_click="ignore",
                disabled=not found,
                key=f"export {label}",
            )
