"""Cutting a document, and the result with everything that can be counted from it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from .chunk import Chunk, Overlap
from .document import Document
from .errors import ChunkvizError
from .numbers import Numbers, numbers_of
from .refinement import Refinement
from .strategy import Strategy, Tools
from .tokenizer import Tokenizer, tokenizers

if TYPE_CHECKING:
    from .embedder import Embedder


@dataclass(frozen=True)
class Chunking:
    """A document, how it was cut, and its chunks in order, each with its own tokens counted."""

    document: Document
    strategy: Strategy
    tokenizer: Tokenizer
    chunks: tuple[Chunk, ...]
    refinements: tuple[Refinement, ...] = ()

    def __len__(self) -> int:
        return len(self.chunks)

    @property
    def size(self) -> int | None:
        """The most tokens a chunk may have: the strategy's size and what refinements add on purpose; None without one."""
        size = getattr(self.strategy, "size", None)
        for refinement in self.refinements:
            growth = refinement.growth()
            size = None if size is None or growth is None else size + growth
        return size

    def text(self, chunk: Chunk) -> str:
        """The chunk's own text, as it stands in the document."""
        return self.document.text[chunk.start : chunk.end]

    def embedded_text(self, chunk: Chunk) -> str:
        """What is embedded and stored for a chunk: what was added, its context spans, its own text; a line each."""
        before = [chunk.added] if chunk.added else []
        before += [self.document.text[span.start : span.end].strip() for span in chunk.context]
        return "\n".join([*before, self.text(chunk)])

    @cached_property
    def numbers(self) -> Numbers:
        return numbers_of(self)


def chunk(
    document: Document | str,
    strategy: Strategy,
    tokenizer: str | Tokenizer = "cl100k_base",
    *,
    refinements: Sequence[Refinement] = (),
    embedder: Embedder | None = None,
    tools: Tools | None = None,
) -> Chunking:
    """Cut `document` (or a plain text) by `strategy`, then refine the chunks, in order.

    tokenizer   key or value; what sizes and overlaps are counted in
    embedder    needed by strategies that cut by meaning
    tools       what an earlier call worked out for the same document and tokenizer, to work it out only once
    Raises ChunkvizError where the strategy needs an embedder and has none.
    """
    if isinstance(document, str):
        document = Document(document)
    if tools is None:
        tools = Tools(document, tokenizers.get(tokenizer) if isinstance(tokenizer, str) else tokenizer, embedder)
    elif tools.document is not document:
        raise ValueError("these tools belong to another document")
    if strategy.embeds and tools.embedder is None:
        raise ChunkvizError(f"{strategy.label} cuts by meaning and needs an embedder; give one, such as all-MiniLM-L6-v2.")
    chunks = strategy.split(document, tools)
    for refinement in refinements:
        chunks = refinement.refine(chunks, document, tools)
    result = Chunking(document, strategy, tools.tokenizer, (), tuple(refinements))
    return dataclasses.replace(result, chunks=tuple(_counted(chunks, result, tools)))


def _counted(chunks: list[Chunk], chunking: Chunking, tools: Tools) -> list[Chunk]:
    """The chunks with their tokens, the overlap they got, and a reason wherever one is over the size."""
    if not chunks:
        return []
    starts = np.array([chunk.start for chunk in chunks], np.int64)
    ends = np.array([chunk.end for chunk in chunks], np.int64)
    tokens = tools.tokens.counts(starts, ends).tolist()
    shared = np.concatenate([[starts[0]], np.clip(ends[:-1], starts[1:], ends[1:])])
    got = tools.tokens.counts(starts, shared).tolist()
    asked = getattr(chunking.strategy, "overlap", 0)
    size = chunking.size
    counted = []
    for i, chunk in enumerate(chunks):
        overlap = chunk.overlap
        if overlap.unit == "tokens":
            wanted = overlap.asked or (asked if i else 0)
            why = overlap.why if got[i] != wanted else ""
            overlap = Overlap(wanted, got[i], tools.tokenizer.unit, why or (_WHY if got[i] < wanted else ""))
        oversize = ""
        if size is not None and tokens[i] > size:
            oversize = chunk.oversize or f"It has {tokens[i]} of {size} {tools.tokenizer.unit} and holds no place to cut."
        counted.append(dataclasses.replace(chunk, tokens=tokens[i], overlap=overlap, oversize=oversize))
    return counted


_WHY = "Overlap is made of whole pieces, and one more piece would have been too much."
