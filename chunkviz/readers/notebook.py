"""Jupyter notebooks (nbformat 3 and 4): cells of Markdown and code in their order; outputs where that is chosen, pictures never.

The text is written out: a cell, a blank line, the next cell. Blocks of a Markdown cell are those Markdown has, a code cell is
one block of code. What is left out is counted in a note.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..document import Block, Document
from ..errors import UnreadableError
from ..params import Settings, param
from ..reader import Reader, decode, encoding_param, readers
from .markdown import markdown_blocks, title_of
from .text import paragraphs
from .writing import Writing

_COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_PICTURE = ("picture", "pictures")
_OUTPUT = ("output of a code cell", "outputs of code cells")
_RICH = ("output without text", "outputs without text")
_BROKEN = ("cell that is none", "cells that are none")


@dataclass(frozen=True)
class NotebookOptions(Settings):
    """How a notebook is read."""

    outputs: bool = param(False, "Read what the code cells printed and returned as text, after each.", label="Outputs as text")
    encoding: str = encoding_param()


DEFAULT = NotebookOptions()


def read_notebook(data: bytes, name: str, options: NotebookOptions = DEFAULT) -> Document:
    """Raises UnreadableError where the bytes are no JSON of a notebook."""
    text, notes = decode(data, name)
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError):
        raise UnreadableError(f"{name} is no notebook, or it is damaged; open it in Jupyter and save it again.") from None
    writing = Writing()
    for cell in _cells(notebook, name):
        _cell(cell, _language(notebook), options, writing)
    blocks = tuple(writing.blocks)
    metadata = {"source": name}
    if title := title_of(writing.text, blocks):
        metadata["title"] = title
    return Document(writing.text, name, "notebook", blocks, metadata, (*notes, *writing.notes()))


def looks_like(data: bytes, name: str) -> bool:
    return data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and b'"nbformat"' in data and b'"cell_type"' in data


def _cells(notebook: Any, name: str) -> list[Any]:
    """Those of nbformat 4, or of the worksheets of nbformat 3."""
    if isinstance(notebook, dict):
        if isinstance(cells := notebook.get("cells"), list):
            return cells
        if isinstance(sheets := notebook.get("worksheets"), list):
            lists = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
            return [cell for cells in lists if isinstance(cells, list) for cell in cells]
    raise UnreadableError(f"{name} holds no cells, so it is no notebook; choose another kind of document.")


def _language(notebook: dict[str, Any]) -> str:
    about = _dict(notebook.get("metadata"))
    for key, of in (("language_info", "name"), ("kernelspec", "language")):
        if isinstance(found := _dict(about.get(key)).get(of), str):
            return found.lower()
    return "python"


def _cell(cell: Any, language: str, options: NotebookOptions, writing: Writing) -> None:
    if not isinstance(cell, dict):
        writing.left_out[_BROKEN] += 1
        return
    kind, text = cell.get("cell_type"), _joined(cell.get("source", cell.get("input")))
    writing.left_out[_PICTURE] += len(_dict(cell.get("attachments")))
    if kind == "code":
        _write(text, writing, language)
        for output in _list(cell.get("outputs")):
            _output(_dict(output), options.outputs, writing)
    elif kind == "heading":  # nbformat 3
        level = cell.get("level")
        _write(f"{'#' * (level if isinstance(level, int) and 1 <= level <= 6 else 1)} {' '.join(text.split())}", writing)
    elif kind in ("markdown", "raw", "html"):
        _write(text, writing, plain=kind != "markdown")
    else:
        writing.left_out[_BROKEN] += 1


def _write(text: str, writing: Writing, language: str | None = None, *, plain: bool = False) -> None:
    """A part of its own, with its blocks: code where it has a language."""
    text = text.strip("\r\n").rstrip()
    if not text.strip():
        return
    if writing.length:
        writing.write("\n\n")
    start = writing.write(text)
    if language is not None:
        writing.blocks.append(Block("code", start, writing.length, 0, {"language": language, "body": (start, writing.length)}))
    else:
        writing.add(paragraphs(text) if plain else markdown_blocks(text), start)


def _output(output: dict[str, Any], read: bool, writing: Writing) -> None:
    """One output: its text where that is read; pictures and what has no text are counted."""
    data = _dict(output.get("data")) or output  # nbformat 3 has no `data`
    pictures = sum(key.startswith("image/") or key in ("png", "jpeg", "svg") for key in data)
    writing.left_out[_PICTURE] += pictures
    text = "\n".join(part.rstrip() for part in _texts(output, data) if part.strip())
    if not text:
        writing.left_out[_RICH] += not pictures
    elif pictures:
        return  # the words beside a picture only say that it is one
    elif read:
        _write(_COLOURS.sub("", text), writing, "")
    else:
        writing.left_out[_OUTPUT] += 1


def _texts(output: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    if output.get("output_type") in ("error", "pyerr"):
        yield "\n".join(line for line in _list(output.get("traceback")) if isinstance(line, str))
    else:
        yield _joined(data.get("text/plain", output.get("text")))


def _joined(source: Any) -> str:
    """A text, which a notebook may hold as a list of lines."""
    if isinstance(source, str):
        return source
    return "".join(line for line in _list(source) if isinstance(line, str))


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


readers.register(Reader("notebook", "Notebook", (".ipynb",), read_notebook, looks_like, 20, NotebookOptions))
