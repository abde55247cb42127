"""A text without its white space and in one Unicode form, each character of it knowing where it comes from.

Two texts that differ only by white space, invisible characters (soft hyphens, joiners, control characters) or Unicode
form (“ﬁ” and “fi”, é as one character or two) are the same when squeezed. The form is NFKD, whose parts do not depend on
what stands around them, so that it is made for each distinct character once and looked up.
"""

from __future__ import annotations

import unicodedata
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from ..span import Span
from ..tokenizer import Positions, code_points

Codes = NDArray[np.uint32]
_BASE = 0x9E3779B97F4A7C15
_WHOLE = 1 << 64


class Squeezed:
    """`codes`: code points, shape (n,); `places[i]`: which character of `text` the i-th comes from, shape (n,)."""

    def __init__(self, text: str) -> None:
        characters = code_points(text)
        if text.isascii():
            self.places: Positions = np.flatnonzero(_SEEN[characters])
            self.codes: Codes = characters[self.places]
            return
        distinct, which = np.unique(characters, return_inverse=True)
        parts = [_parts(chr(code)) for code in distinct.tolist()]
        lengths = np.array([len(part) for part in parts], np.int64)
        offsets = np.cumsum(lengths) - lengths
        table = code_points("".join(parts))
        counts = lengths[which]
        self.places = np.repeat(np.arange(len(text), dtype=np.int64), counts)
        within = np.arange(len(self.places)) - np.repeat(np.cumsum(counts) - counts, counts)
        self.codes = table[np.repeat(offsets[which], counts) + within] if len(table) else np.empty(0, np.uint32)
        if any(unicodedata.combining(part) for part in "".join(parts)):
            self._order_marks()

    def __len__(self) -> int:
        return len(self.codes)

    @cached_property
    def text(self) -> str:
        return self.codes.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")

    def span(self, start: int, end: int) -> Span:
        """The characters that squeezed ones start..end-1 come from."""
        return Span(int(self.places[start]), int(self.places[end - 1]) + 1)

    def fingerprints(self, width: int) -> NDArray[np.uint64]:
        """A number for each run of `width` squeezed characters, equal for equal runs, shape (n - width + 1,)."""
        if len(self) < width:
            return np.empty(0, np.uint64)
        total, taken = np.zeros(len(self) - width + 1, np.uint64), 0
        power, size = self.codes.astype(np.uint64), 1
        while size <= width:  # runs of 1, 2, 4 ... characters; those that width is made of are joined
            if width & size:
                total = total * np.uint64(pow(_BASE, size, _WHOLE)) + power[taken : taken + len(total)]
                taken += size
            if size * 2 <= width:
                power = power[:-size] * np.uint64(pow(_BASE, size, _WHOLE)) + power[size:]
            size *= 2
        return total

    def _order_marks(self) -> None:
        """Put combining marks that stand together into the order that NFKD gives them."""
        distinct = np.unique(self.codes)
        marks = np.array([code for code in distinct.tolist() if unicodedata.combining(chr(code))], np.uint32)
        is_mark = np.isin(self.codes, marks)
        edges = np.flatnonzero(np.diff(np.concatenate([[False], is_mark, [False]]).astype(np.int8)))
        for start, end in edges.reshape(-1, 2).tolist():
            if end - start > 1:
                classes = [unicodedata.combining(chr(code)) for code in self.codes[start:end].tolist()]
                self.codes[start:end] = self.codes[start:end][np.argsort(classes, kind="stable")]


@cache
def _parts(char: str) -> str:
    return "".join(
        part
        for part in unicodedata.normalize("NFKD", char)
        if not part.isspace() and unicodedata.category(part) not in ("Cf", "Cc")
    )


_SEEN = np.array([bool(_parts(chr(code))) for code in range(128)])  # which ASCII characters are kept, all as they are
