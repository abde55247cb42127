"""Bytes -> text: byte order marks, UTF-8, and the encodings of files that are neither."""

from __future__ import annotations

import re
from contextlib import suppress

from ..errors import UnreadableError
from .encodings import likely
from .signatures import what_it_is

Decoded = tuple[str, tuple[str, ...]]


def decode(data: bytes, name: str) -> Decoded:
    """(text, notes): the bytes as text, line ends kept; a byte order mark is dropped and noted.

    A byte order mark is believed, then UTF-8 is tried, then the encoding is guessed. Zero bytes are kept where they are few.
    Raises UnreadableError for what is not text.
    """
    text, notes = _marked(data, name) or _utf16(data) or _with_zeroes(data, name)
    sample = text[:65536]
    if len(_CONTROL.findall(sample)) * 50 > len(sample):
        raise _no_text(data, name, "it is full of control characters")
    return text, notes


def _no_text(data: bytes, name: str, sign: str = "") -> UnreadableError:
    """What the file is, where that is known; otherwise what shows that it is no text."""
    words = what_it_is(data) or f"is not a text file ({sign}); give a text, or a kind of file chunkviz reads"
    return UnreadableError(f"{name} {words}.")


def recoded(data: bytes, encoding: str, name: str) -> bytes:
    """The bytes of a text in the encoding that somebody named, as UTF-8."""
    try:
        return data.decode(encoding).encode()
    except (UnicodeError, LookupError):
        raise UnreadableError(f"{name} is not in {encoding}; choose another encoding, or let it be found.") from None


# Control characters no text holds; tab, line ends, form feed, backspace and escape occur in logs; zeroes are counted apart.
_CONTROL = re.compile("[\x01-\x07\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]")
_MARKS = {
    b"\xff\xfe\x00\x00": "utf-32",
    b"\x00\x00\xfe\xff": "utf-32",
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}


def _marked(data: bytes, name: str) -> Decoded | None:
    """By the byte order mark; None where there is none."""
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            shown = encoding.removesuffix("-sig").upper()
            try:
                return data.decode(encoding), (f"A byte order mark ({shown}) at the start was dropped.",)
            except UnicodeDecodeError:
                raise UnreadableError(
                    f"{name} begins with the byte order mark of {shown} and is not {shown}; save it as UTF-8 and read it again."
                ) from None
    return None


def _utf16(data: bytes) -> Decoded | None:
    """By its zero bytes: Latin letters in UTF-16 have one each, always on the same side."""
    sample = data[:65536]
    left, right = sample[::2].count(0), sample[1::2].count(0)
    encoding = "utf-16-le" if not left else "utf-16-be" if not right else ""
    if encoding and (left + right) * 4 > len(sample):
        note = f"Read as {encoding.upper()}: the file has no byte order mark and zero bytes where UTF-16 has them."
        with suppress(UnicodeDecodeError):
            return data.decode(encoding), (note,)
    return None


def _with_zeroes(data: bytes, name: str) -> Decoded:
    """In an encoding that has no zero bytes of its own: a few are characters like others."""
    zeroes = data.count(0)
    if zeroes * 8 > len(data):
        raise _no_text(data, name, "it holds zero bytes")
    decoded = _utf8(data)
    if decoded is None and what_it_is(data):
        raise _no_text(data, name)
    text, notes = decoded or _guessed(data, name)
    if zeroes:
        notes += (f"The text holds {zeroes} zero {'byte' if zeroes == 1 else 'bytes'}, which are kept.",)
    return text, notes


def _utf8(data: bytes) -> Decoded | None:
    """As UTF-8; None where it is something else. What is UTF-8 but for a few bytes stays so, with a mark for each: read as
    anything else, all of its other letters would be wrong."""
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError as error:
        read = data.decode("utf-8", "replace")
        wrong = read.count("\ufffd") - data.count("\ufffd".encode())
        right = len(read) - len(read.encode("ascii", "ignore")) - wrong
        if right < 2 * wrong:
            return None
        line = data.count(b"\n", 0, error.start) + 1
        what = f"{wrong} characters are damaged, the first" if wrong > 1 else "One character is damaged,"
        return read, (f"The text is UTF-8. {what} on line {line}; \ufffd stands in place of {'each' if wrong > 1 else 'it'}.",)


def _guessed(data: bytes, name: str) -> Decoded:
    """By the letters of a sample of the text, or else by what charset-normalizer makes of it."""
    from charset_normalizer import from_bytes

    sample = _sample(data.replace(b"\0", b" "))
    for cut in range(4):  # the sample may end inside a character
        piece = sample[: len(sample) - cut]
        if encoding := likely(piece):
            with suppress(UnicodeDecodeError):
                return data.decode(encoding), (_guess(encoding),)
        if found := from_bytes(piece, steps=1, chunk_size=len(piece), cp_exclusion=_NEVER):
            best = found[0]
            eight_bit = len(str(best)) == len(piece)
            western = any("cp1252" in match.could_be_from_charset and match.chaos <= best.chaos + 0.05 for match in found)
            encoding = "cp1252" if western and eight_bit else best.encoding
            with suppress(UnicodeDecodeError):
                return data.decode(encoding), (_guess(encoding),)
    raise UnreadableError(f"{name} could not be decoded as text; save it as UTF-8 and read it again.")


def _guess(encoding: str) -> str:
    return f"Read as {encoding}: a guess, since the file is not UTF-8 and names no encoding; choose another where it looks wrong."


_NEVER = ["utf_7", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be", "utf_32_le"]  # asked about before


def _sample(data: bytes, size: int = 8192) -> bytes:
    """Distinct lines that are not ASCII, as they tell one encoding from another; the first `size` bytes of them."""
    lines: dict[bytes, None] = {}
    found = 0
    for line in data.split(b"\n"):
        if not line.isascii() and line not in lines:
            lines[line] = None
            found += len(line) + 1
            if found > size:
                break
    return b"\n".join(lines)[:size]
