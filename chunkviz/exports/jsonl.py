"""A chunking as JSON, one object a line: what `chunkviz split` prints and the app offers as a download."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ..chunk import Chunk
from ..chunking import Chunking
from ..search.chunk_metadata import facts

# JSON may hold these as they are, but many programs (Python's `splitlines` too) take them for the end of a line.
_LINE_ENDS = {"\u0085": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def records(chunking: Chunking) -> Iterator[dict[str, Any]]:
    """Every chunk as plain data.

    `number` counts from 1. `start` and `end` are characters of the document's text, `text` is what stands between them. `overlap`
    counts in its own `unit`. `context` are the spans put before the chunk, `added` is generated text put before it. `oversize` is
    false, or says why the chunk is over its size. `metadata` is all that makes it traceable (see `search.chunk_metadata`).
    """
    for number, (chunk, metadata) in enumerate(zip(chunking.chunks, facts(chunking), strict=True), 1):
        yield _record(chunking, chunk, number, metadata)


def _record(chunking: Chunking, chunk: Chunk, number: int, metadata: dict[str, Any]) -> dict[str, Any]:
    cause, overlap = chunk.cause, chunk.overlap
    why = {"kind": cause.kind, "sentence": cause.sentence, "numbers": dict(cause.numbers), "separator": cause.separator}
    return {
        "number": number,
        "start": chunk.start,
        "end": chunk.end,
        "text": chunking.text(chunk),
        "tokens": chunk.tokens,
        "cause": why,
        "overlap": {"asked": overlap.asked, "got": overlap.got, "unit": overlap.unit, "why": overlap.why},
        "context": [list(span) for span in chunk.context],
        "added": chunk.added,
        "oversize": chunk.oversize or False,
        "metadata": metadata,
    }


def lines(chunking: Chunking) -> Iterator[str]:
    """One line of JSON for each chunk, without its line end."""
    for record in records(chunking):
        line = json.dumps(record, ensure_ascii=False)
        for character, escape in _LINE_ENDS.items():
            line = line.replace(character, escape)
        yield line


def jsonl(chunking: Chunking) -> str:
    """The whole as one text: a line of JSON for each chunk, each with its line end."""
    return "".join(line + "\n" for line in lines(chunking))
