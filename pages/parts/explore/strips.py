"""What each strategy makes of the document: a strip of its chunks, a line, and a button that chooses it."""

from __future__ import annotations

import dataclasses
import logging
from typing import Any

import streamlit as st

from chunkviz.document import Document
from chunkviz.errors import ChunkvizError
from chunkviz.inspection.strips import SAMPLE, Strip, sample_of, strip_of
from chunkviz.strategy import Tools, strategies
from chunkviz.tokenizer import tokenizers
from chunkviz.viewer import PALETTE

from ..notices import plain
from ..session.choice import Choice
from ..session.work import made

_log = logging.getLogger(__name__)


def strips(chosen: Choice, document: Document) -> None:
    """Closed, and nothing worked out, until somebody opens it. Each strategy is cut with the settings that it would have."""
    place = st.expander("What each makes of it", key="strips", on_change="rerun")
    if not place.open or not document.text.strip():
        return
    with place:
        found = _found(chosen, document)
        if len(document) > SAMPLE:
            st.caption(f"Of the first {SAMPLE:,} characters.")
        for key, kind in strategies.items():
            st.button(
                kind.label,
                key=f"strip {key}",
                type="tertiary",
                icon=":material/check:" if key == chosen.strategy else None,
                help="Use it, with the settings as they are",
                on_click=_use,
                args=(chosen, key),
            )
            strip = found[key]
            if isinstance(strip, Strip):
                st.html(drawn(strip, tokenizers.get(chosen.tokenizer).unit))
            else:
                st.caption(plain(strip))


def drawn(strip: Strip, unit: str) -> str:
    """The strip and its line, as HTML made of numbers and our own words alone."""
    line = strip_words(strip, unit)
    name = f'role="img" aria-label="Strip of chunks: {line}"'
    return f'<div class="strip" {name} style="background:{gradient(strip)}"></div><p class="strip-line">{line}</p>'


def gradient(strip: Strip) -> str:
    """Each chunk in its colour, with a thin gap after it.

    >>> from chunkviz.inspection.strips import Piece
    >>> gradient(Strip(2, 5, None, (Piece(0.25, 0), Piece(0.75, 1))))
    'linear-gradient(90deg,#56b4e9 0% 24.7%,transparent 24.7% 25%,#e69f00 25% 99.7%,transparent 99.7% 100%)'
    """
    stops, at = [], 0.0
    for share, colour in strip.pieces:
        end = at + 100 * share
        gap = max(at, end - min(0.3, 30 * share))
        stops += [f"{PALETTE[colour]} {at:.5g}% {gap:.5g}%", f"transparent {gap:.5g}% {end:.5g}%"]
        at = end
    return f"linear-gradient(90deg,{','.join(stops) or 'transparent,transparent'})"


def strip_words(strip: Strip, unit: str) -> str:
    """
    >>> strip_words(Strip(1, 40, 0.0, ()), "tokens"), strip_words(Strip(12, 40.5, None, ()), "words")
    ('1 chunk, median 40 tokens, 0% end mid-sentence', '12 chunks, median 40 words')
    """
    cut = "" if strip.mid_sentence is None else f", {strip.mid_sentence:.0%} end mid-sentence"
    return f"{strip.chunks:,} {'chunk' if strip.chunks == 1 else 'chunks'}, median {strip.median:,.0f} {unit}{cut}"


def _use(chosen: Choice, key: str) -> None:
    st.session_state.touched = True
    chosen.strategy = key


def _found(chosen: Choice, document: Document) -> dict[str, Strip | str]:
    """For each strategy its strip, or a sentence that says why there is none; kept until a setting or the document changes."""
    key: Any = (document.id, chosen.tokenizer, chosen.refined, dict(chosen.values))
    kept = st.session_state.get("strips found")
    if kept is None or kept[0] != key:
        tools = Tools(sample_of(document), tokenizers.get(chosen.tokenizer))
        with st.spinner("Cutting with each strategy"):
            kept = key, {name: _one(chosen, name, tools) for name, _ in strategies.items()}
        st.session_state["strips found"] = kept
    found: dict[str, Strip | str] = kept[1]
    return found


def _one(chosen: Choice, key: str, tools: Tools) -> Strip | str:
    if strategies.get(key).embeds:
        return "It measures meaning with the embedding model; choose it to see."
    try:
        strategy, refined = made(dataclasses.replace(chosen, strategy=key))
        return strip_of(tools, strategy, refined)
    except ChunkvizError as error:
        return str(error)
    except Exception as error:
        _log.exception("%s failed on %s", key, tools.document.name)
        return f"It failed on this document ({type(error).__name__}); the server's log says more."
