"""One document cut in two ways: the two sets of controls, the two texts in step, and what differs between them."""

from __future__ import annotations

from typing import Any

import streamlit as st

import chunkviz
from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.embedder import embedder_for, embedders
from chunkviz.errors import ChunkvizError
from chunkviz.evaluation.questions import Question
from chunkviz.inspection.boundaries import difference, surviving
from chunkviz.params import settings_of
from chunkviz.pattern import Search, patterns, retrieve
from chunkviz.search.exact_index import ExactIndex
from chunkviz.span import Span
from chunkviz.strategy import Strategy, strategies
from chunkviz.viewer import Flag, Found, Mark

from ..controls.settings import controls
from ..evaluate.judging import judging, known
from ..explore import numbers
from ..notices import problem, warning
from ..question.viewer import viewer
from ..session import work
from ..session.choice import Choice, shown

NAMES = ("Left", "Right")
OTHER = "sentences"  # what the right side begins with: it cuts the same text by another idea
K = 5  # hits of a question
MOST = 12  # settings of a run that boundaries have to survive


def sides(chosen: Choice) -> tuple[Choice, Choice]:
    """What each side is cut by: the left begins with what Explore shows."""
    if "sides" not in st.session_state:
        left = Choice(strategy=chosen.strategy, values={f"{NAMES[0]}.{name}": value for name, value in chosen.values.items()})
        st.session_state.sides = (left, Choice(strategy=OTHER))
    found: tuple[Choice, Choice] = st.session_state.sides
    for name, side in zip(NAMES, found, strict=True):
        _controls(name, side)
    return found


def question(document: Document | None) -> Question | None:
    """The question whose hits both sides show: one that is known for the document, or typed."""
    st.html("<h2>A question to both</h2>")
    asked = known(document) if document is not None else []
    texts = ["", *(one.text for one in asked)]
    picked = st.selectbox("Known questions", texts, key="known question", format_func=lambda text: text or "None")
    typed = st.text_input("Or type one", key="typed question", max_chars=2_000)
    if typed.strip():
        return Question(typed.strip())
    return next((one for one in asked if one.text == picked), None)


def draw(document: Document, both: tuple[Choice, Choice], asked: Question | None) -> None:
    """The two texts, scrolled together, under what differs."""
    try:
        left, right = (_cut(document, name, side) for name, side in zip(NAMES, both, strict=True))
        found = [_hits(chunking, asked) for chunking in (left, right)] if asked is not None else [[], []]
    except ChunkvizError as error:
        problem(str(error))
        return
    differing = difference(left, right)
    st.markdown(said(len(differing.kept), len(differing.removed), len(differing.added)))
    survivors = _survivors(document, left, right)
    columns = st.columns(2, gap="small")
    for i, (column, name, chunking) in enumerate(zip(columns, NAMES, (left, right), strict=True)):
        own, kind = (differing.removed, "Only on the left") if i == 0 else (differing.added, "Only on the right")
        with column:
            st.html(f"<h2>{name}</h2>")
            numbers.row(chunking)
            viewer(
                document,
                chunking,
                key=f"side {name}",
                height=600,
                together="compare",
                flags=[Flag(_at(document, at), f"{kind}: a boundary here.", "−" if i == 0 else "+") for at in own],
                hits=found[i],
                marks=[] if asked is None else [Mark(place.span, asked.text) for place in asked.answers],
            )
    with st.expander(f"Boundaries that survive every setting: {len(survivors[0]):,} (of {survivors[1]} settings)"):
        st.caption(
            "They end a chunk on both sides, and under every setting of the run on the evaluate page that cuts this document without a model."
        )
        for at in survivors[0][:200]:
            st.text(
                f"Line {document.line(at):,}: … {' '.join(document.text[max(0, at - 60) : at].split())} ▏ {' '.join(document.text[at : at + 60].split())} …"
            )


def said(kept: int, removed: int, added: int) -> str:
    """What differs, in a sentence.

    >>> said(3, 1, 0)
    '**3 boundaries on both sides, 1 on the left alone (−), 0 on the right alone (+).**'
    """
    return f"**{kept:,} {'boundary' if kept == 1 else 'boundaries'} on both sides, {removed:,} on the left alone (−), {added:,} on the right alone (+).**"


def _controls(name: str, side: Choice) -> None:
    st.html(f"<h2>{name}</h2>")
    labels = {key: kind.label for key, kind in strategies.items()}

    def change() -> None:
        side.strategy = st.session_state[f"{name} strategy"]

    key = shown(f"{name} strategy", side.strategy)
    st.selectbox(
        f"{name}: strategy", list(labels), format_func=labels.__getitem__, key=key, label_visibility="collapsed", on_change=change
    )
    controls(strategies.get(side.strategy), side, f"{name}.")


def _cut(document: Document, name: str, side: Choice) -> Chunking:
    kind = strategies.get(side.strategy)
    strategy: Strategy = kind(**side.settings(settings_of(kind), f"{name}."))
    key: Any = (document.id, strategy, side.tokenizer)
    kept = st.session_state.get(f"cut {name}")
    if kept is None or kept[0] != key:
        tools = work.tools_for(document, side.tokenizer)
        tools.embedder = embedder_for(embedders.keys()[0]) if strategy.embeds else None
        kept = st.session_state[f"cut {name}"] = (key, chunkviz.chunk(tools.document, strategy, side.tokenizer, tools=tools))
    chunking: Chunking = kept[1]
    return chunking


def _hits(chunking: Chunking, asked: Question) -> list[Found]:
    """The chunks nearest to the question, by the first embedder there is."""
    embedder = embedder_for(embedders.keys()[0])
    with st.spinner("Embedding"):
        search = Search(ExactIndex.of(chunking, embedder), embedder, {chunking.document.id: chunking})
    passages = retrieve(asked.text, search, patterns.get("plain")(), K)
    if not passages:
        warning("There is no chunk to find.")
    return [Found(one.span, one.rank, one.score) for one in passages if one.span is not None]


def _survivors(document: Document, left: Chunking, right: Chunking) -> tuple[list[int], int]:
    """The boundaries of all settings, and how many settings that are."""
    run = judging().run
    chunkings = [left, right]
    if run is not None and (document.name, document.id) in run.documents:
        setups = {(one.strategy, one.tokenizer): one for one in run.planned if not one.strategy.embeds and not one.refinements}
        for setup in list(setups.values())[:MOST]:
            tools = work.tools_for(document, setup.tokenizer)
            chunkings.append(chunkviz.chunk(tools.document, setup.strategy, setup.tokenizer, tools=tools))
    return surviving(chunkings), len(chunkings)


def _at(document: Document, at: int) -> Span:
    return Span(at, min(len(document), at + 1))
