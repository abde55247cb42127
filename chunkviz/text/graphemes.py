"""Where a text may be cut without tearing what a person sees as one character.

Extended grapheme clusters (Unicode Annex 29; by `regex`'s \\X): a ZWJ family, a flag, a skin tone, a letter with its
combining marks, a Hangul syllable of jamo, and CRLF. Looked up near the position asked for, so that it costs the same
in a text of 10 MB.
"""

from __future__ import annotations

import numpy as np
import regex
from numpy.typing import NDArray

from ..tokenizer import Positions

_CLUSTER = regex.compile(r"\X")
_REACH = 64  # characters looked at on each side; doubled while the clusters found do not settle the question


def is_boundary(text: str, position: int) -> bool:
    """Whether no grapheme cluster of `text` lies across `position`."""
    return cluster(text, position)[0] == position


def floor(text: str, position: int) -> int:
    """The last cluster boundary at or before `position`."""
    return cluster(text, position)[0]


def ceil(text: str, position: int) -> int:
    """The first cluster boundary at or after `position`."""
    start, end = cluster(text, position)
    return position if start == position else end


def whole(text: str, positions: Positions, forwards: bool, codes: NDArray[np.uint32], offset: int = 0) -> Positions:
    """The positions, those inside a grapheme cluster moved to its end (forwards) or its start; shape as given.

    codes, offset   code points of `text[offset:offset + len(codes)]`, which holds the positions
    """
    if not len(codes):
        return positions
    move = ceil if forwards else floor
    before = codes[np.maximum(positions - offset - 1, 0)]
    after = codes[np.minimum(positions - offset, len(codes) - 1)]
    moved = positions.copy()
    # Below U+0300 no character joins another, but for CRLF and what follows a joiner or a prepended mark.
    for i in np.flatnonzero((before >= 0x300) | (after >= 0x300) | ((before == 13) & (after == 10))).tolist():
        moved[i] = move(text, int(positions[i]))
    return moved


def cluster(text: str, position: int) -> tuple[int, int]:
    """Start and end of the grapheme cluster that holds the character at `position`."""
    if position <= 0 or position >= len(text):
        return position, position
    before, after = text[position - 1], text[position]
    if before.isascii() and after.isascii() and not (before == "\r" and after == "\n"):
        following = text[position + 1 : position + 2]
        if following.isascii() and not (after == "\r" and following == "\n"):
            return position, position + 1
    start = _anchor(text, position)
    for match in _CLUSTER.finditer(text, start):
        if match.end() > position:
            return match.span()
    return position, position


def _anchor(text: str, position: int) -> int:
    """A position before `position` where a cluster surely begins."""
    at = position - 1
    while at > 0 and not _surely_begins(text[at - 1], text[at]):
        at -= 1
    return at


def _surely_begins(before: str, char: str) -> bool:
    """A printable ASCII character, or a Han character or kana after another, always begins a cluster."""
    if " " <= char <= "~":
        return not "\u0600" <= before <= "\U000110cd" or "\u2e80" <= before <= "\ufb00"
    simple = "\u3041" <= char <= "\u3096" or "\u30a1" <= char <= "\u30fa" or "\u4e00" <= char <= "\u9fff"
    return simple and (before <= "~" or "\u3041" <= before <= "\u9fff")
