"""Where a document says nearly what a quote says: for a quote that was retyped, reformatted, or is from another edition.

Both are compared by their letters and digits alone, in lower case, so that marks (`**bold**`, “quotation marks”, a table's
bars), hyphens at the end of a line and white space make no difference. Two steps:

1. Windows as long as the quote are scored by the runs of three letters that they share with it, a rare run counting more
   (1 / how often the document has it). One pass over the document, whatever the quote.
2. In the few best windows, and half as much again around them, the stretch with the smallest edit distance to the quote is
   found by dynamic programming (P. H. Sellers, "The theory and computation of evolutionary distances", 1980): the first
   row is zero, so that the stretch may begin anywhere. Bounded, since the length of the quote is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..document import Document
from ..span import Span
from ..tokenizer import code_points

LONGEST = 2_000  # characters of a quote
FURTHEST = 0.5  # of the quote's letters that may differ
_RUN = 3  # letters of a run
_WORD = 20  # letters by which a passage grows at most to end with a word
_WITHOUT_SPACES = "\u2e80"  # from here on: Chinese, Japanese and their like
_WINDOWS = 5  # windows that are looked at closely

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Near:
    """A passage near a quote. `edits`: letters that are inserted, left out or replaced; `share`: of the quote's letters."""

    span: Span
    edits: int
    share: float


def nearest_passages(quote: str, document: Document, most: int = 3) -> list[Near]:
    """The passages that say nearly what the quote says, the nearest first; none that differs in half of its letters.

    Empty where the quote is longer than LONGEST or has fewer than three letters.
    """
    if len(quote) > LONGEST:
        return []
    wanted, _ = _letters(quote)
    letters, places = _letters(document.text)
    if len(wanted) < _RUN or len(letters) < _RUN:
        return []
    found: list[Near] = []
    for window in _windows(wanted, letters):
        start, end, edits = _aligned(wanted, letters, window)
        if start == end or edits > FURTHEST * len(wanted):
            continue
        span = _with_marks(Span(int(places[start]), int(places[end - 1]) + 1), quote, document.text)
        if not any(span.overlaps(one.span) for one in found):
            found.append(Near(span, edits, edits / len(wanted)))
    return sorted(found, key=lambda one: (one.edits, one.span))[:most]


def _letters(text: str) -> tuple[Numbers, Numbers]:
    """The code points of the letters and digits of a text in lower case, and where in the text each stands."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few letters become two, such as İ: they are taken as they are
        lowered = "".join(small if len(small := one.lower()) == 1 else one for one in text)
    solid = np.fromiter(map(str.isalnum, lowered), bool, len(lowered))
    return code_points(lowered)[solid].astype(np.int64), np.flatnonzero(solid)


def _runs(letters: Numbers) -> Numbers:
    """A number for each run of three letters, which no other run has: a code point is below 2**21."""
    return (letters[:-2] << 42) | (letters[1:-1] << 21) | letters[2:]


def _windows(wanted: Numbers, letters: Numbers) -> list[int]:
    """Where the windows begin that share most with the quote, the best first; none of them overlaps another."""
    runs, known = _runs(letters), np.unique(_runs(wanted))
    which = np.minimum(known.searchsorted(runs), len(known) - 1)
    shared = known[which] == runs
    often = np.bincount(which[shared], minlength=len(known))
    weights = np.where(shared, 1 / np.maximum(often, 1)[which], 0)
    width = max(1, min(len(wanted) - _RUN + 1, len(weights)))
    total = np.concatenate([[0], np.cumsum(weights)])
    scores = total[width:] - total[:-width]
    begins = []
    for _ in range(_WINDOWS):
        best = int(scores.argmax())
        if scores[best] <= 1e-9:
            break
        begins.append(best)
        scores[max(0, best - width + 1) : best + width] = 0
    return begins


def _aligned(wanted: Numbers, letters: Numbers, begin: int) -> tuple[int, int, int]:
    """(start, end, edits) of the stretch of letters around a window that is nearest to the quote.

    Each cell holds its cost times `wide`, plus where its stretch begins: the smallest cell is then the cheapest and, of
    equals, the one that begins first.
    """
    around = len(wanted) // 4 + _RUN
    first = max(0, begin - around)
    part = letters[first : begin + len(wanted) + around]
    wide = len(part) + 1
    steps = np.arange(wide, dtype=np.int32) * np.int32(wide)  # at most LONGEST * 1.5 squared: no overflow
    row = np.arange(wide, dtype=np.int32)
    for letter in wanted:
        across = row[:-1] + (part != letter) * np.int32(wide)
        row += np.int32(wide)
        np.minimum(row[1:], across, out=row[1:])
        row -= steps
        np.minimum.accumulate(row, out=row)
        row += steps
    end = int(row.argmin())
    edits, start = divmod(int(row[end]), wide)
    return first + start, first + end, edits


def _with_marks(span: Span, quote: str, text: str) -> Span:
    """Out to the ends of the words it begins and ends in, and with the full stop or the bracket that the quote begins or ends
    with, where the text has it there too."""
    start, end = span
    first, last = quote.strip()[0], quote.strip()[-1]
    for _ in range(_WORD):
        if start > 0 and _within_word(text[start - 1], text[start]):
            start -= 1
        if end < len(text) and _within_word(text[end - 1], text[end]):
            end += 1
    if start and not first.isalnum() and text[start - 1] == first:
        start -= 1
    if end < len(text) and not last.isalnum() and text[end] == last:
        end += 1
    return Span(start, end)


def _within_word(left: str, right: str) -> bool:
    """Whether two neighbours belong to one word; scripts written without spaces have no words to be whole."""
    return left.isalnum() and right.isalnum() and max(left, right) < _WITHOUT_SPACES
