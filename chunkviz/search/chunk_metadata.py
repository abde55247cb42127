"""What makes a chunk traceable, worked out in one place for every strategy, under one set of names.

Strategies say what only they know (`Chunk.metadata`), the document's reader and its user what is true of all of it
(`Document.metadata`); the rest follows from the chunk's place. JSON lines, CSV, an index and its filters have these names.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from ..chunk import Chunk
from ..chunking import Chunking
from ..structure.block_lookup import Nested
from ..structure.sections import Structure, path_metadata

_SYMBOLS = ("function", "class", "method")
_KINDS = {"table": "table", "code": "code", "message": "message"}  # kinds of block, and what their text is called
_WHOLLY = {"csv": "table", "code": "code", "messages": "message"}  # kinds of document whose text is of one kind


def facts(chunking: Chunking) -> Iterator[dict[str, Any]]:
    """For each chunk, in order; what is not known is left out:

    source, title, language, …    of the document, and whatever its user has said of it
    name, document, format        its name, its id, and the kind of file
    kind                          of the text: “prose”, “code”, “table” or “message”, by most of its characters
    section_heading, section_path, h1 … h6    where its text, headings at its beginning apart, stands
    chunk_index, chunk_total      from 0
    char_start, char_end          characters of the document's text
    line_start, line_end          from 1
    page, page_end, pages         numbers of its first and its last page, and both as a text, “3” or “3-4”
    symbol, speaker, time         of code and of messages
    tokens, content_hash          of the chunk's own text: its tokens, and the beginning of its SHA-256
    parent_start, parent_end      the larger chunk it belongs to

    What the strategy says wins. All values are texts and numbers, as vector stores take them.
    """
    document, structure = chunking.document, Structure(chunking.document)
    pages, symbols, messages = (Nested(document.blocks_of(*kinds)) for kinds in (("page",), _SYMBOLS, ("message",)))
    special = Nested(document.blocks_of(*_KINDS))
    about = {"source": document.name, **document.metadata, "name": document.name, "document": document.id}
    for index, chunk in enumerate(chunking.chunks):
        found: dict[str, Any] = {**about, "format": document.kind, "kind": _kind(chunk, document.kind, special)}
        found |= path_metadata(structure.path_of(chunk.span))
        found |= {"chunk_index": index, "chunk_total": len(chunking), "char_start": chunk.start, "char_end": chunk.end}
        found |= {"line_start": document.line(chunk.start), "line_end": document.line(chunk.end - 1)}
        touched = [page.attributes.get("number") for page in pages.touching(chunk.start, chunk.end)]
        if numbers := [number for number in touched if number is not None]:
            found |= {"page": numbers[0], "page_end": numbers[-1]}
            found["pages"] = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"
        if (symbol := symbols.holding(chunk.start, chunk.start + 1)) is not None:
            found["symbol"] = str(symbol.attributes.get("name", ""))
        if spoken := messages.touching(chunk.start, chunk.end):
            found["speaker"] = ", ".join(filter(None, dict.fromkeys(str(one.attributes.get("speaker", "")) for one in spoken)))
            found["time"] = str(spoken[0].attributes.get("time", ""))
        if chunk.tokens is not None:
            found["tokens"] = chunk.tokens
        if chunk.parent is not None:
            found |= {"parent_start": chunk.parent.start, "parent_end": chunk.parent.end}
        text = document.text[chunk.start : chunk.end]
        found["content_hash"] = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        yield {name: value for name, value in {**found, **chunk.metadata}.items() if value not in ("", None)}


def _kind(chunk: Chunk, document: str, special: Nested) -> str:
    """What most of a chunk's characters are."""
    if document in _WHOLLY:
        return _WHOLLY[document]
    counts: dict[str, int] = {}
    for block in special.touching(chunk.start, chunk.end):
        held = min(block.end, chunk.end) - max(block.start, chunk.start)
        counts[_KINDS[block.kind]] = counts.get(_KINDS[block.kind], 0) + held
    kind = max(counts, key=lambda kind: counts[kind], default="prose")
    return kind if 2 * counts.get(kind, 0) > chunk.end - chunk.start else "prose"
