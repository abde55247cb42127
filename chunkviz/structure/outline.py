"""The outline of a document: its headings, symbols, pages and speakers, to find one's way by."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..document import Document
from ..span import Span
from .sections import Structure, title

_SYMBOLS = ("class", "function", "method")
_LONGEST = 120  # characters of a label
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)")  # a day, which is said once, and a time


class Entry(NamedTuple):
    """`kind` is heading, class, function, method, page or message; `span` what belongs to it: a section, a symbol's body,
    a page, a turn. `depth` counts from 0."""

    kind: str
    label: str
    span: Span
    depth: int


def outline(document: Document) -> list[Entry]:
    """The entries in order of start, outer before inner. A message is an entry where another speaker begins."""
    found = [*_sections(document), *_symbols(document), *_pages(document), *_turns(document)]
    return sorted(found, key=lambda entry: (entry.span.start, -entry.span.end))


def _sections(document: Document) -> list[Entry]:
    """Headings, each with the text to the next heading of its level or a higher one."""
    structure = Structure(document)
    ends, following = [0] * len(structure.headings), [len(document)] * 7
    for i in reversed(range(len(structure.headings))):
        heading = structure.headings[i]
        level = min(heading.level, 6)
        ends[i] = min(following[: level + 1])
        following[level] = heading.start
    return [
        Entry("heading", _short(title(path[-1])), Span(path[-1].start, end), len(path) - 1)
        for path, end in zip(structure.paths, ends, strict=True)
    ]


def _symbols(document: Document) -> list[Entry]:
    found: list[Entry] = []
    opened: list[Span] = []
    for block in document.blocks_of(*_SYMBOLS):
        while opened and opened[-1].end <= block.start:
            opened.pop()
        if name := str(block.attributes.get("name", "")):
            found.append(Entry(block.kind, _short(name), block.span, len(opened)))
            opened.append(block.span)
    return found


def _pages(document: Document) -> list[Entry]:
    pages = enumerate(document.blocks_of("page"), 1)
    return [Entry("page", f"Page {block.attributes.get('number', count)}", block.span, 0) for count, block in pages]


def _turns(document: Document) -> list[Entry]:
    found: list[Entry] = []
    before = day = ""
    for block in document.blocks_of("message"):
        speaker, time = (str(block.attributes.get(name) or "") for name in ("speaker", "time"))
        if speaker and speaker != before:
            if moment := _MOMENT.match(time):
                time = moment[2] if moment[1] == day else f"{moment[1]} {moment[2]}"
                day = moment[1]
            found.append(Entry("message", _short(f"{speaker} ({time})" if time else speaker), block.span, 0))
        before = speaker
    return found


def _short(label: str) -> str:
    label = " ".join(label.split())
    return label if len(label) <= _LONGEST else label[: _LONGEST - 1] + "…"
