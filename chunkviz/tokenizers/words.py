"""Words: runs between white space, as people count them; where a script sets no spaces, its characters.

A Chinese or Japanese page is thousands of words long, not one: every Han character and kana counts as one word, and
the punctuation between them as none. Thai, Lao, Khmer and Burmese are counted by the grapheme cluster.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import regex

from ..tokenizer import Positions, Tokenizer, tokenizers

_SINGLE = r"\p{Han}\p{Hiragana}\p{Katakana}"
_CLUSTERED = r"\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_UNCOUNTED = r"\u3000-\u303f\u3099\u309a\u30fb\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"  # East Asian punctuation
_WORD = regex.compile(rf"[{_SINGLE}]|(?=[{_CLUSTERED}])\X|[^\s{_SINGLE}{_CLUSTERED}{_UNCOUNTED}]+")
_ASCII_WORD = regex.compile(r"\S+")


class Words(Tokenizer):
    key = "words"
    label = "Words"
    unit = "words"
    additive = True
    order = 40

    def spans(self, text: str) -> tuple[Positions, Positions]:
        pattern = _ASCII_WORD if text.isascii() else _WORD
        found = np.array([match.span() for match in pattern.finditer(text)], np.int64).reshape(-1, 2)
        return found[:, 0].copy(), found[:, 1].copy()

    def counts(self, texts: Sequence[str]) -> list[int]:
        return [sum(1 for _ in (_ASCII_WORD if text.isascii() else _WORD).finditer(text)) for text in texts]


tokenizers.register(Words())
