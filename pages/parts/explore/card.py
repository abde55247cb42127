"""The card beside the text: one chunk, whole, and why it is what it is.

Text of the document is shown by `st.text`, which knows no markup.
"""

from __future__ import annotations

import streamlit as st

from chunkviz.chunking import Chunking

from ..question.selection import select, selected
from . import meaning, outline, unread

LONGEST = 20_000  # characters of a chunk that are shown


def card(chunking: Chunking) -> None:
    index = selected(chunking)
    if index is None:
        st.text("No chunks: the text is shown uncut.")
        return
    chunk = chunking.chunks[index]
    _head(chunking, index)
    _pills(chunking, index)
    if chunk.oversize:
        _part("Over the size", chunk.oversize)
    if path := outline.path(outline.entries(chunking.document), chunk.span):
        _part("Where", path)
    _part("Begins here because", chunking.chunks[index - 1].cause.sentence if index else "The text begins here.")
    _part("Ends there because", chunk.cause.sentence)
    if overlap := chunk.overlap.words:
        _part("Overlap with the chunk before", overlap)
    if about := " ".join(filter(None, [unread.line(chunking, index), meaning.lines(chunking, index)])):
        _part("Meaning", about)
    if chunk.added:
        _part("Added in front (not in the document)", chunk.added)
    if chunk.context:
        _part("Context in front", "\n".join(chunking.document.text[span.start : span.end].strip() for span in chunk.context))
    text = chunking.text(chunk)
    _title("Text")
    with st.container(key="chunk-code" if chunking.document.kind == "code" else "chunk-text"):
        st.text(text[:LONGEST])
    if len(text) > LONGEST:
        st.text(f"… and {len(text) - LONGEST:,} more characters; the downloads hold it whole.")
    if chunk.metadata:
        _title("Metadata")
        with st.container(key="chunk-metadata"):
            st.text("\n".join(f"{name}: {value}" for name, value in chunk.metadata.items()))


def _head(chunking: Chunking, index: int) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="card-head"):
        st.html(f"<h2>Chunk {index + 1:,}</h2>")
        st.button(
            "Previous",
            icon=":material/chevron_left:",
            type="tertiary",
            key="previous",
            disabled=index == 0,
            on_click=select,
            args=(chunking, index - 1),
        )
        last = index == len(chunking.chunks) - 1
        st.button(
            "Next",
            icon=":material/chevron_right:",
            type="tertiary",
            key="next",
            disabled=last,
            on_click=select,
            args=(chunking, min(index + 1, len(chunking.chunks) - 1)),
        )


def _pills(chunking: Chunking, index: int) -> None:
    chunk, document = chunking.chunks[index], chunking.document
    first, last = document.line(chunk.start), document.line(chunk.end - 1)
    lines = f"line {first:,}" if first == last else f"lines {first:,}–{last:,}"
    pills = [f"{chunk.tokens:,} {chunking.tokenizer.unit}", f"{chunk.span.length:,} characters", lines]
    st.html('<ul class="pills">' + "".join(f"<li>{pill}</li>" for pill in pills) + "</ul>")


def _part(title: str, text: str) -> None:
    _title(title)
    st.text(text)


def _title(title: str) -> None:
    st.html(f"<h3>{title}</h3>")
