"""An index whose chunks were cut elsewhere, with their places in a document found again."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from ..document import Document
from ..embedder import Vectors
from ..errors import ChunkvizError
from ..phrases import counted
from ..search.hits import Filter, Hit, Index
from ..search.record import Record
from ..span import Span
from ..tokenizer import Tokenizer
from .chunks_file import Laid, foreign_of, lay


class PlacedIndex:
    """Another index, that says of each record of `document` where it stands.

    places   the span of each record that was located, by its id
    """

    def __init__(self, index: Index, document: Document, places: Mapping[str, Span]) -> None:
        self._index, self._document, self._places = index, document, places

    def __len__(self) -> int:
        return len(self._index)

    def search(self, vector: Vectors, k: int, where: Filter | None = None, where_document: Filter | None = None) -> list[Hit]:
        hits = self._index.search(vector, k, where, where_document)
        return [dataclasses.replace(hit, record=self._placed(hit.record)) for hit in hits]

    def records(self, where: Filter | None = None, where_document: Filter | None = None) -> list[Record]:
        return [self._placed(record) for record in self._index.records(where, where_document)]

    def vectors(self, ids: Sequence[str]) -> Vectors:
        return self._index.vectors(ids)

    def _placed(self, record: Record) -> Record:
        span = self._places.get(record.id)
        if span is None:
            return record
        return dataclasses.replace(record, document=self._document.id, name=self._document.name, span=span)


def placed(index: Index, document: Document, tokenizer: str | Tokenizer = "cl100k_base") -> tuple[Laid, PlacedIndex]:
    """The chunks of `index` laid onto `document`, and the index with their places; records that name another document
    are not located. A ChunkvizError where none stands in it."""
    records = index.records()
    laid = lay(foreign_of(records), document, tokenizer)
    places = {record.id: one.span for record, one in zip(records, laid.located, strict=True) if one.span is not None}
    if not places:
        raise ChunkvizError(f"None of {counted(len(index), 'chunk')} is in {document.name}; give the file they were made from.")
    return laid, PlacedIndex(index, document, places)
