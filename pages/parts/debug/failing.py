"""What is looked into on the debug page: the chunks and their index, the question, and the words that should have answered it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.evaluation.nearest_passages import Near, nearest_passages
from chunkviz.evaluation.questions import Question, find_quote
from chunkviz.pattern import Search
from chunkviz.phrases import counted, shortened
from chunkviz.pipeline import Pipeline
from chunkviz.span import Span

from ..controls.address import Part
from ..evaluate.judging import known
from ..notices import plain, problem
from ..question.question import LONGEST, asking, index
from ..session.choice import shown, touched


@dataclass(frozen=True)
class Searched:
    """Chunks, and how they are searched; `search` is None where they are not embedded yet."""

    chunking: Chunking
    search: Search | None = None


@dataclass(frozen=True)
class Applied:
    """A remedy that was applied for this question and answer: its words, the setting and the verdict before it, and the
    tokens read before and with it."""

    question: str
    answer: Span
    words: str
    before: Pipeline
    after: Pipeline
    source: str
    verdict: str
    tokens: tuple[int, int]


@dataclass
class Failing:
    """The answer that is looked for: its place in the document of this id. `problem` is what is wrong with the words pasted
    (`quote`),
    `near` the passages that say nearly the same.

    ranks    for the known questions, by their text, the rank at which each answer was retrieved (None: it was not)
    chosen   whether the person chose what is looked into; until then it may be what is most worth looking into
    picked   how often the menu of the known questions was used
    applied  the remedy that was applied last, with what it was before; `applied_now` until the page has been drawn with it
    """

    document: str = ""
    answer: Span | None = None
    quote: str = ""
    problem: str = ""
    near: Sequence[Near] = ()
    known: Sequence[Question] = field(default_factory=list)
    ranks: dict[str, tuple[int | None, ...]] = field(default_factory=dict)
    chosen: bool = False
    picked: int = 0
    applied: Applied | None = None
    applied_now: bool = False


def failing(document: Document) -> Failing:
    """This session's. For another document it begins with the question that is asked, else with the first known one."""
    before: Failing | None = st.session_state.get("failing")
    if before is None or before.document != document.id:
        state = st.session_state.failing = Failing(document.id, known=_known(document))
        stale = before is not None and asking().question in [one.text for one in before.known]
        same = next((one for one in state.known if one.text == asking().question), None)
        if same is not None or not asking().question or stale:
            state.chosen = same is not None
            take(state, same or next(iter(state.known), None))
        state.answer = _wanted(document) or state.answer
    found: Failing = st.session_state.failing
    found.known = _known(document)
    return found


def _wanted(document: Document) -> Span | None:
    """The answer that the address names, given out once, where it is a place of this document."""
    text = st.session_state.pop("debug wanted", "")
    start, _, end = text.partition("-")
    if not (start.isascii() and start.isdigit() and end.isascii() and end.isdigit()):
        return None
    return Span(int(start), int(end)) if int(start) < int(end) <= len(document) else None


def _written() -> dict[str, str]:
    found: Failing | None = st.session_state.get("failing")
    return {"answer": f"{found.answer.start}-{found.answer.end}"} if found is not None and found.answer is not None else {}


def _read(rest: dict[str, str]) -> list[str]:
    if wanted := rest.pop("answer", ""):
        st.session_state["debug wanted"] = wanted
        st.session_state.pop("failing", None)
    return []


in_address = Part(_written, _read)
"""The place of the answer that is looked for, as characters of the document's text: answer=120-180."""


def take(state: Failing, question: Question | None) -> None:
    """Look into a known question: the first of its answers that was not retrieved, as far as that is known."""
    asking().question, state.answer, state.problem, state.near = "", None, "", ()
    if question is not None:
        ranks = state.ranks.get(question.text, ())
        lost = next((i for i, rank in enumerate(ranks) if rank is None), 0)
        asking().question, state.answer = question.text, question.answers[lost].span


def worth_seeing(state: Failing) -> Question | None:
    """Until the person has chosen: the first known question that fails, where another one is looked into."""
    if state.chosen:
        return None
    state.chosen = True
    lost = next((one for one in state.known if None in state.ranks.get(one.text, ())), None)
    return lost if lost is not None and lost.text != asking().question else None


def narrowed(searched: Searched) -> Searched:
    """With an index, narrowed by the filters of the page; without one while the chunks are embedded (which is shown), and while
    nobody asks."""
    chunking, search = searched.chunking, searched.search
    if search is None and asking().question.strip() and chunking.chunks:
        indexed = index(chunking)
        search = indexed.search if indexed is not None else None
    if search is not None:
        search = replace(search, where=asking().where, where_document=asking().where_document)
    return Searched(chunking, search)


def ask(document: Document) -> None:
    """The question and its answer: one that is known, or typed and pasted."""
    state, asked = failing(document), asking()
    texts = [one.text for one in state.known]
    labels = [f"{_sign(state.ranks.get(text))} {text}" for text in texts]
    # Streamlit tells options apart by their labels, so a menu with other labels has to be another one; and so has one that was
    # used: it never shows what is looked into, since a browser that lags behind would ask for that again.
    menu = f"debug known {hash((state.picked, *labels))}"

    def pick(picked: int | None) -> None:
        if picked is not None:
            take(state, state.known[picked])
            state.chosen = True
            state.picked += 1

    def ask_this(typed: str) -> None:
        state.chosen = True
        asked.question = typed.strip()

    def paste(typed: str) -> None:
        state.chosen, state.problem, state.near = True, "", ()
        state.quote = quote = typed.strip()
        place, sentence = find_quote(quote, None, [document])
        if place is None:
            state.problem, state.near = sentence[:1].upper() + sentence[1:], nearest_passages(quote, document)
        else:
            state.answer = place.span

    if texts:
        lost = sum(None in ranks for ranks in state.ranks.values())
        st.selectbox(
            "Known questions",
            range(len(texts)),
            index=None,
            format_func=labels.__getitem__,
            key=menu,
            placeholder=f"{counted(len(texts), 'known question')}{f', {lost} not retrieved' if lost else ''}",
            on_change=touched,
            args=(pick, menu),
            label_visibility="collapsed",
        )
    st.text_input(
        "Question",
        **shown("debug question", asked.question, ask_this),
        max_chars=LONGEST,
    )
    words = document.text[state.answer.start : state.answer.end] if state.answer else ""
    st.text_input(
        "The words that should have answered it",
        **shown("debug answer", state.quote if state.problem else " ".join(words.split()), paste),
        max_chars=LONGEST,
        help="Paste them, or select them in the text with the mouse.",
    )
    if state.problem:
        problem(state.problem)
        _nearest(document, state)


def _nearest(document: Document, state: Failing) -> None:
    """The passages that say nearly what was pasted, one click each."""
    if not state.near:
        st.caption("No passage of the text is near these words. Shorten them, or select the answer in the text with the mouse.")
        return
    st.caption("The nearest passages of the text; take the one that is meant:")
    for number, one in enumerate(state.near):
        words = shortened(document.text, one.span, 120)
        differs = "the same letters" if not one.edits else counted(one.edits, "letter differs", "letters differ")
        st.button(
            f"“{plain(words)}”, {differs}",
            key=f"debug near {number}",
            icon=":material/near_me:",
            on_click=_take_span,
            args=(document, one.span),
        )


def selected(document: Document, span: Span | None) -> None:
    """Words selected in the text can be taken as the answer."""
    if span is None or not document.text[span.start : span.end].strip():
        return
    words = " ".join(document.text[span.start : span.end].split())
    st.button(
        plain(f"Take “{words[:40]}{'…' if len(words) > 40 else ''}” as the answer"),
        key="debug take",
        icon=":material/ink_highlighter:",
        on_click=_take_span,
        args=(document, span),
    )


def _take_span(document: Document, span: Span) -> None:
    text = document.text[span.start : span.end]
    start = span.start + len(text) - len(text.lstrip())
    state = failing(document)
    state.answer, state.problem, state.near, state.chosen = Span(start, start + len(text.strip())), "", (), True


def _sign(ranks: tuple[int | None, ...] | None) -> str:
    """Before a known question: ✗ where an answer of it is not retrieved, ✓ where all are, nothing where that is not known."""
    return "" if ranks is None else "✗" if None in ranks else "✓"


def _known(document: Document) -> list[Question]:
    """Those that can be looked into: all their answers stand in this document."""
    return [
        one
        for one in known(document)
        if one.judged and all(place.document == document.name and place.end <= len(document) for place in one.answers)
    ]
