"""The viewer as a Streamlit component.

What is large travels by itself (the text, the chunks, the tokens), each through a carrier that Streamlit sends again only
when it is another one; what draws gets their ids and the small rest.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

import streamlit as st
from numpy.typing import ArrayLike

from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.tokenizer import Tokenizer
from chunkviz.viewer import Selection, script, selection, style
from chunkviz.viewer.data import chunks_data, document_data, moment_data, tokens_data, tokens_id

from ..session.choice import moved

_carrier = st.components.v2.component("chunkviz_carrier", js=script("carrier"))
_viewer = st.components.v2.component(
    "chunkviz_viewer", html='<div class="chunkviz"></div>', css=style("component"), js=script("component")
)


def viewer(
    document: Document,
    chunking: Chunking,
    *,
    key: str,
    height: int = 640,
    at_once: int = 0,
    read_to: ArrayLike | None = None,
    **moment: Any,
) -> Selection:
    """Draw the chunking and return what is selected in it, in characters of the document.

    `at_once` is how many chunks a document begins with: where they take more room than there is, its letters are smaller, down
    to a size that is still read, until the person chooses another. `read_to` and `moment` (hits, marks, flags, only, ribbon,
    goto, select, together) are as in `chunkviz.viewer.data`.
    A selected chunk stays selected when the settings change: it is then the chunk that stands in its place.
    """
    state = st.session_state.get(key) or {}
    chunks, packed = _chunks(key, chunking, read_to)
    tokens = tokens_id(document, chunking.tokenizer) if state.get("tokens") else None
    moment = moment_data(document, **moment)
    with st.container(gap=None):
        _carrier(key=f"{key}-text", data=_text(document.id, document))
        _carrier(key=f"{key}-chunks", data=packed)
        if tokens:
            _carrier(key=f"{key}-tokens", data=_tokens(tokens, document, chunking.tokenizer))
        given = {"moment": moment, "height": height, "at_once": at_once}
        data = {"document": document.id, "chunks": chunks, "tokens": tokens, **given}
        result = _viewer(key=key, data=data, on_picked_change=moved, on_tokens_change=moved)
    return selection(result.get("picked"), chunking)


def _packed(data: dict[str, Any], level: int = 0) -> bytes:
    """A line with the id, then the data; compressed where `level` is not 0, since Streamlit hashes and copies it in every run."""
    packed = json.dumps(data, ensure_ascii=False).encode()
    return data["id"].encode() + b"\n" + (zlib.compress(packed, level) if level else packed)


@st.cache_data(max_entries=6, show_spinner=False)
def _text(id: str, _document: Document) -> bytes:
    return _packed(document_data(_document), 1)


@st.cache_data(max_entries=3, show_spinner=False)
def _tokens(id: str, _document: Document, _tokenizer: Tokenizer) -> bytes:
    return _packed(tokens_data(_document, _tokenizer), 1)


def _chunks(key: str, chunking: Chunking, read_to: ArrayLike | None) -> tuple[str, bytes]:
    """The id and the packed chunks; those of the last run where they are the same objects."""
    kept = st.session_state.get(f"{key}-packed")
    if kept is None or kept[0] is not chunking or kept[1] is not read_to:
        data = chunks_data(chunking, read_to)
        kept = st.session_state[f"{key}-packed"] = (chunking, read_to, (data["id"], _packed(data)))
    packed: tuple[str, bytes] = kept[2]
    return packed
