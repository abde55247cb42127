"""What the document speaks for: a sentence with its reasons, and a button that applies it. A first visit begins with it."""

from __future__ import annotations

import copy
import dataclasses

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from chunkviz.change import Change
from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.errors import ChunkvizError
from chunkviz.inspection.starting_point import starting_point
from chunkviz.params import settings_of
from chunkviz.pipeline import Pipeline
from chunkviz.strategy import Strategy, Tools

from ..notices import plain
from ..session.choice import Choice
from ..session.work import made, tools_for

LONGEST = 5_000_000  # characters of a document that is measured without being asked
AT_ONCE = 500_000  # characters of a document that is measured before its text is shown: about half a second
HEIGHT = 172  # pixels: room for the sentence and the button, kept from the first moment so that the menus below never move
SHOWN = Choice(refined=("overlap",), values={"overlap.before": 16})  # of a sample, so that an overlap is seen


def begin(chosen: Choice, document: Document) -> None:
    """Begin with what is suggested for the document, and for the next one, as long as nobody chose anything: neither by an
    address, nor in a saved view, nor by a control. A sample also repeats some
    tokens of the chunk before in each."""
    before: Choice | None = st.session_state.get("begun with")
    if before is None and "address" in st.session_state:
        return
    if before is not None and before.document == chosen.document:
        return
    if dataclasses.replace(before or Choice(), document=chosen.document, awaited=chosen.awaited) != chosen:
        return
    if not document.text.strip() or len(document) > AT_ONCE:
        return
    is_sample = chosen.document.startswith("sample:")
    chosen.refined, chosen.values = (SHOWN.refined, dict(SHOWN.values)) if is_sample else ((), {})
    _apply(chosen, _measured(chosen, document).after.strategy)
    st.session_state["begun with"] = copy.deepcopy(chosen)


def room() -> DeltaGenerator:
    """The place in the sidebar, as tall before anything is known as afterwards; a longer sentence scrolls in it."""
    st.html("<h2>Suggestion</h2>")
    return st.container(key="suggestion", height=HEIGHT, border=False, gap="xsmall")


def suggested(chosen: Choice, chunking: Chunking) -> None:
    """What stands in that place."""
    document = chunking.document
    if not document.text.strip():
        st.caption("Nothing is suggested for a document without text.")
        return
    if len(document) > LONGEST:
        st.caption(f"Nothing is suggested for a document of more than {LONGEST:,} characters.")
        return
    change = _measured(chosen, document)
    strategy = change.after.strategy
    if chunking.strategy == strategy:
        st.caption(":material/check: In use")
    else:
        with st.container(horizontal=True, gap="xsmall"):
            words = f"Use {change.words}"
            st.button(plain(words), icon=":material/lightbulb:", on_click=apply, args=(chosen, strategy), key="apply suggestion")
            about = "The setting on the screen beside the suggestion, on a page of their own"
            if st.button("Compare", icon=":material/compare_arrows:", help=about, key="compare suggestion"):
                st.session_state.pop("right", None)  # the page begins with the suggestion then
                st.switch_page("pages/compare.py")
    st.markdown(plain(change.why))


def apply(chosen: Choice, strategy: Strategy) -> None:
    """Choose this strategy with just these settings: what a button does."""
    st.session_state.touched = True
    _apply(chosen, strategy)


def suggested_strategy(chosen: Choice, chunking: Chunking) -> Strategy | None:
    """What is suggested for the document; None where nothing is."""
    if not chunking.document.text.strip() or len(chunking.document) > LONGEST:
        return None
    return _measured(chosen, chunking.document).after.strategy


def _apply(chosen: Choice, strategy: Strategy) -> None:
    chosen.strategy = strategy.key
    for setting in settings_of(type(strategy)):
        chosen.choose(setting, getattr(strategy, setting.name))


def _measured(chosen: Choice, document: Document) -> Change:
    """Measured once for a document, what sizes are counted in, the embedding model and the refinements; of a sample once for
    all sessions of the server."""
    try:
        strategy, refined = made(chosen)
    except ChunkvizError:  # settings that contradict one another, which is said where the document is cut
        strategy, refined = made(dataclasses.replace(chosen, values={}))
    key = document.id, chosen.tokenizer, chosen.embedder, tuple(refined)
    kept = st.session_state.get("suggestion")
    if kept is None or kept[0] != key:
        tools = tools_for(document, chosen.tokenizer, chosen.embedder if strategy.embeds else "")
        before = Pipeline(strategy, tuple(refined), chosen.tokenizer, chosen.embedder)
        found = _of_sample(key, tools, before) if chosen.document.startswith("sample:") else starting_point(tools, before)
        kept = st.session_state.suggestion = (key, found)
    change: Change = kept[1]
    return change


@st.cache_resource(max_entries=40, show_spinner=False)
def _of_sample(key: tuple[object, ...], _tools: Tools, _before: Pipeline) -> Change:
    return starting_point(_tools, _before)
