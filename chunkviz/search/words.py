"""The words of a text as keyword search compares them, and how well windows of neighbouring chunks match the words of a question.

Question and document are treated the same way: compatibility forms are made one (full-width digits, ligatures), letters are in
lower case and, in Latin, Greek, Cyrillic, Arabic and Hebrew, without accents or vowel marks. Scripts that leave no spaces between
words, and Hangul, whose words carry their endings, are taken letter by letter (Thai with the marks on a letter).
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import regex
from numpy.typing import NDArray

from ..tokenizer import Positions

_ONE_BY_ONE = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_TERM = regex.compile(rf"[{_ONE_BY_ONE}]\p{{M}}*|[[\p{{L}}\p{{M}}\p{{N}}_]--[{_ONE_BY_ONE}]]+", regex.VERSION1)
_MARKS = regex.compile(r"([\p{Latin}\p{Greek}\p{Cyrillic}\p{Arabic}\p{Hebrew}])[\p{Mn}\u0640]+", regex.VERSION1)
_K1, _B = 1.5, 0.75  # of BM25

Numbers = NDArray[np.float64]


def terms(text: str) -> list[str]:
    """The words of a text, in order.

    >>> terms("Café Nr. １２, كِتَاب, 東京"), terms("Ferries") == terms("ferries")
    (['cafe', 'nr', '12', 'كتاب', '東', '京'], True)
    """
    return _TERM.findall(folded(text))


def folded(text: str) -> str:
    """A text in the form in which words are compared."""
    text = text.casefold()
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _MARKS.sub(r"\1", unicodedata.normalize("NFKD", text))).casefold()


class Window(NamedTuple):
    """For each chunk, in order of place: the first and the last + 1 chunk of the window around it."""

    first: Positions
    after: Positions


class WindowWords:
    """BM25 of windows of neighbouring chunks, each taken as one text (Robertson and Zaragoza, The Probabilistic Relevance
    Framework, 2009; k1 1.5, b 0.75).

    A score of the parts is not the score of the whole: a passage whose sentences each hold one word of the question would score
    like one with a single match. So a word's count in a window is a difference of two running sums over the chunks, the window's
    length likewise, and the word's document frequency is the number of windows that hold it. The cost of a question is its words
    times the chunks times the windows; nothing is embedded or stored beside the counts of words.

    texts    of the chunks, in order of their place
    windows  of growing width, as many as there are chunks each
    """

    def __init__(self, texts: Sequence[str], windows: Sequence[Window]) -> None:
        self._count = len(texts)
        known: dict[str, int] = {}
        ids: list[int] = []
        chunks: list[int] = []
        counts: list[int] = []
        lengths = np.zeros(len(texts), np.int64)
        for number, text in enumerate(texts):
            found = Counter(terms(text))
            lengths[number] = found.total()
            ids += [known.setdefault(term, len(known)) for term in found]
            chunks += [number] * len(found)
            counts += found.values()
        order = np.argsort(np.array(ids, np.int64), kind="stable")
        self._known = known
        self._chunks, self._counts = np.array(chunks, np.int64)[order], np.array(counts, np.int64)[order]
        self._edges = np.array(ids, np.int64)[order].searchsorted(np.arange(len(known) + 1))
        self._windows = windows
        self._norms = [
            _K1 * (1 - _B + _B * long / max(float(long.mean()), 1e-12)) for long in (_sums(w, lengths) for w in windows)
        ]

    def scores(self, question: str) -> list[Numbers]:
        """For each width, the score of each chunk's window, shape (chunks,); 0 where it holds no word of the question."""
        found = [np.zeros(self._count) for _ in self._windows]
        for term, times in Counter(terms(question)).items():
            if (number := self._known.get(term)) is None:
                continue
            here = slice(self._edges[number], self._edges[number + 1])
            counts = np.zeros(self._count, np.int64)
            counts[self._chunks[here]] = self._counts[here]
            for score, window, norms in zip(found, self._windows, self._norms, strict=True):
                inside = _sums(window, counts)
                holding = int(np.count_nonzero(inside))
                weight = np.log1p((self._count - holding + 0.5) / (holding + 0.5))
                score += times * weight * (_K1 + 1) * inside / (inside + norms)
        return found


def _sums(window: Window, values: Positions) -> Positions:
    """The sum of each window's values."""
    total = np.concatenate([[0], np.cumsum(values)])
    sums: Positions = total[window.after] - total[window.first]
    return sums
