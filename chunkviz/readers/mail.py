"""E-mail threads: messages by their header lines; quoted replies and signatures inside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..document import Block

_HEADER = re.compile(r"^([A-Z][A-Za-z-]{1,40}):[ \t]+(\S.*)$")
_KNOWN = frozenset({"from", "to", "cc", "bcc", "date", "sent", "subject", "reply-to", "message-id"})
_REPLY = re.compile(r"^\s*(?:(?:re|fwd?|aw|wg|sv|tr)(?:\[\d+\])?\s*:\s*)+", re.IGNORECASE)
_QUOTED = re.compile(r"^[ \t]?>")
_WROTE = re.compile(r"^(?:On|Am|Le|El|Op)\b.{4,200}(?:wrote|schrieb|écrit|escribió|schreef)\b.{0,80}:[ \t]*\r?$")
_ORIGINAL = re.compile(r"^-{2,}\s*(?:Original Message|Forwarded message|Ursprüngliche Nachricht)\s*-{2,}\s*$", re.IGNORECASE)
_SIGNATURE = re.compile(r"^--[ \t]?\r?$")
_ENCODED = re.compile(
    rb"^(?:Content-Transfer-Encoding:\s*(?:quoted-printable|base64)|Content-Type:\s*multipart/)", re.IGNORECASE | re.MULTILINE
)


def looks_like(text: str) -> bool:
    """Whether the text begins with the header lines of an e-mail."""
    lines = list(_lines(text[:20_000]))
    first = next((i for i, (_, line) in enumerate(lines) if line.strip()), None)
    return first is not None and _header(lines, first) is not None


def decoded(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """(data, notes): an e-mail whose body is encoded (quoted-printable, base64, several parts) as plain text, with its
    main header lines; anything else as it is."""
    head = data[:20_000].split(b"\n\n", 1)[0].split(b"\r\n\r\n", 1)[0]
    if (
        not re.match(rb"[A-Z][A-Za-z-]+:", data[:100])
        or not re.search(rb"^From:", head, re.MULTILINE)
        or not _ENCODED.search(head)
    ):
        return data, ()
    import email.policy

    message: Any = email.message_from_bytes(data, policy=email.policy.default)
    body = message.get_body(("plain", "html"))
    try:
        text = body.get_content() if body is not None else ""
    except (LookupError, UnicodeError):
        text = body.get_payload(decode=True).decode("utf-8", "replace")
    kind = "its text part"
    if body is not None and body.get_content_subtype() == "html":
        from ..reader import readers

        text, kind = readers.get("html").read(text.encode("utf-8", "replace"), "mail.html").text, "the text of its HTML part"
    names = [name for name in ("From", "To", "Cc", "Date", "Subject") if message[name]]
    header = "".join(f"{name}: {' '.join(str(message[name]).split())}\n" for name in names)
    return f"{header}\n{text}".encode("utf-8", "replace"), (
        f"The e-mail was decoded: its main header lines and {kind} are shown.",
    )


def blocks(text: str) -> tuple[Block, ...]:
    """A message for each header, with what is quoted and the signature inside it; none where there is no header."""
    lines = list(_lines(text))
    heads: list[tuple[int, int, dict[str, str]]] = []
    i = 0
    while i < len(lines):
        found = _header(lines, i)
        if found is None:
            i += 1
        else:
            heads.append((i, *found))
            i = found[0]
    result: list[Block] = []
    for position, (first, body, fields) in enumerate(heads):
        last = heads[position + 1][0] if position + 1 < len(heads) else len(lines)
        last -= last < len(lines) and _announced(lines, last)
        begin = lines[first - _announced(lines, first)][0]
        end = lines[last][0] if last < len(lines) else len(text)
        end = begin + len(text[begin:end].rstrip())
        head_end = lines[body - 1][0] + len(lines[body - 1][1].rstrip())
        result.append(Block("message", begin, end, 0, {**_about(fields), "head": (lines[first][0], min(head_end, end))}))
        result += _inside(lines[body:last], end)
    return tuple(result)


def _announced(lines: list[tuple[int, str]], first: int) -> bool:
    """Whether the line before a header belongs to it: “-----Original Message-----”, or an mbox's “From …”."""
    return first > 0 and (bool(_ORIGINAL.match(lines[first - 1][1])) or lines[first - 1][1].startswith("From "))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """(start, line without its end) of each line."""
    at = 0
    for line in text.splitlines(keepends=True) if "\n" not in text else re.split(r"(?<=\n)", text):
        if line:
            yield at, line.rstrip("\n")
        at += len(line)


def _header(lines: list[tuple[int, str]], first: int) -> tuple[int, dict[str, str]] | None:
    """(line behind the header, its fields) where a header begins at line `first`: From and one more known field."""
    if first and lines[first - 1][1].strip() and not _announced(lines, first):
        return None
    fields: dict[str, str] = {}
    name, at = "", first
    while at < len(lines):
        line = lines[at][1]
        if match := _HEADER.match(line):
            name = match[1].lower()
            fields.setdefault(name, match[2].rstrip()[:1000])
        elif name and line[:1] in " \t" and line.strip():
            fields[name] = f"{fields[name]} {line.strip()}"[:1000]
        else:
            break
        at += 1
    return (at, fields) if "from" in fields and len(_KNOWN & fields.keys()) >= 2 else None


def _about(fields: dict[str, str]) -> dict[str, str]:
    from email.utils import parseaddr

    name, address = parseaddr(fields["from"])
    subject = fields.get("subject", "")
    about = {
        "speaker": name or address or fields["from"],
        "time": fields.get("date", fields.get("sent", "")),
        "subject": subject,
        "thread": _REPLY.sub("", subject),
    }
    return {key: value for key, value in about.items() if value}


def _inside(lines: list[tuple[int, str]], end: int) -> list[Block]:
    """The quotations and the signature in a message's lines.

    A quotation is lines that begin with “>”, with the “On … wrote:” before them; a signature, what follows a line “-- ”
    up to the next quotation or the message's end.
    """
    found: list[Block] = []
    i = 0
    while i < len(lines):
        start, line = lines[i]
        if start >= end:
            break
        stop = _quotation(lines, i)
        kind = "quoted"
        if stop is None and _SIGNATURE.match(line):
            kind, stop = "signature", i + 1
            while stop < len(lines) and _quotation(lines, stop) is None:
                stop += 1
        if stop is None:
            i += 1
            continue
        last = stop - 1
        while last > i and not lines[last][1].strip():
            last -= 1
        found.append(Block(kind, start, min(end, lines[last][0] + len(lines[last][1].rstrip())), 1))
        i = stop
    return found


def _quotation(lines: list[tuple[int, str]], first: int) -> int | None:
    """The line behind a quotation that begins at `first`; None where none does."""
    at = first
    if _WROTE.match(lines[at][1]) or (
        at + 1 < len(lines) and lines[at + 1][1].strip() and _WROTE.match(f"{lines[at][1].rstrip()} {lines[at + 1][1]}")
    ):
        at += 1 if _WROTE.match(lines[at][1]) else 2
        while at < len(lines) and not lines[at][1].strip():
            at += 1
    if at >= len(lines) or not _QUOTED.match(lines[at][1]):
        return None
    while at < len(lines) and _QUOTED.match(lines[at][1]):
        at += 1
    return at
