"""Cutting what is too large: see the class."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..chunk import Chunk
from ..cutting.block_breaks import breaks
from ..cutting.recutting import in_order, pieces_of
from ..document import Document
from ..params import param, smaller_overlap
from ..refinement import Refinement, refinements
from ..strategy import Tools

_CUT = "It was cut from a chunk that was too large."


@refinements.register
@dataclass(frozen=True)
class SplitLarge(Refinement):
    """Cut a chunk that is too large again: between whole blocks, then at lines, sentences, words.

    With words counted and `size=4`, “It opens at nine. It closes at five.” becomes “It opens at nine. | It closes at
    five.” Every piece keeps what went before the chunk, and the chunk it was cut from as its parent.
    """

    label = "Split large chunks"
    order = 20
    size: int = param(512, "Chunks with more tokens are cut again.", low=1, high=8192)
    overlap: int = param(0, "Tokens repeated between the pieces, in whole pieces.", low=0, high=4096)

    def check(self) -> None:
        smaller_overlap(self.size, self.overlap)

    def refine(self, chunks: list[Chunk], document: Document, tools: Tools) -> list[Chunk]:
        levels = breaks(tools)

        def pieces(chunk: Chunk) -> Iterator[Chunk]:
            if tools.tokens.count(chunk.start, chunk.end) <= self.size:
                yield chunk
                return
            for piece in pieces_of(chunk, tools, self.size, self.overlap, levels):
                overlap = replace(piece.overlap, why=piece.overlap.why or _CUT)
                yield replace(piece, parent=chunk.parent or chunk.span, overlap=overlap)

        return in_order(piece for chunk in chunks for piece in pieces(chunk))
