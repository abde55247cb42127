"""Source code as a row of leaves that fit a size: whole units and statements wherever they fit.

The tree of a document's code blocks is walked from the top. What fits the size is a leaf; what does not is opened, and
its parts are looked at in turn; what has no parts is left for a cut by lines. The walk keeps its own stack, so nesting
costs no recursion.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..document import Block
from ..strategy import Tools
from ..text.graphemes import is_boundary

UNITS = ("function", "method", "class")
PARTS = (*UNITS, "statement", "comment")


class Leaf(NamedTuple):
    """`block` is the unit or statement it is (None: what stands between), `inside` the opened units around it, outermost
    first; `fits` whether it is within the size."""

    start: int
    end: int
    block: Block | None
    inside: tuple[Block, ...]
    fits: bool

    @property
    def unit(self) -> Block | None:
        """The block, where it is a whole unit."""
        return self.block if self.block is not None and self.block.kind in UNITS else None

    @property
    def broken(self) -> bool:
        """Whether it does not parse."""
        return self.block is not None and "broken" in self.block.attributes

    def joins(self, following: Leaf) -> bool:
        """Whether the two may share a chunk: both fit, both parse or both do not, and they stand in the same unit, or
        this one is the bare beginning of a unit (`class A:`) and the other stands in it."""
        inside = following.inside[: len(self.inside)] if self.block is None else following.inside
        return self.fits and following.fits and self.broken == following.broken and self.inside == inside


class Tile(NamedTuple):
    """A node's place [start, end) with what stands right before and after it; `node` -1 where nothing else does."""

    start: int
    end: int
    node: int


def leaves(tools: Tools, size: int) -> list[Leaf]:
    """The leaves of a document's code, in order; all text that is not white space is in one of them."""
    text = tools.document.text
    blocks = [b for b in tools.document.blocks if b.kind in PARTS and is_boundary(text, b.start) and is_boundary(text, b.end)]
    parts = _parts(blocks)
    found: list[Leaf] = []
    waiting: list[tuple[Tile, tuple[Block, ...], bool]] = [(Tile(0, len(text), -1), (), False)]  # and whether it fits
    opened = False
    while waiting:
        tile, inside, fits = waiting.pop()
        block = blocks[tile.node] if tile.node >= 0 else None
        inner = parts[tile.node] if tile.node >= 0 or not opened else []
        opened = True
        if fits or not inner:
            if text[tile.start : tile.end].strip():  # a grammar takes white space it does not know for a statement
                found.append(Leaf(tile.start, tile.end, block, inside, fits))
            continue
        within = (*inside, block) if block is not None and block.kind in UNITS else inside
        tiles = _tiles(text, tile.start, tile.end, inner, blocks)
        small = _fitting(tools, tiles, size)
        for i in range(len(tiles) - 1, -1, -1):
            if small[i]:
                waiting.append((tiles[i], within, True))
            else:
                waiting += [(piece, within, ok) for piece, ok in reversed(_apart(tools, text, tiles[i], blocks, size))]
    return found


def _parts(blocks: Sequence[Block]) -> list[list[int]]:
    """For each block the blocks directly inside it; at the end (index -1) those inside none."""
    parts: list[list[int]] = [[] for _ in range(len(blocks) + 1)]
    around: list[int] = []
    end = 0
    for i, block in enumerate(blocks):
        while around and blocks[around[-1]].end <= block.start:
            around.pop()
        if (around and block.end > blocks[around[-1]].end) or block.start == block.end:
            continue  # crosses the block before it: its text belongs to what stands around
        parts[around[-1] if around else -1].append(i)
        around.append(i)
        end = max(end, block.end)
    return parts


def _tiles(text: str, start: int, end: int, inner: list[int], blocks: Sequence[Block]) -> list[Tile]:
    """The parts of [start, end) with the text between them: what follows a part on its line belongs to it (`;`), what
    stands before one, to that (a signature, `else:`); what is after the last, to the last (a closing brace)."""
    tiles: list[Tile] = []
    at = start
    for node in inner:
        begin, stop = blocks[node].start, blocks[node].end
        if tiles and text[at:begin].strip():
            line = text.find("\n", at, begin)
            line = begin if line < 0 else line
            if text[at:line].strip():
                tiles[-1] = tiles[-1]._replace(end=at + len(text[at:line].rstrip()))
                at = tiles[-1].end
        between = text[at:begin]
        lead = at + len(between) - len(between.lstrip()) if between.strip() else begin
        tiles.append(Tile(_line_start(text, lead, at), stop, node))
        at = stop
    if tail := text[at:end].rstrip():
        tiles[-1] = tiles[-1]._replace(end=at + len(tail))
    return tiles


def _line_start(text: str, position: int, low: int) -> int:
    """The start of the line, if only spaces and tabs stand between it and `position` and it is not before `low`."""
    line = max(text.rfind("\n", low, position) + 1, low)
    indented = not text[line:position].strip(" \t") and (line == 0 or text[line - 1] == "\n")
    return line if indented else position


def _apart(tools: Tools, text: str, tile: Tile, blocks: Sequence[Block], size: int) -> list[tuple[Tile, bool]]:
    """A tile too large: the text before its block, the block, the text after it, each with whether it fits. The block has its
    indentation, unless just that is too much."""
    block = blocks[tile.node]
    begin = _line_start(text, block.start, tile.start)
    if begin < block.start and _fitting(tools, [Tile(begin, block.end, 0), Tile(block.start, block.end, 0)], size) == [
        False,
        True,
    ]:
        begin = block.start
    pieces = [Tile(tile.start, begin, -1), Tile(begin, block.end, tile.node), Tile(block.end, tile.end, -1)]
    pieces = [piece for piece in pieces if text[piece.start : piece.end].strip()]
    pieces = [piece if piece.node >= 0 else Tile(*_bare(text, piece), -1) for piece in pieces]
    return list(zip(pieces, _fitting(tools, pieces, size), strict=True))


def _bare(text: str, tile: Tile) -> tuple[int, int]:
    piece = text[tile.start : tile.end]
    start = tile.end - len(piece.lstrip())
    return _line_start(text, start, tile.start), tile.start + len(piece.rstrip())


def _fitting(tools: Tools, tiles: list[Tile], size: int) -> list[bool]:
    """Whether each tile has at most `size` tokens; only those that might are counted."""
    starts, ends = (np.array(places, np.int64) for places in zip(*((t.start, t.end) for t in tiles), strict=True))
    doubtful = tools.tokens.indexes(ends) - tools.tokens.indexes(starts) <= 2 * size + 64
    fits = np.zeros(len(tiles), bool)
    fits[doubtful] = tools.tokens.counts(starts[doubtful], ends[doubtful]) <= size
    return fits.tolist()
