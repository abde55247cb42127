"""Bytes -> Document: the contract of a reader, how one is chosen, and how bytes become text."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .document import Document
from .errors import UnreadableError
from .registry import Registry

LIMIT = 50_000_000  # bytes of a file; larger ones are refused


@dataclass(frozen=True)
class Reader:
    """A kind of file and how it is read.

    key          the `kind` of the documents it makes
    label        what the app calls the kind
    extensions   file name endings, lower case, with the dot
    read         (bytes, name) -> Document; raises UnreadableError with one sentence
    looks_like   whether bytes (and a name whose ending says nothing) are surely of this kind; asked in `order`
    """

    key: str
    label: str
    extensions: tuple[str, ...]
    read: Callable[[bytes, str], Document]
    looks_like: Callable[[bytes, str], bool] = lambda data, name: False
    order: int = 100


readers: Registry[Reader] = Registry("chunkviz.readers", "kind of document")


def read(source: str | os.PathLike[str] | bytes, name: str | None = None, kind: str | None = None) -> Document:
    """Read a file (a path) or its bytes into a Document.

    name   the file's name; its ending helps to find the kind of document
    kind   a reader's key, where the name and the content do not tell or tell wrong
    Raises UnreadableError with one sentence that says what is wrong with the file.
    """
    if isinstance(source, bytes):
        data, name = source, name or "text"
    else:
        path = Path(source)
        name = name or path.name
        data = _bytes_of(path)
    if len(data) > LIMIT:
        raise UnreadableError(f"{name} has {len(data) / 1e6:.0f} MB and the limit is {LIMIT / 1e6:.0f} MB; split the file and read its parts.")
    return (readers.get(kind) if kind else reader_for(data, name)).read(data, name)


def reader_for(data: bytes, name: str) -> Reader:
    """The reader for a file: by what its content surely is, then by its name's ending, then plain text."""
    for reader in readers:
        if reader.looks_like(data, name):
            return reader
    ending = Path(name).suffix.lower()
    for reader in readers:
        if ending and ending in reader.extensions:
            return reader
    return readers.get("text")


def decode(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """(text, notes): the bytes as text, line ends kept; a byte order mark is dropped and noted.

    UTF-8 first, then what charset-normalizer finds. Raises UnreadableError for what is not text.
    """
    marks = (b"\xff\xfe\x00\x00", "utf-32"), (b"\x00\x00\xfe\xff", "utf-32"), (b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")
    for mark, encoding in marks:
        if data.startswith(mark):
            try:
                return data.decode(encoding), (f"A byte order mark ({encoding.removesuffix('-sig').upper()}) at the start was dropped.",)
            except UnicodeDecodeError:
                break
    if b"\0" in data[:65536]:
        raise UnreadableError(f"{name} is not a text file (it holds zero bytes); give a text, or a kind of file chunkviz reads.")
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError:
        pass
    from charset_normalizer import from_bytes

    guess = from_bytes(data[:1_000_000]).best()
    try:
        if guess is not None and guess.encoding:
            return data.decode(guess.encoding), (f"Read as {guess.encoding}: the file is not UTF-8 and says nothing of its encoding.",)
    except (UnicodeDecodeError, LookupError):
        pass
    raise UnreadableError(f"{name} could not be decoded as text; save it as UTF-8 and read it again.")


def _bytes_of(path: Path) -> bytes:
    try:
        if path.stat().st_size > LIMIT:
            raise UnreadableError(f"{path.name} has {path.stat().st_size / 1e6:.0f} MB and the limit is {LIMIT / 1e6:.0f} MB; split the file and read its parts.")
        return path.read_bytes()
    except FileNotFoundError:
        raise UnreadableError(f"There is no file {path}; check the path.") from None
    except IsADirectoryError:
        raise UnreadableError(f"{path} is a folder; give a file.") from None
    except PermissionError:
        raise UnreadableError(f"{path} may not be read; check its permissions.") from None
