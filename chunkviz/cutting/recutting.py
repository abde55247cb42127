"""Chunks cut a second time, and chunks kept in order: what refinements that move or multiply boundaries share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ..chunk import Chunk
from ..strategy import Tools
from .natural_breaks import cut
from .separators import Level


def pieces_of(chunk: Chunk, tools: Tools, size: int, overlap: int, levels: Sequence[Level]) -> Iterator[Chunk]:
    """The chunk cut again into pieces of at most `size` tokens; each has all the chunk had, but for its place, why it ends
    there, and what is counted. The first one keeps the chunk's overlap."""
    for i, piece in enumerate(cut(tools, chunk.span, size, overlap, levels, closing=chunk.cause)):
        shared = chunk.overlap if i == 0 else replace(piece.overlap, asked=overlap)
        yield replace(
            chunk, start=piece.start, end=piece.end, cause=piece.cause, tokens=None, overlap=shared, oversize=piece.oversize
        )


def in_order(chunks: Iterable[Chunk]) -> list[Chunk]:
    """The chunks without those that hold nothing of their own: both starts and ends rise from one to the next.

    Pieces of neighbours that share text come in the neighbours' order, so that one may begin before the last piece of the
    neighbour, or end before it. A chunk that ends before the one kept last says nothing new, for the neighbour was cut
    whole; one that begins no earlier than the next lies inside that. No text is lost.
    """
    kept: list[Chunk] = []
    for chunk in chunks:
        if kept and chunk.end <= kept[-1].end:
            continue
        while kept and kept[-1].start >= chunk.start:
            kept.pop()
        kept.append(chunk)
    return kept
