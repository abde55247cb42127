"""Merging what is too small: see the class."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..chunk import Chunk
from ..document import Document
from ..errors import SettingError
from ..params import param
from ..refinement import Refinement, refinements
from ..strategy import Tools
from ..structure.sections import Structure


@refinements.register
@dataclass(frozen=True)
class MergeSmall(Refinement):
    """Join a chunk that is too small to mean anything with the next one or, failing that, the one before.

    With words counted, `min_size=3` and `size=6`, “Yes. | It opens at nine. | No.” becomes “Yes. It opens at nine. No.”:
    “Yes.” joins what follows, “No.” what is before. Nothing joins over the size, nor across a heading of a higher level
    than the chunk's own.
    """

    label = "Merge small chunks"
    order = 30
    min_size: int = param(32, "Chunks with fewer tokens are merged.", low=1, high=4096, within="size", label="Smallest chunk")
    size: int = param(512, "The most tokens chunks may have when they are merged.", low=1, high=8192)

    def check(self) -> None:
        if self.min_size > self.size:
            raise SettingError(f"min_size must not be larger than size; it is {self.min_size} and size is {self.size}.")

    def refine(self, chunks: list[Chunk], document: Document, tools: Tools) -> list[Chunk]:
        structure = Structure(document)

        def small(chunk: Chunk) -> bool:
            return tools.tokens.count(chunk.start, chunk.end) < self.min_size

        def may_join(first: Chunk, second: Chunk) -> bool:
            if first.parent != second.parent or tools.tokens.count(first.start, max(first.end, second.end)) > self.size:
                return False
            return _same_branch(structure, first, second)

        def settle() -> None:
            """Join the last chunk with the one before, where it is small and could not join what follows."""
            if len(merged) > 1 and small(merged[-1]) and may_join(*merged[-2:]):
                merged[-2:] = [self._joined(*merged[-2:])]

        merged: list[Chunk] = []
        for chunk in chunks:
            if merged and small(merged[-1]) and may_join(merged[-1], chunk):
                merged[-1] = self._joined(merged[-1], chunk)
            else:
                settle()
                merged.append(chunk)
        settle()
        return merged

    def _joined(self, first: Chunk, second: Chunk) -> Chunk:
        """One chunk of both: it ends where and why the second does, and has before it what the first had."""
        shared = {key: value for key, value in first.metadata.items() if second.metadata.get(key) == value}
        return replace(
            first,
            end=max(first.end, second.end),
            cause=second.cause,
            tokens=None,
            added="\n\n".join(dict.fromkeys(filter(None, (first.added, second.added)))),
            metadata=shared,
            oversize=f"Small chunks were merged up to {self.size} tokens.",
        )


def _same_branch(structure: Structure, first: Chunk, second: Chunk) -> bool:
    """Whether no heading between the starts of two chunks is of a higher level than the one the first stands under."""
    above, between = structure.path(first.start), structure.headings_in(first.start + 1, second.start + 1)
    return not above or all(heading.level >= above[-1].level for heading in between)
