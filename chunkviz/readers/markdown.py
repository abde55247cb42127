"""Markdown: the text as it is in the file, and its blocks with exact places.

Parsed by tree-sitter-markdown, whose blocks agree with CommonMark and GitHub's tables. Mended here: front matter that is
none (`---` as a rule), tables it misses because the header begins with a digit or follows another block directly,
footnotes, and the ends of blocks (no trailing blank lines, no `>` of a quote that goes on).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ..document import Block, Document
from ..reader import Reader, TextOptions, decode, readers
from ..text.front_matter import front_matter
from .markdown_html import with_html
from .markdown_math import without_formulas

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

_FRONT_MATTER = re.compile(r"(---|\+\+\+)[ \t]*\r?\n((?:(?!\1)[^\n]*\n)*?)(?:\1|\.\.\.)[ \t]*(?:\r?\n|\Z)")
_SETS_A_KEY = re.compile(r"""^[ \t]*["'\w.\[-][^\n]*?[:=\]]""", re.M)
_TITLE = re.compile(r"^title[ \t]*[:=](.*)$", re.M)
_FOOTNOTE = re.compile(r"(?:^|(?<=\n))[ \t>]{0,12}(\[\^[^\]\s]{1,200}\]:)")
_DELIMITER_ROW = re.compile(r"[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\r?")
_PIPE = re.compile(r"(?<!\\)(?:\\\\)*\|")

_CONTAINERS = {"document": "", "section": "", "list": "list", "list_item": "item", "block_quote": "quote"}
_LEAVES = {"fenced_code_block": "code", "indented_code_block": "code", "html_block": "html"}


def read_markdown(data: bytes, name: str) -> Document:
    """Raises UnreadableError where the bytes are no text."""
    text, notes = decode(data, name)
    blocks = markdown_blocks(text)
    front = text[blocks[0].start : blocks[0].end] if blocks and blocks[0].kind == "front_matter" else ""
    metadata: dict[str, Any] = {**front_matter(front), "source": name}
    if title := title_of(text, blocks):
        metadata["title"] = title
    return Document(text, name, "markdown", blocks, metadata, notes)


def markdown_blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a Markdown text, in order of start, outer before inner; time is linear in the text."""
    blocks: list[Block] = []
    begin = 0
    if (front := _FRONT_MATTER.match(text)) and _SETS_A_KEY.search(front[2]):
        begin = front.end()
        blocks.append(Block("front_matter", 0, len(front[0].rstrip())))
    rest = text[begin:]
    if rest.startswith(("---", "+++")):  # a rule, or text: not the front matter tree-sitter takes it for
        rest = ("***" if rest[0] == "-" else "xxx") + rest[3:]
    rest = without_formulas(rest)
    if not rest.endswith("\n"):  # without one, tree-sitter misses a heading that is all there is
        rest += "\n"
    raw = rest.encode("utf-8", "replace")
    tree = _parser().parse(raw)
    return tuple(blocks + with_html(text, _Walk(text, begin, _characters(rest, raw)).blocks(tree.root_node)))


class _Walk:
    """One pass over the tree, with a stack of its own: however deep the tree, Python's is not used up."""

    def __init__(self, text: str, begin: int, characters: Callable[[int], int]) -> None:
        self.text, self.begin, self.characters = text, begin, characters
        self.found: list[Block] = []

    def blocks(self, root: Node) -> list[Block]:
        frames: list[list[Any]] = [[iter(root.children), None, 0, 0]]  # children left, own block's index, reach, list depth
        while frames:
            children, own, reach, depth = frames[-1]
            node = next(children, None)
            if node is not None and node.type in _CONTAINERS:
                kind = _CONTAINERS[node.type]
                depth += kind == "item"
                index = len(self.found) if kind else None
                if kind:
                    start = self.place(node.start_byte)
                    self.found.append(Block(kind, start, start, depth if kind == "item" else 0))
                frames.append([iter(node.children), index, 0, depth])
            elif node is not None:
                frames[-1][2] = max(reach, self.leaf(node))
            else:
                frames.pop()
                if own is not None:
                    block = self.found[own]
                    self.found[own] = Block(block.kind, block.start, max(reach, block.start + 1), block.level)
                if frames:
                    frames[-1][2] = max(frames[-1][2], reach)
        return self.found

    def place(self, byte: int) -> int:
        return self.begin + self.characters(byte)

    def leaf(self, node: Node) -> int:
        """File the blocks of a node that holds no other blocks; where it ends (0 for the mere indentation of a next line)."""
        start, end = self.place(node.start_byte), self.trimmed(self.place(node.start_byte), self.place(node.end_byte))
        kind = node.type
        if kind in ("atx_heading", "setext_heading"):
            self.heading(node, start, end)
        elif kind == "pipe_table":
            self.table(start, end)
        elif kind in ("paragraph", "link_reference_definition"):
            self.paragraph(start, end)
        elif kind == "indented_code_block" and self.found and self.found[-1].kind == "footnote":
            self.found[-1] = Block("footnote", self.found[-1].start, end, 0, self.found[-1].attributes)
        elif kind in _LEAVES and end > start:
            self.found.append(Block(_LEAVES[kind], start, end, 0, self.code(node, start, end) if _LEAVES[kind] == "code" else {}))
        return 0 if kind == "block_continuation" else end

    def trimmed(self, start: int, end: int) -> int:
        """The end of a leaf without the blank lines and the quote's `>` after it."""
        text = self.text
        while (newline := text.rfind("\n", start, end)) >= 0 and not text[newline + 1 : end].strip(" \t\r>"):
            end = newline
        return start + len(text[start:end].rstrip())

    def heading(self, node: Node, start: int, end: int) -> None:
        marker = next(child for child in node.children if child.type.endswith(("_marker", "_underline")))
        level = int(marker.type.partition("_h")[2][0])
        if node.type == "atx_heading":
            start = self.place(marker.start_byte)
            title = _without_closing_hashes(self.text[start + level : end])
        else:
            lines = self.text[start : self.place(marker.start_byte)].split("\n")
            title = " ".join([lines[0].strip(), *(line.strip(" \t\r>") for line in lines[1:])]).rstrip()
        self.found.append(Block("heading", start, end, level, {"title": title}))

    def code(self, node: Node, start: int, end: int) -> dict[str, Any]:
        """`language` and `body` (span of what stands between the fences) of a code block."""
        if node.type == "indented_code_block":
            return {"language": "", "body": (start, end)}
        parts = {child.type: child for child in node.children}
        info = parts.get("info_string")
        words = self.text[self.place(info.start_byte) : self.place(info.end_byte)].split() if info else []
        content = parts.get("code_fence_content")
        body = (self.place(content.start_byte), self.place(content.end_byte)) if content else (end, end)
        return {"language": words[0].strip("{.}").lower() if words else "", "body": (body[0], min(body[1], end))}

    def paragraph(self, start: int, end: int) -> None:
        """A paragraph; or the table, or the footnotes, that tree-sitter took for one."""
        if "|" in (text := self.text[start:end]) and (header := _header_line(text)) is not None:
            if header:
                self.paragraph(start, self.trimmed(start, start + header))
            self.table(start + header, end)
            return
        notes = list(_FOOTNOTE.finditer(text)) if "[^" in text else []
        ends = [start + note.start(1) for note in notes[1:]] + [end]
        if notes and notes[0].start(1):
            self.found.append(Block("paragraph", start, self.trimmed(start, start + notes[0].start(1))))
        for note, stop in zip(notes, ends, strict=False):
            at = start + note.start(1)
            self.found.append(Block("footnote", at, self.trimmed(at, stop), 0, {"label": note[1][2:-2]}))
        if not notes and end > start:
            self.found.append(Block("paragraph", start, end))

    def table(self, start: int, end: int) -> None:
        """A table and its rows; `cells` are the spans of their trimmed contents, empty ones included."""
        lines = list(_lines(self.text, start, end))
        header, rows = lines[0], lines[2:]
        cells = _cells(self.text, *header)
        columns = tuple(self.text[a:b].replace("\\|", "|") for a, b in cells)
        self.found.append(Block("table", start, end, 0, {"header": header, "columns": columns}))
        self.found.append(Block("row", *header, 0, {"cells": cells, "header": True}))
        for row in rows:
            self.found.append(Block("row", *row, 0, {"cells": _cells(self.text, *row)}))


def _without_closing_hashes(title: str) -> str:
    title = title.strip()
    bare = title.rstrip("#")
    return bare.rstrip() if not bare or bare[-1] in " \t" else title


def _header_line(text: str) -> int | None:
    """Where the header of a table begins in the text of a paragraph; None where there is no table in it."""
    before, at = None, 0
    for line in text.split("\n"):
        if before is not None and "|" in line and _DELIMITER_ROW.fullmatch(line):
            start, end = before
            if len(_cells(text, start, end)) == len(_cells(text, at, at + len(line))):
                return start + len(text[start:end]) - len(text[start:end].lstrip(" \t>"))
        before, at = (at, at + len(line)), at + len(line) + 1
    return None


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The lines of a table, without line ends, indentation and the `>` of a quote; blank ones left out."""
    while start < end:
        newline = text.find("\n", start, end)
        stop = end if newline < 0 else newline
        line = text[start:stop]
        if content := line.strip(" \t\r>"):
            first = start + line.index(content[0])
            yield first, first + len(line[first - start :].rstrip())
        start = stop + 1


def _cells(text: str, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """The spans of a row's cells between its unescaped pipes, trimmed; an empty cell is an empty span."""
    bounds = [(match.end() - 1, match.end()) for match in _PIPE.finditer(text, start, end)]
    lefts, rights = [start, *(b for _, b in bounds)], [*(a for a, _ in bounds), end]
    spans = []
    for left, right in zip(lefts, rights, strict=True):
        content = text[left:right].strip(" \t\r>" if left == start else " \t\r")
        first = left + text[left:right].index(content) if content else left
        spans.append((first, first + len(content)))
    if bounds and spans[0][0] == spans[0][1]:
        spans = spans[1:]
    if bounds and spans and spans[-1][0] == spans[-1][1] and bounds[-1][1] >= start + len(text[start:end].rstrip()):
        spans = spans[:-1]
    return tuple(spans)


def title_of(text: str, blocks: tuple[Block, ...]) -> str:
    """The title front matter gives, or the first heading of level 1."""
    for block in blocks:
        if block.kind == "front_matter" and (match := _TITLE.search(text, block.start, block.end)):
            return match[1].strip().strip("\"'").strip()
        if block.kind == "heading" and block.level == 1:
            return str(block.attributes["title"])
    return ""


def _characters(text: str, raw: bytes) -> Callable[[int], int]:
    """Bytes of `raw` -> characters of `text`."""
    if len(raw) == len(text):
        return lambda byte: byte
    begins = (np.frombuffer(raw, np.uint8) & 0xC0) != 0x80
    before = np.concatenate([[0], np.cumsum(begins)])
    return lambda byte: int(before[byte])


def _parser() -> Parser:
    """A parser of its own for every reading: one must not be shared by threads."""
    import tree_sitter_markdown
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_markdown.language()))


readers.register(
    Reader(
        "markdown",
        "Markdown",
        (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd"),
        read_markdown,
        order=200,
        options=TextOptions,
        libraries=("tree_sitter_markdown", "selectolax.lexbor"),
    )
)
