"""What a reader selected in the viewer, as places in a chunking."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..chunking import Chunking
from ..span import Span
from .units import units_of


class Selection(NamedTuple):
    """The index of a chunk (from 0), and a stretch of text in characters of the document; None where nothing is selected."""

    chunk: int | None = None
    span: Span | None = None


def selection(picked: Mapping[str, Any] | None, chunking: Chunking) -> Selection:
    """What the viewer reported last, in this chunking; nothing where it was reported of another document.

    A chunk that was selected in another chunking of the document is the one that stands in its place now: the chunk of
    the same number and span, else the last one that begins at or before its start and holds it.
    """
    document = chunking.document
    if not picked or picked.get("document") != document.id:
        return Selection()
    units = units_of(document.text)
    span = picked.get("span")
    if span is not None:
        span = Span(*units.to_characters(span).tolist())
    if picked.get("chunk") is None:
        return Selection(None, span)
    start, end = units.to_characters([picked["start"], picked["end"]]).tolist()
    return Selection(_like(picked["chunk"], Span(start, end), chunking), span)


def _like(number: int, span: Span, chunking: Chunking) -> int | None:
    chunks = chunking.chunks
    if number < len(chunks) and chunks[number].span == span:
        return number
    at = bisect_right(chunks, span.start, key=lambda chunk: chunk.start) - 1
    return next((i for i in range(at, -1, -1) if chunks[i].end > span.start), None)
