"""E-mail threads kept as text: messages by their header lines; the text stays the file's."""

from __future__ import annotations

import re
from typing import Any

from ..document import Block
from .quotations import Head, QuotedLine, head_at, inside, lines_of, sender_name

_HEADER = re.compile(r"([A-Z][A-Za-z-]{1,40}):[ \t]+(\S.*)$")
_KNOWN = frozenset({"from", "to", "cc", "bcc", "date", "sent", "subject", "reply-to", "message-id"})
_REPLY = re.compile(
    r"\s*(?:(?:re|fwd?|aw|wg|sv|vs|vb|tr|rv|res|enc|antw|odp|i|r|回复|答复|转发|返信)(?:\[\d+\]|\(\d+\))?\s*[:：]\s*)+",
    re.IGNORECASE,
)


def looks_like(text: str) -> bool:
    """Whether the text begins with the header lines of an e-mail."""
    lines = lines_of(text[:20_000])
    first = next((i for i, line in enumerate(lines) if not line.blank), None)
    return first is not None and _header(lines, first) is not None


def blocks(text: str) -> tuple[Block, ...]:
    """A message for each header, with what is quoted and the signature inside it; none where there is no header."""
    lines = lines_of(text)
    heads: list[Head] = []
    answered: list[Head] = []
    i = 0
    while i < len(lines):
        found = _header(lines, i)
        if found is not None and heads and _is_of_a_reply(found):
            answered.append(found)
        elif found is not None:
            heads.append(found)
        i = found.stop if found is not None else i + 1
    result: list[Block] = []
    for number, head in enumerate(heads):
        last = heads[number + 1].first if number + 1 < len(heads) else len(lines)
        begin = lines[head.first].start
        end = lines[last].start if last < len(lines) else len(text)
        end = begin + len(text[begin:end].rstrip())
        closing = lines[head.stop - 1]
        head_end = min(closing.start + len(closing.text.rstrip()), end)
        result.append(Block("message", begin, end, 0, {**about(head.fields), "head": (begin, head_end)}))
        replies = [_shifted(one, head.stop) for one in answered if head.stop <= one.first < last]
        result += inside(text, lines[head.stop : last], begin, end, replies)
    return tuple(result)


def about(fields: dict[str, str]) -> dict[str, Any]:
    """A message's attributes, by its header fields."""
    subject = fields.get("subject", "")
    found = {
        "speaker": sender_name(fields.get("from", "")),
        "time": fields.get("date", fields.get("sent", "")),
        "subject": subject,
        "thread": _REPLY.sub("", subject, count=1) if _REPLY.match(subject) else subject,
    }
    return {key: value for key, value in found.items() if value}


def _shifted(head: Head, by: int) -> Head:
    return head._replace(first=head.first - by, stop=head.stop - by)


def _is_of_a_reply(head: Head) -> bool:
    """Whether header lines stand above a quoted mail, as mail programs write them, not above one more mail."""
    return head.announced or "sent" in head.fields


def _header(lines: list[QuotedLine], first: int) -> Head | None:
    """The header that begins at line `first`: From and one more known field, with any others between."""
    if lines[first].blank or lines[first].quoted:
        return None
    if (found := head_at(lines, first)) is not None:
        return found
    at = first + lines[first].text.startswith("From ")  # the line an mbox has before each
    if at == first and first and not lines[first - 1].blank:
        return None
    fields: dict[str, str] = {}
    name = ""
    while at < len(lines):
        text = lines[at].text
        if match := _HEADER.match(text):
            name = match[1].lower()
            fields.setdefault(name, match[2].rstrip()[:1000])
        elif name and text[:1] in " \t" and text.strip():
            fields[name] = f"{fields[name]} {text.strip()}"[:1000]
        else:
            break
        at += 1
    return Head(first, at, fields, False) if "from" in fields and len(_KNOWN & fields.keys()) >= 2 else None
