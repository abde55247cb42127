"""Messages: chats and transcripts, e-mail, subtitles, JSON and JSONL; each message with speaker and time.

A transcript's text and that of a thread copied as text are the file's, to the character; JSON, subtitles and e-mail as
programs send it are written out as text (see `conversation_json`, `subtitles`, `mail`).
"""

from __future__ import annotations

from pathlib import Path

from ..document import Document
from ..reader import Reader, decode, readers
from . import conversation_json, mail, mail_text, subtitles, transcript
from .json_data import written_out
from .text import paragraphs
from .writing import Writing

_ENDINGS = (".jsonl", ".ndjson", ".json", ".eml", ".mbox", ".srt", ".vtt")
_UNSAID = ("", ".txt", ".text", ".log")  # names that say nothing of the content


def read_messages(data: bytes, name: str) -> Document:
    """A Document of kind "messages"; of kind "text", with a note, where the file holds none.

    Blocks: "message" with `speaker`, `time` and, where known, `thread`, `role`, `subject`, `until` and `head` (the span of
    what stands before its own words); inside it "quoted" (a reply's quotation) and "signature".
    """
    if (mails := mail.written(data, name)) is not None:
        return _document(mails, name, "Its e-mail is decoded: of each message the main header lines and its text.")
    text, notes = decode(data, name)
    if found := conversation_json.loaded(text):
        if (writing := conversation_json.written(found)) is not None:
            return _document(writing, name, "Its messages are written out as text: speaker and time, then the text.", notes)
        return written_out(conversation_json.loaded(text, exact=True) or found, name, notes)
    if subtitles.looks_like(text) and (writing := subtitles.written(text)).blocks:
        return _document(writing, name, "Its captions are written out; their numbers and times are no part of the text.", notes)
    if blocks := mail_text.blocks(text) or transcript.blocks(text):
        return Document(text, name, "messages", blocks, {"source": name}, notes)
    note = "No messages were found in it; it is read as plain text."
    return Document(text, name, "text", paragraphs(text), {"source": name}, (*notes, note))


def _document(writing: Writing, name: str, note: str, notes: tuple[str, ...] = ()) -> Document:
    notes = (*notes, note, *writing.notes())
    return Document(writing.text, name, "messages", tuple(writing.blocks), {"source": name, **writing.metadata}, notes)


def _looks_like(data: bytes, name: str) -> bool:
    """Whether a file that might be plain text surely holds messages: most of it are turns, or it begins as an e-mail."""
    ending = Path(name).suffix.lower()
    if ending not in (*_ENDINGS, *_UNSAID) or b"\0" in data[:1000]:
        return False
    text = data[:200_000].decode("utf-8", "replace")
    return any(form.looks_like(text) for form in (conversation_json, subtitles, mail, mail_text, transcript))


readers.register(Reader("messages", "Messages", _ENDINGS, read_messages, _looks_like, order=60))
