"""Source that does not parse, read again part by part.

Where there is an error, tree-sitter may swallow everything after it. Such a stretch is cut where lines begin at the
margin, each part is parsed by itself, and the reading with more whole units is kept; a class with an error inside has
its members read again in the same way.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from .languages import FUNCTIONS, Language
from .statements import DEEPEST, Item, statements

if TYPE_CHECKING:
    import tree_sitter

_PARTS = 2000  # parts of a stretch that are parsed again; where there are more, it is left
_GOES_ON = rb"(?![\s)\]}{#@/*]|(?:else|elif|except|finally|catch)\b)"  # not how a line begins that goes on with the one before
_ABOVE = re.compile(rb"^[ \t]*[#@/*].*\n\Z", re.MULTILINE)


def mended(source: bytes, items: list[Item], language: Language, parser: tree_sitter.Parser) -> list[Item]:
    """The items with each broken stretch read again, part by part, where that finds more whole units."""
    result: list[Item] = []
    at = 0
    tops = [i for i, item in enumerate(items) if item.parent < 0] + [len(items)]
    position = 0
    while position < len(tops) - 1:
        first = position
        while position < len(tops) - 1 and items[tops[position]].broken:
            position += 1
        if position == first:
            position += 1
            at = items[tops[first]].end
            _extend(result, items[tops[first] : tops[position]], tops[first])
            continue
        stretch = items[tops[first] : tops[position]]
        end = items[tops[position]].start if position < len(tops) - 1 else len(source)
        again = _read_again(source, max(at, source.rfind(b"\n", 0, stretch[0].start) + 1), end, language, parser)
        better = _whole(again) > _whole(stretch)
        _extend(result, again if better else stretch, 0 if better else tops[first])
        at = end
    return result


def _whole(items: list[Item]) -> int:
    """How many units were read without an error in them."""
    return sum(item.is_unit and not item.broken for item in items)


def _read_again(
    source: bytes, start: int, end: int, language: Language, parser: tree_sitter.Parser, indent: bytes = b""
) -> list[Item]:
    """The items of source[start:end], each part that begins at the margin (after `indent`) parsed by itself."""
    part = source[start:end]
    margins = re.finditer(rb"^" + re.escape(indent) + _GOES_ON, part, re.MULTILINE)
    begins = [0, *(_with_lines_above(part, margin.start()) for margin in margins if 0 < margin.start() < len(part))]
    if len(begins) > _PARTS:
        return []
    items: list[Item] = []
    for begin, stop in zip(begins, [*begins[1:], len(part)], strict=True):
        piece = part[begin:stop]
        if not piece.strip():
            continue
        root = parser.parse(piece).root_node
        offset = start + begin
        found = statements(root, language, offset)
        if root.has_error:
            found = _class_again(source, offset + len(piece), found, language, parser, indent)
        if root.has_error and not _whole(found):
            lead = len(piece) - len(piece.lstrip())
            found = [Item(offset + lead, offset + len(piece.rstrip()), "broken", -1, True)]
        _extend(items, found, 0)
    return items


def _class_again(
    source: bytes, end: int, items: list[Item], language: Language, parser: tree_sitter.Parser, indent: bytes
) -> list[Item]:
    """A broken class at the start of `items` with its members read again one by one, where that finds more whole units."""
    if not items or not items[0].is_unit or items[0].called in FUNCTIONS or len(indent) > DEEPEST:
        return items
    member = re.compile(rb"\n(" + re.escape(indent) + rb"[ \t]+)\S").search(source, items[0].signature[1], end)
    if member is None:
        return items
    outer = items[0]
    inner = _read_again(source, member.start() + 1, end, language, parser, member[1])
    for item in inner:
        item.parent += 1
    whole = replace(outer, end=max(end, outer.end))
    return [whole, *inner] if _whole(inner) > _whole(items) else items


def _with_lines_above(part: bytes, margin: int) -> int:
    """Where the comments and decorators directly above a line begin."""
    while match := _ABOVE.search(part, part.rfind(b"\n", 0, max(0, margin - 1)) + 1, margin):
        margin = match.start()
    return margin


def _extend(result: list[Item], more: list[Item], first: int) -> None:
    """Append items whose parents count from `first`."""
    moved = len(result) - first
    for item in more:
        if item.parent >= 0:
            item.parent += moved
        result.append(item)
