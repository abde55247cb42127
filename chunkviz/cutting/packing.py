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

from ..text import graphemes
from ..tokenizer import Tokens

MEASURES = {
    "chunk": "The chunk's own text",
    "pieces": "Its pieces, added up",
}


class Group(NamedTuple):
    """Pieces first..last-1 as one chunk. `would` is its length with the next piece (0 for the last group), `back` the
    tokens that one more piece of overlap behind it would have repeated (0 where no overlap was asked for)."""

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


def by_chunk(tokens: Tokens, starts: list[int], ends: list[int], before: list[int], behind: list[int], trim: bool) -> Lengths:
    """Lengths as exact counts of the text from the first piece's start to the last one's end.

    before, behind   how many of the document's tokens begin before each piece's start and end: they make the guess
    trim             whether chunks lose the white space around them; then the bare text is what has to fit, since a word
                     can have more tokens without the space before it. Characters and words are counted with it, as
                     LangChain does: it never makes them fewer.
    """
    text = tokens.text
    bare = trim and not tokens.tokenizer.additive

    def length(first: int, last: int) -> int:
        if last <= first:
            return 0
        span = starts[first], ends[last - 1]
        inner = trimmed(text, *span) if bare else span
        return tokens.count(*(inner if inner[0] < inner[1] else span))  # white space alone is not free, or it would never end

    return Lengths(
        lambda first, size: bisect_right(behind, before[first] + size),
        lambda last, overlap: bisect_left(before, behind[last - 1] - overlap),
        length,
    )


def pack(count: int, lengths: Lengths, size: int, overlap: int = 0, largest_overlap: int | None = None) -> Iterator[Group]:
    """Groups of the pieces 0..count-1, each at most `size` long, unless one piece alone is longer.

    overlap           most tokens a group repeats from the one before
    largest_overlap   most pieces it repeats; None for any number
    """
    first, taken = 0, 0  # the group begins at piece `first`; pieces before `taken` are in groups already
    while taken < count:
        while first < taken and lengths.length(first, taken + 1) > size:  # no room for anything new
            first += 1
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
    """(following, back): where the group behind first..last-1 begins, and the overlap one piece more would have made."""
    if overlap <= 0:
        return last, 0
    floor = first + 1 if most is None else max(first + 1, last - most)
    start = min(max(lengths.back(last, overlap), floor), last)
    while start < last and (lengths.length(start, last) > overlap or lengths.reach(start, size) <= last):
        start += 1
    while (back := lengths.length(start - 1, last)) <= overlap and start > floor and lengths.reach(start - 1, size) > last:
        start -= 1
    return start, back


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without the white space at its ends; (end, end) where it holds nothing else."""
    first = start
    while first < end and text[first].isspace():
        first += 1
    while end > first and text[end - 1].isspace():
        end -= 1
    if first > start and first < end and text[first] > "\x7f":  # a mark that joins the space before it stays with it
        first = max(start, graphemes.floor(text, first))
    return first, end
