"""The outline of a document from its blocks: under which titles each place stands."""

from __future__ import annotations

from typing import NamedTuple

from ..document import Document


class OutlinePlace(NamedTuple):
    """A stretch of the document under a title: a section under its heading, a symbol's body. Characters; they nest."""

    start: int
    end: int
    title: str


def outline(document: Document) -> list[OutlinePlace]:
    """Sections (from a heading to the next of its level or higher) and named symbols, in order of start, outer first."""
    places: list[OutlinePlace] = []
    open_sections: list[tuple[int, int, str]] = []  # (level, start, title)

    def close(level: int, end: int) -> None:
        while open_sections and open_sections[-1][0] >= level:
            _, start, title = open_sections.pop()
            places.append(OutlinePlace(start, end, title))

    for block in document.blocks:
        if block.kind == "heading":
            close(block.level, block.start)
            title = block.attributes.get("title") or document.text[block.start : block.end].strip("#= -\r\n")
            open_sections.append((block.level, block.start, _short(title)))
        elif block.kind in ("function", "class", "method") and block.attributes.get("name"):
            places.append(OutlinePlace(block.start, block.end, _short(block.attributes["name"])))
    close(0, len(document))
    return sorted(places, key=lambda place: (place.start, -place.end))


def pages(document: Document) -> list[tuple[int, str]]:
    """Where each page begins, and its name."""
    found = enumerate(document.blocks_of("page"), 1)
    return [(block.start, f"Page {block.attributes.get('number', count)}") for count, block in found]


def _short(title: object) -> str:
    text = " ".join(str(title).split())
    return text if len(text) <= 120 else text[:119] + "…"
