"""A question to the document that is looked at: asked in a box, answered by a Chroma collection of this session alone."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.embedder import Embedder, Progress, embedders
from chunkviz.errors import ChunkvizError
from chunkviz.index import About, ChromaIndex, Store
from chunkviz.params import settings_of
from chunkviz.pattern import Pattern, Search, patterns, retrieve
from chunkviz.phrases import counted
from chunkviz.search.exact_index import ExactIndex, missed
from chunkviz.search.hits import Filter, Hit, Passage
from chunkviz.search.record import records_of
from chunkviz.viewer import DrawnHit

from ..controls.address import Part
from ..controls.settings import controls
from ..notices import plain, problem
from ..session import beside
from ..session.choice import Choice, shown
from . import selection

LONGEST = 2_000  # characters of a question
MOST = 50  # passages that can be asked for


@dataclass
class Asking:
    """What is asked, and how, in this session: the same on every page. `contains` and `json` are the filters as typed."""

    question: str = ""
    pattern: str = "plain"
    k: int = 5
    budget: int = 2_000
    values: Choice = field(default_factory=Choice)
    contains: str = ""
    as_json: bool = False
    json: str = ""
    where: Filter | None = None
    where_document: Filter | None = None

    def made(self) -> Pattern:
        kind = patterns.get(self.pattern)
        return kind(**self.values.settings(settings_of(kind), f"pattern.{self.pattern}."))


@dataclass(frozen=True)
class Indexed:
    """A chunking with its vectors, in Chroma and exactly. The collection goes when nothing references this any longer."""

    chunking: Chunking
    chroma: ChromaIndex
    exact: ExactIndex
    search: Search


@dataclass(frozen=True)
class Answer:
    """`lost`: which of the true k nearest chunks Chroma did not find."""

    question: str
    passages: list[Passage]
    lost: list[Hit]
    indexed: Indexed


def asking() -> Asking:
    """What this session asks."""
    if "asking" not in st.session_state:
        st.session_state.asking = Asking()
    found: Asking = st.session_state.asking
    return found


def _written() -> dict[str, str]:
    state, usual = asking(), Asking()
    query = {"q": state.question} if state.question else {}
    for name in ("pattern", "k", "budget"):
        if getattr(state, name) != getattr(usual, name):
            query[name] = str(getattr(state, name))
    for name, value in state.made().changed().items():
        query[f"pattern.{name}"] = str(value)
    if state.where:
        query["where"] = json.dumps(state.where, ensure_ascii=False)
    if state.where_document:
        query["contains"] = str(state.where_document["$contains"])
    return query


def _read(rest: dict[str, str]) -> list[str]:
    state = st.session_state.asking = Asking(rest.pop("q", "").strip())
    notes = []
    for name, owner in (("k", MOST), ("budget", 2_000_000)):
        if name in rest:
            text = rest.pop(name)
            if text.isascii() and text.isdigit() and 1 <= int(text) <= owner:
                setattr(state, name, int(text))
            else:
                notes.append(
                    f"{name} must be a whole number from 1 to {owner:,}; it is “{text}”. {getattr(state, name)} is used."
                )
    if (pattern := rest.pop("pattern", state.pattern)) in patterns:
        state.pattern = pattern
    else:
        notes.append(f"There is no retrieval pattern “{pattern}”; {patterns.get(state.pattern).label} is used.")
    for setting in settings_of(patterns.get(state.pattern)):
        if f"pattern.{setting.name}" in rest:
            try:
                value = setting.check(setting.parse(rest.pop(f"pattern.{setting.name}")))
                state.values.choose(setting, value, f"pattern.{state.pattern}.")
            except ChunkvizError as error:
                notes.append(f"{error} The default, {setting.text(setting.default)}, is used.")
    state.contains = rest.pop("contains", "")[:500]
    state.as_json, state.json = "where" in rest, rest.pop("where", "")
    return notes


in_address = Part(_written, _read)
"""The question, how its passages are found, and the filters: `narrowing` reads the latter from its own controls."""


def manner() -> None:
    """The controls for how passages are found: the pattern with its settings, and how many."""
    state = asking()

    def set_pattern(key: str) -> None:
        state.pattern = key

    def set_k(k: int) -> None:
        state.k = k

    st.html("<h2>How passages are found</h2>")
    labels = {key: kind.label for key, kind in patterns.items()}
    st.selectbox(
        "Pattern",
        list(labels),
        format_func=labels.__getitem__,
        **shown("pattern", state.pattern, set_pattern, list(labels)),
    )
    controls(patterns.get(state.pattern), state.values, f"pattern.{state.pattern}.")
    st.slider("Passages (k)", 1, MOST, **shown("k", state.k, set_k))
    with st.expander("What this pattern does"):
        st.markdown(patterns.get(state.pattern).__doc__ or "")


def box(chunking: Chunking) -> list[DrawnHit]:
    """The question box of a document, and where in it the hits stand."""
    ask()
    with st.container():  # one element, whatever it holds: what stands below keeps its place on the page
        found = answer(chunking)
        if found is None:
            return []
        say_how_searched(found)
    before: Answer | None = st.session_state.get("shown_answer")
    if found is not before:  # a new one: the best hit comes into view, once
        st.session_state.shown_answer = found
        if found.passages:
            selection.select(chunking, found.passages[0].hits[0].record.number)
    return places(found)


def ask() -> None:
    state = asking()

    def change(typed: str) -> None:
        state.question = typed.strip()

    st.text_input(
        "Ask the document a question",
        **shown("question", state.question, change),
        max_chars=LONGEST,
        placeholder="Ask the document a question: the chunks that would be found light up",
        label_visibility="collapsed",
        icon=":material/search:",
    )


def answer(chunking: Chunking) -> Answer | None:
    """What the question finds; None where nothing is asked, or where it is still being worked out, which is shown."""
    state = asking()
    if not state.question or not chunking.chunks:
        beside.leave("index")
        return None
    indexed = index(chunking)
    if indexed is None:
        return None
    try:
        pattern = state.made()
    except ValueError as error:
        problem(str(error))
        return None
    question, k, where, where_document = state.question, state.k, state.where, state.where_document

    def work(progress: Progress) -> Answer:
        search = replace(indexed.search, where=where, where_document=where_document, progress=progress)
        passages = retrieve(question, search, pattern, k)
        vector = search.vector(question)
        lost = missed(
            indexed.chroma.search(vector, k, where, where_document), indexed.exact.search(vector, k, where, where_document)
        )
        return Answer(question, passages, lost, indexed)

    key = (id(indexed), question, pattern, k, repr(where), repr(where_document))
    return beside.result("answer", key, work, "Searching")


def index(chunking: Chunking) -> Indexed | None:
    """The chunking's vectors, made at the first question; None while they are being made."""
    embedder = embedders.get(st.session_state.choice.embedder)
    key = chunking.document.id, chunking.tokenizer.key, chunking.strategy, chunking.refinements, embedder.key
    return beside.result(
        "index", key, lambda progress: _indexed(chunking, embedder, progress), "Embedding the chunks", loads=True
    )


def _indexed(chunking: Chunking, embedder: Embedder, progress: Progress) -> Indexed:
    records = records_of(chunking)
    vectors = embedder.embed([record.text for record in records], progress)
    chroma = Store.memory().temporary(About.of(chunking, embedder))
    chroma.put(records, vectors)
    chunkings = {chunking.document.id: chunking}
    return Indexed(chunking, chroma, ExactIndex(records, vectors), Search(chroma, embedder, chunkings))


def say_how_searched(found: Answer) -> None:
    """How it was searched and what the approximation cost, in a sentence."""
    state = asking()
    if not found.passages:
        st.caption("Nothing was found; loosen the filter.")
        return
    label = patterns.get(state.pattern).label
    count = len(found.passages)
    sentence = f"{counted(count, 'passage')}, {label}."
    if found.lost:
        numbers = ", ".join(str(hit.record.number + 1) for hit in found.lost)
        sentence += f" Chroma’s approximate search missed {len(found.lost)} of the true {state.k} nearest: chunk {numbers}."
    else:
        sentence += " Chroma’s approximate search missed none of the nearest chunks."
    if state.where or state.where_document:
        sentence += " Only chunks that pass the filter were searched."
    st.caption(plain(sentence))


def places(found: Answer) -> list[DrawnHit]:
    """The passages for the viewer, lit by the similarity of their best chunk."""
    return [
        DrawnHit(passage.span, passage.rank, passage.hits[0].score, passage.why)
        for passage in found.passages
        if passage.span is not None
    ]


def rows(found: Answer, distances: bool) -> dict[str, list[Any]]:
    """The passages as a table, by column."""
    tokenizer = found.indexed.chunking.tokenizer
    best = [passage.hits[0] for passage in found.passages]
    columns: dict[str, list[Any]] = {
        "Rank": [passage.rank for passage in found.passages],
        "Similarity": [round(hit.score, 3) for hit in best],
        tokenizer.unit.capitalize(): tokenizer.counts([passage.text for passage in found.passages]),
        "Where": [str(hit.record.metadata.get("section_path", "")) or f"chunk {hit.record.number + 1}" for hit in best],
        "Text": [" ".join(passage.text[:200].split()) for passage in found.passages],
    }
    if any(passage.why for passage in found.passages):
        columns["How"] = [passage.why for passage in found.passages]
    if distances:
        columns["Distance"] = [None if hit.distance is None else round(hit.distance, 4) for hit in best]
    return columns
