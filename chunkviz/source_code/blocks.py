"""The structure of source code: its functions, classes and statements as blocks, by tree-sitter.

What is kept of a syntax tree is small: the statements of every body, and which of them are units (see `languages`).
A comment, attribute or decorator that stands directly above a statement belongs to it.
"""

from __future__ import annotations

import numpy as np

from ..document import Block
from ..tokenizer import Positions
from .languages import FUNCTIONS, SPACES, Language, grammar
from .repair import mended
from .statements import Item, first_error, statements


def structure(text: str, language: Language) -> tuple[tuple[Block, ...], tuple[str, ...]]:
    """(blocks, notes) of source code: units, statements and comments, in order, outer before inner.

    A unit's block is of kind "function", "method" or "class" and has the attributes `name`, `symbol` (with the names
    of the units around it), `called` ("struct", "namespace" ...) and `signature` (start and end). `level` is how many
    blocks it stands in. Raises MissingError where the grammar is not installed.
    """
    import tree_sitter

    source = text.encode("utf-8", "surrogatepass")
    parser = tree_sitter.Parser(grammar(language))
    root = parser.parse(source).root_node
    items = statements(root, language, 0)
    notes: tuple[str, ...] = ()
    if root.has_error:
        where = f"a syntax error or a macro near line {first_error(root)}"
        notes = (f"Not all of the source parses ({where}): the parts that do are cut normally, the rest by lines.",)
        items = mended(source, items, language, parser)
    _attach(source, items)
    return _blocks(text, source, items), notes


def characters_at(text: str, source: bytes, places: Positions) -> Positions:
    """The characters that begin at these bytes of the text's UTF-8."""
    if len(source) == len(text):
        return places
    lead = (np.frombuffer(source, np.uint8) & 0xC0) != 0x80
    before = np.zeros(len(source) + 1, np.int64)
    np.cumsum(lead, out=before[1:])
    return before[places]


def _attach(source: bytes, items: list[Item]) -> None:
    """Give comments to the statement they stand directly above or after; drop errors that only hold units."""
    last: dict[int, Item] = {}
    holding = {item.parent for item in items if item.is_unit}
    for i, item in enumerate(items):
        while item.end > item.start and source[item.end - 1 : item.end].isspace():
            item.end -= 1
        item.dropped = item.end == item.start or (item.called == "broken" and i in holding)
        before = last.get(item.parent)
        if before is not None and not item.dropped and before.end <= item.start:
            between = source[before.end : item.start]
            if before.called == "comment" and not between.strip() and between.count(b"\n") <= 1:
                item.start, before.dropped = before.start, True
            elif item.called == "comment" and before.called != "comment" and b"\n" not in between:
                before.end, item.dropped = max(before.end, item.end), True
        if not item.dropped:
            last[item.parent] = item


def _blocks(text: str, source: bytes, items: list[Item]) -> tuple[Block, ...]:
    if not items:
        return ()
    places = np.array([(item.start, item.end, *item.signature) for item in items], np.int64)
    places = characters_at(text, source, places.reshape(-1)).reshape(-1, 4)
    blocks: list[Block] = []
    around: list[tuple[int, str, bool]] = []  # of each item: level of its children, symbol, whether they are methods
    for item, (start, end, begin, stop) in zip(items, places.tolist(), strict=True):
        level, outer, in_class = around[item.parent] if item.parent >= 0 else (0, "", False)
        if not item.is_unit:
            around.append((level + (not item.dropped), outer, in_class))
            if not item.dropped:
                blocks.append(
                    Block(
                        "comment" if item.called == "comment" else "statement",
                        start,
                        end,
                        level,
                        {"broken": True} if item.called == "broken" else {},
                    )
                )
            continue
        symbol = ".".join(filter(None, (outer, item.name)))[-200:]
        function = item.called in FUNCTIONS
        kind = ("method" if in_class or item.called == "method" else "function") if function else "class"
        called = kind if item.called in ("function", "method") else item.called
        blocks.append(
            Block(kind, start, end, level, {"name": item.name, "symbol": symbol, "called": called, "signature": (begin, stop)})
        )
        around.append((level + 1, symbol, not function and item.called not in SPACES))
    blocks.sort(key=lambda block: (block.start, -block.end, block.level))
    return tuple(blocks)
