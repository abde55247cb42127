"""What makes a chunk traceable, worked out in one place for every strategy.

Strategies say what only they know (`Chunk.metadata`); the rest follows from the document and the chunk's place in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..chunking import Chunking
from ..structure.block_lookup import Nested
from ..structure.sections import Structure, path_metadata

_SYMBOLS = ("function", "class", "method")


def traced(chunking: Chunking, ingested_at: str | None = None, version: str | None = None) -> Chunking:
    """The same chunking with chunks whose `metadata` holds all of `facts`.

    ingested_at, version   when the document was read in, and which version of it: only the caller knows, and splitting
                           the same document twice gives the same chunks
    """
    given = {key: value for key, value in (("ingested_at", ingested_at), ("version", version)) if value}
    chunks = zip(chunking.chunks, facts(chunking), strict=True)
    return replace(chunking, chunks=tuple(replace(chunk, metadata=found | given) for chunk, found in chunks))


def facts(chunking: Chunking) -> Iterator[dict[str, Any]]:
    """For each chunk: the document's metadata (source, title, language …), `kind`, `section_heading`, `section_path` and
    `h1` … `h6` where there are headings, `chunk_index` (from 0), `chunk_total`, `char_start`, `char_end`, `line_start`,
    `line_end` (from 1), `pages` (“3” or “3-4”), `symbol`, `speaker`, and whatever the strategy says, which wins.

    All values are texts and numbers, as vector stores take them.
    """
    document, structure = chunking.document, Structure(chunking.document)
    pages, symbols, messages = (Nested(document.blocks_of(*kinds)) for kinds in (("page",), _SYMBOLS, ("message",)))
    for index, chunk in enumerate(chunking.chunks):
        found: dict[str, Any] = {
            **document.metadata,
            "kind": document.kind,
            "source": document.metadata.get("source", document.name),
        }
        found |= path_metadata(structure.path(chunk.start))
        found |= {"chunk_index": index, "chunk_total": len(chunking), "char_start": chunk.start, "char_end": chunk.end}
        found |= {"line_start": document.line(chunk.start), "line_end": document.line(chunk.end - 1)}
        if numbers := [str(page.attributes.get("number", "")) for page in pages.touching(chunk.start, chunk.end)]:
            found["pages"] = numbers[0] if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"
        if (symbol := symbols.holding(chunk.start, chunk.start + 1)) is not None:
            found["symbol"] = str(symbol.attributes.get("name", ""))
        if speakers := [str(said.attributes.get("speaker", "")) for said in messages.touching(chunk.start, chunk.end)]:
            found["speaker"] = ", ".join(filter(None, dict.fromkeys(speakers)))
        yield found | dict(chunk.metadata)
