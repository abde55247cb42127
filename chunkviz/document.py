"""A document: text that never changes after reading, and the structure found in it."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import UnreadableError
from .span import Span

_WHITE = np.array([chr(code).isspace() for code in range(0x3001)] + [False])  # by code point; none is white after U+3000


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a document's structure and its place.

    `kind` is one of the field's own words: heading, paragraph, list, item, quote, code, table, row, caption,
    front_matter, html, footnote, page, message, signature, quoted, function, class, method, statement, comment.
    Blocks nest by containment: a table's block contains its rows' blocks. `level` is the heading's level (1-6) or
    the nesting depth of a list item. `attributes` holds what the kind knows: a heading's `title`, a page's `number`,
    a message's `speaker` and `time`, a symbol's `name`, a table's `header` (span of its header row as a pair)
    and `columns` (names).
    """

    kind: str
    start: int
    end: int
    level: int = 0
    attributes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


@dataclass(frozen=True)
class Document:
    """Text as it was decoded, with its name, kind and structure.

    `text` keeps every character that was read (CRLF stays). `kind` is the reader's key ("text", "markdown", "html",
    "code" ...). `blocks` are in order of start, outer before inner. `metadata` is what travels with every chunk
    (title, language, source ...). `notes` are sentences about reading that the user should see (a byte order mark
    dropped, hidden parts of a page left out).
    """

    text: str
    name: str = "text"
    kind: str = "text"
    blocks: tuple[Block, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        try:
            self.text.encode()
        except UnicodeEncodeError as error:
            message = (
                f"{self.name} holds half a character (a lone surrogate) at {error.start}; replace it and read the text again."
            )
            raise UnreadableError(message) from None

    def __len__(self) -> int:
        return len(self.text)

    @cached_property
    def id(self) -> str:
        """The same for the same text and structure: 16 hexadecimal digits."""
        digest = hashlib.sha256(self.text.encode())
        digest.update(repr((self.kind, self.name, self.blocks)).encode())
        return digest.hexdigest()[:16]

    def blocks_of(self, *kinds: str) -> Iterator[Block]:
        """The blocks of these kinds, in order."""
        return (block for block in self.blocks if block.kind in kinds)

    @cached_property
    def solid(self) -> NDArray[np.int32]:
        """How many characters before each position are not white space; shape (len + 1,)."""
        codes = np.frombuffer(self.text.encode("utf-32-le"), dtype=np.uint32)
        counted = np.zeros(len(codes) + 1, np.int32)
        np.cumsum(~_WHITE[np.minimum(codes, len(_WHITE) - 1)], out=counted[1:], dtype=np.int32)
        return counted

    @cached_property
    def _line_starts(self) -> list[int]:
        codes = np.frombuffer(self.text.encode("utf-32-le"), dtype=np.uint32)
        newline = codes == 10
        lone_return = codes == 13
        lone_return[:-1] &= ~newline[1:]
        return [0, *(np.flatnonzero(newline | lone_return) + 1).tolist()]

    def line(self, position: int) -> int:
        """The line (from 1) that the character at `position` stands on; \\n, \\r\\n and a lone \\r end lines."""
        return bisect_right(self._line_starts, position)
