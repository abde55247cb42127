"""Cutting the chosen document, with what was worked out before kept for this session, and the last good view on trouble."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import chunkviz
from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.embedder import Progress, embedders
from chunkviz.errors import ChunkvizError
from chunkviz.params import settings_of
from chunkviz.refinement import Refinement, refinements
from chunkviz.strategy import Strategy, Tools, strategies
from chunkviz.tokenizer import tokenizers

from ..notices import warning
from . import beside
from .choice import Choice

LARGE = 5_000_000  # characters of a document that takes more than a moment
KEPT = 2  # documents (with a tokenizer) whose tokens and sentences a session keeps

_log = logging.getLogger(__name__)


def made(choice: Choice) -> tuple[Strategy, list[Refinement]]:
    """The chosen strategy and refinements; raises a SettingError with a sentence where settings contradict one another."""
    kind = strategies.get(choice.strategy)
    strategy = kind(**choice.settings(settings_of(kind)))
    refined = [(key, kind) for key, kind in refinements.items() if key in choice.refined]
    return strategy, [kind(**choice.settings(settings_of(kind), f"{key}.")) for key, kind in refined]


def cut(document: Document, choice: Choice, side: str = "") -> Chunking:
    """The document as chosen. Where that is impossible, a sentence is shown, and the last good view of it stays: the
    document's last chunks, or its text uncut. `side`: which of several chunkings on one page this is."""
    try:
        strategy, refined = made(choice)
        return _cut(document, choice, strategy, refined, side)
    except ChunkvizError as error:
        warning(str(error))
    except Exception as error:
        _log.exception("%s failed on %s", choice.strategy, document.name)
        label = strategies.get(choice.strategy).label
        warning(
            f"“{label}” failed on this document ({type(error).__name__}); change a setting or the "
            "strategy. The server's log says more."
        )
    return _last_good(document, choice, side)


def _cut(document: Document, choice: Choice, strategy: Strategy, refined: Sequence[Refinement], side: str) -> Chunking:
    embedder = choice.embedder if strategy.embeds else ""
    key = (document.id, choice.tokenizer, embedder, strategy, tuple(refined))
    last = st.session_state.get(f"chunking{side}")
    if last is None or last[0] != key:
        tools = tools_for(document, choice.tokenizer, embedder)
        work = partial(_made, tools, strategy, refined)
        if strategy.embeds:
            made = beside.result(f"cut{side}", key, work, "Measuring meaning", loads=True)
            if made is None:
                return _last_good(document, choice, side)
        else:
            beside.leave(f"cut{side}")
            place = st.empty()
            with st.spinner("Cutting the document") if len(document) > LARGE else nullcontext():
                made = work(_progress(place))
            place.empty()
        last = key, made
        st.session_state[f"chunking{side}"] = last
    return last[1]


def _made(tools: Tools, strategy: Strategy, refined: Sequence[Refinement], progress: Progress) -> Chunking:
    tools.progress = progress
    return chunkviz.chunk(tools.document, strategy, tools.tokenizer, refinements=refined, tools=tools)


def tools_for(document: Document, tokenizer: str, embedder: str = "") -> Tools:
    """What is worked out once for a document: kept in this session alone, for the documents looked at last."""
    kept: dict[Any, Tools] = st.session_state.setdefault("tools", {})
    key = document.id, tokenizer, embedder
    tools = kept.pop(key, None) or Tools(document, tokenizers.get(tokenizer), embedders.get(embedder) if embedder else None)
    kept[key] = tools
    while len(kept) > KEPT:
        del kept[next(iter(kept))]
    return tools


def _progress(place: DeltaGenerator) -> Callable[[int, int], None]:
    """Shows how far slow work is and what is left of it. Any control that is moved meanwhile stops the work at its next step."""
    began = time.monotonic()

    def progress(done: int, total: int) -> None:
        if 0 < done < total:
            left = (time.monotonic() - began) * (total - done) / done
            place.progress(done / total, f"{done:,} of {total:,}, about {left:.0f} s left")

    return progress


def _last_good(document: Document, choice: Choice, side: str) -> Chunking:
    last = st.session_state.get(f"chunking{side}")
    if last is not None and last[0][0] == document.id:
        return last[1]
    return Chunking(document, strategies.get(choice.strategy)(), tokenizers.get(choice.tokenizer), ())
