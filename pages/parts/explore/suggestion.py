"""What the document speaks for: a sentence with its reasons, and a button that applies it."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from chunkviz.change import Change
from chunkviz.chunking import Chunking
from chunkviz.inspection.starting_point import starting_point
from chunkviz.params import settings_of
from chunkviz.pipeline import Setup
from chunkviz.strategy import Strategy

from ..notices import plain
from ..session.choice import Choice
from ..session.work import tools_for

LONGEST = 5_000_000  # characters of a document that is measured without being asked
HEIGHT = 172  # pixels: room for the sentence and the button, kept from the first moment so that the menus below never move


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
    change = _measured(chosen, chunking)
    strategy = change.after.strategy
    if chunking.strategy == strategy:
        st.caption(":material/check: In use")
    else:
        words = f"Use {change.words}"
        st.button(plain(words), icon=":material/lightbulb:", on_click=apply, args=(chosen, strategy), key="apply suggestion")
    st.markdown(plain(change.why))


def apply(chosen: Choice, strategy: Strategy) -> None:
    """Choose this strategy with just these settings."""
    st.session_state.touched = True
    chosen.strategy = strategy.key
    for setting in settings_of(type(strategy)):
        chosen.choose(setting, getattr(strategy, setting.name))


def _measured(chosen: Choice, chunking: Chunking) -> Change:
    """Measured once for a document, what sizes are counted in, the embedding model and the refinements."""
    key = chunking.document.id, chunking.tokenizer.key, chosen.embedder, chunking.refinements
    kept = st.session_state.get("suggestion")
    if kept is None or kept[0] != key:
        tools = tools_for(chunking.document, chunking.tokenizer.key, chosen.embedder if chunking.strategy.embeds else "")
        before = Setup(chunking.strategy, tuple(chunking.refinements), chunking.tokenizer.key, chosen.embedder)
        kept = st.session_state.suggestion = (key, starting_point(tools, before))
    found: Change = kept[1]
    return found


def suggested_strategy(chosen: Choice, chunking: Chunking) -> Strategy | None:
    """What is suggested for the document; None where nothing is."""
    if not chunking.document.text.strip() or len(chunking.document) > LONGEST:
        return None
    return _measured(chosen, chunking).after.strategy
