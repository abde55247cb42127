"""Messages: chats and transcripts, e-mail threads, JSON and JSONL; each message with speaker and time.

A transcript's or thread's text is the file's, to the character; JSON is written out as text (see `conversation_json`).
"""

from __future__ import annotations

from pathlib import Path

from ..document import Document
from ..reader import Reader, decode, readers
from . import conversation_json, mail, transcript
from .text import paragraphs

_NAMES = ("", ".txt", ".text", ".log", ".eml", ".mbox", ".json", ".jsonl", ".ndjson")


def read_messages(data: bytes, name: str) -> Document:
    """A Document of kind "messages"; of kind "text", with a note, where the file holds none.

    Blocks: "message" with `speaker`, `time` and, where known, `thread`, `role`, `subject` and `head` (the span of what
    stands before its own words); inside it "quoted" (a reply's quotation) and "signature".
    """
    data, notes = mail.decoded(data)
    text, found = decode(data, name)
    notes += found
    value = conversation_json.loaded(text)
    if value is not None:
        written = conversation_json.written(value)
        if written is not None:
            return Document(written.text, name, "messages", written.blocks, {"source": name}, notes + written.notes)
        note = "It is JSON, but not a list of messages with a text and a speaker or role; it is read as plain text."
        return Document(text, name, "text", conversation_json.records(text), {"source": name}, (*notes, note))
    blocks = mail.blocks(text) or transcript.blocks(text)
    if not blocks:
        return Document(
            text,
            name,
            "text",
            paragraphs(text),
            {"source": name},
            (*notes, "No messages were found in it; it is read as plain text."),
        )
    return Document(text, name, "messages", blocks, {"source": name}, notes)


def _looks_like(data: bytes, name: str) -> bool:
    """Whether a file that might be plain text surely holds messages: most of it are turns, or it begins as an e-mail."""
    ending = Path(name).suffix.lower()
    if ending not in _NAMES or b"\0" in data[:1000]:
        return False
    text = data[:200_000].decode("utf-8", "replace")
    return conversation_json.looks_like(text) or mail.looks_like(text) or transcript.looks_like(text)


readers.register(
    Reader("messages", "Messages", (".jsonl", ".ndjson", ".json", ".eml", ".mbox"), read_messages, _looks_like, order=60)
)
