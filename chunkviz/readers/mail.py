"""E-mail as it travels and as mailboxes keep it (.eml, .mbox): decoded and written out, message after message.

Of each message stand the header lines a reader sees (From, To, Cc, Date, Subject), then its text parts; an attached message
follows the one it is attached to. What is no text is named in a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..document import Block
from ..errors import UnreadableError
from ..reader import readers
from .mail_text import about
from .mime import DEEPEST, MimePart, part_of, parts_within
from .quotations import Head, QuotedLine, head_at, inside, lines_of
from .writing import Writing

_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_TRAVELLED = frozenset(
    ["mime-version", "content-type", "content-transfer-encoding", "received", "message-id", "return-path", "delivered-to"]
)
_SEPARATOR = re.compile(
    rb"^From (?=[^\r\n]*(?:\d\d:\d\d|\b(?:19|20)\d\d\b))[^\r\n]*\r?\n(?=[!-9;-~]{1,80}:|>From )", re.MULTILINE
)
_ESCAPED = re.compile(rb"^>(?=>*From )", re.MULTILINE)

_TOO_DEEP = (f"part nested deeper than {DEEPEST} levels", f"parts nested deeper than {DEEPEST} levels")
_VERSION = ("HTML version of a text", "HTML versions of texts")
_HIDDEN = ("HTML part of which something is hidden", "HTML parts of which something is hidden")


class _Body(NamedTuple):
    """A text part: its text, and the blocks in it where it was a page."""

    text: str
    blocks: tuple[Block, ...] = ()


def looks_like(text: str) -> bool:
    """Whether the text begins as a mailbox does."""
    return _SEPARATOR.match(text[:5000].encode("utf-8", "replace")) is not None


def written(data: bytes, name: str) -> Writing | None:
    """The messages of a mailbox or of one mail; None where the bytes are neither, or a mail with nothing to decode."""
    start = len(data) - len(data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n"))
    messages = list(_of_mailbox(data, start)) if _SEPARATOR.match(data, start) else []
    if not messages:
        message = part_of(data, start, len(data))
        if not _travelled(message, name):
            return None
        messages = [message]
    writing = Writing()
    for message in messages:
        _write(message, writing, 0)
    return writing


def _of_mailbox(data: bytes, start: int) -> Iterator[MimePart]:
    begins = [match.start() for match in _SEPARATOR.finditer(data, start) if _after_blank(data, match.start())]
    for begin, end in zip(begins, [*begins[1:], len(data)], strict=True):
        message = _ESCAPED.sub(b"", data[begin:end])
        yield part_of(message, 0, len(message))


def _after_blank(data: bytes, at: int) -> bool:
    return data[max(at - 4, 0) : at].replace(b"\r", b"").endswith(b"\n\n") or not data[:at].strip(b"\r\n\xef\xbb\xbf")


def _travelled(message: MimePart, name: str) -> bool:
    """Whether it is a mail as programs send it: it names its sender, and more than a person would type."""
    fields = message.fields
    named = "from" in fields or (name.lower().endswith((".eml", ".mbox")) and fields.keys() & {"subject", "to", "date"})
    encoded = any(b"=?" in value for value in fields.values())
    return bool(named) and (encoded or bool(_TRAVELLED & fields.keys()))


def _write(message: MimePart, writing: Writing, depth: int) -> None:
    fields = {name.lower(): text for name in _SHOWN if (text := message.field(name.lower()))}
    writing.write("\n" if writing.length else "")
    begin = writing.write("\n".join(f"{name}: {fields[name.lower()]}" for name in _SHOWN if name.lower() in fields))
    head_end, place = writing.length, len(writing.blocks)
    attached: list[MimePart] = []
    for body in _bodies(message, writing, attached, depth):
        if body.text:
            writing.write("\n\n" if writing.length > begin else "")
            start = writing.write(body.text)
            writing.add(_with_quotations(body.text, body.blocks), start)
    if writing.length == begin:
        return
    attributes = {**about(fields), "head": (begin, head_end)} if head_end > begin else about(fields)
    writing.blocks.insert(place, Block("message", begin, writing.length, 0, attributes))
    writing.write("\n")
    for inner in attached:
        for part in parts_within(inner):
            _write(part, writing, depth + 1)


def _bodies(part: MimePart, writing: Writing, attached: list[MimePart], depth: int) -> Iterator[_Body]:
    """The text parts of a part, in order; messages attached to it are collected."""
    if depth > DEEPEST:
        writing.left_out[_TOO_DEEP] += 1
    elif part.kind in ("message/rfc822", "message/global", "message/news") or part.name.lower().endswith(".eml"):
        attached.append(part)
    elif part.kind == "multipart/alternative":
        yield from _alternative(list(parts_within(part)), writing, attached, depth)
    elif part.kind.startswith("multipart/"):
        for inner in parts_within(part):
            yield from _bodies(inner, writing, attached, depth + 1)
    elif part.kind.startswith(("text/", "message/")) and part.kind not in ("text/rtf", "text/x-amp-html"):
        body = _page(part, writing) if part.kind == "text/html" else _Body(_unflowed(part).strip("\n"))
        yield body._replace(text=f"[file: {part.name}]\n{body.text}", blocks=()) if part.is_attachment and part.name else body
    else:
        _leave_out(part, writing)


def _alternative(versions: list[MimePart], writing: Writing, attached: list[MimePart], depth: int) -> Iterator[_Body]:
    """The plain text where it says anything, else the last version, which is the richest."""
    chosen = next((part for part in versions if part.kind == "text/plain" and part.text().strip()), None)
    chosen = chosen or next((part for part in reversed(versions) if part.kind.startswith(("text/", "multipart/"))), None)
    for part in versions:
        if part is chosen:
            yield from _bodies(part, writing, attached, depth + 1)
        else:
            _leave_out(part, writing)


def _leave_out(part: MimePart, writing: Writing, depth: int = 0) -> None:
    """Count a part that is not read: by its name or kind, a multipart by its parts."""
    if part.kind.startswith("multipart/") and depth < DEEPEST:
        for inner in parts_within(part):
            _leave_out(inner, writing, depth + 1)
    elif part.kind in ("text/html", "text/x-amp-html", "text/plain"):
        writing.left_out[_VERSION] += bool(part.content.strip())
    else:
        writing.attachments.append(part.name or part.kind)


def _page(part: MimePart, writing: Writing) -> _Body:
    """An HTML part as a page; outer block quotes are quotations."""
    page = part.text().encode("utf-8", "replace") if part.coded.get_content_charset() else part.content
    try:
        document = readers.get("html").read(page, "mail.html")
    except UnreadableError:
        writing.left_out["HTML part that could not be read", "HTML parts that could not be read"] += 1
        return _Body("")
    writing.left_out[_HIDDEN] += any("Left out" in note for note in document.notes)
    return _Body(document.text, document.blocks)


def _with_quotations(text: str, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """A body's blocks with its quotations and signature; a page's outer block quotes become part of a quotation."""
    quotes: list[tuple[int, int]] = []
    for block in blocks:
        if block.kind == "quote" and (not quotes or block.start >= quotes[-1][1]):
            quotes.append((block.start, block.end))
    lines = lines_of(text, quotes)
    found = list(inside(text, lines, 0, len(text), _heads(lines)))
    taken = {(block.start, block.end) for block in found} | set(quotes)
    kept = [block for block in blocks if block.kind != "quote" or (block.start, block.end) not in taken]
    return tuple(sorted([*kept, *found], key=lambda block: (block.start, -block.end, block.kind != "quoted")))


def _heads(lines: list[QuotedLine]) -> list[Head]:
    """Header lines in a body: what follows is a quoted mail."""
    heads: list[Head] = []
    i = 0
    while i < len(lines):
        head = None if lines[i].blank or lines[i].quoted else head_at(lines, i)
        if head:
            heads.append(head)
        i = head.stop if head else i + 1
    return heads


def _unflowed(part: MimePart) -> str:
    """A text part with line ends “\\n”; lines that were broken for travelling (format=flowed) are joined again."""
    text = part.text().replace("\r\n", "\n")
    if str(part.coded.get_param("format", "")).lower() != "flowed":
        return text
    space = "" if str(part.coded.get_param("delsp", "")).lower() == "yes" else " "
    joined: list[str] = []
    open_depth = -1  # of the quotation whose last line goes on; -1 where it does not
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        words = line[depth:].removeprefix(" ")
        goes_on = words.endswith(" ") and words != "-- "
        if depth == open_depth and words != "-- ":
            joined[-1] += words
        else:
            joined.append(f"{'>' * depth}{' ' if depth else ''}{words}")
        if goes_on:
            joined[-1] = joined[-1][:-1] + space
        open_depth = depth if goes_on else -1
    return "\n".join(joined)
