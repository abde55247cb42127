"""What would have worked: tried on demand, applied with one click, with what it does to the other questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from chunkviz.diagnosis.explanation import Explanation
from chunkviz.diagnosis.remedies import Tried, effect_words, remedies
from chunkviz.diagnosis.wording import worked
from chunkviz.embedder import Progress
from chunkviz.evaluation.evaluate import Corpus, evaluate
from chunkviz.imported.chunks_file import Imported
from chunkviz.pipeline import Setup

from ..controls.address import query_of
from ..evaluate.results import open_in_explore
from ..notices import plain
from ..question.question import asking
from ..session import beside
from ..session.choice import Choice, choice
from .failing import Searched, failing

SHOWN = 6  # remedies that are listed, and measured on the other questions


@dataclass(frozen=True)
class Measured:
    """All that was tried; `effects`: what the first few that work do to the known questions, a sentence each."""

    tried: list[Tried]
    effects: list[str]


def remedied(found: Explanation, searched: Searched, setup: Setup) -> list[Tried] | None:
    """The section; what was tried, or None where that was not asked for as yet."""
    st.html("<h2>What would have worked</h2>")
    state = asking()
    key = (searched.chunking.document.id, setup, found.question, found.answer, repr(state.where), repr(state.where_document))
    if st.session_state.get("debug tried") != key:
        st.caption("Other sizes, overlaps, strategies, patterns and a header, each tried on this document.")
        if st.button(
            "Try them", key="try them", type="primary" if not found.retrieved else "secondary", icon=":material/science:"
        ):
            st.session_state["debug tried"] = key
            st.rerun()
        return None
    questions = failing(searched.chunking.document).known
    where, where_document = state.where, state.where_document

    def work(progress: Progress) -> Measured:
        def half(done: int, total: int) -> None:
            progress(done, 2 * total)

        tried = remedies(
            found.question, found.answer, searched.chunking, setup, where=where, where_document=where_document, progress=half
        )
        return Measured(tried, _effects(tried, setup, searched, questions, progress))

    measured = beside.result("remedies", key, work, "Trying other settings")
    if measured is None:
        return None
    for sentence in worked(measured.tried, one_by_one=False):
        st.caption(plain(sentence))
    for number, one in enumerate(offered(measured.tried)):
        _offer(number, one, measured.effects[number] if number < len(measured.effects) else "")
    return measured.tried


def offered(tried: Sequence[Tried]) -> list[Tried]:
    """What is listed of that which works: the smallest change first, then by rank."""
    works = [one for one in tried if one.worked]
    smallest = min(works, key=lambda one: one.change, default=None)
    return [one for one in works if one is smallest] + [one for one in works if one is not smallest][: SHOWN - 1]


def apply(setup: Setup) -> None:
    """Make this the setting of every page; filters are left away. Imported chunks stay as they are."""
    if not imported(setup):
        open_in_explore(setup)
        st.session_state["debug source"] = "Cut here"
    state = asking()
    state.pattern, state.k = setup.pattern.key, setup.k
    for name in [name for name in state.values.values if name.startswith(f"pattern.{state.pattern}.")]:
        del state.values.values[name]
    state.values.values |= {f"pattern.{state.pattern}.{name}": value for name, value in setup.pattern.changed().items()}
    state.where = state.where_document = None
    for name in [name for name in st.session_state if str(name).startswith("filter ")]:
        del st.session_state[name]


def imported(setup: Setup) -> bool:
    """Whether its chunks were made elsewhere, so that how they are cut cannot be changed here."""
    return setup.strategy.key == Imported.key


def link(setup: Setup) -> str:
    """Explore with this setting in its address; "" where the document is one that a person brought."""
    document = choice().document
    if not document.startswith("sample:"):
        return ""
    values: dict[str, Any] = dict(setup.strategy.changed())
    for one in setup.refinements:
        values |= {f"{one.key}.{name}": value for name, value in one.changed().items()}
    refined = tuple(one.key for one in setup.refinements)
    return "/?" + urlencode(query_of(Choice(document, setup.strategy.key, setup.tokenizer, setup.embedder, refined, values)))


def _offer(number: int, one: Tried, effect: str) -> None:
    with st.container(border=True, key=f"remedy-{number}", gap="small"):
        words = plain(one.words[:1].upper() + one.words[1:])
        st.markdown(f"**{words}**: rank {one.rank} of {one.setup.k}, {one.tokens:,} tokens read (now {one.before:,}).")
        if effect:
            st.caption(plain(effect))
        if imported(one.setup) and one.setup.refinements:
            st.caption("This is for your own splitter to do.")
            return
        with st.container(horizontal=True):
            st.button("Apply", key=f"apply {number}", icon=":material/done:", on_click=apply, args=(one.setup,))
            if not imported(one.setup) and (address := link(one.setup)):
                st.link_button("See it in Explore", address, icon=":material/open_in_new:", type="tertiary")


def _effects(tried: list[Tried], setup: Setup, searched: Searched, questions: Sequence[Any], progress: Progress) -> list[str]:
    """What each of the first remedies does to the known questions; nothing where there are none."""
    works = offered(tried)
    if not questions or not works:
        return []
    corpus = Corpus([searched.chunking.document])
    before = evaluate(corpus, questions, setup)
    sentences = []
    for number, one in enumerate(works):
        progress(len(works) + number, 2 * len(works))
        sentences.append(effect_words(before, evaluate(corpus, questions, one.setup)))
    return sentences
