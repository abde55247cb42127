"""Pieces of sentences that reasons and accounts share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..span import Span

QUOTED = 160  # characters of a quotation


def chunk_name(number: int) -> str:
    """A chunk as people count: number 0 is “chunk 1”."""
    return f"chunk {number + 1:,}"


def count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def listed(words: Sequence[str]) -> str:
    """
    >>> listed(["1", "2", "4"])
    '1, 2 and 4'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def quoted(words: Iterable[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)


def ended(sentence: str) -> str:
    """With a full stop, unless a quotation at its end brings one."""
    return sentence if sentence.endswith((".”", "!”", "?”", "…”")) else f"{sentence}."


def shortened(text: str, span: Span, most: int = QUOTED, *, from_end: bool = False) -> str:
    """The text of a span on one line, cut down to `most` characters; `from_end` keeps its end."""
    line = " ".join(text[span.start : span.end].split())
    if len(line) <= most:
        return line
    return "…" + line[1 - most :] if from_end else line[: most - 1] + "…"
