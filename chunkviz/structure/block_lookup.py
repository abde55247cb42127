"""Blocks of some kinds, looked up by place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from ..document import Block


class Nested:
    """Blocks in order of start, each inside another or apart from it. Made in linear time; a look-up costs the depth."""

    def __init__(self, blocks: Iterable[Block]) -> None:
        self.blocks = list(blocks)
        self.starts = [block.start for block in self.blocks]
        self.outer: list[int] = []  # for each block the one it is in; -1 for none
        opened: list[int] = []
        for i, block in enumerate(self.blocks):
            while opened and self.blocks[opened[-1]].end <= block.start:
                opened.pop()
            self.outer.append(opened[-1] if opened else -1)
            opened.append(i)

    def holding(self, start: int, end: int) -> Block | None:
        """The innermost block that holds all of `[start, end)`."""
        i = bisect_right(self.starts, start) - 1
        while i >= 0 and self.blocks[i].end < end:
            i = self.outer[i]
        return self.blocks[i] if i >= 0 else None

    def touching(self, start: int, end: int) -> list[Block]:
        """The outermost blocks that share a character with `[start, end)`, in order."""
        i = bisect_right(self.starts, start) - 1
        while i >= 0 and self.outer[i] >= 0:
            i = self.outer[i]
        i += i < 0 or self.blocks[i].end <= start
        found = self.blocks[i : bisect_right(self.starts, end - 1)]
        return [block for block, outer in zip(found, self.outer[i:], strict=False) if outer < 0]
