"""Plain text: paragraphs are what blank lines separate."""

from __future__ import annotations

import re

from ..document import Block, Document
from ..reader import Reader, decode, readers

_PARAGRAPH = re.compile(r"\S(?:[^\r\n]|\r?\n(?![ \t]*\r?\n)|\r(?!\n))*")


def read_text(data: bytes, name: str) -> Document:
    text, notes = decode(data, name)
    return Document(text, name, "text", paragraphs(text), {"source": name}, notes)


def paragraphs(text: str) -> tuple[Block, ...]:
    """The paragraphs of a plain text: lines with a blank line, or an end of the text, on either side."""
    blocks = []
    for match in _PARAGRAPH.finditer(text):
        end = match.start() + len(match.group().rstrip())
        blocks.append(Block("paragraph", match.start(), end))
    return tuple(blocks)


readers.register(Reader("text", "Plain text", (".txt", ".text", ".log"), read_text, order=900))
