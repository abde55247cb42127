"""Packing consecutive pieces of a text into chunks of a size, with overlap: shared by several strategies.

The method. Pieces are spans in order. A chunk takes pieces while they fit; the next chunk begins as far back among
the pieces just taken as the overlap allows, and always takes at least one new piece. Both questions ("how many pieces
fit?", "how far back?") are answered from running totals by bisection, then made exact by counting the one or two
candidates, so the cost grows with the number of chunks, not with chunks times pieces.

A length is measured in one of two ways:

chunk    the tokens of the chunk's own text, counted exactly
pieces   the sum of the pieces' own counts and the separators between them, as LangChain's text splitters add up
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..document import Document
from ..text import graphemes
from ..tokenizer import Positions, Tokens

MEASURES = {
    "chunk": "The chunk's own text",
    "pieces": "Its pieces, added up",
}


class Group(NamedTuple):
    """Pieces first..last-1 as one chunk. `would` is its length with the next piece (0 for the last group), `back` the
    tokens that one more piece of overlap after it would have repeated (0 where no overlap was asked for)."""

    first: int
    last: int
    would: int
    back: int


@dataclass(frozen=True)
class Lengths:
    """How long consecutive pieces are together.

    reach    (first, size) -> how many pieces, counted from the start of the text, a chunk from `first` may reach: a guess
    back     (last, overlap) -> the first piece an overlap may begin with: a guess
    length   (first, last) -> length of pieces first..last-1, exact
    """

    reach: Callable[[int, int], int]
    back: Callable[[int, int], int]
    length: Callable[[int, int], int]


def by_pieces(counts: list[int], separator: int = 0) -> Lengths:
    """Lengths as sums: `counts` of the pieces, and `separator` tokens between two that are joined."""
    total = [0]
    for count in counts:
        total.append(total[-1] + count + separator)

    def length(first: int, last: int) -> int:
        return total[last] - total[first] - separator if last > first else 0

    return Lengths(
        lambda first, size: bisect_right(total, total[first] + size + separator) - 1,
        lambda last, overlap: bisect_left(total, total[last] - separator - overlap),
        length,
    )


def by_chunk(tokens: Tokens, begins: list[int], stops: list[int], before: list[int], after: list[int]) -> Lengths:
    """Lengths as exact counts of the text of a chunk.

    begins, stops   where a chunk begins and ends whose first and last piece these are: without the white space around it where
                    that is left out, since it is the bare text that has to fit
    before, after  how many of the document's tokens begin before each of these: they make the guess
    """
    return Lengths(
        lambda first, size: bisect_right(after, before[first] + size),
        lambda last, overlap: bisect_left(before, after[last - 1] - overlap),
        lambda first, last: tokens.count(begins[first], stops[last - 1]) if first < last else 0,
    )


def pack(count: int, lengths: Lengths, size: int, overlap: int = 0, largest_overlap: int | None = None) -> Iterator[Group]:
    """Groups of the pieces 0..count-1, each at most `size` long, unless one piece alone is longer.

    overlap           most tokens a group repeats from the one before
    largest_overlap   most pieces it repeats; None for any number
    """
    first, taken = 0, 0  # the group begins at piece `first`; pieces before `taken` are in groups already
    while taken < count:
        last, would = _fit(first, taken + 1, count, lengths, size)
        if last >= count:
            yield Group(first, count, 0, 0)
            return
        following, back = _overlap(first, last, lengths, size, overlap, largest_overlap)
        yield Group(first, last, would, back)
        first, taken = following, last


def _fit(first: int, least: int, count: int, lengths: Lengths, size: int) -> tuple[int, int]:
    """(last, would): the most pieces from `first` that fit, at least up to `least`, and the length of one more."""
    last = min(max(lengths.reach(first, size), least), count)
    while last > least and lengths.length(first, last) > size:
        last -= 1
    would = 0
    while last < count and (would := lengths.length(first, last + 1)) <= size:
        last += 1
    return last, would


def _overlap(first: int, last: int, lengths: Lengths, size: int, overlap: int, most: int | None) -> tuple[int, int]:
    """(following, back): where the group after first..last-1 begins, and the overlap one piece more would have made. It begins
    as far back as the overlap allows and the next piece still fits."""
    if overlap <= 0:
        return last, 0

    def fits(start: int) -> bool:
        return lengths.length(start, last) <= overlap and lengths.length(start, last + 1) <= size

    floor = first + 1 if most is None else max(first + 1, last - most)
    start = min(max(lengths.back(last, overlap), lengths.back(last + 1, size), floor), last)
    while start < last and not fits(start):
        start += 1
    while start > floor and fits(start - 1):
        start -= 1
    return start, lengths.length(start - 1, last)


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without the white space at its ends; (end, end) where it holds nothing else."""
    first, whole = start, end
    while first < end and text[first].isspace():
        first += 1
    while end > first and text[end - 1].isspace():
        end -= 1
    if first > start and first < end and text[first] > "\x7f":  # a mark that joins the space before it stays with it
        first = max(start, graphemes.floor(text, first))
    if end < whole and end > first and text[end - 1] > "\x7f":  # as does a space that a mark before it takes
        end = min(whole, graphemes.ceil(text, end))
    return first, end


def all_trimmed(document: Document, starts: Positions, ends: Positions) -> tuple[Positions, Positions]:
    """`trimmed` for many spans at once, each found from one count of the document's characters that are not white space: what
    it costs does not grow with the white space. Where a span holds nothing else, its start is not before its end."""
    solid = document.solid
    begins, stops = starts.copy(), ends.copy()
    blank = np.flatnonzero(solid[begins] == solid[np.minimum(begins + 1, len(document))])
    begins[blank] = solid.searchsorted(solid[begins[blank]], "right") - 1
    for _ in range(2):  # most have no more white space than a blank line
        stops -= (stops > 0) & (solid[stops] == solid[stops - 1])
    blank = np.flatnonzero((stops > 0) & (solid[stops] == solid[stops - 1]))
    stops[blank] = solid.searchsorted(solid[stops[blank]], "left")
    for i in np.flatnonzero(begins > starts).tolist():
        at = int(begins[i])
        if at < len(document) and document.text[at] > "\x7f":
            begins[i] = max(int(starts[i]), graphemes.floor(document.text, at))
    for i in np.flatnonzero((stops < ends) & (stops > 0)).tolist():
        at = int(stops[i])
        if document.text[at - 1] > "\x7f":
            stops[i] = min(int(ends[i]), graphemes.ceil(document.text, at))
    return begins, stops
