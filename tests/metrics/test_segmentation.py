"""Pk: by hand, and against the definition written out as a loop."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkviz.metrics.pk import pk


@pytest.mark.parametrize(
    ("truth", "found", "length", "disagree"),
    [
        # One boundary at 4 of 8 units, so width 2; pairs (0,2) (1,3) (2,4) (3,5) (4,6) (5,7).
        ([4], [4], 8, 0),
        ([0, 4], [4, 8], 8, 0),  # beginning and end are no boundaries
        ([4], [], 8, 2),  # (2,4) and (3,5) lie across 4
        ([4], [5], 8, 2),  # (2,4) is cut by truth alone, (4,6) by found alone, (3,5) by both
        ([4], [4, 5], 8, 1),  # (4,6) by found alone; (3,5) by both
        ([4], [0, 1, 2, 3, 4, 5, 6, 7], 8, 4),  # everywhere two of found; Pk does not see it where truth cuts too
    ],
)
def test_by_hand(truth, found, length, disagree):
    assert pk(truth, found, length) == pytest.approx(disagree / 6)


def test_a_text_no_longer_than_the_width_has_no_pairs():
    assert pk([], [1], 2, width=2) == 0
    assert pk([], [], 0) == 0


PLACES = st.sets(st.integers(0, 30)).map(sorted)


@given(PLACES, PLACES, st.integers(2, 30), st.integers(1, 31))
def test_as_the_paper_defines_it(truth, found, length, width):
    def segments(starts):
        return [sum(start <= unit for start in starts if 0 < start < length) for unit in range(length)]

    true, other = segments(truth), segments(found)
    pairs = [(i, i + width) for i in range(length - width)]
    wrong = sum((true[i] == true[j]) != (other[i] == other[j]) for i, j in pairs)
    assert pk(truth, found, length, width) == pytest.approx(wrong / len(pairs) if pairs else 0)
