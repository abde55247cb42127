"""Breaks of a structured document: where whole blocks can be parted, from the strongest to the weakest.

Levels for `natural_breaks.cut` whose places come from the document's blocks instead of separators: between blocks, then between
the items of a list and the rows of a table, then at blank lines, the lines of code, sentences, words, characters. No
break stands directly after a heading, nor between a fence and the code in it: they stay with the text they are for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..document import Document
from ..strategy import Tools
from ..text import graphemes
from ..text.line_ends import LINE_END, PARAGRAPH_END
from ..tokenizer import Positions
from .separators import CHARACTERS, WORDS, Level

_VERBATIM = ("code", "html", "front_matter", "table")  # where a line is a piece of its own
_OPEN = ("page",)  # blocks that only frame others


@dataclass(frozen=True, eq=False)
class PlacedBreaks(Level):
    """A level whose breaks are given places; `find` is asked once, when the level is first needed."""

    find: Callable[[], Sequence[int] | Positions] = tuple

    @cached_property
    def places(self) -> Positions:
        return np.unique(np.asarray(self.find(), np.int64))

    def occurs(self, text: str, start: int, end: int) -> bool:
        first = self.places.searchsorted(start, "right")
        return bool(first < len(self.places) and self.places[first] < end)

    def pieces(self, text: str, start: int, end: int, keep: str) -> tuple[Positions, Positions]:
        inside = self.places[self.places.searchsorted(start, "right") : self.places.searchsorted(end)]
        return np.concatenate([[start], inside]), np.concatenate([inside, [end]])


def breaks(tools: Tools) -> tuple[Level, ...]:
    """The breaks of the document, strongest first."""
    document = tools.document
    outer, inner = _starts(document)
    glued = np.array([*_behind_headings(document), *_at_fences(document)], np.int64)

    def without_glued(places: Sequence[int] | Positions) -> Positions:
        # A block may begin inside what is seen as one character, as an item's text does that begins with a joined mark.
        whole = graphemes.whole(document.text, np.asarray(places, np.int64), False, tools.tokens.codes)
        return np.setdiff1d(whole, glued)

    return (
        PlacedBreaks((), "block", called="end of a block", find=lambda: without_glued(outer)),
        PlacedBreaks((), "part", called="end of an item, a row or a paragraph", find=lambda: without_glued(inner)),
        PlacedBreaks(
            (),
            "paragraph",
            called="blank line",
            find=lambda: without_glued([m.end() for m in PARAGRAPH_END.finditer(document.text)]),
        ),
        PlacedBreaks((), "line", called="line end", find=lambda: without_glued(list(_lines(document)))),
        PlacedBreaks((), "sentence", called="sentence end", find=lambda: without_glued(tools.sentence_ends())),
        WORDS,
        CHARACTERS,
    )


def _starts(document: Document) -> tuple[list[int], list[int]]:
    """Where blocks begin that are in no other, and where blocks begin inside these."""
    outer: list[int] = []
    inner: list[int] = []
    reach = 0
    for block in document.blocks:
        (outer if block.start >= reach else inner).append(line_start(document.text, block.start))
        if block.kind not in _OPEN:
            reach = max(reach, block.end)
    return outer, inner


def line_start(text: str, position: int) -> int:
    """The start of the line where only indentation and a quote's marks stand before `position`."""
    start = text.rfind("\n", max(0, position - 64), position) + 1
    return start if start and not text[start:position].strip(" \t>") else position


def _behind_headings(document: Document) -> Iterator[int]:
    """Places directly after a heading, where its text begins."""
    text = document.text
    for block in document.blocks_of("heading"):
        at = block.end
        yield at
        while at < len(text) and text[at].isspace():
            at += 1
            if text[at - 1] == "\n":
                yield at
        yield at


def _at_fences(document: Document) -> Iterator[int]:
    """Places after the fence that opens a block of code, and before the one that closes it."""
    for block in document.blocks_of("code"):
        body = block.attributes.get("body", ())
        yield from (place for place in body if block.start < place < block.end)


def _lines(document: Document) -> Iterator[int]:
    """Where the lines of code, tables and the like begin."""
    reach = 0
    for block in document.blocks_of(*_VERBATIM):
        for match in LINE_END.finditer(document.text, max(block.start, reach), block.end):
            yield match.end()
        reach = max(reach, block.end)
