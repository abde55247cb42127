"""Bytes -> text: byte order marks, UTF-8, and the encodings of files that are neither."""

from __future__ import annotations

import re
from contextlib import suppress

from ..errors import UnreadableError

Decoded = tuple[str, tuple[str, ...]]


def decode(data: bytes, name: str) -> Decoded:
    """(text, notes): the bytes as text, line ends kept; a byte order mark is dropped and noted.

    A byte order mark is believed, then UTF-8 is tried, then what charset-normalizer finds. Raises UnreadableError for
    what is not text.
    """
    text, notes = _marked(data, name) or _zeroes(data, name) or _utf8(data, name) or _guessed(data, name)
    sample = text[:65536]
    if len(_CONTROL.findall(sample)) * 50 > len(sample):
        raise UnreadableError(
            f"{name} is not a text file (it is full of control characters); give a text, or a kind of file chunkviz reads."
        )
    return text, notes


# Control characters no text holds; tab, line ends, form feed, backspace and escape occur in logs.
_CONTROL = re.compile("[\x00-\x07\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]")
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


def _zeroes(data: bytes, name: str) -> Decoded | None:
    """By its zero bytes, where there are any: Latin letters in UTF-16 have one each, always on the
    same side; a text in any other encoding has none."""
    sample = data[:65536]
    if b"\0" not in sample:
        return None
    left, right = sample[::2].count(0), sample[1::2].count(0)
    encoding = "utf-16-le" if not left else "utf-16-be" if not right else ""
    if encoding and (left + right) * 4 > len(sample):
        note = f"Read as {encoding.upper()}: the file has no byte order mark and zero bytes where UTF-16 has them."
        with suppress(UnicodeDecodeError):
            return data.decode(encoding), (note,)
    raise UnreadableError(f"{name} is not a text file (it holds zero bytes); give a text, or a kind of file chunkviz reads.")


def _utf8(data: bytes, name: str) -> Decoded | None:
    """As UTF-8; None where it is something else. What is UTF-8 but for a few bytes is refused: read as anything else,
    all of its other letters would be wrong."""
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError as error:
        read = data.decode("utf-8", "replace")
        wrong = read.count("\ufffd")
        if len(read) - len(read.encode("ascii", "ignore")) - wrong < 4 * wrong:
            return None
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableError(
            f"{name} is UTF-8 but for {wrong} characters, the first on line {line}; mend them or save it as UTF-8 and read it again."
            if wrong > 1
            else f"{name} is UTF-8 but for one character on line {line}; mend it or save it as UTF-8 and read it again."
        ) from None


def _guessed(data: bytes, name: str) -> Decoded:
    """By what charset-normalizer makes of a sample of the text.

    Many 8-bit encodings fit a short text equally well; the most common one, cp1252, then stands for all.
    """
    from charset_normalizer import from_bytes

    sample = _sample(data)
    for cut in range(4):  # the sample may end inside a character
        piece = sample[: len(sample) - cut]
        if found := from_bytes(piece, steps=1, chunk_size=len(piece), cp_exclusion=_NEVER):
            best = found[0]
            eight_bit = len(str(best)) == len(piece)
            western = any("cp1252" in match.could_be_from_charset and match.chaos <= best.chaos + 0.05 for match in found)
            encoding = "cp1252" if western and eight_bit else best.encoding
            with suppress(UnicodeDecodeError):
                return data.decode(encoding), (f"Read as {encoding}: the file is not UTF-8 and says nothing of its encoding.",)
    raise UnreadableError(f"{name} could not be decoded as text; save it as UTF-8 and read it again.")


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
