"""Cutting any span of a document at its largest natural breaks: what `recursive` does, and every second cut.

The method, after LangChain's RecursiveCharacterTextSplitter: take the first level of separators that occurs in the
span and cut there. A piece that fits a chunk waits; a run of waiting pieces is packed into chunks (`packing`); a piece
that does not fit is cut by the levels below. Everything is done on spans, so no place is ever
searched for afterwards.

Where no level is left, LangChain returns the piece however large; here it is cut by force between two characters as a
person sees them, unless lengths are measured as LangChain's, in which case it is returned and marked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..cause import END, Cause, separator_words
from ..chunk import Chunk, Overlap
from ..span import Span
from ..strategy import Tools
from ..tokenizer import Positions
from .packing import Group, Lengths, all_trimmed, by_chunk, by_pieces, pack
from .separators import CHARACTERS, PROSE, Level


@dataclass(frozen=True)
class Cutter:
    """How spans are cut: see `cut` for the meaning of the fields.

    watch   notified of each decision as it falls (see `chunkviz.inspection.steps`): "pieces" were made, a "large" one is cut by
            itself, a "chunk" is made of pieces first..last-1
    """

    tools: Tools
    size: int
    overlap: int = 0
    measure: str = "chunk"
    keep: str = "natural"
    trim: bool = True
    watch: Callable[[str, _Pieces, int, int], None] = lambda decision, pieces, first, last: None

    def cut(self, span: Span, levels: Sequence[Level], closing: Cause = END) -> list[Chunk]:
        """The chunks of `span`; the last one ends because of `closing`."""
        text = self.tools.document.text
        at = next((i for i, level in enumerate(levels) if level.occurs(text, span.start, span.end)), len(levels) - 1)
        starts, ends = levels[at].pieces(text, span.start, span.end, self.keep)
        return self.cut_pieces(starts, ends, levels[at], levels[at + 1 :], closing)

    def merge(self, starts: Positions, ends: Positions, level: Level, closing: Cause = END) -> list[Chunk]:
        """The chunks of consecutive pieces, none of them cut: one that is too large is a chunk, and says so."""
        chunks: list[Chunk] = []
        if len(starts):
            self._pack(_Pieces(self, starts, ends, level), 0, len(starts), chunks, closing)
        return chunks

    def cut_pieces(
        self, starts: Positions, ends: Positions, level: Level, below: Sequence[Level], closing: Cause = END
    ) -> list[Chunk]:
        """The chunks of consecutive pieces, which `level` separates; what is too large is cut by the levels `below`."""
        chunks: list[Chunk] = []
        pieces = _Pieces(self, starts, ends, level)
        self.watch("pieces", pieces, 0, len(pieces))
        run = 0  # the first waiting piece
        for large in pieces.large():
            if run < large:
                self._pack(pieces, run, large, chunks, pieces.cause_before_large(large))
            self._cut_large(pieces, large, below, chunks, pieces.cause_behind_large(large, closing))
            run = large + 1
        if run < len(pieces):
            self._pack(pieces, run, len(pieces), chunks, closing)
        return chunks

    def _pack(self, pieces: _Pieces, first: int, last: int, chunks: list[Chunk], closing: Cause) -> None:
        part = pieces.part(first, last)
        why = _too_large(part.level) if chunks else ""
        for group in pack(len(part), part.lengths, self.size, self.overlap):
            self.watch("chunk", part, group.first, group.last)
            cause = closing if group.last == len(part) else part.cause(group)
            self._add(chunks, *part.bounds(group), cause, why, part.oversize(group))
            why = part.why(group.back)

    def _cut_large(self, pieces: _Pieces, index: int, below: Sequence[Level], chunks: list[Chunk], closing: Cause) -> None:
        span = Span(pieces.starts[index], pieces.ends[index])
        self.watch("large", pieces, index, index + 1)
        if not below and self.measure == "chunk" and not pieces.level.anywhere:
            below = [CHARACTERS]
        if not below:
            alone = Group(index, index + 1, 0, 0)
            self._add(chunks, *pieces.bounds(alone), pieces.cause_alone(index, closing), oversize=pieces.oversize(alone))
            return
        why = _too_large(pieces.level) if chunks else ""
        for chunk in self.cut(span, below, closing):
            self._add(chunks, chunk.start, chunk.end, chunk.cause, chunk.overlap.why or why, chunk.oversize)
            why = ""

    def _add(self, chunks: list[Chunk], start: int, end: int, cause: Cause, why: str = "", oversize: str = "") -> None:
        """Add a chunk, unless it holds nothing but white space or nothing new."""
        solid = self.tools.document.solid
        if start < end and solid[start] < solid[end] and not (chunks and end <= chunks[-1].end):
            chunks.append(Chunk(start, end, cause, overlap=Overlap(why=why), oversize=oversize))


def cut(
    tools: Tools,
    span: Span,
    size: int,
    overlap: int = 0,
    levels: Sequence[Level] = PROSE,
    *,
    measure: str = "chunk",
    keep: str = "natural",
    trim: bool = True,
    closing: Cause = END,
) -> list[Chunk]:
    """Chunks of at most `size` tokens that cover `span` of the document, white space at their ends apart.

    overlap   most tokens repeated from the chunk before, in whole pieces, within the size
    levels    natural breaks, strongest first
    measure   "chunk" or "pieces": see `packing`
    keep      where a separator goes: "natural", "end", "start" or "drop" (see `separators`)
    trim      whether chunks lose the white space around them; white space alone is no chunk either way
    closing   why the last chunk ends where it ends
    """
    return Cutter(tools, size, overlap, measure, keep, trim).cut(span, levels, closing)


class _Pieces:
    """Pieces of a span with what it takes to measure and to explain them.

    starts, ends     the pieces
    begins, stops    where a chunk begins and ends whose first and last piece these are
    """

    def __init__(self, cutter: Cutter, starts: Positions, ends: Positions, level: Level) -> None:
        self.cutter, self.level = cutter, level
        self.tokens = cutter.tools.tokens
        exact = cutter.measure == "chunk"
        if cutter.trim and exact:
            starts, ends = _with_white_space(cutter.tools.document.solid, starts, ends)
        begins, stops = all_trimmed(cutter.tools.document, starts, ends) if cutter.trim else (starts, ends)
        self.starts: list[int] = starts.tolist()
        self.ends: list[int] = ends.tolist()
        self.begins: list[int] = begins.tolist()
        self.stops: list[int] = stops.tolist()
        self.lists = ["starts", "ends", "begins", "stops"]
        if exact:
            self.before: list[int] = self.tokens.indexes(begins).tolist()
            self.after: list[int] = self.tokens.indexes(stops).tolist()
            self.lists += ["before", "after"]
        else:
            self.counts: list[int] = self.tokens.counts(starts, ends).tolist()
            self.lists += ["counts"]

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def lengths(self) -> Lengths:
        if self.cutter.measure == "pieces":
            dropped = self.level.separators[0] if self.cutter.keep == "drop" and self.level.separators else ""
            return by_pieces(self.counts, self.tokens.tokenizer.count(dropped))
        return by_chunk(self.tokens, self.begins, self.stops, self.before, self.after)

    def part(self, first: int, last: int) -> _Pieces:
        """Pieces first..last-1 by themselves."""
        if (first, last) == (0, len(self)):
            return self
        part = object.__new__(_Pieces)
        part.cutter, part.level, part.tokens, part.lists = self.cutter, self.level, self.tokens, self.lists
        for name in self.lists:
            setattr(part, name, getattr(self, name)[first:last])
        return part

    def bounds(self, group: Group) -> tuple[int, int]:
        """Start and end of the chunk that a group becomes."""
        return self.begins[group.first], self.stops[group.last - 1]

    def large(self) -> list[int]:
        """The pieces that are cut by themselves: larger than the size, or, as LangChain has it, not smaller."""
        size = self.cutter.size
        if self.cutter.measure == "pieces":
            return [i for i, count in enumerate(self.counts) if count >= size]
        characters = np.array(self.stops) - np.array(self.begins)
        tokens = np.array(self.after) - np.array(self.before)
        # No tokenizer makes more than four tokens of a character; the guess from the whole text is off by a few only.
        doubtful = np.flatnonzero((4 * characters > size) & (2 * tokens + 8 > size))
        return [i for i in doubtful.tolist() if self.alone(i) > size]

    def alone(self, index: int) -> int:
        """How long a piece is by itself."""
        if self.cutter.measure == "pieces":
            return self.counts[index]
        return self.tokens.count(self.begins[index], self.stops[index])

    def cause(self, group: Group) -> Cause:
        """Why a group ends where more pieces follow."""
        if self.level.anywhere:
            words = "Forced: there is no separator left to cut at, and more would have made {would} of {size} {unit}."
            return Cause("forced", words, self._numbers(would=group.would), "")
        words = "{at}; with the next {piece} the chunk would have made {would} of {size} {unit}."
        return self._cause(group.last, words, would=group.would)

    def cause_before_large(self, large: int) -> Cause:
        alone = self.alone(large)
        if self.level.anywhere:
            words = "Forced: the next character alone makes {alone} of {size} {unit}."
            return Cause("forced", words, self._numbers(alone=alone), "")
        return self._cause(large, "{at}; the next {piece} alone makes {alone} of {size} {unit}.", alone=alone)

    def cause_behind_large(self, large: int, closing: Cause) -> Cause:
        if large + 1 == len(self) or self.level.anywhere:
            return closing
        words = "{at}; the {piece} before it alone makes {alone} of {size} {unit}."
        return self._cause(large + 1, words, alone=self.alone(large))

    def cause_alone(self, index: int, closing: Cause) -> Cause:
        """Why a piece that cannot be cut ends where it ends."""
        if not self.level.anywhere:
            return closing
        numbers = self._numbers(tokens=self.tokens.count(self.begins[index], self.stops[index]))
        if numbers["tokens"] > self.cutter.size:
            return Cause("oversize", "One character alone is larger than the size: {tokens} of {size} {unit}.", numbers, "")
        if index + 1 == len(self):
            return closing
        return Cause("forced", "Forced: one character fills the chunk ({tokens} of {size} {unit}).", numbers, "")

    def oversize(self, group: Group) -> str:
        """Why a group of one piece may be over the size: "" where it is several pieces."""
        if group.last - group.first > 1:
            return "Its pieces were added up one by one; together they make more." if self.cutter.measure == "pieces" else ""
        if self.level.anywhere:
            return "One character alone is larger than the size."
        return f"The {self.level.piece} has no separator inside it to cut at."

    def why(self, back: int) -> str:
        """Why an overlap is smaller than asked for, given what one more piece would have made of it."""
        unit = self.tokens.tokenizer.unit
        if back > self.cutter.overlap:
            return f"Overlap is made of whole {self.level.piece}s; one more would have made {back} {unit}."
        return (
            f"One {self.level.piece} more of overlap would have left no room for anything new within {self.cutter.size} {unit}."
        )

    def _cause(self, after: int, words: str, **counted: int) -> Cause:
        """A cause at the separator before piece `after`."""
        text, keep = self.tokens.text, self.cutter.keep
        separator = self.level.separator_at(text, self.ends[after - 1], self.starts[after], keep)
        named = self.level.called or separator_words(separator)
        return Cause("separator", words, {"at": named[:1].upper() + named[1:], **self._numbers(**counted)}, separator)

    def _numbers(self, **counted: int) -> dict[str, Any]:
        return {"piece": self.level.piece, "size": self.cutter.size, "unit": self.tokens.tokenizer.unit, **counted}


def _too_large(level: Level) -> str:
    return f"Overlap does not reach into a {level.piece} that is too large to share a chunk."


def _with_white_space(solid: NDArray[np.int32], starts: Positions, ends: Positions) -> tuple[Positions, Positions]:
    """The pieces that hold more than white space, each with the pieces of white space after it (the first one also with those
    before it): where white space around chunks is left out it never needs a chunk of its own."""
    filled = np.flatnonzero(solid[starts] < solid[ends])
    if len(filled) in (0, len(starts)):
        return starts[filled], ends[filled]
    following = np.concatenate([filled[1:], [len(starts)]])
    return np.concatenate([starts[:1], starts[filled[1:]]]), ends[following - 1]
