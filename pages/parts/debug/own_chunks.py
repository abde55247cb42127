"""The chunks of a person's own splitter, over the page's width: what was brought, what of it is in the document, what next."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

from chunkviz.document import Document
from chunkviz.errors import ChunkvizError
from chunkviz.imported.chunks_file import Laid, lay
from chunkviz.imported.placed_index import placed
from chunkviz.pattern import Search
from chunkviz.phrases import counted

from ..notices import plain, problem
from ..search.existing import brought, listing
from ..session.choice import Choice
from ..session.models import maker
from .failing import Searched

T = TypeVar("T")


def own_chunks(document: Document, chosen: Choice) -> Searched | None:
    """The chunks that a person brings, laid onto the document; those in Chroma are searched there, as their own pipeline
    does. None where there are none yet, or none that can be looked into; what to do next is said."""
    with st.container(border=True, key="own-chunks"):
        st.html("<h2>Your own chunks</h2>")
        try:
            return _brought(document, chosen)
        except ChunkvizError as error:
            problem(str(error))
            st.caption("Then bring them again, or choose “Cut here” on the left.")
            return None


def _brought(document: Document, chosen: Choice) -> Searched | None:
    foreign, collection = brought()
    if foreign is None:
        st.caption(
            plain(
                f"Bring the chunks of your own splitter: a file of them, or a Chroma collection. They are looked for in "
                f"{document.name}, and then the page says why an answer in it is not found."
            )
        )
        return None
    if not foreign:
        raise ChunkvizError("The collection holds no chunks.")
    if collection is None:
        key = (document.id, chosen.tokenizer, tuple(one.text for one in foreign))
        laid = _kept(key, lambda: lay(foreign, document, chosen.tokenizer))
        _laid(laid, document)
        return Searched(laid.chunking) if laid.chunking.chunks else None
    embedder = maker(collection, "debug model")
    if embedder is None:
        raise ChunkvizError("No model here has vectors of this length, so the collection cannot be searched.")
    laid, within = _kept(
        (document.id, chosen.tokenizer, id(collection), len(collection)), lambda: placed(collection, document, chosen.tokenizer)
    )
    _laid(laid, document)
    return Searched(laid.chunking, Search(within, embedder, {document.id: laid.chunking}))


def _laid(laid: Laid, document: Document) -> None:
    """How many were brought, how many were located, which were not, and what to do next."""
    brought, located, lost = len(laid.located), len(laid.chunking), laid.lost
    figures = st.columns(3)
    figures[0].metric("Brought", f"{brought:,}")
    figures[1].metric("Located in the document", f"{located:,}")
    figures[2].metric("Not located", f"{len(lost):,}")
    listing("Not located", laid, lost)
    listing("Nearly in the document", laid, laid.edited)
    if not located:
        problem(f"None of {counted(brought, 'chunk')} was found in {document.name}; choose the document they were made from.")
    elif len(lost) > located:
        st.caption(
            plain(f"Most of them are not in {document.name}: is it the document, and the version of it, they were made from?")
        )
    else:
        st.caption("Next: ask a question below, and mark or paste the words that should have answered it.")


def _kept(key: object, make: Callable[[], T]) -> T:
    """What `make` gives for the chunks brought last, made once."""
    kept = st.session_state.get("debug laid")
    if kept is None or kept[0] != key:
        with st.spinner("Looking for the chunks in the document"):
            kept = st.session_state["debug laid"] = (key, make())
    laid: T = kept[1]
    return laid
