"""Words divided at line ends: whether the hyphen is one of printing or one of the word ("regu-lations", "well-known").

The document's own words decide first: the word as a whole, or with its hyphen. Then, in an English text, a list of common
words: the vocabulary of all-MiniLM-L6-v2, which is at hand anyway.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from ..tokenizers.huggingface import packaged_minilm
from .glyphs import DIVIDER

HYPHENS = (DIVIDER, "-", "\u2010")
_ENGLISH = 0.7  # share of a text's words among the common ones from which it is English
_SAMPLE = 2000  # words looked at to tell
_BEFORE = re.compile(r"([^\W_][\w'’-]*)[-\u2010\u00ad]$")
_AFTER = re.compile(r"[^\W_][\w'’]*")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SUSPENDED = {"and", "or", "to", "und", "oder", "bzw"}  # "in- and outbound"

_ENDINGS = {"able", "less", "ness", "ship", "ward", "wards"}  # words by themselves, but most often the ends of others


class KnownWords:
    """The words of a document, away from the ends of its lines."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._words: set[str] = set()
        for line in lines:
            self._words.update(_WORD.findall(line)[1:-1])
        sample = sorted(word for word in self._words if len(word) > 2 and word.isascii() and word.islower())[:_SAMPLE]
        self._english = len(sample) >= 8 and sum(word in _common() for word in sample) >= _ENGLISH * len(sample)

    def hyphen(self, before: str, after: str) -> str | None:
        """What stands between a line that ends with a hyphen and the next, instead of it: nothing, a hyphen, a hyphen and a
        space; None where the hyphen divides no word."""
        first, second = _BEFORE.search(before), _AFTER.match(after)
        if not first or not second:
            return None
        head, tail = first[1].split("-")[-1], second[0]
        whole = head + tail
        if len(head) == 1:
            return "-"  # "e-mail"; no word is divided after its first letter
        if self.knows(whole) and not _is_number(head, tail):
            return ""
        if tail.lower() in _SUSPENDED:
            return "- "
        if _is_number(head, tail) or (tail[0].isupper() and not head.isupper()):
            return "-"
        if f"{head}-{tail}" in self._words:
            return "-"
        if "-" in first[1]:
            return "-" if self.knows(tail) else ""
        return "-" if len(tail) > 3 and tail not in _ENDINGS and self.knows(head) and self.knows(tail) else ""

    def knows(self, word: str) -> bool:
        return word in self._words or (self._english and word.lower() in _common())


def _is_number(head: str, tail: str) -> bool:
    return head[-1:].isdigit() or tail[0].isdigit()


@lru_cache(maxsize=1)
def _common() -> frozenset[str]:
    """Common English words of three letters and more."""
    vocabulary = (packaged_minilm() / "vocab.txt").read_text(encoding="utf-8").split()
    return frozenset(word for word in vocabulary if word.isalpha() and len(word) > 2)
