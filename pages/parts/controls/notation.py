"""Texts that hold line ends and spaces, written so that a person can see and type them."""

from __future__ import annotations

import re

_NAMED = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"'}
_SIGNS = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}
_ESCAPE = re.compile(r"\\(.)", re.S)
_AMBIGUOUS = re.compile(r'\\(?=[ntr\\"]|$)')


def written(text: str) -> str:
    """`text` with line ends and tabs as \\n, \\t, \\r; in quotes where spaces at its ends would not be seen.

    >>> print(written("\\n\\n"), written(". "), written(""), written("\\\\d+"))
    \\n\\n ". " "" \\d+
    """
    escaped = _AMBIGUOUS.sub(r"\\\\", text)
    for character, sign in _SIGNS.items():
        escaped = escaped.replace(character, sign)
    if not text or escaped != escaped.strip() or escaped.startswith('"'):
        return '"' + escaped.replace('"', '\\"') + '"'
    return escaped


def understood(typed: str) -> str:
    """The text that `typed` stands for: the inverse of `written`; an escape it does not know stays as it is."""
    if len(typed) >= 2 and typed.startswith('"') and typed.endswith('"'):
        typed = typed[1:-1]
    return _ESCAPE.sub(lambda match: _NAMED.get(match[1], match[0]), typed)


def lines(texts: tuple[str, ...]) -> str:
    """A list of texts, one a line."""
    return "\n".join(written(text) for text in texts)


def from_lines(typed: str) -> tuple[str, ...]:
    """The list that was typed, one a line; empty lines are no texts (an empty text is written as two quotes)."""
    return tuple(understood(line) for line in typed.replace("\r\n", "\n").split("\n") if line)
