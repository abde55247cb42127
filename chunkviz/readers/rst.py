"""reStructuredText: the text as it is in the file; sections, lists, code, tables, footnotes and comments with exact places.

A section's level is that of its adornment, in the order in which adornments come. Directives other than code are text: nothing is
included, computed or left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ..document import Block, Document
from ..reader import Reader, TextOptions, decode, readers

_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")
_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*$")
_ITEM = re.compile(r"(?:[-*+•‣]|\(?(?:\d{1,9}|#|[A-Za-z]|[ivxlcdm]{2,9})[.)])(?:[ \t]+(?=\S)|$)")
_CODE = re.compile(r"\.\.[ \t]+(?:code-block|code|sourcecode|highlight|prompt|parsed-literal)::[ \t]*(\S*)")
_FOOTNOTE = re.compile(r"\.\.[ \t]+\[([^\]\s]{1,100})\]")
_COMMENT = re.compile(r"\.\.(?:[ \t]+(?!\[|_|\||__|[\w:+.-]+::)|$)")
_OPTION = re.compile(r":[\w-]+:")
_BORDER = re.compile(r"=+(?:[ \t]+=+)+$")
_PROMPT = re.compile(r">{3} ")  # of a session with Python
_GRID = re.compile(r"\+(?:-+\+)+$")


class _Line(NamedTuple):
    """Where a line's words begin and end, how far it is indented, and the words."""

    start: int
    end: int
    indent: int
    text: str


class _Frame(NamedTuple):
    """A list or item that is open: how far what is in it is indented, and the place of its block."""

    kind: str
    indent: int
    place: int


def read_rst(data: bytes, name: str) -> Document:
    """Raises UnreadableError where the bytes are no text."""
    text, notes = decode(data, name)
    blocks = rst_blocks(text)
    title = next((str(block.attributes["title"]) for block in blocks if block.kind == "heading"), "")
    return Document(text, name, "rst", blocks, {"source": name} | ({"title": title} if title else {}), notes)


def rst_blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a text, in order of start, outer before inner; time is linear in the text."""
    return tuple(_Scan(text).blocks())


class _Scan:
    """One pass over the lines; each is looked at by one rule, and by those that look one or two lines ahead."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = list(_lines(text))
        self.found: list[Block] = []
        self.frames: list[_Frame] = []
        self.levels: list[tuple[str, bool]] = []  # adornments, and whether they stand above the title too, by level
        self.reach = 0  # where the last block ended

    def blocks(self) -> list[Block]:
        at = 0
        while at < len(self.lines):
            line = self.lines[at]
            if not line.text:
                at += 1
                continue
            self.close(line)
            at = (
                self.heading(at)
                or self.explicit(at)
                or self.table(at)
                or self.item(at)
                or self.paragraph(at, line.start, line.indent)
            )
        self.close(None)
        return self.found

    def close(self, line: _Line | None) -> None:
        """Close the lists and items that this line is not in; all without a line."""
        while self.frames:
            frame = self.frames[-1]
            marked = line is not None and _ITEM.match(line.text) is not None
            if line is not None and (
                line.indent > frame.indent or (line.indent == frame.indent and (frame.kind == "item" or marked))
            ):
                return
            self.frames.pop()
            block = self.found[frame.place]
            self.found[frame.place] = Block(block.kind, block.start, max(self.reach, block.start + 1), block.level)

    def file(self, kind: str, start: int, end: int, **attributes: object) -> None:
        self.found.append(Block(kind, start, end, 0, attributes))
        self.reach = end

    def line(self, at: int) -> _Line:
        return self.lines[at] if at < len(self.lines) else _Line(len(self.text), len(self.text), 0, "")

    def heading(self, at: int) -> int:
        """The line after the title that begins here; 0 where none does."""
        line, following, third = (self.line(at + i) for i in range(3))
        over = bool(_ADORNMENT.match(line.text)) and bool(following.text) and third.text == line.text
        title, under = (following, third) if over else (line, following)
        mark = _ADORNMENT.match(under.text)
        long = len(under.text) >= min(4, len(title.text)) and (len(under.text) >= len(title.text) or not over)
        if (
            not mark
            or not long
            or line.indent
            or under.indent
            or _ADORNMENT.match(title.text)
            or (not over and len(under.text) < 3)
        ):
            return 0
        kind = mark[1], over
        if kind not in self.levels:
            self.levels.append(kind)
        level = min(6, self.levels.index(kind) + 1)
        self.found.append(Block("heading", line.start, under.end, level, {"title": " ".join(title.text.split())}))
        self.reach = under.end
        return at + (3 if over else 2)

    def explicit(self, at: int) -> int:
        """A directive of code, a footnote or a comment, with what is indented under it."""
        line = self.lines[at]
        if code := _CODE.match(line.text):
            body = self.indented(at + 1, line.indent)
            first = next((i for i in range(at + 1, body) if self.lines[i].text and not _OPTION.match(self.lines[i].text)), body)
            if first == body:
                return 0
            span = (self.lines[first].start - self.lines[first].indent, self.last(body).end)
            self.file("code", line.start, span[1], language=code[1].lower(), body=span)
            return body
        kind, label = ("footnote", _FOOTNOTE.match(line.text)) if _FOOTNOTE.match(line.text) else ("comment", None)
        if label is None and not _COMMENT.match(line.text):
            return 0
        body = self.indented(at + 1, line.indent)
        self.file(kind, line.start, self.last(body).end, **({"label": label[1]} if label else {}))
        return body

    def indented(self, at: int, indent: int) -> int:
        """The line after those that are blank or indented more."""
        while at < len(self.lines) and (not self.lines[at].text or self.lines[at].indent > indent):
            at += 1
        return at

    def last(self, at: int) -> _Line:
        """The last line before `at` that is not blank."""
        while not self.lines[at - 1].text:
            at -= 1
        return self.lines[at - 1]

    def table(self, at: int) -> int:
        line = self.lines[at]
        if _GRID.match(line.text):
            end = at
            while self.line(end).text[:1] in ("+", "|") and self.line(end).text:
                end += 1
            self.grid(at, end)
            return end
        if not _BORDER.match(line.text):
            return 0
        end, borders = at + 1, 1
        while end < len(self.lines) and not (
            borders > 1 and not self.lines[end].text and _BORDER.match(self.lines[end - 1].text)
        ):
            if not self.lines[end].text and borders > 2:
                break
            borders += bool(_BORDER.match(self.lines[end].text))
            end += 1
        self.file("table", line.start, self.last(end).end)
        return end

    def grid(self, at: int, end: int) -> None:
        """A grid table; its rows where each is one line, so that its cells are places in the text."""
        start, stop = self.lines[at].start, self.lines[end - 1].end
        rows = [one for one in self.lines[at:end] if one.text.startswith("|")]
        single = all(self.lines[i].text[0] != self.lines[i + 1].text[0] for i in range(at, end - 1))
        cells = [tuple(_cells(one)) for one in rows] if single else []
        headed = any(set(one.text) <= set("+=") for one in self.lines[at:end])
        attributes: dict[str, object] = {}
        if cells and headed:
            columns = tuple(self.text[first:last] for first, last in cells[0])
            attributes = {"header": (rows[0].start, rows[0].end), "columns": columns}
        self.found.append(Block("table", start, stop, 0, attributes))
        for number, (row, own) in enumerate(zip(rows, cells, strict=False)):
            about: dict[str, object] = {"cells": own} | ({"header": True} if headed and not number else {})
            self.found.append(Block("row", row.start, row.end, 0, about))
        self.reach = stop

    def item(self, at: int) -> int:
        line = self.lines[at]
        if not (match := _ITEM.match(line.text)):
            return 0
        if not (self.frames and self.frames[-1].kind == "list" and self.frames[-1].indent == line.indent):
            self.frames.append(_Frame("list", line.indent, len(self.found)))
            self.found.append(Block("list", line.start, line.start))
        inside = line.indent + max(match.end(), 2)
        depth = sum(frame.kind == "list" for frame in self.frames)
        self.frames.append(_Frame("item", inside, len(self.found)))
        self.found.append(Block("item", line.start, line.start, depth))
        self.reach = max(self.reach, line.start + max(1, len(match[0].rstrip())))
        if match.end() == len(line.text):
            return at + 1
        return self.paragraph(at, line.start + match.end(), inside)

    def paragraph(self, at: int, start: int, indent: int) -> int:
        """Lines up to a blank one, or to one that stands further out; code after two colons."""
        code = _PROMPT.match(self.text, start) is not None
        end = at + 1
        while end < len(self.lines) and self.lines[end].text and (self.lines[end].indent >= indent):
            end += 1
        last = self.lines[end - 1]
        if code:
            self.file("code", start, last.end, language="python", body=(start, last.end))
            return end
        self.file("paragraph", start, last.end)
        if not last.text.endswith("::"):
            return end
        body = self.indented(end, min(indent, self.lines[at].indent))
        first = next((i for i in range(end, body) if self.lines[i].text), body)
        if first < body:
            span = (self.lines[first].start - self.lines[first].indent, self.last(body).end)
            self.file("code", self.lines[first].start, span[1], language="", body=(self.lines[first].start, span[1]))
        return max(end, body if first < body else end)


def _lines(text: str) -> Iterator[_Line]:
    for match in _LINE.finditer(text):
        content = match[1].strip(" \t\v\f\ufeff")
        start = match.start() + (match[1].index(content) if content else 0)
        yield _Line(start, start + len(content), start - match.start(), content)


def _cells(line: _Line) -> Iterator[tuple[int, int]]:
    """The places of the cells between the strokes of a row."""
    strokes = [match.start() for match in re.finditer(r"(?<!\\)\|", line.text)]
    for left, right in pairwise(strokes):
        content = line.text[left + 1 : right]
        first = line.start + left + 1 + len(content) - len(content.lstrip())
        yield (first, first + len(content.strip())) if content.strip() else (line.start + left + 1, line.start + left + 1)


readers.register(Reader("rst", "reStructuredText", (".rst", ".rest"), read_rst, order=202, options=TextOptions))
