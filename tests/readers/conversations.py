"""What the tests of conversations share."""

from __future__ import annotations

from chunkviz.document import Document


def said(document: Document) -> list[tuple[str, str, str]]:
    """(speaker, time, own words) of each message."""
    found = []
    for block in document.blocks_of("message"):
        begin = block.attributes.get("head", (block.start, block.start))[1]
        words = document.text[begin : block.end].strip().strip("\u200e")
        found.append((block.attributes.get("speaker", ""), block.attributes.get("time", ""), words))
    return found
