"""From a question to passages: what a retrieval pattern is, what it is given to work with, and where patterns are found."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from .chunking import Chunking
from .embedder import Embedder, Vectors
from .errors import ChunkvizError
from .params import Settings
from .registry import Registry
from .search.hits import Filter, Hit, Index, Passage
from .search.record import Record
from .span import Span

T = TypeVar("T")


@dataclass
class Search:
    """What patterns look in, and what is worked out once for it, however many questions are asked.

    index       the chunks' vectors, exact or in Chroma
    embedder    what made them
    chunkings   the documents with their chunks, by document id; empty where only the index is at hand
    where, where_document    filters that every hit has to pass (see `chunkviz.search.filters`)
    progress    called with (done, total) by slow preparation; may raise to stop it
    """

    index: Index
    embedder: Embedder
    chunkings: Mapping[str, Chunking] = field(default_factory=dict)
    where: Filter | None = None
    where_document: Filter | None = None
    progress: Callable[[int, int], None] = lambda done, total: None
    _kept: dict[Any, Any] = field(default_factory=dict, repr=False)

    def vector(self, question: str) -> Vectors:
        """The question's unit vector, shape (dimension,)."""
        return self.embedder.embed([question])[0]

    def hits(self, question: str, k: int) -> list[Hit]:
        """The k chunks nearest to the question by meaning, best first."""
        return self.index.search(self.vector(question), k, self.where, self.where_document)

    @cached_property
    def records(self) -> list[Record]:
        """All chunks that pass the filters."""
        return self.index.records(self.where, self.where_document)

    @cached_property
    def parts(self) -> dict[str, list[Record]]:
        """All chunks of each document that have a place, in order of their place, whatever the filters say."""
        found: dict[str, list[Record]] = {}
        for record in self.index.records() if self.where or self.where_document else self.records:
            if record.span is not None:
                found.setdefault(record.document, []).append(record)
        return {document: sorted(records, key=lambda record: record.span or (0, 0)) for document, records in found.items()}

    def once(self, key: Any, make: Callable[[], T]) -> T:
        """What `make` returns; made at the first call with this key and kept."""
        if key not in self._kept:
            self._kept[key] = make()
        kept: T = self._kept[key]
        return kept

    def text(self, document: str, span: Span) -> str:
        """The text of a span; where the document is not at hand, put together from the chunks stored of it, with a space
        or a blank line, as wide as it was, where there was nothing but white space between two."""
        if document in self.chunkings:
            return self.chunkings[document].document.text[span.start : span.end]
        pieces: list[str] = []
        at = span.start
        for record in self.parts.get(document, ()):
            if record.span is None or not (shared := record.span.intersection(Span(at, span.end))):
                continue
            gap = shared.start - at if pieces else 0
            pieces.append("\n\n".ljust(gap) if gap > 1 else " " * gap)
            pieces.append(record.own[shared.start - record.span.start : shared.end - record.span.start])
            at = shared.end
        return "".join(pieces)

    def passage(self, span: Span | None, score: float, hits: Sequence[Hit], why: str = "") -> Passage:
        """A passage of the document that its first hit is of; its rank is set by `ranked`."""
        record = hits[0].record
        text = record.own if span is None or span == record.span else self.text(record.document, span)
        return Passage(record.document, record.name, span, text, score, 0, tuple(hits), why)


class Pattern(Settings, ABC):
    """A way from a question to the passages that answer it: a frozen dataclass whose fields are its settings.

    key, label, order, good_for   as for a strategy
    documents           whether it needs the documents' text and not only the index
    The class's docstring is the lesson the app shows: which mistake of chunking it mends, and what it costs.
    """

    key: ClassVar[str]
    label: ClassVar[str]
    order: ClassVar[int] = 100
    documents: ClassVar[bool] = False
    good_for: ClassVar[tuple[str, ...]] = ("retrieval",)

    @abstractmethod
    def find(self, question: str, search: Search, k: int) -> list[Passage]:
        """At most `most(k)` passages, best first. Called by `retrieve`, which checks what it needs and numbers them."""

    def most(self, k: int) -> int:
        """How many passages it may return where k are asked for: k, unless something else limits them, such as a budget."""
        return k


patterns: Registry[type[Pattern]] = Registry("chunkviz.patterns", "retrieval pattern")


def retrieve(question: str, search: Search, pattern: Pattern, k: int = 5) -> list[Passage]:
    """The passages that `pattern` finds for a question, best first, ranks from 1.

    Raises ChunkvizError where the question is blank or the pattern needs documents that are not at hand.
    """
    if not question.strip():
        raise ChunkvizError("The question is empty; write what you want to know.")
    if pattern.documents and not search.chunkings:
        raise ChunkvizError(
            f"{pattern.label} needs the documents' own text; search where they are open, or choose another pattern."
        )
    found = pattern.find(question, search, k)[: pattern.most(k)]
    return [dataclasses.replace(passage, rank=rank) for rank, passage in enumerate(found, 1)]


def placed(hits: Iterable[Hit], pattern: Pattern) -> list[tuple[Hit, Span]]:
    """The hits with their places; a ChunkvizError where one has none (a collection made elsewhere)."""
    found = []
    for hit in hits:
        if hit.record.span is None:
            raise ChunkvizError(
                f"{pattern.label} needs to know where chunks stand; lay them onto their source document first, or choose Plain."
            )
        found.append((hit, hit.record.span))
    return found
