"""The stretches of a document that are set in another face than its running text: code, tables, headings."""

from __future__ import annotations

from typing import NamedTuple

from ..document import Document

FIXED = ("code", "table")  # kinds of block whose columns or indentation mean something
WHOLLY_FIXED = ("code", "csv")  # kinds of document that consist of nothing else


class Face(NamedTuple):
    """A stretch, in characters, and the name of its face: "fixed", or "heading-1" to "heading-6" by its level."""

    start: int
    end: int
    name: str


def is_fixed(document: Document) -> bool:
    """Whether all of it is set in a fixed-width face."""
    return document.kind in WHOLLY_FIXED


def faces(document: Document) -> list[Face]:
    """In order, none inside another: of nested blocks the outer one counts. None in a document that is fixed as a whole."""
    if is_fixed(document):
        return []
    found: list[Face] = []
    end = 0
    for block in document.blocks:
        if block.start < end or block.start >= block.end:
            continue
        if block.kind in FIXED:
            found.append(Face(block.start, block.end, "fixed"))
        elif block.kind == "heading":
            found.append(Face(block.start, block.end, f"heading-{min(6, max(1, block.level))}"))
        else:
            continue
        end = block.end
    return found
