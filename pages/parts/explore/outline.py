"""The outline beside the text: headings, symbols, pages and speakers. A click brings the place into view."""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from typing import Any

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.span import Span
from chunkviz.structure.outline import Entry
from chunkviz.structure.outline import outline as entries_of
from chunkviz.viewer import script, style

from ..question import selection

KEY = "outline"
_list = st.components.v2.component(
    "chunkviz_outline",
    html='<div class="outline"></div>',
    css=style("outline"),
    js=script("outline"),
)


def entries(document: Document) -> list[Entry]:
    """The document's outline, worked out once for a document."""
    kept = st.session_state.get("entries")
    if kept is None or kept[0] != document.id:
        kept = st.session_state.entries = (document.id, entries_of(document))
    found: list[Entry] = kept[1]
    return found


def outline(chunking: Chunking, height: int = 640) -> None:
    """The entries, each with the number of the chunk it begins in; the one in which the selected chunk begins stands out."""
    found = entries(chunking.document)
    starts = [chunk.start for chunk in chunking.chunks]
    chosen = selection.selected(chunking)
    data = {
        "document": chunking.document.id,
        "kind": [entry.kind for entry in found],
        "label": [entry.label for entry in found],
        "depth": [entry.depth for entry in found],
        "chunk": [max(1, bisect_right(starts, entry.span.start)) if starts else 0 for entry in found],
        "current": _current(chunking, found, starts, chosen),
        "height": height,
    }
    _list(key=KEY, data=data, on_picked_change=partial(_picked, chunking))


def _current(chunking: Chunking, found: list[Entry], starts: list[int], chosen: int | None) -> int | None:
    """The entry that was clicked, as long as the chunk it begins in is selected; else by the selected chunk."""
    if chosen is None:
        return None
    document, index = st.session_state.get("outline clicked", ("", 0))
    if document == chunking.document.id and max(0, bisect_right(starts, found[index].span.start) - 1) == chosen:
        return int(index)
    return current(found, chunking.chunks[chosen].span)


def current(found: list[Entry], chunk: Span) -> int | None:
    """The innermost entry that holds the chunk's first character, or else the first that begins in the chunk."""
    holding = [i for i, entry in enumerate(found) if entry.kind != "page" and entry.span.start <= chunk.start < entry.span.end]
    if holding:
        return max(holding, key=lambda i: (found[i].span.start, found[i].depth))
    return next((i for i, entry in enumerate(found) if chunk.start <= entry.span.start < chunk.end), None)


def path(found: list[Entry], chunk: Span) -> str:
    """Where a chunk stands: the headings, classes and functions around its first character, outermost first, or else the
    symbols that begin in it; and its pages."""
    named = [entry for entry in found if entry.kind != "page"]
    parts = [entry.label for entry in named if entry.span.start <= chunk.start < entry.span.end]
    if not parts:
        beginning = [entry.label for entry in named if chunk.start <= entry.span.start < chunk.end]
        parts = [", ".join(beginning[:3]) + (" …" if len(beginning) > 3 else "")] if beginning else []
    pages = [entry.label for entry in found if entry.kind == "page" and entry.span.overlaps(chunk)]
    if pages:
        parts.append(pages[0] if len(pages) == 1 else f"{pages[0]} to {pages[-1].rpartition(' ')[2]}")
    return " › ".join(parts)


def _picked(chunking: Chunking) -> None:
    event: Any = st.session_state.get(KEY) or {}
    if (index := event.get("picked")) is not None:
        st.session_state.touched = True
        go(chunking, int(index))


def go(chunking: Chunking, index: int) -> None:
    """Bring the entry's first line into view, and select the chunk it begins in."""
    found = entries(chunking.document)
    if not 0 <= index < len(found):
        return
    st.session_state["outline clicked"] = chunking.document.id, index
    span = found[index].span
    line = chunking.document.text.find("\n", span.start, span.end)
    selection.go(chunking, Span(span.start, line if line > span.start else span.end))
