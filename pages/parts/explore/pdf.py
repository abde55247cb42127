"""A PDF's page beside the text: its picture with the chunks on it, in the colours they have in the text, to be clicked."""

from __future__ import annotations

import base64
from bisect import bisect_left, bisect_right
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.document import Block, Document
from chunkviz.errors import ChunkvizError
from chunkviz.isolation.reading import picture_isolated
from chunkviz.pdf.pages import Rectangle, places
from chunkviz.span import Span
from chunkviz.viewer import PALETTE, colours
from chunkviz.viewer.page_drawing import Drawn, drawn

from ..controls import documents
from ..notices import problem
from ..question import selection

WIDTH = 1000  # pixels of a page's picture
KEPT = 8  # pictures that a session keeps
KEY = "printed page"
_HERE = Path(__file__).parent
_page = st.components.v2.component(
    "chunkviz_printed_page",
    html='<div class="printed"><img><div class="pointed"></div></div>',
    css=(_HERE / "page.css").read_text("utf-8"),
    js=(_HERE / "page.js").read_text("utf-8"),
)


def has_pages(document: Document) -> bool:
    return document.kind == "pdf" and next(document.blocks_of("page"), None) is not None


def page(chunking: Chunking) -> None:
    """The page on which the selected chunk begins, or the one that was turned to since it was selected."""
    pages = list(chunking.document.blocks_of("page"))
    index = selection.selected(chunking)
    number = _turned(pages, chunking, index)
    with st.container(key="page", gap="xsmall"):
        _head(pages, number, chunking, index)
        try:
            picture = _picture(chunking.document, pages[number])
        except ChunkvizError as error:
            problem(str(error))
            return
        attributes = pages[number].attributes
        chunks = on_page(chunking, pages[number], index)
        data = {
            "picture": _drawn(chunking, pages[number], picture, index, list(chunks.values())),
            "alt": f"Page {attributes['number']} with its chunks",
            "width": attributes["width"],
            "height": attributes["height"],
            "chosen": index,
            "chunks": [{"index": i, "boxes": one.boxes} for i, one in chunks.items()],
        }
        _page(key=KEY, data=data, on_picked_change=partial(_picked, chunking))


def _picked(chunking: Chunking) -> None:
    index = (st.session_state.get(KEY) or {}).get("picked")
    if isinstance(index, int) and 0 <= index < len(chunking):
        st.session_state.touched = True
        selection.select(chunking, index)


def _turned(pages: list[Block], chunking: Chunking, index: int | None) -> int:
    """Index of the page to show: turning pages lasts until another chunk is selected."""
    place = chunking.chunks[index].start if index is not None else 0
    kept: tuple[Any, int] | None = st.session_state.get("turned")
    if kept is not None and kept[0] == (chunking.document.id, place) and kept[1] < len(pages):
        return kept[1]
    return next((i for i, page in enumerate(pages) if page.end > place), len(pages) - 1)


def turn(chunking: Chunking, index: int | None, page: int) -> None:
    place = chunking.chunks[index].start if index is not None else 0
    st.session_state.turned = ((chunking.document.id, place), page)


def _head(pages: list[Block], number: int, chunking: Chunking, index: int | None) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="page-head"):
        shown = f"{pages[number].attributes['number']} of {len(pages)}"
        st.html(f"<h2>Page {shown}</h2>", width="content")
        for words, icon, to in (("Previous", "chevron_left", number - 1), ("Next", "chevron_right", number + 1)):
            st.button(
                words,
                icon=f":material/{icon}:",
                type="tertiary",
                key=f"{words.lower()} page",
                disabled=not 0 <= to < len(pages),
                on_click=turn,
                args=(chunking, index, to),
            )


def _picture(document: Document, page: Block) -> bytes:
    """The page without chunks; kept for the pages looked at last."""
    kept: dict[Any, bytes] = st.session_state.setdefault("pictures", {})
    key = document.id, page.attributes["number"]
    picture = kept.pop(key, None) or picture_isolated(
        documents.original(st.session_state.choice.document),
        document.name,
        page.attributes["number"],
        WIDTH / max(1.0, page.attributes["width"]),
    )
    kept[key] = picture
    while len(kept) > KEPT:
        del kept[next(iter(kept))]
    return picture


def _drawn(chunking: Chunking, page: Block, picture: bytes, index: int | None, chunks: list[Drawn]) -> str:
    """The picture with the chunks, as an address that holds it."""
    key = page.attributes["number"], index
    kept = st.session_state.get("drawn page")
    if kept is None or kept[0] is not chunking or kept[1] != key:
        made = base64.b64encode(drawn(picture, page.attributes["width"], chunks)).decode()
        kept = st.session_state["drawn page"] = (chunking, key, made)
    return f"data:image/png;base64,{kept[2]}"


def on_page(chunking: Chunking, page: Block, index: int | None) -> dict[int, Drawn]:
    """By index, the chunks on the page, each with the boxes it has there; one that began on an earlier page has no number."""
    colour = colours(chunking.chunks)
    ends = [chunk.end for chunk in chunking.chunks]
    found = {}
    for i in range(bisect_left(ends, page.start + 1), len(chunking)):
        chunk = chunking.chunks[i]
        if chunk.start >= page.end:
            break
        if (shared := chunk.span.intersection(page.span)) is not None:
            boxes = [box for number, box in places(chunking.document, shared) if number == page.attributes["number"]]
            label = str(i + 1) if chunk.start >= page.start else ""
            found[i] = Drawn(boxes, PALETTE[colour[i]], label, i == index, _line(chunking.document, page, chunk.start))
    return found


def _line(document: Document, page: Block, position: int) -> Rectangle | None:
    """The line on the page that holds the character at `position`."""
    lines = page.attributes["lines"]
    i = bisect_right([line.start for line in lines], position) - 1
    return next((box for _, box in places(document, Span(lines[i].start, lines[i].end))), None) if i >= 0 else None
