"""What an index holds of a chunk, and the flat fields it is stored with."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..chunking import Chunking
from ..span import Span
from .chunk_metadata import facts

Scalar = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Record:
    """A chunk as an index holds it.

    id        made from the content: the same chunk of the same document always has the same
    text      what was embedded and is stored: what was put before the chunk, then its own text
    document  id of its document; "" where it is not known (a collection made elsewhere)
    name      the document's name
    span      its place in the document; None where it is not known
    number    its place in the order of chunks, from 0
    tokens    length of its own text; None where it is not known
    parent    the larger chunk it belongs to, if any
    metadata  flat: what travels with the chunk and can be filtered by
    """

    id: str
    text: str
    document: str = ""
    name: str = ""
    span: Span | None = None
    number: int = 0
    tokens: int | None = None
    parent: Span | None = None
    metadata: Mapping[str, Scalar] = field(default_factory=dict)

    @property
    def own(self) -> str:
        """The chunk's own text, without what was put before it."""
        return self.text if self.span is None else self.text[len(self.text) - self.span.length :]


def records_of(chunking: Chunking) -> list[Record]:
    """What an index holds of a chunking: a record for each chunk, in order."""
    document = chunking.document
    records, seen = [], dict[tuple[str, Span], int]()
    for number, (chunk, known) in enumerate(zip(chunking.chunks, facts(chunking), strict=True)):
        text = chunking.embedded_text(chunk)
        again = seen[text, chunk.span] = seen.get((text, chunk.span), -1) + 1
        id = _id(document.id, str(chunk.start), str(chunk.end), str(again), text)
        metadata = {name: value for name, value in flat(known).items() if name not in _OURS}
        records.append(Record(id, text, document.id, document.name, chunk.span, number, chunk.tokens, chunk.parent, metadata))
    return records


def flat(metadata: Mapping[str, Any]) -> dict[str, Scalar]:
    """The metadata as an index takes it: text, numbers and truth values; lists become one text, nested names get a dot.

    >>> flat({"path": ["Fees", "Boats"], "lines": {"first": 3}, "page": None})
    {'path': 'Fees > Boats', 'lines.first': 3}
    """
    result: dict[str, Scalar] = {}
    for name, value in metadata.items():
        if isinstance(value, str | bool) or _storable(value):
            result[str(name)] = value
        elif isinstance(value, Mapping):
            result |= {f"{name}.{inner}": one for inner, one in flat(value).items()}
        elif isinstance(value, Sequence):
            result[str(name)] = " > ".join(str(one) for one in value)
        elif value is not None:
            result[str(name)] = str(value)
    return result


def fields(record: Record) -> dict[str, Scalar]:
    """What is stored beside a record's text and can be filtered by: its metadata, and its place, by the names of `facts`."""
    result = dict(record.metadata) | {"document": record.document, "name": record.name, "chunk_index": record.number}
    if record.span is not None:
        result |= {"char_start": record.span.start, "char_end": record.span.end}
    if record.parent is not None:
        result |= {"parent_start": record.parent.start, "parent_end": record.parent.end}
    if record.tokens is not None:
        result["tokens"] = record.tokens
    return result


def record_from(id: str, text: str, stored: Mapping[str, Any], ours: bool) -> Record:
    """The record that was stored. What others stored (`ours` False) is kept as metadata and believed in nothing."""
    if not ours:
        return Record(id, text, metadata=dict(stored))
    stored = {_BEFORE.get(name, name): value for name, value in stored.items()}
    left = {name: value for name, value in stored.items() if name not in _OURS}
    whole = {name: value if isinstance(value := stored.get(name), int) else None for name in _OURS}
    span = _span(whole["char_start"], whole["char_end"], len(text))
    parent = _span(whole["parent_start"], whole["parent_end"])
    document, name = str(stored.get("document", "")), str(stored.get("name", ""))
    return Record(id, text, document, name, span, whole["chunk_index"] or 0, whole["tokens"], parent, left)


_OURS = ("document", "name", "chunk_index", "char_start", "char_end", "parent_start", "parent_end", "tokens")
_BEFORE = {"number": "chunk_index", "start": "char_start", "end": "char_end"}  # names in collections of earlier versions


def _span(start: int | None, end: int | None, longest: float = math.inf) -> Span | None:
    return Span(start, end) if start is not None and end is not None and 0 <= start < end <= start + longest else None


def _storable(value: Any) -> bool:
    return -(2**63) <= value < 2**63 if isinstance(value, int) else isinstance(value, float) and math.isfinite(value)


def _id(*parts: str) -> str:
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()[:32]
