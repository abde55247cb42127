"""Two ways to cut one document, side by side: which boundaries came, which went, and which survive every setting.

A boundary is where a chunk ends, taken as the first character after it that is not white space, so that chunks which keep
the white space around them and chunks which do not have the same boundary. The text's end is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..chunking import Chunking

_SPACE = re.compile(r"\s*")


@dataclass(frozen=True)
class Difference:
    """Boundaries, as positions in the document, in order: those of both, those of the first alone, of the second alone."""

    kept: tuple[int, ...]
    removed: tuple[int, ...]
    added: tuple[int, ...]


def boundaries(chunking: Chunking) -> list[int]:
    """Where the chunks end, in order, each place once; see the module for what counts as one place."""
    text = chunking.document.text
    found = {_SPACE.match(text, chunk.end).end() for chunk in chunking.chunks}  # type: ignore[union-attr]
    return sorted(found - {len(text)})


def difference(first: Chunking, second: Chunking) -> Difference:
    """What changes from the first chunking to the second of the same document."""
    if first.document.text != second.document.text:
        raise ValueError("two chunkings can be compared only where they cut the same text")
    before, after = set(boundaries(first)), set(boundaries(second))
    return Difference(tuple(sorted(before & after)), tuple(sorted(before - after)), tuple(sorted(after - before)))


def surviving(chunkings: Sequence[Chunking]) -> list[int]:
    """The boundaries that all of the chunkings have: what every setting agrees on."""
    return sorted(set.intersection(*(set(boundaries(chunking)) for chunking in chunkings))) if chunkings else []
