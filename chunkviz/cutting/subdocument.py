"""A part of a document as a document of its own, and chunks of it moved back to where they stand in the whole."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..chunk import Chunk
from ..document import Block, Document
from ..span import Span

_PLACES = ("head", "signature", "header", "caption", "body")  # attributes that are a start and an end
_LISTS = ("cells",)  # attributes that are several


def part(document: Document, span: Span, kind: str = "", blocks: Sequence[Block] | None = None, **metadata: Any) -> Document:
    """`document.text[span]` as a document, with the blocks that lie inside, in its own coordinates.

    kind       its kind, if not that of the whole
    blocks     its blocks, where they are known better; in its own coordinates
    metadata   what its metadata has besides the whole's
    """
    if blocks is None:
        first = bisect_left(document.blocks, span.start, key=lambda block: block.start)
        last = bisect_left(document.blocks, span.end, key=lambda block: block.start)
        inside = (block for block in document.blocks[first:last] if block.end <= span.end)
        blocks = [_moved(block, -span.start, span) for block in inside]
    text = document.text[span.start : span.end]
    return Document(text, document.name, kind or document.kind, tuple(blocks), {**document.metadata, **metadata})


def beginning(document: Document, longest: int) -> Document:
    """The document's lines that end within the first `longest` characters, or so many characters of a longer line; the document
    itself where it has no more."""
    if len(document) <= longest:
        return document
    return part(document, Span(0, document.text.rfind("\n", 0, longest) + 1 or longest))


def shifted(block: Block, by: int) -> Block:
    """The block `by` characters further on."""
    return _moved(block, by, None)


def moved_back(chunk: Chunk, by: int) -> Chunk:
    """A chunk of a part that begins at `by`, as a chunk of the whole."""
    start, end = chunk.start + by, chunk.end + by
    context = tuple(Span(span.start + by, span.end + by) for span in chunk.context)
    parent = Span(chunk.parent.start + by, chunk.parent.end + by) if chunk.parent else None
    return replace(chunk, start=start, end=end, context=context, parent=parent)


def _moved(block: Block, by: int, within: Span | None) -> Block:
    """The block and the places among its attributes `by` further on; places outside `within` are left out."""
    attributes: dict[str, Any] = {}
    for name, value in block.attributes.items():
        if name == "lines":
            continue  # the places on a PDF's page are asked of the whole document
        if name in _PLACES and isinstance(value, tuple):
            if within is None or within.start <= value[0] <= value[1] <= within.end:
                attributes[name] = (value[0] + by, value[1] + by)
        elif name in _LISTS:
            attributes[name] = tuple((start + by, end + by) for start, end in value)
        else:
            attributes[name] = value
    return Block(block.kind, block.start + by, block.end + by, block.level, attributes)
