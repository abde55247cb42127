"""Bytes -> Document: the contract of a reader, and how one is chosen."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .document import Document
from .errors import SettingError, UnreadableError
from .params import Settings, made_from, param
from .registry import Registry
from .text.decoding import decode as decode  # readers take it from here
from .text.decoding import recoded
from .text.encodings import ENCODINGS

LIMIT = 50_000_000  # bytes of a file; larger ones are refused


@dataclass(frozen=True)
class Reader:
    """A kind of file and how it is read.

    key          the `kind` of the documents it makes
    label        what the app calls the kind
    extensions   file name endings, lower case, with the dot
    read         (bytes, name) or, with options, (bytes, name, options) -> Document; raises UnreadableError with one sentence
    looks_like   whether bytes (and a name whose ending says nothing) are surely of this kind; asked in `order`
    options      a frozen dataclass of settings (see `params`) that say how it is read; None where there is nothing to choose
    libraries    modules it imports when it is first used; a process that waits for files imports them beforehand
    """

    key: str
    label: str
    extensions: tuple[str, ...]
    read: Callable[..., Document]
    looks_like: Callable[[bytes, str], bool] = lambda data, name: False
    order: int = 100
    options: type[Settings] | None = None
    libraries: tuple[str, ...] = ()


def encoding_param() -> Any:
    """The setting of every reader of texts that names their encoding; `read` follows it."""
    choices = {"": "Found by itself"} | ENCODINGS
    return param("", "The encoding the file's text is in.", choices=choices, label="Encoding", advanced=True)


@dataclass(frozen=True)
class TextOptions(Settings):
    """How a text is read where there is nothing else to choose."""

    encoding: str = encoding_param()


readers: Registry[Reader] = Registry("chunkviz.readers", "kind of document")


def read(
    source: str | os.PathLike[str] | bytes,
    name: str | None = None,
    kind: str | None = None,
    options: Settings | Mapping[str, str] | None = None,
) -> Document:
    """Read a file (a path) or its bytes into a Document.

    name      the file's name; its ending helps to find the kind of document
    kind      a reader's key, where the name and the content do not tell or tell wrong
    options   how it is read, of the type the reader declares as its `options`; or such settings as text, by name
    Raises UnreadableError with one sentence that says what is wrong with the file.
    """
    data, name = taken(source, name)
    reader = readers.get(kind) if kind else reader_for(data, name)
    if not options:
        return reader.read(data, name)
    if reader.options is not None and isinstance(options, Mapping):
        options = made_from(reader.options, options, f"{name}, read as {reader.label},")
    if reader.options is None or not isinstance(options, reader.options):
        raise SettingError(f"{name} is read as {reader.label}, which has no such options; leave them out or choose another kind.")
    arguments = () if isinstance(options, TextOptions) else (options,)
    if not (encoding := getattr(options, "encoding", "")):
        return reader.read(data, name, *arguments)
    document = reader.read(recoded(data, encoding, name), name, *arguments)
    return replace(document, notes=(f"Read as {encoding}, as chosen.", *document.notes))


def taken(source: str | os.PathLike[str] | bytes, name: str | None) -> tuple[bytes, str]:
    """The bytes and the name of a file; an UnreadableError where there is none, or it is too large."""
    if isinstance(source, bytes):
        data, name = source, name or "text"
    else:
        path = Path(source)
        name = name or path.name
        data = _bytes_of(path)
    if len(data) > LIMIT:
        raise UnreadableError(f"{name} is larger than the limit of {LIMIT / 1e6:.0f} MB; split the file and read its parts.")
    return data, name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")  # a file's name may be any bytes


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


def _bytes_of(path: Path) -> bytes:
    """The file's bytes; no more than show that it is too large."""
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise UnreadableError(
                f"{path} is a pipe or a device, not a file; write what comes from it to a file, or give its bytes."
            )
        with path.open("rb") as file:
            return file.read(LIMIT + 1)
    except UnreadableError:
        raise
    except FileNotFoundError:
        raise UnreadableError(f"There is no file {path}; check the path.") from None
    except IsADirectoryError:
        raise UnreadableError(f"{path} is a folder; give a file.") from None
    except PermissionError:
        raise UnreadableError(f"{path} may not be read; check its permissions.") from None
    except (OSError, ValueError) as error:
        raise UnreadableError(
            f"{path} could not be read ({getattr(error, 'strerror', None) or error}); check the path."
        ) from None
