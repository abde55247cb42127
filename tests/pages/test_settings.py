"""Controls made from declarations."""

from itertools import pairwise

import pytest

from pages.parts.controls.settings import scale


@pytest.mark.parametrize(("low", "high"), [(1, 8192), (0, 4096), (5, 5), (17, 100), (0, 41)])
def test_a_scale_holds_its_ends_and_grows(low: int, high: int) -> None:
    stops = scale(low, high)
    assert stops[0] == low
    assert stops[-1] == high
    assert all(a < b for a, b in pairwise(stops))


def test_a_scale_has_the_sizes_people_use_and_few_stops() -> None:
    stops = scale(1, 8192)
    assert {64, 128, 256, 384, 512, 1024, 2048, 4096} <= set(stops)
    assert len(stops) < 120
