"""Messages: see the class."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from ..cause import END, Cause
from ..chunk import Chunk, Overlap
from ..cutting.natural_breaks import Cutter
from ..cutting.packing import trimmed
from ..cutting.separators import PROSE, Level
from ..document import Block, Document
from ..params import param, smaller_overlap
from ..span import Span
from ..strategy import Strategy, Tools, strategies
from ..text.graphemes import is_boundary

_APART = {"apart": "Chunks of their own", "with": "Left in their message", "drop": "Left out"}
_EACH = {"size": "As many messages as fit", "turn": "One speaker's turn", "message": "One message"}
_NOT_ACROSS = "Nothing is repeated where a thread, a quotation or a turn begins."
_LEVEL = Level(("\n",), "message", called="a message ends")


class _Piece(NamedTuple):
    """A part of a message: `kind` "message" (its own words), "quoted" or "signature"; `block` the message, if any."""

    start: int
    end: int
    kind: str
    block: Block | None

    @property
    def thread(self) -> str:
        return self.block.attributes.get("thread", "") if self.block is not None else ""

    @property
    def speaker(self) -> str:
        return self.block.attributes.get("speaker", "") if self.block is not None else ""


@strategies.register
@dataclass(frozen=True)
class Messages(Strategy):
    """Cut conversations between messages, and know who speaks, when, and in which thread.

    It adds to *recursive* that a line end inside a message is no boundary while the message fits, that no chunk holds
    messages of two threads, and that what others wrote (quotations) and what says nothing (signatures) is kept apart
    from the message's own words, or left out. A message too large is cut like prose, its head (“[00:12] Ana:”, or an
    e-mail's From and Subject) before every part; an answer has the words it answers before it. The thread is the
    chunk's parent. With `size=30` characters,

        Ana: Is it open?                   Ana: Is it open?\\nBen: Yes.
        Ben: Yes.                          Ana: And on Sunday morning?
        Ana: And on Sunday morning?

    What it still gets wrong: it does not know when a talk comes to another topic; *semantic* looks for that. A question
    and its answer may be in two chunks, unless `overlap` repeats the question.
    """

    label = "Messages"
    order = 70
    good_for = ()  # “By format” cuts messages with it, and everything else besides
    size: int = param(512, "The most tokens a chunk may have.", low=1, high=8192)
    overlap: int = param(0, "Tokens repeated from the chunk before, in whole messages.", low=0, high=4096)
    each: str = param("size", "What a chunk is made of.", choices=_EACH, label="In each chunk")
    quoted: str = param("apart", "Quotations of earlier messages.", choices=_APART, label="Quoted replies")
    signatures: str = param("apart", "Signatures under messages.", choices=_APART)

    def check(self) -> None:
        smaller_overlap(self.size, self.overlap)

    @property
    def drops(self) -> bool:
        """Whether text is left out."""
        return "drop" in (self.quoted, self.signatures)

    def split(self, document: Document, tools: Tools) -> list[Chunk]:
        pieces = self._pieces(document)
        cutter = Cutter(tools, self.size, self.overlap)
        chunks: list[Chunk] = []
        threads = _threads(pieces)
        for first, last in self._runs(pieces):
            run = pieces[first:last]
            starts, ends = np.array([p.start for p in run], np.int64), np.array([p.end for p in run], np.int64)
            closing = _cause(run[-1], pieces[last]) if last < len(pieces) else END
            for i, chunk in enumerate(cutter.cut_pieces(starts, ends, _LEVEL, PROSE, closing)):
                chunk = chunk if i else replace(chunk, overlap=Overlap(why=_NOT_ACROSS))
                at = bisect_right(run, chunk.start, key=lambda piece: piece.start) - 1
                stop = bisect_right(run, chunk.end - 1, key=lambda piece: piece.start)
                before = pieces[first + at - 1] if first + at else None
                chunks.append(_told(document, chunk, run[max(at, 0) : stop], before, threads))
        return chunks

    def _pieces(self, document: Document) -> list[_Piece]:
        """The messages' parts and what stands between messages, in order, white space at their ends left out."""
        found: list[_Piece] = []
        at = 0
        choice = {"quoted": self.quoted, "signature": self.signatures}
        text = document.text
        inner = [b for b in document.blocks if choice.get(b.kind, "with") != "with" and _whole(text, b)]
        next_inner = 0
        for message in document.blocks_of("message"):
            if message.start < at or not _whole(text, message):
                continue
            found += _piece(text, at, message.start, "message", None)
            at = message.start
            while next_inner < len(inner) and inner[next_inner].start < message.end:
                part = inner[next_inner]
                next_inner += 1
                if part.start < at or part.end > message.end:
                    continue
                found += _piece(text, at, part.start, "message", message)
                found += _piece(text, part.start, part.end, part.kind, message)
                at = part.end
            found += _piece(text, at, message.end, "message", message)
            at = message.end
        return found + _piece(text, at, len(text), "message", None)

    def _runs(self, pieces: list[_Piece]) -> Iterator[tuple[int, int]]:
        """(first, last) of pieces that may share chunks; what is dropped is in none."""
        choice = {"quoted": self.quoted, "signature": self.signatures}
        first = 0
        while first < len(pieces):
            last = first + 1
            while last < len(pieces) and self._together(pieces[last - 1], pieces[last]):
                last += 1
            if choice.get(pieces[first].kind) != "drop":
                yield first, last
            first = last

    def _together(self, one: _Piece, other: _Piece) -> bool:
        if one.kind != other.kind or one.thread != other.thread or one.kind != "message" or self.each == "message":
            return False
        return self.each == "size" or one.speaker == other.speaker


def _whole(text: str, block: Block) -> bool:
    return is_boundary(text, block.start) and is_boundary(text, block.end)


def _piece(text: str, start: int, end: int, kind: str, block: Block | None) -> list[_Piece]:
    start, end = trimmed(text, start, end)
    return [_Piece(start, end, kind, block)] if start < end else []


def _threads(pieces: list[_Piece]) -> dict[str, Span]:
    """The span of each thread, from its first message to its last."""
    spans: dict[str, Span] = {}
    for piece in pieces:
        if piece.thread:
            start = spans[piece.thread].start if piece.thread in spans else piece.start
            spans[piece.thread] = Span(start, piece.end)
    return spans


def _cause(last: _Piece, following: _Piece) -> Cause:
    named = {"quoted": "Quoted text", "signature": "A signature"}
    if following.kind in named:
        return Cause("quoted", "{what} begins.", {"what": named[following.kind]})
    if last.kind in named:
        return Cause("quoted", "{what} ends.", {"what": named[last.kind]})
    if last.thread != following.thread:
        return Cause(
            "thread", "The thread “{thread}” begins." if following.thread else "The thread ends.", {"thread": following.thread}
        )
    return Cause(
        "message", "{speaker} speaks next." if following.speaker else "The message ends.", {"speaker": following.speaker}
    )


def _told(document: Document, chunk: Chunk, pieces: list[_Piece], before: _Piece | None, threads: dict[str, Span]) -> Chunk:
    """The chunk with who speaks, when and in which thread; its message's head and what it answers as context."""
    blocks = [piece.block for piece in pieces if piece.block is not None]
    context: list[Span] = []
    about: dict[str, Any] = {}
    if blocks:
        head = Span(*blocks[0].attributes.get("head", (chunk.start, chunk.start)))
        context += [head] if head.start < head.end <= chunk.start else []
        if (
            before is not None
            and before.kind == "quoted"
            and before.block is blocks[0]
            and pieces[0].kind == "message"
            and chunk.start == pieces[0].start
        ):
            context.append(Span(before.start, before.end))
        for name in ("speaker", "role"):
            about[name] = ", ".join(dict.fromkeys(filter(None, (block.attributes.get(name, "") for block in blocks))))
        about |= {"time": blocks[0].attributes.get("time", ""), "thread": pieces[0].thread}
    about["part"] = pieces[0].kind
    parent = threads.get(pieces[0].thread)
    fits = parent is not None and parent.start <= chunk.start and chunk.end <= parent.end
    return replace(
        chunk, context=tuple(context), parent=parent if fits else None, metadata={k: v for k, v in about.items() if v != ""}
    )
