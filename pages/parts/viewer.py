"""The viewer as a Streamlit component.

What is large travels by itself (the text, the chunks, the tokens), each through a carrier that Streamlit sends again only
when it is another one; what draws gets their ids and the small rest.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import streamlit as st
from numpy.typing import ArrayLike

from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.span import Span
from chunkviz.tokenizer import Tokenizer
from chunkviz.viewer import script, style
from chunkviz.viewer.data import chunks_data, document_data, moment_data, tokens_data, tokens_id
from chunkviz.viewer.units import units_of

_carrier = st.components.v2.component("chunkviz_carrier", js=script("carrier"))
_viewer = st.components.v2.component(
    "chunkviz_viewer", html='<div class="chunkviz"></div>', css=style("component"), js=script("component")
)


class Selection(NamedTuple):
    """What the reader selected: the index of a chunk (from 0), and a stretch of text, in characters of the document."""

    chunk: int | None = None
    span: Span | None = None


def viewer(
    document: Document,
    chunking: Chunking,
    *,
    key: str,
    height: int = 640,
    read_to: ArrayLike | None = None,
    **moment: Any,
) -> Selection:
    """Draw the chunking and return what is selected in it.

    `read_to` and `moment` (hits, marks, flags, only, ribbon, goto, select, together) are as in `chunkviz.viewer.data`.
    A selected chunk stays selected when the settings change: it is then the chunk that stands in its place.
    """
    state = st.session_state.get(key) or {}
    chunks = _chunks(chunking, read_to)
    data = {
        "document": document.id,
        "chunks": chunks[0],
        "tokens": tokens_id(document, chunking.tokenizer) if state.get("tokens") else None,
        "moment": moment_data(document, **moment),
        "height": height,
    }
    with st.container(gap=None):
        _carrier(key=f"{key}-text", data=_text(document.id, document))
        _carrier(key=f"{key}-chunks", data=chunks[1])
        if data["tokens"]:
            _carrier(key=f"{key}-tokens", data=_tokens(data["tokens"], document, chunking.tokenizer))
        result = _viewer(key=key, data=data, on_picked_change=_nothing, on_tokens_change=_nothing)
    return selection(result.get("picked"), chunking, moment.get("select"))


def selection(picked: dict[str, Any] | None, chunking: Chunking, select: int | None = None) -> Selection:
    """What the component reported, as places in this chunking; nothing where it speaks of another document."""
    document = chunking.document
    if not picked or picked.get("document") != document.id:
        return Selection(select)
    units = units_of(document.text)
    span = picked.get("span")
    if span is not None:
        span = Span(*units.to_characters(span).tolist())
    if picked.get("chunk") is None:
        return Selection(None, span)
    start, end = units.to_characters([picked["start"], picked["end"]]).tolist()
    return Selection(_like(picked["chunk"], start, end, chunking), span)


def _like(number: int, start: int, end: int, chunking: Chunking) -> int | None:
    """The chunk that stands where one stood: itself, else the last that begins at or before its start and holds it."""
    chunks = chunking.chunks
    if number < len(chunks) and chunks[number].span == (start, end):
        return number
    holders = [i for i, chunk in enumerate(chunks) if chunk.start <= start < chunk.end]
    return holders[-1] if holders else None


def _nothing() -> None:
    """The component's state is read where it is mounted."""


def _packed(data: dict[str, Any]) -> bytes:
    return data["id"].encode() + b"\n" + json.dumps(data, ensure_ascii=False).encode()


@st.cache_data(max_entries=6, show_spinner=False)
def _text(id: str, _document: Document) -> bytes:
    return _packed(document_data(_document))


@st.cache_data(max_entries=3, show_spinner=False)
def _tokens(id: str, _document: Document, _tokenizer: Tokenizer) -> bytes:
    return _packed({**tokens_data(_document, _tokenizer), "id": id})


def _chunks(chunking: Chunking, read_to: ArrayLike | None) -> tuple[str, bytes]:
    data = chunks_data(chunking, read_to)
    return data["id"], _packed(data)
