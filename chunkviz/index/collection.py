"""One collection of a Chroma database."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ..embedder import Embedder, Vectors
from ..errors import ChunkvizError
from ..phrases import counted
from ..search.filters import check_where, check_where_document, passes
from ..search.hits import Filter, Hit
from ..search.record import Record, fields, record_from
from .about import About
from .errors import first_line, translated

_BATCH = 64  # records embedded and stored together: what a killed ingest has to do again at most
_SAMPLE, _LENGTH = 200, 0.01  # vectors looked at, and how far from 1 a length may be to count as 1
_PAGE = 2_000  # records read or written together; Chroma takes 5,461 a call

Progress = Callable[[int, int], None]


class ChromaIndex:
    """One collection; an `Index` (see `chunkviz.search.hits`), and one that records can be added to.

    `forget` removes a temporary collection (see `Store.temporary`); None for one that stays.
    """

    def __init__(self, collection: Any, store: object) -> None:
        self._collection = collection
        self._store = store  # which closes when nothing references it any longer
        self.name: str = collection.name
        self.forget: weakref.finalize[..., ChromaIndex] | None = None

    def __len__(self) -> int:
        with translated():
            return int(self._collection.count())

    @property
    def metadata(self) -> Mapping[str, Any]:
        return dict(self._collection.metadata or {})

    @property
    def space(self) -> str:
        """What Chroma measures distance by: cosine, l2 (squared) or ip."""
        return str((self._collection.configuration.get("hnsw") or {}).get("space", "l2"))

    @cached_property
    def about(self) -> About | None:
        """What it is about; None where chunkviz did not make it."""
        return About.read(self.metadata)

    @property
    def dimension(self) -> int | None:
        """How many numbers its vectors have; None while it is empty."""
        if self.about is not None:
            return self.about.dimension
        with translated():
            found = self._collection.get(limit=1, include=["embeddings"])["embeddings"]
        return len(found[0]) if found is not None and len(found) else None

    @cached_property
    def doubt(self) -> str:
        """Why ranks here may not be those of the pipeline that made the collection; "" where they are.

        Questions are embedded at length 1 here, and exact ranks are by cosine. By cosine, or where all vectors have length 1, the
        order is the same; by l2 the length that the pipeline gives a question decides too, by ip that of each chunk.
        """
        if self.space == "cosine":
            return ""
        with translated():
            found = self._collection.get(limit=_SAMPLE, include=["embeddings"])["embeddings"]
        if found is None or not len(found):
            return ""
        lengths = np.linalg.norm(np.asarray(found, np.float64), axis=1)
        if np.abs(lengths - 1).max() < _LENGTH:
            return ""
        decides = "how long your pipeline makes a question's vector" if self.space == "l2" else "how long each chunk's vector is"
        return (
            f"The collection measures by {self.space}, and its vectors have lengths from {lengths.min():.2f} to "
            f"{lengths.max():.2f}: its order depends on {decides}, and exact ranks here, which are by cosine, may differ from it."
        )

    def check(self, embedder: Embedder) -> None:
        """Raise a ChunkvizError where its vectors are not those of `embedder`."""
        if self.about is not None and self.about.model != embedder.model:
            raise ChunkvizError(
                f"The collection “{self.name}” was made with the embedding model {self.about.model}, not with "
                f"{embedder.model}; choose that model, or index again."
            )
        if self.dimension not in (None, embedder.dimension):
            raise ChunkvizError(
                f"The vectors of “{self.name}” have {self.dimension} numbers and those of {embedder.label} "
                f"{embedder.dimension}; choose the model it was made with."
            )

    def add(self, records: Sequence[Record], embedder: Embedder, progress: Progress = lambda done, total: None) -> int:
        """Embed and store what is not there yet, and return how many that were. After a stop the next call goes on.

        A record whose vector Chroma has lost (two programs wrote at once) counts as not there, and is stored again.
        """
        self.check(embedder)
        here = {id for page in _pages(records, _PAGE) for id in self._ids([record.id for record in page])}
        if lost := self.lost(sorted(here)):
            self._remove(lost)
            here -= set(lost)
        missing = [record for record in records if record.id not in here]
        progress(len(records) - len(missing), len(records))
        for batch in _pages(missing, _BATCH):
            self.put(batch, embedder.embed([record.text for record in batch]))
            here.update(record.id for record in batch)
            progress(len(here), len(records))
        if lost := self.lost([record.id for record in missing]):
            raise ChunkvizError(
                f"{counted(len(lost), 'record')} of “{self.name}” came without a vector: does another program write to it? "
                "Index again when it is done."
            )
        return len(missing)

    def lost(self, ids: Sequence[str]) -> list[str]:
        """Those of these stored records whose vectors Chroma does not find."""
        return [id for page in _pages(ids, _PAGE) for id in self._lost(page)]

    def _lost(self, ids: Sequence[str]) -> list[str]:
        """Chroma names none of them: it refuses the vectors of all that are asked for with one that is lost."""
        from chromadb.errors import InternalError

        try:
            self._collection.get(ids=list(ids), include=["embeddings"])
        except InternalError as error:
            if "finding id" not in str(error):
                raise ChunkvizError(f"Chroma refused: {first_line(error)}.") from None
            half = len(ids) // 2
            return [*self._lost(ids[:half]), *self._lost(ids[half:])] if half else list(ids)
        return []

    def put(self, records: Sequence[Record], vectors: Vectors) -> None:
        """Store records with vectors that are there already, shape (len(records), dimension)."""
        for first in range(0, len(records), _PAGE):  # Chroma takes 5,461 a call
            page = records[first : first + _PAGE]
            with translated():
                self._collection.upsert(
                    ids=[record.id for record in page],
                    embeddings=np.asarray(vectors[first : first + _PAGE], np.float32),
                    documents=[_storable(record.text) for record in page],
                    metadatas=[fields(record) for record in page],
                )

    def drop_others(self, name: str, document: str, path: str = "") -> int:
        """Remove the records of earlier states of a document: of this name, but not with this id. How many.

        path   where its file is; the records of another file of the same name, which is still there, stay
        """
        with translated():
            where = {"$and": [{"name": name}, {"document": {"$ne": document}}]}
            old = self._collection.get(where=where, include=["metadatas"])
        other = {"", path}
        dropped = [
            id
            for id, metadata in zip(old["ids"], old["metadatas"], strict=True)
            if (place := str((metadata or {}).get("path", ""))) in other or not Path(place).exists()
        ]
        self._remove(dropped)
        return len(dropped)

    def files(self) -> dict[str, str]:
        """path -> name of the files its records say they were read from."""
        found: dict[str, str] = {}
        for record in self.records():
            if isinstance(path := record.metadata.get("path"), str):
                found[path] = record.name
        return found

    def drop_file(self, path: str) -> int:
        """Remove the records of a file; how many."""
        with translated():
            ids = self._collection.get(where={"path": path}, include=[])["ids"]
        self._remove(ids)
        return len(ids)

    def _remove(self, ids: Sequence[str]) -> None:
        for page in _pages(ids, _PAGE):
            with translated():
                self._collection.delete(ids=list(page))

    def search(self, vector: Vectors, k: int, where: Filter | None = None, where_document: Filter | None = None) -> list[Hit]:
        if k < 1:
            return []
        filters = _filters(where, where_document)
        include = ["documents", "metadatas", "distances", "embeddings"]
        with translated():
            answer = self._collection.query(
                query_embeddings=[np.asarray(vector, np.float32)],
                n_results=k,
                **filters,
                include=include,
            )
        found = zip(*(answer[part][0] for part in ("ids", "documents", "metadatas", "distances", "embeddings")), strict=True)
        return [
            Hit(
                record_from(id, text or "", metadata or {}, self.about is not None), _cosine(vector, other), rank, float(distance)
            )
            for rank, (id, text, metadata, distance, other) in enumerate(found, 1)
        ]

    def records(self, where: Filter | None = None, where_document: Filter | None = None) -> list[Record]:
        """All records that pass the filters, in the order of documents and chunks; as stored where chunkviz did not make it."""
        filters = _filters(where, where_document)
        records: list[Record] = []
        while True:
            with translated():
                page = self._collection.get(
                    **filters,
                    include=["documents", "metadatas"],
                    limit=_PAGE,
                    offset=len(records),
                )
            for id, text, metadata in zip(page["ids"], page["documents"], page["metadatas"], strict=True):
                records.append(record_from(id, text or "", metadata or {}, self.about is not None))
            if len(page["ids"]) < _PAGE:
                break
        return (
            sorted(records, key=lambda record: (record.name, record.document, record.number))
            if self.about is not None
            else records
        )

    def vectors(self, ids: Sequence[str]) -> Vectors:
        found: dict[str, Any] = {}
        for page in _pages(ids, _PAGE):
            with translated():
                answer = self._collection.get(ids=list(page), include=["embeddings"])
            found.update(zip(answer["ids"], answer["embeddings"], strict=True))
        if not ids:
            return np.empty((0, self.dimension or 0), np.float32)
        vectors = np.array([found[id] for id in ids], np.float32)
        return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)

    def _ids(self, ids: list[str]) -> list[str]:
        with translated():
            return list(self._collection.get(ids=ids, include=[])["ids"])


def _filters(where: Filter | None, where_document: Filter | None) -> dict[str, Any]:
    """The filters, checked, as arguments of a call to Chroma."""
    if where:
        check_where(where)
    if where_document:
        check_where_document(where_document)
    return {"where": _spelled_out(where) if where else None, "where_document": where_document or None}


def _spelled_out(where: Filter) -> Filter:
    """The filter so that Chroma understands it: `$in` and `$nin` of broken numbers one by one, and for each broken number
    what holds for the whole number it would be cut down to (Chroma 1.5.9 finds 2 by `{"$eq": 2.5}` and not by `{"$lt": 2.5}`).
    """
    ((name, value),) = where.items()
    if name in ("$and", "$or"):
        return {name: [_spelled_out(part) for part in value]}
    operator, wanted = next(iter(value.items())) if isinstance(value, Mapping) else ("$eq", value)
    if isinstance(wanted, list) and isinstance(wanted[0], float):
        one, join = ("$eq", "$or") if operator == "$in" else ("$ne", "$and")
        parts = [_spelled_out({name: {one: number}}) for number in wanted]
        return {join: parts} if len(parts) > 1 else parts[0]
    if not isinstance(wanted, float) or wanted.is_integer():
        return where
    whole = int(wanted)
    if passes({name: {operator: wanted}}, None)({name: whole}, ""):
        return {"$or": [{name: {operator: wanted}}, {name: {"$eq": whole}}]}
    return {"$and": [{name: {operator: wanted}}, {name: {"$ne": whole}}]}


def _cosine(left: Vectors, right: Any) -> float:
    right = np.asarray(right, np.float32)
    return float(left @ right / max(float(np.linalg.norm(left) * np.linalg.norm(right)), 1e-12))


def _pages(items: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    return (items[first : first + size] for first in range(0, len(items), size))


def _storable(text: str) -> str:
    """Half a surrogate pair cannot be stored; a question mark takes its place, so that positions stay."""
    return text.encode("utf-8", "replace").decode("utf-8")
