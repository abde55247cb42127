"""Comparing two chunkings: boundaries kept, removed, added, and those that survive every setting."""

from __future__ import annotations

import pytest

from chunkviz.chunking import chunk
from chunkviz.inspection.boundaries import Difference, boundaries, difference, surviving
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.recursive import Recursive

TEXT = "One two.\n\nThree four.\n\nFive six."


def fixed(size, text=TEXT, overlap=0):
    return chunk(text, Fixed(size=size, overlap=overlap), "words")


def test_boundaries_are_ends_moved_over_white_space():
    """Words: One two | Three four | Five six; the chunks end before or after the blank line, the boundary is after it."""
    assert boundaries(fixed(2)) == [10, 23]
    trimmed, untrimmed = (chunk(TEXT, Recursive(size=13, overlap=0, trim=trim), "characters") for trim in (True, False))
    assert boundaries(trimmed) == boundaries(untrimmed) == [10, 23]


def test_kept_removed_added():
    """Of 6 words, cut after 2, 4 and after 3: nothing is kept."""
    assert difference(fixed(2), fixed(3)) == Difference(kept=(), removed=(10, 23), added=(16,))
    assert difference(fixed(2), fixed(4)) == Difference(kept=(23,), removed=(10,), added=())


def test_what_survives_every_setting():
    assert surviving([fixed(1), fixed(2), fixed(4)]) == [23]
    assert surviving([fixed(1), fixed(2)]) == [10, 23]
    assert surviving([]) == []


def test_overlap_moves_no_boundary_that_is_an_end():
    assert boundaries(fixed(2, "a b c d e", overlap=1)) == [4, 6, 8]


def test_other_texts_cannot_be_compared():
    with pytest.raises(ValueError, match="the same text"):
        difference(fixed(2), fixed(2, "another"))
