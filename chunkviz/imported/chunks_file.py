"""Chunks that something else made: from JSON, JSON lines or CSV, or from a collection, with what they say of themselves.

Known forms, each recognised by its fields:

    LangChain     {"page_content", "metadata"}, also as `dumps` writes it, under "kwargs"; `start_index` in the metadata
    LlamaIndex    {"text", "start_char_idx", "end_char_idx", "metadata"}, also in a persisted docstore.json
    Haystack      {"content", "meta"}
    chonkie       {"text", "start_index", "end_index"}
    others        a text under "text", "content", "chunk", "document" or "page_content"; every other field is metadata

What a chunk says of its own place is a claim. The place is found by `locate`, where a claim that holds decides between
repeats; one that does not hold is counted. A chunk that says it is of another document is not laid onto this one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from ..cause import END, Cause
from ..chunk import Chunk
from ..chunking import Chunking, chunk
from ..document import Document
from ..errors import ChunkvizError
from ..phrases import counted
from ..search.hits import Index
from ..search.record import Record, Scalar, flat
from ..strategy import Strategy, Tools
from ..text.file_names import same_file
from ..text.json_text import decoded
from ..text.records_file import records
from ..tokenizer import Tokenizer
from .locate import Located, locate

MOST = 200_000  # chunks
_TEXTS = ("page_content", "text", "content", "chunk", "document")
_INNER = ("metadata", "meta", "extra_info")
_STARTS = ("start_index", "start_char_idx", "start")
_FILES = ("file_path", "file_name", "filename", "source", "path", "url")  # what names the document a chunk is of
_NODE = "_node_content"  # under which LlamaIndex stores the whole node in a collection, as JSON
_FILE = re.compile(r"(?s).*[^/\\\s]\.\w{1,8}")


@dataclass(frozen=True, slots=True)
class Foreign:
    """A chunk as it came: its text, flat metadata, where it says it begins (in characters; None where it does not), the file
    it says it is of ("" where it names none), and its id in a collection."""

    text: str
    metadata: Mapping[str, Scalar] = field(default_factory=dict)
    start: int | None = None
    file: str = ""
    id: str = ""


@dataclass(frozen=True)
class Laid:
    """Foreign chunks laid onto a document: `chunking` holds those located, in order of their place.

    located   for each of the foreign chunks, in the order they came, where it stands
    wrong     which of them (by number) say they begin somewhere else than they do
    """

    chunking: Chunking
    foreign: tuple[Foreign, ...]
    located: tuple[Located, ...]
    wrong: tuple[int, ...]

    @property
    def lost(self) -> list[tuple[int, str]]:
        """(number, why) of the chunks that were not located."""
        return [(number, one.why) for number, one in enumerate(self.located) if one.span is None]

    @property
    def edited(self) -> list[tuple[int, str]]:
        """(number, how they differ) of the chunks that nearly stand where they were laid."""
        return [(number, one.why) for number, one in enumerate(self.located) if one.how == "edited"]

    @property
    def account(self) -> str:
        """How many were located, and how."""
        how = [one.how for one in self.located]
        exact = how.count("exact")
        are = "is" if exact == 1 else "are"
        parts = [f"{exact:,} of {counted(len(how), 'chunk')} {are} in the document exactly"]
        parts += [f"{how.count('normalised'):,} up to white space and Unicode form"]
        parts += [f"{len(self.edited):,} nearly"] if self.edited else []
        headed = sum(bool(one.header) for one in self.located)
        parts += [f"{headed:,} with a header put in front"] if headed else []
        wrong = [f"{counted(len(self.wrong), 'says', 'say')} to begin elsewhere"] if self.wrong else []
        return "; ".join([*parts, f"{counted(len(self.lost), 'was', 'were')} not located", *wrong]) + "."


def read_chunks(data: bytes, name: str) -> list[Foreign]:
    """The chunks in a file's bytes: JSON, JSON lines or CSV, by content and by the ending of `name`.

    Raises ChunkvizError, one sentence, for what holds no chunks.
    """
    read = records(data, name, "chunks")
    store = read.value.get("docstore/data") if isinstance(read.value, Mapping) else None
    entries = list(store.values()) if isinstance(store, Mapping) else read.listed("chunks", "documents", "nodes", "data")
    found = [chunk for chunk in map(_foreign, entries or []) if chunk is not None]
    if not found:
        raise ChunkvizError(f"{name} holds no chunks; each needs its text under one of: {', '.join(_TEXTS)}.")
    if len(found) > MOST:
        raise ChunkvizError(f"{name} holds {len(found):,} chunks and the limit is {MOST:,}; export fewer at once.")
    return found


def foreign_of(things: Sequence[Any]) -> list[Foreign]:
    """The same from values: texts, mappings, LangChain `Document`s, LlamaIndex nodes, records of an index."""
    return [_of_value(thing) for thing in things]


def from_index(index: Index) -> list[Foreign]:
    """All chunks of a collection."""
    return foreign_of(index.records())


def lay(foreign: Sequence[Foreign], document: Document, tokenizer: str | Tokenizer = "cl100k_base") -> Laid:
    """Lay chunks that something else made onto their document."""
    located, chunks = laid_chunks(foreign, document)
    wrong = [
        number
        for number, (one, chunk) in enumerate(zip(located, foreign, strict=True))
        if one.span is not None and chunk.start is not None and chunk.start != one.span.start - len(one.header)
        and chunk.start != one.span.start
    ]  # fmt: skip
    return Laid(chunk(document, Imported(tuple(chunks)), tokenizer), tuple(foreign), tuple(located), tuple(wrong))


def _located(foreign: Sequence[Foreign], document: Document) -> list[Located]:
    """Where each stands. Those that name another file are passed by, where any names this one: else this is a file of another
    name, and what they say of it decides nothing."""
    others = {chunk.file for chunk in foreign if chunk.file and not same_file(chunk.file, document.name)}
    if not any(chunk.file and chunk.file not in others for chunk in foreign):
        others = set()
    own = [chunk for chunk in foreign if chunk.file not in others]
    found = iter(locate(document.text, [chunk.text for chunk in own], [chunk.start for chunk in own]))
    return [
        Located(None, why=f"It says that it is of {chunk.file}.") if chunk.file in others else next(found) for chunk in foreign
    ]


def _with_difference(chunk: Foreign, one: Located) -> Mapping[str, Scalar]:
    return {**chunk.metadata, "differs": one.why} if one.how == "edited" else chunk.metadata


def laid_chunks(foreign: Sequence[Foreign], document: Document, cause: Cause | None = None) -> tuple[list[Located], list[Chunk]]:
    """Where each of the chunks stands, and those that do, in order of their place."""
    located = _located(foreign, document)
    pairs = [(one, chunk) for one, chunk in zip(located, foreign, strict=True) if one.span is not None]
    pairs.sort(key=lambda pair: pair[0].span or (0, 0))
    chunks = [
        Chunk(*one.span, cause or _CAUSE, added=one.header.rstrip(), metadata=_with_difference(chunk, one))
        for one, chunk in pairs
        if one.span is not None
    ]
    if chunks and chunks[-1].end == len(document):
        chunks[-1] = replace(chunks[-1], cause=END)
    return located, chunks


@dataclass(frozen=True)
class Imported(Strategy):
    """Chunks that something else made, shown where they stand in the document.

    Why they were cut there only the splitter knows that made them; everything that can be counted is counted here: sizes,
    overlap, what no chunk holds, sentences cut in two.
    """

    key: ClassVar[str] = "imported"
    label: ClassVar[str] = "Your own splitter"
    chunks: tuple[Chunk, ...] = ()

    def split(self, document: Document, tools: Tools) -> list[Chunk]:
        return list(self.chunks)


_CAUSE = Cause("imported", "Your own splitter cut here.")


def _of_value(thing: Any) -> Foreign:
    if isinstance(thing, str):
        return Foreign(thing)
    if isinstance(thing, Record):
        claimed = _claimed(thing.metadata)
        start = claimed.start if thing.span is None else thing.span.start
        return Foreign(thing.text, claimed.metadata, start, thing.name or claimed.file, thing.id)
    entry = thing if isinstance(thing, Mapping) else _attributes(thing)
    if (found := _foreign(entry)) is None:
        raise ChunkvizError(f"A {type(thing).__name__} is no chunk: it has no text under {', '.join(_TEXTS)}.")
    return found


def _attributes(thing: Any) -> dict[str, Any]:
    """What a chunk's object says of itself; of names for one thing the first it has, since later ones may be deprecated."""
    firsts = (next((name for name in names if hasattr(thing, name)), "") for names in (_TEXTS, _INNER, _STARTS))
    return {name: getattr(thing, name) for name in firsts if name}


def _foreign(entry: Any) -> Foreign | None:
    """A chunk from an entry of a file; None where it is none."""
    for wrapper in ("__data__", "kwargs", "node"):  # LlamaIndex's docstore, LangChain's dumps, LlamaIndex's hits
        if isinstance(entry, Mapping) and wrapper in entry:
            entry = entry[wrapper]
            if isinstance(entry, str):
                try:
                    entry = decoded(entry)
                except (ValueError, RecursionError):
                    return None
    if not isinstance(entry, Mapping):
        return None
    key = next((key for key in _TEXTS if isinstance(entry.get(key), str)), None)
    if key is None:
        return None
    metadata: dict[str, Any] = {str(name): value for name, value in entry.items() if name != key and name not in _INNER}
    for name in _INNER:
        inner = entry.get(name)
        metadata |= inner if isinstance(inner, Mapping) else {}
    return replace(_claimed(metadata), text=entry[key])


def _claimed(metadata: Mapping[str, Any]) -> Foreign:
    """A chunk without its text, from its metadata: what it says of its place, LlamaIndex's stored node unpacked."""
    if isinstance(node := metadata.get(_NODE), str):
        try:
            node = decoded(node)
        except (ValueError, RecursionError):
            node = None
        if isinstance(node, Mapping):
            inner = node.get("metadata")
            outer = {name: value for name, value in metadata.items() if name != _NODE}
            begins = {name: node[name] for name in _STARTS if name in node}
            metadata = {**(inner if isinstance(inner, Mapping) else {}), **begins, **outer}
    starts = (_whole(metadata.get(name)) for name in _STARTS)
    files = (metadata.get(name) for name in _FILES)
    kept = {name: value for name, value in metadata.items() if name not in ("embedding", "embeddings", "relationships", "vector")}
    return Foreign(
        "",
        flat(kept),
        next((start for start in starts if start is not None), None),
        next((file for file in files if isinstance(file, str) and len(file) < 2_000 and _FILE.fullmatch(file)), ""),
    )


def _whole(value: Any) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 12:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
