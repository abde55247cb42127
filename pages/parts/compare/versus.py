"""One document cut in two ways: the two sets of controls, the two texts in step, and what differs between them."""

from __future__ import annotations

import dataclasses

import streamlit as st

import chunkviz
from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.embedder import embedder_for
from chunkviz.errors import ChunkvizError
from chunkviz.evaluation.questions import Question
from chunkviz.inspection.boundaries import difference, surviving
from chunkviz.pattern import Search, patterns, retrieve
from chunkviz.phrases import counted
from chunkviz.search.exact_index import ExactIndex
from chunkviz.span import Span
from chunkviz.viewer import DrawnHit, Flag, Mark

from ..controls import address
from ..evaluate.judging import judging, known
from ..explore import numbers
from ..explore.suggestion import apply, suggested_strategy
from ..notices import problem, warning
from ..question.question import LONGEST, asking
from ..question.viewer import viewer
from ..session import work
from ..session.choice import Choice, choice, shown

NAMES = ("Left", "Right")
OTHER = "sentences"  # what the right side begins with where the left is cut as suggested: the same text by another idea
K = 5  # hits of a question
MOST = 12  # settings of a run that boundaries have to survive


def right(chosen: Choice, left: Chunking) -> Choice:
    """What the right side is cut by. It begins with what is suggested for the document; the left side is what Explore shows."""
    if "right" not in st.session_state:
        other = st.session_state.right = dataclasses.replace(chosen, refined=(), values={})
        wanted = suggested_strategy(chosen, left)
        other.strategy = OTHER
        if wanted is not None and wanted != left.strategy:
            apply(other, wanted)
    found: Choice = st.session_state.right
    return found


def _written() -> dict[str, str]:
    found: Choice | None = st.session_state.get("right")
    query = address.query_of(dataclasses.replace(found, document="", awaited=None)) if found is not None else {}
    return {f"right.{name}": value for name, value in query.items()}


def _read(rest: dict[str, str]) -> list[str]:
    query = {name.removeprefix("right."): rest.pop(name) for name in list(rest) if name.startswith("right.")}
    st.session_state.pop("right", None)
    if not query:
        return []
    st.session_state.right, wrong = address.parse(query)
    return wrong


in_address = address.Part(_written, _read)
"""How the right side is cut: right.strategy=sentences&right.size=128."""


def question(document: Document) -> Question | None:
    """The question whose hits both sides show: the one that is asked on the other pages too, known for the document or typed."""
    st.html("<h2>A question to both</h2>")
    asked, state = known(document), asking()

    def change(question: str) -> None:
        state.question = question.strip()

    texts = ["", *(one.text for one in asked)]
    shows = shown("known question", state.question if state.question in texts else "", change, texts)
    st.selectbox("Known questions", texts, **shows, format_func=lambda text: text or "None")
    st.text_input(
        "Or type one",
        **shown("typed question", state.question, change),
        max_chars=LONGEST,
    )
    if not state.question:
        return None
    return next((one for one in asked if one.text == state.question), Question(state.question))


def draw(document: Document, left: Chunking, right: Chunking, asked: Question | None) -> None:
    """The two texts, scrolled together, under what differs; they begin at the first place where they differ."""
    found: list[list[DrawnHit]] = [[], []]
    if asked is not None:
        try:
            found = [_hits(chunking, asked) for chunking in (left, right)]
        except ChunkvizError as error:
            problem(str(error))
    differing = difference(left, right)
    st.markdown(difference_sentence(len(differing.kept), len(differing.removed), len(differing.added)))
    first = min([*differing.removed, *differing.added], default=None)
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
                goto=_at(document, first) if first is not None else None,
                marks=[] if asked is None else [Mark(place.span, asked.text) for place in asked.answers],
            )
    with st.expander(f"Boundaries that survive every setting: {len(survivors[0]):,} (of {survivors[1]} settings)"):
        st.caption(
            "They end a chunk on both sides, and under every setting of the run on the evaluate page that "
            "cuts this document without a model."
        )
        for at in survivors[0][:200]:
            st.text(
                f"Line {document.line(at):,}: … {' '.join(document.text[max(0, at - 60) : at].split())} ▏ "
                f"{' '.join(document.text[at : at + 60].split())} …"
            )


def difference_sentence(kept: int, removed: int, added: int) -> str:
    """What differs, in a sentence.

    >>> difference_sentence(3, 1, 0)
    '**3 boundaries on both sides, 1 on the left alone (−), 0 on the right alone (+).**'
    """
    both = counted(kept, "boundary", "boundaries")
    return f"**{both} on both sides, {removed:,} on the left alone (−), {added:,} on the right alone (+).**"


def _hits(chunking: Chunking, asked: Question) -> list[DrawnHit]:
    """The chunks nearest to the question, by the model that is chosen."""
    embedder = embedder_for(choice().embedder)
    with st.spinner("Embedding"):
        search = Search(ExactIndex.of(chunking, embedder), embedder, {chunking.document.id: chunking})
    passages = retrieve(asked.text, search, patterns.get("plain")(), K)
    if not passages:
        warning("There is no chunk to find.")
    return [DrawnHit(one.span, one.rank, one.score) for one in passages if one.span is not None]


def _survivors(document: Document, left: Chunking, right: Chunking) -> tuple[list[int], int]:
    """The boundaries of all settings, and how many settings that are."""
    run = judging().run
    chunkings = [left, right]
    if run is not None and (document.name, document.id) in run.documents:
        pipelines = {(one.strategy, one.tokenizer): one for one in run.planned if not one.strategy.embeds and not one.refinements}
        for pipeline in list(pipelines.values())[:MOST]:
            tools = work.tools_for(document, pipeline.tokenizer)
            chunkings.append(chunkviz.chunk(tools.document, pipeline.strategy, pipeline.tokenizer, tools=tools))
    return surviving(chunkings), len(chunkings)


def _at(document: Document, at: int) -> Span:
    return Span(at, min(len(document), at + 1))
