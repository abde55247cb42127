"""HTML in Markdown: its headings and tables are headings and tables of the document, with exact places in the source.

What a Markdown parser calls an HTML block ends at a blank line, wherever its elements end; so elements are looked for in the
whole text, from where an HTML block has one begin to where that ends.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from ..document import Block

_TOKEN = re.compile(r"<(/?)(h[1-6]|table|caption|thead|tbody|tfoot|tr|td|th)\b(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+>", re.I)
_TAG = re.compile(r"<!--.*?-->|</?[A-Za-z](?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+>", re.S)
_ALT = re.compile(r"""<img\b[^<>]*?\balt\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.I)
_COLUMNS = re.compile(r"""\bcolspan\s*=\s*["']?(\d{1,3})\b""", re.I)

_HEADINGS = {f"h{level}" for level in range(1, 7)}

Token = re.Match[str]


def with_html(text: str, blocks: Sequence[Block]) -> list[Block]:
    """The blocks, in which HTML blocks have given way to the headings and tables in them."""
    begins = [(block.start, block.end) for block in blocks if _may_hold(text, block)]
    if not any(_TOKEN.search(text, *span) for span in begins):
        return list(blocks)
    found = [element for element in _elements(text) if _within(begins, element[0].start)]
    kept: list[Block] = []
    regions = [(one[0].start, one[0].end) for one in found]
    for block in blocks:
        inside = [region for region in _overlapping(regions, block) if region[1] > block.start and region[0] < block.end]
        if not inside:
            kept.append(block)
        elif _may_hold(text, block):
            kept += _around(text, block, inside)
        elif any(block.start < start and end < block.end for start, end in inside):
            kept.append(block)  # it is around the element
        else:
            reach = max(end for _, end in inside)
            if block.kind in ("list", "item", "quote") and block.end > reach:
                kept.append(block)
    kept += [one for element in found for one in element]
    return sorted(kept, key=lambda block: (block.start, -block.end))


def _may_hold(text: str, block: Block) -> bool:
    """Whether elements may begin in a block: an HTML block, or a paragraph that begins like one."""
    return block.kind == "html" or (block.kind == "paragraph" and text.startswith("<", block.start))


def _overlapping(regions: list[tuple[int, int]], block: Block) -> list[tuple[int, int]]:
    """The regions, in order and apart, that may lie in a block."""
    first = max(0, bisect_right(regions, (block.start, 0)) - 1)
    return regions[first : bisect_left(regions, (block.end, 0))]


def _within(spans: list[tuple[int, int]], place: int) -> bool:
    at = bisect_right(spans, (place, len(spans) and spans[-1][1] + 1)) - 1
    return at >= 0 and spans[at][0] <= place < spans[at][1]


def _around(text: str, block: Block, regions: list[tuple[int, int]]) -> Iterator[Block]:
    """What is left of a block beside the elements."""
    at = block.start
    for start, end in [*regions, (block.end, block.end)]:
        part = text[at : max(at, start)]
        if content := part.strip():
            begin = at + part.index(content[0])
            yield Block(block.kind, begin, begin + len(content))
        at = max(at, end)


def _elements(text: str) -> Iterator[list[Block]]:
    """The headings and outermost tables of the text, each table with its rows, in order; one pass, whatever is left open."""
    tokens = list(_TOKEN.finditer(text))
    names = [token[2].lower() for token in tokens]
    ends = _table_ends(tokens, names)
    headings = list(accumulate((name in _HEADINGS for name in names), initial=0))
    named = list(accumulate((name in ("th", "caption") for name in names), initial=0))
    i = 0
    while i < len(tokens):
        last, blocks = i, list[Block]()
        if names[i] in _HEADINGS and not tokens[i][1] and names[i : i + 2] == [names[i]] * 2 and tokens[i + 1][1]:
            last = i + 1
            blocks = _heading(text, tokens[i], tokens[last])
        elif i in ends and (named[ends[i]] > named[i] or headings[ends[i]] == headings[i]):  # else it lays headings out
            last = ends[i]
            blocks = _table(text, tokens[i : last + 1])
        if blocks:
            yield blocks
        i = last + 1


def _table_ends(tokens: list[Token], names: list[str]) -> dict[int, int]:
    """Which token ends the table that a token begins, for every table that is closed."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for i, name in enumerate(names):
        if name == "table" and not tokens[i][1]:
            opened.append(i)
        elif name == "table" and opened:
            ends[opened.pop()] = i
    return ends


def _heading(text: str, begin: Token, end: Token) -> list[Block]:
    title = words(text[begin.end() : end.start()])
    return [Block("heading", begin.start(), end.end(), int(begin[2][1]), {"title": title})] if title else []


def _table(text: str, tokens: list[Token]) -> list[Block]:
    """A table and its rows."""
    names = [token[2].lower() for token in tokens]
    rows: list[tuple[int, int, list[tuple[int, int]], bool]] = []
    start, cells, head, depth, thead = -1, list[tuple[int, int]](), True, 0, False
    opened: tuple[int, int] | None = None  # where the open cell's text begins, and how many columns it spans

    def close_cell(at: int) -> None:
        nonlocal opened
        if opened is not None:
            content = text[opened[0] : at].strip()
            begin = opened[0] + (text[opened[0] : at].index(content) if content else 0)
            cells.extend([(begin, begin + len(content))] * opened[1])
            opened = None

    def close_row(at: int) -> None:
        nonlocal start, cells, head
        close_cell(at)
        if start >= 0 and cells:
            end = start + len(text[start:at].rstrip())
            rows.append((start, end, cells, (head or thead) and (not rows or rows[-1][3])))
        start, cells, head = -1, [], True

    for token, name in zip(tokens, names, strict=True):
        depth += (-1 if token[1] else 1) if name == "table" else 0
        if depth > 1 or (name == "table" and depth):
            continue
        if name == "thead":
            thead = not token[1]
        elif name == "tr":
            close_row(token.end() if token[1] else token.start())
            start = -1 if token[1] else token.start()
        elif name in ("td", "th"):
            close_cell(token.start())
            if not token[1]:
                span = _COLUMNS.search(token[0])
                opened = token.end(), max(1, min(int(span[1]) if span else 1, 100))
                head &= name == "th"
                start = token.start() if start < 0 else start
        elif name in ("tbody", "tfoot", "table"):
            close_row(token.start())
    header = [row for row in rows if row[3]]
    if len(header) == len(rows):
        header = header[:1] if len(rows) > 1 else []
    about: dict[str, object] = {}
    if header:
        about["header"] = header[0][0], header[-1][1]
        width = max(len(row[2]) for row in header)
        titles = [[words(text[slice(*row[2][i])]) for row in header if i < len(row[2])] for i in range(width)]
        about["columns"] = tuple(" ".join(dict.fromkeys(filter(None, names))) for names in titles)
    table = Block("table", tokens[0].start(), tokens[-1].end(), 0, about)
    return [table] + [
        Block("row", start, end, 0, {"cells": tuple(cells)} | ({"header": True} if i < len(header) else {}))
        for i, (start, end, cells, _) in enumerate(rows)
    ]


def words(source: str) -> str:
    """The text of a piece of HTML as it is shown; where that is only a picture, what describes it."""
    shown = " ".join(html.unescape(_TAG.sub("", source)).split())
    alt = _ALT.search(source) if not shown else None
    return " ".join(html.unescape(alt[1] or alt[2] or "").split()) if alt else shown
