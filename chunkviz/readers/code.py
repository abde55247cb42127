"""Source code: functions, classes and statements by the language's own grammar."""

from __future__ import annotations

from dataclasses import dataclass

from ..document import Document
from ..errors import MissingError
from ..params import Settings, param
from ..reader import Reader, decode, encoding_param, readers
from ..source_code.blocks import structure
from ..source_code.languages import LANGUAGES, language_of


@dataclass(frozen=True)
class CodeOptions(Settings):
    """How source code is read."""

    language: str = param(
        "auto",
        "The programming language. Found by the file's name and first line unless you choose it.",
        choices={"auto": "Found by itself"} | {key: language.label for key, language in LANGUAGES.items()},
    )
    encoding: str = encoding_param()


def read_code(data: bytes, name: str, options: CodeOptions = CodeOptions()) -> Document:
    """The text as it stands, with blocks of its units and statements.

    Without the language's grammar, or for a language chunkviz has none for, there are no blocks and a note says so.
    """
    text, notes = decode(data, name)
    language = language_of(name, text) if options.language == "auto" else LANGUAGES[options.language]
    if language is None:
        return Document(
            text,
            name,
            "code",
            (),
            {"source": name},
            (*notes, "The programming language is not known, so the text is cut by its lines."),
        )
    metadata = {"source": name, "language": language.key}
    try:
        blocks, found = structure(text, language)
    except MissingError as error:
        blocks, found = (), (f"{error} Until then the text is cut by its lines.",)
    return Document(text, name, "code", blocks, metadata, (*notes, *found))


def _looks_like(data: bytes, name: str) -> bool:
    """A script without an ending says in its first line what runs it."""
    return data.startswith(b"#!") and "." not in name and language_of("", data[:200].decode("utf-8", "replace")) is not None


_EXTENSIONS = tuple(extension for language in LANGUAGES.values() for extension in language.extensions)
readers.register(Reader("code", "Source code", _EXTENSIONS, read_code, _looks_like, 50, CodeOptions, ("tree_sitter",)))
