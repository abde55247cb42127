"""Exact search: the question against every vector. The yardstick for an index that approximates."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..chunking import Chunking
from ..embedder import Embedder, Vectors
from ..errors import ChunkvizError
from .filters import passes
from .hits import Filter, Hit, Index
from .record import Record, fields, records_of

_TIE = 1e-5  # similarities closer than this are equal: the same vectors through 32-bit arithmetic in another order


class ExactIndex:
    """Records and their unit vectors (shape (n, dimension)); a search compares the question with all of them.

    Equal scores stand in the order of the records. 20,000 vectors of 384 numbers take about 2 ms.
    """

    def __init__(self, records: Sequence[Record], vectors: Vectors) -> None:
        if len(records) != len(vectors):
            raise ValueError(f"{len(records)} records and {len(vectors)} vectors")
        self._records = list(records)
        self._vectors = np.ascontiguousarray(vectors, dtype=np.float32)
        self._place = {record.id: i for i, record in enumerate(self._records)}

    @classmethod
    def of(
        cls,
        chunkings: Chunking | Sequence[Chunking],
        embedder: Embedder,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> ExactIndex:
        """An index of all chunks of one or several chunkings."""
        chunkings = [chunkings] if isinstance(chunkings, Chunking) else chunkings
        records = [record for chunking in chunkings for record in records_of(chunking)]
        return cls(records, embedder.embed([record.text for record in records], progress))

    def __len__(self) -> int:
        return len(self._records)

    def search(self, vector: Vectors, k: int, where: Filter | None = None, where_document: Filter | None = None) -> list[Hit]:
        if not self._records or k < 1:
            return []
        if np.shape(vector) != self._vectors.shape[1:]:
            raise ChunkvizError(
                f"The question's vector has {np.size(vector)} numbers and the index {self._vectors.shape[1]}; "
                "use the model it was made with."
            )
        scores = self._vectors @ np.asarray(vector, np.float32)
        allowed = np.arange(len(scores))
        if where or where_document:
            let = passes(where, where_document)
            allowed = np.array([i for i, record in enumerate(self._records) if let(fields(record), record.text)], np.int64)
        best = allowed[np.argsort(-scores[allowed], kind="stable")[:k]]
        return [Hit(self._records[i], float(scores[i]), rank, float(1 - scores[i])) for rank, i in enumerate(best.tolist(), 1)]

    def records(self, where: Filter | None = None, where_document: Filter | None = None) -> list[Record]:
        let = passes(where, where_document)
        return [record for record in self._records if let(fields(record), record.text)]

    def vectors(self, ids: Sequence[str]) -> Vectors:
        return self._vectors[[self._place[id] for id in ids]]


def exact_copy(index: Index) -> ExactIndex:
    """An exact index over the very vectors that `index` holds."""
    records = index.records()
    return ExactIndex(records, index.vectors([record.id for record in records]))


def missed(found: Sequence[Hit], true: Sequence[Hit]) -> list[Hit]:
    """The true top k that an approximate search of the same k did not find; equal scores count as found."""
    ids = {hit.record.id for hit in found}
    lowest = min((hit.score for hit in found), default=-2.0) if len(found) >= len(true) else -2.0
    return [hit for hit in true if hit.record.id not in ids and hit.score > lowest + _TIE]
