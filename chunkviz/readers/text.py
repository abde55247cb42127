"""Plain text: paragraphs are what blank lines separate."""

from __future__ import annotations

from ..document import Block, Document
from ..reader import Reader, TextOptions, decode, readers
from ..text.line_ends import PARAGRAPH_END


def read_text(data: bytes, name: str) -> Document:
    text, notes = decode(data, name)
    return Document(text, name, "text", paragraphs(text), {"source": name}, notes)


def paragraphs(text: str) -> tuple[Block, ...]:
    """The paragraphs of a plain text: lines with a blank line, or an end of the text, on either side."""
    blocks = []
    start = 0
    for end, following in [*(match.span() for match in PARAGRAPH_END.finditer(text)), (len(text), len(text))]:
        part = text[start:end]
        if content := part.strip():
            begin = start + len(part) - len(part.lstrip())
            blocks.append(Block("paragraph", begin, begin + len(content)))
        start = following
    return tuple(blocks)


readers.register(
    Reader(
        "text",
        "Plain text",
        (".txt", ".text", ".log"),
        read_text,
        order=900,
        options=TextOptions,
        libraries=("charset_normalizer",),
    )
)
