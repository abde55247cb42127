"""What an index finds (hits), and what is read in the end (passages)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..embedder import Vectors
from ..place import Place
from ..span import Span
from .record import Record

Filter = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Hit:
    """A record that was found. `score`: cosine similarity to the question, -1 to 1. `rank` from 1.
    `distance`: what the index itself measured; None where it measures nothing but similarity."""

    record: Record
    score: float
    rank: int
    distance: float | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """Text that goes to the model: a span of a document, and the hits it comes from.

    `score` orders passages of one search and means what its pattern says. `rank` from 1. `why` is a sentence, or "".
    `span` is None only where a collection made elsewhere does not say where its chunks stand.
    """

    document: str
    name: str
    span: Span | None
    text: str
    score: float
    rank: int
    hits: tuple[Hit, ...]
    why: str = ""

    @property
    def place(self) -> Place | None:
        return None if self.span is None else Place(self.name, *self.span)


class Index(Protocol):
    """Vectors of chunks, and what is nearest to another vector."""

    def __len__(self) -> int: ...

    def search(self, vector: Vectors, k: int, where: Filter | None = None, where_document: Filter | None = None) -> list[Hit]:
        """The k records most similar to a unit vector of shape (dimension,), best first, among those that pass the filters."""

    def records(self, where: Filter | None = None, where_document: Filter | None = None) -> list[Record]:
        """All records that pass the filters."""

    def vectors(self, ids: Sequence[str]) -> Vectors:
        """Unit vectors of the records of these ids, in this order, shape (len(ids), dimension)."""
