"""Contextual header: see the class."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from ..params import param
from ..pattern import Pattern, Search, patterns
from ..refinement import refinements
from ..search.exact_index import ExactIndex
from ..search.hits import Passage
from ..strategy import Tools


@patterns.register
@dataclass(frozen=True)
class ContextualHeader(Pattern):
    """Put the headings a chunk stands under before it when it is embedded, or leave them away, and compare.

    “We do refund it in full if” is about saver tickets, which only the headings above say. With them in front, the chunk is
    found for “saver ticket refund”; what is returned is still the chunk itself. Switched off, every chunk is embedded by
    its own text alone, even where the strategy had put something before it.

    The headings cost tokens in every chunk, and where the chunk is short they outweigh it: all chunks of a section then
    look alike.
    """

    label = "Contextual header"
    order = 90
    good_for = ()  # embeds every chunk again; a header is proposed as a refinement, which shows what it adds
    documents = True
    header: bool = param(True, "Embed each chunk with the headings it stands under.", label="Headings in front")

    def find(self, question: str, search: Search, k: int) -> list[Passage]:
        index = search.once(("header", self.header), lambda: self._index(search))
        hits = index.search(search.vector(question), k, search.where, search.where_document)
        return [search.passage(hit.record.span, hit.score, [hit]) for hit in hits]

    def _index(self, search: Search) -> ExactIndex:
        again = []
        for chunking in search.chunkings.values():
            bare = [dataclasses.replace(chunk, context=(), added="") for chunk in chunking.chunks]
            if self.header:
                tools = Tools(chunking.document, chunking.tokenizer, search.embedder)
                bare = refinements.get("header")().refine(bare, chunking.document, tools)
            again.append(dataclasses.replace(chunking, chunks=tuple(bare)))
        return ExactIndex.of(again, search.embedder, search.progress)
