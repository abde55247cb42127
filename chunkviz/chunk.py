"""A chunk, and the overlap between it and the one before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .cause import Cause
from .phrases import counted
from .span import Span


@dataclass(frozen=True, slots=True)
class Overlap:
    """What a boundary repeats: asked for and got (both in `unit`), and in words why they differ ("" where they agree).

    `got` counts the text that this chunk shares with the one before; 0 where they only touch.
    """

    asked: int = 0
    got: int = 0
    unit: str = "tokens"
    why: str = ""

    @property
    def words(self) -> str:
        """In a sentence; "" where nothing was asked for and nothing is repeated.

        >>> Overlap(5, 5, "words").words
        'Repeats 5 words, as asked.'
        >>> Overlap(5, 1, "words", "No more is there.").words
        'Repeats 1 word of the 5 asked for. No more is there.'
        """
        if not self.asked and not self.got:
            return ""
        if self.got == self.asked:
            return f"Repeats {counted(self.got, self.unit.removesuffix('s'))}, as asked."
        return f"Repeats {counted(self.got, self.unit.removesuffix('s'))} of the {self.asked:,} asked for. {self.why}".strip()


NO_OVERLAP = Overlap()


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document: `document.text[chunk.start:chunk.end]`, always, to the character.

    cause     why it ends where it ends (why it begins: the cause of the one before)
    tokens    length of its own text in the tokenizer's units; None until counted
    context   spans that go before it when it is embedded (heading path, table head, enclosing class), in order
    added     generated text that goes before it and appears nowhere in the document (shown as such)
    parent    the span of the larger chunk it belongs to, if any
    overlap   what it repeats from the chunk before it
    oversize  "" or, in words, why it is larger than the size asked for
    metadata  what makes it traceable (section path, lines, symbol, speaker ...)
    """

    start: int
    end: int
    cause: Cause
    tokens: int | None = None
    context: tuple[Span, ...] = ()
    added: str = ""
    parent: Span | None = None
    overlap: Overlap = NO_OVERLAP
    oversize: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)
