"""What the viewer draws, as plain data: a part that never changes for a document, one for a chunking, one for the moment.

Positions are UTF-16 units here, converted from Python characters once, since the script that draws counts in them.
Whole numbers of a chunking travel as columns: little-endian 32-bit integers in base64, a tenth of what lists of numbers
cost to write and read at 150,000 chunks.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..chunk import Chunk
from ..chunking import Chunking
from ..document import Document
from ..span import Span
from ..tokenizer import Tokenizer
from .faces import faces, is_fixed
from .outline import outline, pages
from .palette import colours
from .table_columns import gaps
from .units import Units, units_of


@dataclass(frozen=True, slots=True)
class DrawnHit:
    """A place that a question found: a chunk's span or a passage's. `rank` from 1; `words` say more, or are empty."""

    span: Span
    rank: int
    score: float
    words: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked place. `kind`: "answer" (a passage that answers a question) or "sentence" (with its `value`, 0 to 1)."""

    span: Span
    words: str = ""
    kind: str = "answer"
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Flag:
    """Something to look at, in the margin: `sign` is one character, `words` a sentence."""

    span: Span
    words: str
    sign: str = "!"


@dataclass(frozen=True, slots=True)
class Ribbon:
    """A curve beside the text: `values` (0 to 1) at `positions`, a threshold, and which positions were cut at."""

    positions: ArrayLike
    values: ArrayLike
    threshold: float | None = None
    cuts: ArrayLike = ()
    label: str = "Similarity of neighbouring sentences"


def document_data(document: Document) -> dict[str, Any]:
    """The text, its name and kind, its outline (headings, symbols), its page breaks, its soft line ends, the
    stretches set in another face and the room between the columns of its tables."""
    units = units_of(document.text)
    places = outline(document)
    breaks = pages(document)
    soft = soft_ends(document)
    set_otherwise = faces(document)
    room = gaps(document)
    return {
        "id": document.id,
        "name": document.name,
        "fixed": is_fixed(document),
        "text": document.text,
        "outline": {
            "start": _column(units.to_units([place.start for place in places])),
            "end": _column(units.to_units([place.end for place in places])),
            "title": [place.title for place in places],
        },
        "pages": {"start": _column(units.to_units([at for at, _ in breaks])), "title": [title for _, title in breaks]},
        "soft": {
            "start": _column(units.to_units([span.start for span in soft])),
            "end": _column(units.to_units([span.end for span in soft])),
        },
        "faces": {
            "start": _column(units.to_units([face.start for face in set_otherwise])),
            "end": _column(units.to_units([face.end for face in set_otherwise])),
            "name": [face.name for face in set_otherwise],
        },
        "gaps": {
            "at": _column(units.to_units([gap.at for gap in room])),
            "width": _column([gap.width for gap in room]),
            "needs": _column([gap.needs for gap in room]),
        },
    }


def soft_ends(document: Document) -> list[Span]:
    """The line ends (with the indentation after them) that mean no more than a space: those inside a paragraph of Markdown."""
    if document.kind not in ("markdown", "notebook"):
        return []
    return [
        Span(*match.span())
        for block in document.blocks_of("paragraph")
        for match in _SOFT.finditer(document.text, block.start, block.end)
    ]


_SOFT = re.compile(r"(?<![\\\s])\r?\n[ \t]*(?=[^\s>])")


def tokens_data(document: Document, tokenizer: Tokenizer) -> dict[str, Any]:
    """Where the document's tokens end, for drawing their borders."""
    _, ends = tokenizer.spans(document.text)
    return {
        "id": tokens_id(document, tokenizer),
        "unit": tokenizer.unit,
        "end": _column(units_of(document.text).to_units(np.unique(ends))),
        "all": len(ends),
    }


def tokens_id(document: Document, tokenizer: Tokenizer) -> str:
    return f"{document.id}-{tokenizer.key}"


def chunks_data(chunking: Chunking, read_to: ArrayLike | None = None) -> dict[str, Any]:
    """The chunks as columns, row for row; sentences stand once in `texts`, and rows say which.

    read_to   for each chunk, the character where the embedding model stops reading it (its end where it reads all)
    """
    chunks = chunking.chunks
    units = units_of(chunking.document.text)
    texts = _Texts()
    parents = list(dict.fromkeys(chunk.parent for chunk in chunks if chunk.parent is not None))
    parent_rows = {parent: row for row, parent in enumerate(parents)}
    columns: dict[str, ArrayLike] = {
        "start": units.to_units([chunk.start for chunk in chunks]),
        "end": units.to_units([chunk.end for chunk in chunks]),
        "characters": [chunk.end - chunk.start for chunk in chunks],
        "tokens": [-1 if chunk.tokens is None else chunk.tokens for chunk in chunks],
        "colour": colours(chunks),
        "causes": texts.causes(chunks),
        "overlap": texts.overlaps(chunks),
        "oversize": texts.rows([chunk.oversize for chunk in chunks]),
        "added": texts.rows([chunk.added for chunk in chunks]),
        "parent": [-1 if chunk.parent is None else parent_rows[chunk.parent] for chunk in chunks],
        "read": units.to_units([chunk.end for chunk in chunks] if read_to is None else read_to),
    }
    context = [(row, span.start, span.end) for row, chunk in enumerate(chunks) if chunk.context for span in chunk.context]
    rows, starts, ends = np.array(context, np.int64).reshape(-1, 3).T
    data = {
        "document": chunking.document.id,
        "count": len(chunks),
        "size": chunking.size,
        "tokenizer": chunking.tokenizer.unit,
        "columns": {name: _column(values) for name, values in columns.items()},
        "parents": _spans(units, parents),
        "context": {"chunk": _column(rows), "start": _column(units.to_units(starts)), "end": _column(units.to_units(ends))},
        "texts": texts.all,
    }
    return {"id": hashlib.sha256(json.dumps(data).encode()).hexdigest()[:16], **data}


def moment_data(
    document: Document,
    *,
    hits: Sequence[DrawnHit] = (),
    marks: Sequence[Mark] = (),
    flags: Sequence[Flag] = (),
    only: Sequence[int] = (),
    ribbon: Ribbon | None = None,
    goto: Span | None = None,
    select: int | None = None,
    together: str = "",
) -> dict[str, Any]:
    """What changes from moment to moment.

    only       indexes of chunks to show; the others step back
    goto       a place to bring into view; acts when it differs from the last one
    select     index of a chunk to select and bring into view; acts when it differs from the last one
    together   viewers of the same document with the same word here scroll together
    """
    units = units_of(document.text)
    return {
        "hits": {
            **_spans(units, [hit.span for hit in hits]),
            "rank": [hit.rank for hit in hits],
            "score": [float(hit.score) for hit in hits],
            "words": [hit.words for hit in hits],
        },
        "marks": {
            **_spans(units, [mark.span for mark in marks]),
            "kind": [mark.kind for mark in marks],
            "words": [mark.words for mark in marks],
            "value": [None if mark.value is None else float(mark.value) for mark in marks],
        },
        "flags": {
            **_spans(units, [flag.span for flag in flags]),
            "words": [flag.words for flag in flags],
            "sign": [flag.sign for flag in flags],
        },
        "only": [int(number) for number in only],
        "ribbon": None if ribbon is None else _ribbon(units, ribbon),
        "goto": None if goto is None else units.to_units(goto).tolist(),
        "select": select,
        "together": together,
    }


def chunking_data(chunking: Chunking, *, read_to: ArrayLike | None = None, **moment: Any) -> dict[str, Any]:
    """All that is drawn of a chunking but its document: `chunks_data` under "chunks", `moment_data` under "moment"."""
    return {"chunks": chunks_data(chunking, read_to), "moment": moment_data(chunking.document, **moment)}


def numbers(column: str) -> list[int]:
    """The whole numbers of a column."""
    found: list[int] = np.frombuffer(base64.b64decode(column), "<i4").tolist()
    return found


def _column(values: ArrayLike) -> str:
    return base64.b64encode(np.asarray(values, np.int64).astype("<i4").tobytes()).decode("ascii")


def _spans(units: Units, spans: Sequence[Span]) -> dict[str, str]:
    return {
        "start": _column(units.to_units([span.start for span in spans])),
        "end": _column(units.to_units([span.end for span in spans])),
    }


def _ribbon(units: Units, ribbon: Ribbon) -> dict[str, Any]:
    values = np.asarray(ribbon.values, float)
    return {
        "at": _column(units.to_units(ribbon.positions)),
        "value": [round(float(value), 4) for value in values],
        "threshold": ribbon.threshold,
        "cut": _column(units.to_units(ribbon.cuts)),
        "label": ribbon.label,
    }


class _Texts:
    """Texts that many rows share, each kept once; row 0 is the empty one."""

    def __init__(self) -> None:
        self._rows: dict[str, int] = {"": 0}

    @property
    def all(self) -> list[str]:
        return list(self._rows)

    def rows(self, texts: Sequence[str]) -> list[int]:
        for text in dict.fromkeys(texts):
            self._rows.setdefault(text, len(self._rows))
        return [self._rows[text] for text in texts]

    def overlaps(self, chunks: Sequence[Chunk]) -> list[int]:
        """The sentence of each overlap; those that are alike are put into words once."""
        made = {overlap: overlap.words for overlap in {chunk.overlap for chunk in chunks}}
        return self.rows([made[chunk.overlap] for chunk in chunks])

    def causes(self, chunks: Sequence[Chunk]) -> list[int]:
        """The sentence of each cause; causes with the same words and numbers are put into words once."""
        made: dict[Any, str] = {}
        sentences = []
        for chunk in chunks:
            cause = chunk.cause
            alike = (cause.words, repr(cause.numbers)) if cause.numbers else cause.words
            if alike not in made:
                made[alike] = cause.sentence
            sentences.append(made[alike])
        return self.rows(sentences)
