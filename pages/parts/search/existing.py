"""What exists already: chunks of another splitter, in a file or in Chroma, laid onto the document that is looked at."""

from __future__ import annotations

import os
from typing import Any

import streamlit as st

from chunkviz.document import Document
from chunkviz.errors import ChunkvizError
from chunkviz.imported.chunks_file import Foreign, Laid, from_index, lay, read_chunks
from chunkviz.index import ChromaIndex, Store
from chunkviz.pattern import Search, patterns, retrieve
from chunkviz.phrases import counted
from chunkviz.viewer import DrawnHit

from ..explore import numbers
from ..notices import plain, problem
from ..question.question import asking
from ..question.viewer import viewer
from ..session.models import maker

LISTED = 100  # chunks of a list
SOURCES = ["A file of chunks", "A Chroma folder", "A Chroma server"]
MOST = 20_000  # chunks that are laid


def existing(document: Document, tokenizer: str) -> None:
    st.caption(plain(f"Lay chunks that something else made onto “{document.name}”: see what your own splitter did."))
    try:
        foreign, index = brought()
        if foreign:
            _show(_laid(foreign, document, tokenizer), index)
    except ChunkvizError as error:
        problem(str(error))


def brought() -> tuple[list[Foreign] | None, ChromaIndex | None]:
    """The controls for where the chunks are, and the chunks; the collection too, where they are in one."""
    sources = SOURCES if trusted() else SOURCES[:1]
    source = st.segmented_control("Where they are", sources, default=sources[0], key="existing source") or sources[0]
    if source == SOURCES[0]:
        if not trusted():
            st.caption("Folders and servers are opened where the app is served with --trust-visitors.")
        return _from_file(), None
    index = _collection(source)
    return (_chunks_of(index) if index is not None else None), index


def trusted() -> bool:
    """Whether visitors may name folders of this machine and servers that it reaches: whoever serves the app decides
    (`chunkviz app`). A visitor's address says nothing: after a proxy on the same machine all have 127.0.0.1."""
    return os.environ.get("CHUNKVIZ_TRUST_VISITORS") == "1"


def _from_file() -> list[Foreign] | None:
    file = st.file_uploader(
        "Chunks as JSON, JSON lines or CSV: LangChain, LlamaIndex, Haystack, chonkie, or a column “text”",
        key="existing file",
        max_upload_size=50,
    )
    return read_chunks(file.getvalue(), file.name) if file is not None else None


def _collection(source: str) -> ChromaIndex | None:
    """The collection chosen in a folder (a copy of it) or on a server."""
    folder = source == SOURCES[1]
    label = "Folder, such as ./chroma; it is copied and never written" if folder else "Host and port, such as localhost:8000"
    address = st.text_input(label, key=f"existing {source}", max_chars=1_000).strip()
    if not address:
        return None
    kept: dict[str, Any] = st.session_state.setdefault("existing stores", {})
    if st.button("Open again", key="existing again", type="tertiary", icon=":material/refresh:"):
        kept.pop(address, None)
    if address not in kept:
        kept.clear()
        with st.spinner("Opening"):
            kept[address] = Store.copy(address) if folder else Store.server(address)
    store: Store = kept[address]
    names = store.collections()
    if not names:
        raise ChunkvizError("It holds no collections.")
    name = st.selectbox("Collection", names, key="existing collection")
    index = store.open(name)
    st.text(f"{counted(len(index), 'chunk')}, vectors of {index.dimension or 0} numbers, distance {index.space}.")
    if index.doubt:
        st.caption(plain(index.doubt))
    if index.metadata:
        st.json(dict(index.metadata), expanded=False)
    return index


def _chunks_of(index: ChromaIndex) -> list[Foreign]:
    if len(index) > MOST:
        raise ChunkvizError(f"“{index.name}” holds {len(index):,} chunks; up to {MOST:,} are laid onto a document here.")
    return from_index(index)


def _laid(foreign: list[Foreign], document: Document, tokenizer: str) -> Laid:
    key = (document.id, tokenizer, hash(tuple((chunk.text, chunk.start) for chunk in foreign)))
    kept = st.session_state.get("laid")
    if kept is None or kept[0] != key:
        with st.spinner("Looking for the chunks in the document"):
            kept = st.session_state.laid = (key, lay(foreign, document, tokenizer))
    laid: Laid = kept[1]
    return laid


def _show(laid: Laid, index: ChromaIndex | None) -> None:
    st.markdown(f"**{laid.account}**")
    hits = _hits(laid, index) if index is not None else []
    numbers.row(laid.chunking)
    viewer(laid.chunking.document, laid.chunking, key="laid text", height=480, hits=hits)
    listing("Not located", laid, laid.lost)
    listing("Nearly in the document", laid, laid.edited)


def listing(title: str, laid: Laid, which: list[tuple[int, str]]) -> None:
    """Folded up: the first of these chunks, each with what there is to say of it."""
    if not which:
        return
    with st.expander(f"{title}: {len(which):,}"):
        for number, why in which[:LISTED]:
            st.text(f"{number + 1}. {why}\n{' '.join(laid.foreign[number].text[:200].split())}")
        if len(which) > LISTED:
            st.caption(f"The first {LISTED} are listed.")


def _hits(laid: Laid, index: ChromaIndex) -> list[DrawnHit]:
    """What the question of the page finds in the collection, where a model here has vectors as long as its own."""
    state = asking()
    if not state.question:
        st.caption("Ask a question above to search it.")
        return []
    embedder = maker(index, "existing model")
    if embedder is None:
        st.caption("No model here has vectors of this length, so it cannot be searched.")
        return []
    places = {chunk.id: one.span for chunk, one in zip(laid.foreign, laid.located, strict=True)}
    passages = retrieve(state.question, Search(index, embedder), patterns.get("plain")(), state.k)
    found = [
        DrawnHit(span, passage.rank, passage.score)
        for passage in passages
        if (span := places.get(passage.hits[0].record.id)) is not None
    ]
    elsewhere = len(passages) - len(found)
    st.caption(f"{len(passages)} found" + (f", {elsewhere} of them not in this document." if elsewhere else "."))
    return found
