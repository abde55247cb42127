"""What would have worked: tried at once where the answer was not retrieved, reported as it comes, applied with one click."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from chunkviz.diagnosis.explanation import Explanation
from chunkviz.diagnosis.remedies import Tried, effect_words, remedies
from chunkviz.diagnosis.wording import remedy, verdict, worked
from chunkviz.embedder import Progress
from chunkviz.evaluation.evaluate import Corpus, evaluate
from chunkviz.imported.chunks_file import Imported
from chunkviz.phrases import counted
from chunkviz.pipeline import Pipeline

from ..controls.address import query_of
from ..controls.fold import fold
from ..evaluate.results import open_in_explore
from ..notices import plain
from ..question.question import asking
from ..session import beside
from ..session.choice import Choice, choice
from .failing import Applied, Failing, Searched, failing

SHOWN = 6  # remedies that are listed, and measured on the other questions


@dataclass(frozen=True)
class TriedOut:
    """All that was tried; `effects`: what the first few that work do to the known questions, a sentence each."""

    tried: list[Tried]
    effects: list[str]


def remedied(found: Explanation, searched: Searched, pipeline: Pipeline) -> list[Tried] | None:
    """One remedy in a sentence with a button, the others folded; what was tried, or None where that is not known yet."""
    state, looked = asking(), failing(searched.chunking.document)
    _before_and_after(found, pipeline, looked)
    key = (searched.chunking.document.id, pipeline, found.question, found.answer, repr(state.where), repr(state.where_document))
    if found.retrieved and st.session_state.get("debug tried") != key:
        beside.leave("remedies")
        st.button(
            "Try other settings",
            key="try them",
            icon=":material/science:",
            help="Other sizes, overlaps, strategies, patterns and a header, each tried on this document.",
            on_click=_ask_for,
            args=(key,),
        )
        return None
    questions, so_far = looked.known, _so_far(key)
    where, where_document = state.where, state.where_document

    def work(progress: Progress) -> TriedOut:
        def half(done: int, total: int) -> None:
            progress(done, 2 * total)

        tried = remedies(
            found.question,
            found.answer,
            searched.chunking,
            pipeline,
            where=where,
            where_document=where_document,
            progress=half,
            tell=lambda tried: so_far.__setitem__(slice(None), tried),
        )
        so_far[:] = tried
        return TriedOut(tried, _effects(tried, pipeline, searched, questions, progress))

    done = beside.result("remedies", key, work, "Trying other settings", meanwhile=lambda: _working(so_far))
    if done is None:
        return None
    works = offered(done.tried)
    if works:
        _first(works[0], found, pipeline, done.effects[0] if done.effects else "", looked)
    else:
        st.warning(plain(worked(done.tried)[0]), icon=":material/search_off:")
    with fold(f"What was tried: {counted(len(done.tried), 'setting')}", "tried fold", ":material/science:"):
        for sentence in worked(done.tried, one_by_one=False):
            st.caption(plain(sentence))
        for number, one in enumerate(works[1:], 1):
            _offer(number, one, found, pipeline, done.effects[number] if number < len(done.effects) else "", looked)
        rest = [one for one in done.tried if one not in works]
        if rest:
            st.markdown("\n".join(f"- {plain(remedy(one))}" for one in rest))
    return done.tried


def offered(tried: Sequence[Tried]) -> list[Tried]:
    """What is offered of that which works, the best first: by rank, then by how small the change is; the smallest change is
    among them in any case."""
    works = [one for one in tried if one.worked]
    first = works[:SHOWN]
    smallest = min(works, key=lambda one: one.change, default=None)
    return first if smallest is None or smallest in first else [*first[:-1], smallest]


def _ask_for(key: object) -> None:
    st.session_state["debug tried"] = key


def _so_far(key: object) -> list[Tried]:
    """What the work for this key has tried until now; the work fills it, the page reads it."""
    kept = st.session_state.get("debug so far")
    if kept is None or kept[0] != key:
        kept = st.session_state["debug so far"] = (key, [])
    so_far: list[Tried] = kept[1]
    return so_far


def _working(so_far: Sequence[Tried]) -> None:
    """What is known to work while others are being tried."""
    works = sorted((one for one in list(so_far) if one.worked), key=lambda one: (one.rank or 0, one.change, one.tokens))
    for one in works[:SHOWN]:
        st.caption(plain(remedy(one)))
    if so_far and not works:
        st.caption("None of those tried so far retrieves it.")


def _before_and_after(found: Explanation, pipeline: Pipeline, looked: Failing) -> None:
    """What the remedy applied last did to this question, and the way back."""
    one = looked.applied
    if one is None or (one.question, one.answer, one.after) != (found.question, found.answer, pipeline):
        return
    with st.container(border=True, key="before-and-after", gap="small"):
        st.markdown(f"**Applied:** {plain(one.words)}.")
        before, after = st.columns(2)
        before.caption(f"Before: {one.tokens[0]:,} tokens read")
        before.markdown(plain(one.verdict))
        after.caption(f"After: {one.tokens[1]:,} tokens read")
        after.markdown(plain(verdict(found)))
        st.button("Take it back", key="take back", icon=":material/undo:", on_click=_take_back, args=(looked, one))


def _take_back(looked: Failing, one: Applied) -> None:
    apply(one.before)
    st.session_state["debug source"] = one.source
    looked.applied, looked.applied_now = None, True


def _apply(one: Tried, found: Explanation, pipeline: Pipeline, looked: Failing) -> None:
    """Make a remedy the setting of every page, and remember what it was before."""
    source = st.session_state.get("debug source", "Cut here")
    unfiltered = one.pipeline == pipeline  # the same setting was tried again without its filter
    apply(one.pipeline, unfiltered=unfiltered)
    looked.chosen = looked.applied_now = True
    looked.applied = Applied(
        found.question, found.answer, one.words, pipeline, one.pipeline, source, verdict(found), (one.before, one.tokens)
    )


def apply(pipeline: Pipeline, *, unfiltered: bool = False) -> None:
    """Make this the setting of every page; `unfiltered` takes the filters away. Imported chunks stay as they are."""
    if not imported(pipeline):
        open_in_explore(pipeline)
        st.session_state["debug source"] = "Cut here"
    state = asking()
    state.pattern, state.k = pipeline.pattern.key, pipeline.k
    for name in [name for name in state.values.values if name.startswith(f"pattern.{state.pattern}.")]:
        del state.values.values[name]
    state.values.values |= {f"pattern.{state.pattern}.{name}": value for name, value in pipeline.pattern.changed().items()}
    if not unfiltered:
        return
    state.contains, state.as_json, state.json = "", False, ""
    state.where = state.where_document = None
    for name in [name for name in st.session_state if str(name).startswith("filter ")]:
        del st.session_state[name]


def imported(pipeline: Pipeline) -> bool:
    """Whether its chunks were made elsewhere, so that how they are cut cannot be changed here."""
    return pipeline.strategy.key == Imported.key


def link(pipeline: Pipeline) -> str:
    """Explore with this setting in its address; "" where the document is one that a person brought."""
    document = choice().document
    if not document.startswith("sample:"):
        return ""
    values: dict[str, Any] = dict(pipeline.strategy.changed())
    for one in pipeline.refinements:
        values |= {f"{one.key}.{name}": value for name, value in one.changed().items()}
    refined = tuple(one.key for one in pipeline.refinements)
    return "/?" + urlencode(
        query_of(Choice(document, pipeline.strategy.key, pipeline.tokenizer, pipeline.embedder, refined, values))
    )


def _first(one: Tried, found: Explanation, pipeline: Pipeline, effect: str, looked: Failing) -> None:
    """The best remedy, with what it was measured to do."""
    with st.container(border=True, key="remedy-0", gap="small"):
        st.markdown(f"**What to change.** {plain(remedy(one))}")
        _act(0, one, found, pipeline, effect, looked, "Apply, and see before and after")


def _offer(number: int, one: Tried, found: Explanation, pipeline: Pipeline, effect: str, looked: Failing) -> None:
    with st.container(border=True, key=f"remedy-{number}", gap="small"):
        st.markdown(plain(remedy(one)))
        _act(number, one, found, pipeline, effect, looked, "Apply")


def _act(number: int, one: Tried, found: Explanation, pipeline: Pipeline, effect: str, looked: Failing, label: str) -> None:
    """What a remedy does to the known questions, and the button that applies it."""
    if effect:
        st.caption(plain(effect))
    if imported(one.pipeline) and one.pipeline.refinements:
        st.caption("This is for your own splitter to do.")
        return
    with st.container(horizontal=True):
        kind: Any = "secondary" if number else "primary"
        given = (one, found, pipeline, looked)
        st.button(label, key=f"apply {number}", type=kind, icon=":material/done:", on_click=_apply, args=given)
        if not imported(one.pipeline) and (address := link(one.pipeline)):
            st.link_button("See it in Explore", address, icon=":material/open_in_new:", type="tertiary")


def _effects(
    tried: list[Tried], pipeline: Pipeline, searched: Searched, questions: Sequence[Any], progress: Progress
) -> list[str]:
    """What each of the first remedies does to the known questions; nothing where there are none."""
    works = offered(tried)
    if not questions or not works:
        return []
    corpus = Corpus([searched.chunking.document])
    before = evaluate(corpus, questions, pipeline)
    sentences = []
    for number, one in enumerate(works):
        progress(len(works) + number, 2 * len(works))
        sentences.append(effect_words(before, evaluate(corpus, questions, one.pipeline)))
    return sentences
