"""Pieces of sentences that reports, pages and commands share: counts, lists, articles, durations, quotations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .span import Span

QUOTED = 160  # characters of a quotation


def chunk_name(number: int) -> str:
    """A chunk as people count: number 0 is “chunk 1”."""
    return f"chunk {number + 1:,}"


def counted(number: int, one: str, many: str = "") -> str:
    """A number and what it counts.

    many   the plural; `one` and an s where it is empty

    >>> counted(1, "row"), counted(1200, "row"), counted(0, "boundary", "boundaries")
    ('1 row', '1,200 rows', '0 boundaries')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def article(words: str) -> str:
    """The words with “a” or “an” before them, by their first letter.

    >>> article("upright stroke"), article("comma"), article("unit"), article("function")
    ('an upright stroke', 'a comma', 'a unit', 'a function')
    """
    vowel = words[:1].lower() in set("aeio") or (words[:1].lower() == "u" and not words.lower().startswith(("uni", "us")))
    return f"{'an' if vowel else 'a'} {words}"


def listed(words: Sequence[str]) -> str:
    """
    >>> listed(["1", "2", "4"])
    '1, 2 and 4'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def duration(seconds: float) -> str:
    """About how long, in words.

    >>> duration(20), duration(100), duration(5400)
    ('about 20 s', 'about 2 min', 'about 1.5 h')
    """
    if seconds < 90:
        return f"about {max(1, round(seconds))} s"
    return f"about {seconds / 60:.0f} min" if seconds < 3600 else f"about {seconds / 3600:.1f} h"


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
