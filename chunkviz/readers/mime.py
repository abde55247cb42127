"""The parts of an e-mail as it travels: header fields, and bodies inside bodies, to a bounded depth and in linear time.

Python's `email` decodes each part; it does not find them, because its parser recurses as deep as the mail is nested and
takes time that grows with size times depth.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.errors import MessageError
from email.header import decode_header
from email.message import Message

from ..errors import UnreadableError
from ..text.decoding import decode

DEEPEST = 30  # parts inside parts that are read
_FIELD = re.compile(rb"([!-9;-~]{1,80})[ \t]*:[ \t]*(.*)")
_LONGEST = 20_000  # characters of a header field that are read
_ALIKE = {  # encodings that are named and meant otherwise
    **dict.fromkeys(("iso-8859-1", "latin1", "latin-1"), "cp1252"),
    **dict.fromkeys(("gb2312", "gbk", "x-gbk"), "gb18030"),
    **dict.fromkeys(("ks_c_5601-1987", "ks_c_5601", "euc-kr"), "cp949"),
    **dict.fromkeys(("x-sjis", "shift_jis"), "cp932"),
    **{"utf8mb4": "utf-8", "x-utf-8": "utf-8", "iso-8859-8-i": "iso-8859-8", "windows-874": "cp874", "x-mac-roman": "mac_roman"},
}


@dataclass(frozen=True)
class MimePart:
    """A message or a part of one: its header fields (lower case, unfolded; the first of each name) and its body's bytes."""

    fields: dict[str, bytes]
    data: bytes
    start: int
    end: int
    kind: str  # "text/plain"
    coded: Message

    def field(self, name: str) -> str:
        """A field's words, decoded, on one line."""
        return header_text(self.fields.get(name, b""))

    @property
    def content(self) -> bytes:
        """The body with its transfer encoding undone."""
        if not self.coded.get("Content-Transfer-Encoding"):
            return self.data[self.start : self.end]
        self.coded.set_payload(self.data[self.start : self.end].decode("ascii", "surrogateescape"))
        content = self.coded.get_payload(decode=True)
        return content if isinstance(content, bytes) else b""

    @property
    def is_attachment(self) -> bool:
        return self.coded.get_content_disposition() == "attachment"

    @property
    def name(self) -> str:
        """The name of the file the part is; "" where it is none."""
        return header_text((self.coded.get_filename() or "").encode("utf-8", "surrogateescape"))

    def text(self) -> str:
        """The body as text, in the encoding its header names; where it names none, or a wrong one, as any text is read."""
        content, charset = self.content, (self.coded.get_content_charset() or "").strip("'\" ")
        for encoding in filter(None, (_ALIKE.get(charset), charset)):
            try:
                return content.decode(encoding)
            except (LookupError, UnicodeError, ValueError):
                continue
        try:
            return decode(content, self.name or "a part of the mail")[0]
        except UnreadableError:
            return content.decode(_ALIKE.get(charset, "utf-8"), "replace")


def part_of(data: bytes, start: int, end: int, default: str = "text/plain") -> MimePart:
    """The message or part that stands in data[start:end]."""
    fields: dict[str, bytes] = {}
    name, at = "", start
    while at < end:
        stop = data.find(b"\n", at, end) + 1 or end
        line = data[at:stop].rstrip(b"\r\n")
        if not line.strip():
            at = stop
            break
        match = None if line[:1] in b" \t" else _FIELD.match(line[: _LONGEST + 100])
        if match:
            name = match[1].decode("ascii").lower()
            name = "" if name in fields else name
            if name:
                fields[name] = match[2][:_LONGEST]
        elif line[:1] in b" \t":
            if name and len(fields[name]) < _LONGEST:
                fields[name] += b" " + line.strip()[:_LONGEST]
        elif not (at == start and line.startswith((b"From ", b">From "))):
            break  # the header ends without a blank line
        at = stop
    coded = Message()
    coded.set_default_type(default)
    for name in ("Content-Type", "Content-Transfer-Encoding", "Content-Disposition"):
        if value := fields.get(name.lower()):
            coded[name] = value[:2000].decode("ascii", "surrogateescape")
    return MimePart(fields, data, at, end, coded.get_content_type(), coded)


def parts_within(part: MimePart) -> Iterator[MimePart]:
    """The parts of a multipart; the message in a message part."""
    if part.kind.startswith("message/"):
        data = part.content
        yield part_of(data, 0, len(data))
        return
    boundary = str(part.coded.get_boundary() or "").encode("utf-8", "surrogateescape").rstrip()
    if not boundary:
        return
    default = "message/rfc822" if part.kind == "multipart/digest" else "text/plain"
    line = re.compile(rb"^--" + re.escape(boundary) + rb"(--)?[ \t]*\r?$", re.MULTILINE)
    begin = -1
    for match in line.finditer(part.data, part.start, part.end):
        if begin >= 0:
            yield part_of(part.data, begin, _before_line_end(part.data, begin, match.start()), default)
        begin = min(match.end() + 1, part.end)
        if match[1]:
            return
    if 0 <= begin < part.end:
        yield part_of(part.data, begin, part.end, default)


def _before_line_end(data: bytes, begin: int, end: int) -> int:
    """The line end before a boundary belongs to the boundary."""
    if end > begin and data[end - 1 : end] == b"\n":
        end -= 1
        if end > begin and data[end - 1 : end] == b"\r":
            end -= 1
    return end


def header_text(value: bytes) -> str:
    """A header field's words: encoded words decoded, bytes that are no ASCII as text, all on one line."""
    value = value[:_LONGEST]
    try:
        text = value.decode("utf-8")
    except UnicodeDecodeError:
        text = value.decode("cp1252", "replace")
    if "=?" in text:
        text = _decoded_words(text)
    return " ".join(text.split())


def _decoded_words(text: str) -> str:
    try:
        pieces = decode_header(text)
    except (MessageError, ValueError):
        return text
    found = []
    for piece, charset in pieces:
        if isinstance(piece, str):
            found.append(piece)
        elif charset is None:
            found.append(piece.decode("raw-unicode-escape", "replace"))
        else:
            charset = charset.lower()
            try:
                found.append(piece.decode(_ALIKE.get(charset, charset), "replace"))
            except LookupError:
                found.append(piece.decode("utf-8", "replace"))
    return "".join(found)
