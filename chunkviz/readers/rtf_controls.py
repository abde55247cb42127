"""Rich Text Format as a run of words, characters and group marks: what the bytes say, with no meaning given to it yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_TOKEN = re.compile(
    rb"\\(?:([a-z]{1,32})(-?\d{1,10})? ?|'([0-9a-f]{2})|([^a-z']))|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\", re.IGNORECASE | re.DOTALL
)
_ESCAPED = {b"~": "\u00a0", b"_": "\u2011", b"-": "", b"\n": "\n", b"\r": "\n", b"{": "{", b"}": "}", b"\\": "\\"}


class Control(NamedTuple):
    """A control word and its number; "{" and "}" for groups, "*" for a group that may be skipped, "" with characters: `text`,
    or `raw` in the encoding of the font."""

    word: str
    number: int | None = None
    text: str = ""
    raw: bytes = b""


def controls(data: bytes) -> Iterator[Control]:
    """The controls of a file in order, in linear time; the bytes of pictures after \\bin are skipped."""
    at = 0
    while match := _TOKEN.match(data, at):
        at = match.end()
        word, number, byte, symbol, brace, plain = match.groups()
        if word:
            count = int(number) if number else None
            if word == b"bin":
                at += min(max(count or 0, 0), len(data) - at)
            else:
                yield Control(word.decode().lower(), count)
        elif byte:
            yield Control("", raw=bytes([int(byte, 16)]))
        elif symbol == b"*":
            yield Control("*")
        elif symbol:
            yield Control("par") if symbol in b"\r\n" else Control("", text=_ESCAPED.get(symbol, ""))
        elif brace:
            yield Control(brace.decode())
        elif plain:
            yield Control("", raw=plain)
