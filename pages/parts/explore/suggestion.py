"""What the document speaks for: a sentence with its reasons, and a button that applies it."""

from __future__ import annotations

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.embedder import Embedder, embedders
from chunkviz.inspection.starting_point import Suggestion, suggestion
from chunkviz.params import settings_of
from chunkviz.strategy import Strategy, Tools

from ..notices import plain
from ..session.choice import Choice
from ..session.work import tools_for

LONGEST = 5_000_000  # characters of a document that is measured without being asked
SAMPLE = 200_000  # characters by which the model's tokens are compared with the tokenizer's
ROUND = 8  # sizes are multiples of this


def suggested(chosen: Choice, chunking: Chunking) -> None:
    """The section in the sidebar. Measured once for a document, what sizes are counted in and the embedding model."""
    if not chunking.document.text.strip() or len(chunking.document) > LONGEST:
        return
    found = _measured(chosen, chunking)
    st.html("<h2>Suggestion</h2>")
    with st.container(key="suggestion", gap="xsmall"):
        st.markdown(plain(found.sentence))
        if chunking.strategy == found.strategy:
            st.caption(":material/check: In use")
        else:
            size = getattr(found.strategy, "size", None)
            words = f"Use {found.strategy.label.lower()}" + (f" with {size:,}" if size else "")
            st.button(words, icon=":material/lightbulb:", on_click=apply, args=(chosen, found.strategy), key="apply suggestion")


def apply(chosen: Choice, strategy: Strategy) -> None:
    """Choose this strategy with just these settings."""
    st.session_state.touched = True
    chosen.strategy = strategy.key
    for setting in settings_of(type(strategy)):
        chosen.choose(setting, getattr(strategy, setting.name))


def _measured(chosen: Choice, chunking: Chunking) -> Suggestion:
    embedder = embedders.get(chosen.embedder)
    key = chunking.document.id, chunking.tokenizer.key, embedder.key
    kept = st.session_state.get("suggestion")
    if kept is None or kept[0] != key:
        tools = tools_for(chunking.document, chunking.tokenizer.key, embedder.key if chunking.strategy.embeds else "")
        kept = st.session_state.suggestion = (key, suggestion(tools, limit(tools, embedder)))
    found: Suggestion = kept[1]
    return found


def limit(tools: Tools, embedder: Embedder) -> int | None:
    """About how much of this text the model reads, in the tokenizer's units; None where it has no limit."""
    if embedder.limit is None:
        return None
    reads = embedder.limit - embedder.markers
    text = tools.document.text[:SAMPLE]
    counted, model = tools.tokenizer.count(text), embedder.tokenizer.count(text)
    ours = reads * counted // max(1, model)
    return max(1, ours - ours % ROUND if ours >= ROUND else ours)


def suggested_strategy(chosen: Choice, chunking: Chunking) -> Strategy | None:
    """What is suggested for the document; None where nothing is."""
    if not chunking.document.text.strip() or len(chunking.document) > LONGEST:
        return None
    return _measured(chosen, chunking).strategy
