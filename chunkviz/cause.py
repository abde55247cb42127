"""Why a cut is where it is: as data, and as a sentence a person understands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Cause:
    """`kind` is a word to group by; `words` a sentence with `{names}` of the `numbers`; `separator` the text cut at.

    The sentence is made when it is read, so a hundred thousand causes cost no formatting.

    >>> Cause("size", "The next paragraph would have made {would} of {size} tokens.", {"would": 541, "size": 512}).sentence
    'The next paragraph would have made 541 of 512 tokens.'
    """

    kind: str
    words: str
    numbers: Mapping[str, Any] = field(default_factory=dict)
    separator: str | None = None

    @property
    def sentence(self) -> str:
        return self.words.format(**self.numbers) if self.numbers else self.words


END = Cause("end", "The text ends here.")


def separator_words(separator: str) -> str:
    """A separator in words: what stands at the cut, as a reader would name it.

    >>> separator_words("\\n\\n"), separator_words(". "), separator_words("\\nclass ")
    ('blank line', 'full stop', 'line that begins with “class ”')
    """
    named = {
        " ": "space",
        "": "character",
        ". ": "full stop",
        ".": "full stop",
        "\t": "tab",
    }
    if separator in named:
        return named[separator]
    if separator.isspace() and (lines := len(separator.splitlines())) and separator.splitlines() != [separator]:
        if "\f" in separator or "\u2029" in separator:
            return "page break" if "\f" in separator else "paragraph end"
        return "line end" if lines == 1 else "blank line"
    if separator.startswith("\n") and separator.strip():
        return f"line that begins with “{separator.lstrip()}”"
    visible = separator.replace("\n", "⏎").replace("\r", "␍").replace("\t", "⇥")
    return f"“{visible}”"
