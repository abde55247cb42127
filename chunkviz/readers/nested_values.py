"""Data of no known kind (JSON, XML) written out as text: what is nested is a section under its path, plain values are lines.

    {"fees": {"summer": 80, "by boat": [{"length": 8, "fee": 30}, {"length": 12, "fee": 45}]}}

is a heading “fees”, the line “summer: 80”, and a heading “by boat” with a table of two rows. An entry of a list has its number
behind the list's name. An object's plain values stand before its nested ones, so that each is under its own heading; one called
title or name is in the heading.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from ..document import Block
from .csv_table import table_blocks
from .writing import Writing

_DEEPEST = 40  # levels that become sections; what is deeper is one text
_HEADINGS = 6  # levels of headings: a deeper one has the rest of its path in its words
_LONG = 200  # characters of a value that has a paragraph of its own, and is in no table
_WORD = 40  # characters of an entry of a list that is one line
_WIDE = 64  # columns of a table
_NAMES = ("title", "name", "head", "heading")

NOTE = "Its structure is written out: what is nested as sections under its path, plain values as lines “name: value” before them."


class Sections:
    """Writes values, each under the path that leads to it."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing

    def value(self, value: Any, path: tuple[str, ...] = ()) -> None:
        """Write a value; `path` are the headings above it, its own last."""
        if isinstance(value, dict) and len(path) < _DEEPEST:
            self.mapping(value, path)
        elif isinstance(value, list) and len(path) < _DEEPEST:
            self.entries(value, path)
        else:
            self.heading(path)
            self.paragraphs([("", _plain(value))])

    def mapping(self, value: Mapping[str, Any], path: tuple[str, ...]) -> None:
        named = next((key for key in value if key.lower() in _NAMES and _is_short(value[key])), None)
        if named is not None and path:
            path = (*path[:-1], f"{path[-1]}: {_plain(value[named])}")
        lines = [(key, one) for key, one in value.items() if _is_plain(one) and not (key == named and path)]
        self.heading(path)
        self.paragraphs([(key, _plain(one)) for key, one in lines])
        for key, one in value.items():
            if not _is_plain(one):
                self.value(one, (*path, " ".join(str(key).split()) or "…"))

    def entries(self, values: list[Any], path: tuple[str, ...]) -> None:
        if columns := _columns(values):
            self.heading(path)
            self.table(columns, values)
        elif all(_is_plain(one) for one in values):
            self.heading(path)
            self.paragraphs([("", _plain(one)) for one in values])
        else:
            for number, one in enumerate(values, 1):
                own = f"{path[-1]} {number}" if path else str(number)
                self.value(one, (*path[:-1], own))

    def heading(self, path: tuple[str, ...]) -> None:
        if path:
            level = min(len(path), _HEADINGS)
            title = " › ".join(path[level - 1 :])
            start = self.begin(title)
            self.writing.blocks.append(Block("heading", start, self.writing.length, level, {"title": title}))

    def paragraphs(self, lines: list[tuple[str, str]]) -> None:
        """Short lines together, each long one a paragraph of its own."""
        together: list[str] = []
        for name, text in [*lines, ("", "")]:
            line = f"{name}: {text}" if name and text else text.strip()
            alone = len(line) > _LONG or "\n" in line or not line or (not name and line.endswith("."))
            if together and alone:
                self.paragraph("\n".join(together))
                together = []
            if alone:
                self.paragraph(line)
            else:
                together.append(line)

    def paragraph(self, text: str) -> None:
        if text := text.strip():
            start = self.begin(text)
            self.writing.blocks.append(Block("paragraph", start, self.writing.length))

    def table(self, columns: list[str], rows: list[dict[str, Any]]) -> None:
        file = io.StringIO()
        cells = [["" if row[name] is None else _plain(row[name]) for name in columns] for row in rows]
        csv.writer(file, delimiter="\t", lineterminator="\n").writerows([columns, *cells])
        text = file.getvalue().strip("\n")
        self.writing.add(tuple(table_blocks(text, "\t")), self.begin(text))

    def begin(self, text: str) -> int:
        """Write text after a blank line; where it begins."""
        if self.writing.length:
            self.writing.write("\n\n")
        return self.writing.write(text)


def _is_plain(value: Any) -> bool:
    """Whether a value is a line: no object, and no list but a short one of plain values."""
    if isinstance(value, list):
        texts = [_plain(one) for one in value if _is_short(one)]
        words = all(len(text) <= _WORD and not text.endswith(".") for text in texts)
        return len(texts) == len(value) and words and sum(map(len, texts)) <= _LONG
    return not isinstance(value, dict) or not value


def _is_short(value: Any) -> bool:
    return not isinstance(value, list | dict) and len(text := _plain(value)) <= _LONG and "\n" not in text


def _plain(value: Any) -> str:
    """A value as text; an empty one as JSON writes it."""
    if isinstance(value, str):
        return value.strip() or '""'
    if isinstance(value, list) and value and all(not isinstance(one, list | dict) for one in value):
        return ", ".join(map(_plain, value))
    return json.dumps(value, ensure_ascii=False)


def _columns(values: list[Any]) -> list[str]:
    """The names of the columns where the entries are rows of a table: two or more objects with the same short values."""
    if len(values) < 2 or not all(isinstance(one, dict) and one for one in values):
        return []
    columns = list(values[0])
    names = set(columns)
    if not 1 < len(columns) <= _WIDE or any(set(one) != names for one in values):
        return []
    cells: Iterator[Any] = chain.from_iterable(one.values() for one in values)
    return columns if all(_is_short(cell) and "\t" not in str(cell) for cell in cells) and all(map(_is_short, columns)) else []
