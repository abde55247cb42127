"""The statements of a parsed source, and which of them are units: one walk over a tree-sitter tree.

The tree is walked with a cursor: no recursion, and no queries, whose time grows with the square of the nesting.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .languages import Language

if TYPE_CHECKING:
    import tree_sitter

DEEPEST = 200  # nesting of statements that is looked into
_SMALLEST = 16  # bytes of a node below which it is not looked into
_SIGNATURE = 400  # bytes of a signature that are kept as context
_LEADERS = ("comment", "line_comment", "block_comment", "multiline_comment", "attribute_item", "decorator")
_NOT_STATEMENTS = (
    "name",
    "condition",
    "superclass",
    "body",
)  # fields of a node that are none of its statements (`#ifdef NAME`)
_RECEIVER = re.compile(r"(\w+)(?:\[.*\])?\)$")  # T in Go's `(t *T[K])`


@dataclass(slots=True)
class Item:
    """A statement; places are bytes. `called` is "statement", "comment", "broken" or what its unit is called."""

    start: int
    end: int
    called: str
    parent: int
    broken: bool
    name: str = ""
    signature: tuple[int, int] = (0, 0)
    dropped: bool = False

    @property
    def is_unit(self) -> bool:
        return self.called not in ("statement", "comment", "broken")


def statements(root: tree_sitter.Node, language: Language, offset: int) -> list[Item]:
    """The statements under `root` in order, outer before inner, moved by `offset` bytes."""
    items: list[Item] = []
    cursor = root.walk()
    # of the node whose children are being visited: holds statements?, innermost item, statements around it, wrapper, error?
    frame: tuple[bool, int, int, tree_sitter.Node | None, bool] = (root.type in language.bodies, -1, 0, None, root.is_error)
    outer = []
    deeper = cursor.goto_first_child()
    while deeper:
        node = cursor.node
        assert node is not None
        body, owner, depth, wrapper, error = frame
        kind, within = node.type, None
        is_unit, wraps = kind in language.units, kind in language.wrappers
        if node.is_named and ((body and cursor.field_name not in _NOT_STATEMENTS) or (error and (is_unit or wraps))):
            called = "broken" if node.is_error else "comment" if kind in _LEADERS else "statement"
            items.append(Item(node.start_byte + offset, node.end_byte + offset, called, owner, node.has_error))
            owner, depth = len(items) - 1, depth + 1
            if is_unit:
                _name(items[owner], node, node, language, offset)
            elif wraps:
                within = node
        elif wrapper is not None and items[owner].called == "statement":
            if is_unit:
                _name(items[owner], node, wrapper, language, offset)
            elif wraps:  # a list of values bears no name: what stands around it does (Lua's `M.f = function`)
                within = wrapper if kind.endswith("_list") else node
        if node.end_byte - node.start_byte >= _SMALLEST and depth < DEEPEST and cursor.goto_first_child():
            outer.append(frame)
            frame = (kind in language.bodies, owner, depth, within, node.is_error)
            continue
        while not cursor.goto_next_sibling():
            if not outer:
                return items
            cursor.goto_parent()
            frame = outer.pop()
    return items


def _name(item: Item, node: tree_sitter.Node, wrapper: tree_sitter.Node, language: Language, offset: int) -> None:
    """Make `item` a unit: what it is called, its name, its signature. A C type that is only mentioned is none."""
    body = node.child_by_field_name("body")
    if body is None and node.type.endswith("_specifier"):
        return
    named = node.child_by_field_name("name") or next(
        filter(None, map(wrapper.child_by_field_name, ("name", "left", "property"))), None
    )
    named = named or node.child_by_field_name("type") if node.type == "impl_item" else named
    declared: tree_sitter.Node | None = node if node.child_by_field_name("declarator") else wrapper
    while named is None and declared is not None:
        following = declared.child_by_field_name("declarator")
        if following is None:
            named = declared if declared not in (node, wrapper) else None
        declared = following
    item.called = language.units[node.type]
    item.name = _words(named)
    if trait := node.child_by_field_name("trait"):
        item.name = f"{_words(trait)} for {item.name}"
    if (receiver := node.child_by_field_name("receiver")) and (owner := _RECEIVER.search(_words(receiver))):
        item.name = f"{owner[1]}.{item.name}"
    item.signature = _signature(item, node, wrapper, body, offset)


def _words(node: tree_sitter.Node | None) -> str:
    """A node's text on one line, at most 100 characters of it."""
    return " ".join((node.text or b"")[:400].decode("utf-8", "replace").split())[:100] if node is not None else ""


def _signature(
    item: Item, node: tree_sitter.Node, wrapper: tree_sitter.Node, body: tree_sitter.Node | None, offset: int
) -> tuple[int, int]:
    """From after the decorators to the body; a unit without one has its first line."""
    start = item.start
    for child in wrapper.children if wrapper.start_byte + offset == item.start else ():
        start = child.start_byte + offset
        if child.type not in _LEADERS:
            break
    if body is None:
        text = (node.text or b"").split(b"\n", 1)[0]
        return node.start_byte + offset, node.start_byte + offset + min(len(text), _SIGNATURE)
    end = body.start_byte
    for child in node.children:
        if child.start_byte >= body.start_byte:
            break
        if child.type not in _LEADERS:
            end = child.end_byte
    end += offset
    return (start, end) if end - start <= _SIGNATURE else (start, start + _SIGNATURE)


def first_error(root: tree_sitter.Node) -> int:
    """The line (from 1) of the first node that is an error inside and out, at most 1,000 nodes down."""
    node = root
    for _ in range(1000):
        following = next((child for child in node.children if child.has_error), None)
        if following is None:
            break
        node = following
    return node.start_point.row + 1
