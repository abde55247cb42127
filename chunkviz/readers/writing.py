"""Writing out a conversation from a file that is no text to read as it is: its text grows with its blocks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..document import Block
from ..phrases import counted

HALF = re.compile("[\ud800-\udfff]")


@dataclass
class Writing:
    """What was written, and what was not.

    remarks    other sentences the user should see
    left_out   how often what was left out: (singular, plural) -> count
    attachments   the names of those that are no text and were left out
    replaced   halves of characters (lone surrogates) that became “\\ufffd”
    """

    blocks: list[Block] = field(default_factory=list)
    left_out: Counter[tuple[str, str]] = field(default_factory=Counter)
    remarks: list[str] = field(default_factory=list)
    metadata: dict[str, str] = field(default_factory=dict)
    attachments: list[str] = field(default_factory=list)
    replaced: int = 0
    length: int = 0
    _parts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def write(self, text: str) -> int:
        """Add text; where it begins."""
        if not text.isascii():
            text, count = HALF.subn("\ufffd", text)
            self.replaced += count
        start = self.length
        self._parts.append(text)
        self.length += len(text)
        return start

    def heading(self, title: str) -> None:
        start = self.write(title)
        self.blocks.append(Block("heading", start, self.length, 1, {"title": title}))
        self.write("\n\n")

    def message(self, head: str, between: str, words: str, about: Mapping[str, Any]) -> None:
        """Add a message: what stands before its words, the white space between, the words; `about` its attributes."""
        start = self.write(head)
        end = self.length
        if words:
            self.write((between if head else "") + words)
        attributes = {key: value for key, value in about.items() if value}
        if head:
            attributes["head"] = (start, end)
        self.blocks.append(Block("message", start, self.length, 0, attributes))

    def add(self, blocks: tuple[Block, ...], start: int) -> None:
        """Add the blocks of a text that was written at `start`."""
        for block in blocks:
            attributes = {key: _moved(value, start) for key, value in block.attributes.items()}
            self.blocks.append(replace(block, start=block.start + start, end=block.end + start, attributes=attributes))

    def notes(self) -> tuple[str, ...]:
        """What was left out or replaced, as sentences."""
        found = tuple(self.remarks)
        if counts := [counted(count, *names) for names, count in self.left_out.items() if count]:
            found += (f"Left out: {', '.join(counts)}.",)
        if self.attachments:
            count = counted(len(self.attachments), "attachment is", "attachments are")
            shown = ", ".join(self.attachments[:5]) + (" …" if len(self.attachments) > 5 else "")
            found += (f"{count} no text and left out: {shown}.",)
        if self.replaced:
            found += (f"{counted(self.replaced, 'half', 'halves')} of characters (lone surrogates) replaced by “\ufffd”.",)
        return found


def _moved(value: Any, by: int) -> Any:
    """An attribute with its places (pairs of positions, tuples of such pairs) moved."""
    if isinstance(value, tuple) and value:
        if len(value) == 2 and all(type(part) is int for part in value):
            return value[0] + by, value[1] + by
        return tuple(_moved(part, by) for part in value)
    return value
