"""Cutting what is too large: see the class."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..chunk import Chunk
from ..cutting.block_breaks import breaks
from ..cutting.natural_breaks import cut
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
        refined: list[Chunk] = []
        for chunk in chunks:
            if tools.tokens.count(chunk.start, chunk.end) <= self.size:
                refined.append(chunk)
                continue
            for i, piece in enumerate(cut(tools, chunk.span, self.size, self.overlap, levels, closing=chunk.cause)):
                overlap = chunk.overlap if not i else replace(piece.overlap, asked=self.overlap, why=piece.overlap.why or _CUT)
                parent = chunk.parent or chunk.span
                refined.append(
                    replace(
                        chunk,
                        start=piece.start,
                        end=piece.end,
                        cause=piece.cause,
                        tokens=None,
                        parent=parent,
                        overlap=overlap,
                        oversize=piece.oversize,
                    )
                )
        return refined
