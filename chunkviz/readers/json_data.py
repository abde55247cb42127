"""JSON and JSON lines that hold no messages: written out by their structure (see `nested_values`)."""

from __future__ import annotations

from ..document import Document
from ..reader import Reader, TextOptions, decode, readers
from .conversation_json import Loaded, broken_lines, loaded
from .nested_values import NOTE, Sections
from .text import paragraphs
from .writing import Writing


def read_json(data: bytes, name: str) -> Document:
    """As plain text, with a note, where it is no JSON. Raises UnreadableError where the bytes are no text."""
    text, notes = decode(data, name)
    if (found := loaded(text, exact=True)) is None:
        note = "It is no JSON, or damaged; it is read as plain text."
        return Document(text, name, "text", paragraphs(text), {"source": name}, (*notes, note))
    return written_out(found, name, notes)


def written_out(found: Loaded, name: str, notes: tuple[str, ...]) -> Document:
    writing = Writing()
    Sections(writing).value(found.value)
    if found.broken:
        writing.remarks.append(broken_lines(found.broken))
    return Document(writing.text, name, "json", tuple(writing.blocks), {"source": name}, (*notes, NOTE, *writing.notes()))


readers.register(Reader("json", "Data (JSON)", (".json", ".jsonl", ".ndjson"), read_json, order=240, options=TextOptions))
