"""The histogram of chunk sizes."""

from hypothesis import given
from hypothesis import strategies as st

from chunkviz.figures.sizes import Bar, bars, sizes


def test_bars_by_hand() -> None:
    assert bars([10, 11, 12, 30], most=5) == [Bar(10, 14, 3), Bar(15, 19, 0), Bar(20, 24, 0), Bar(25, 29, 0), Bar(30, 34, 1)]


def test_chunks_of_one_size_make_one_bar() -> None:
    assert bars([512] * 7) == [Bar(512, 512, 7)]


def test_no_chunks_make_no_bars() -> None:
    assert bars([]) == []
    assert len(sizes([]).data[0].x) == 0


@given(st.lists(st.integers(0, 10_000_000), min_size=1, max_size=50))
def test_every_chunk_is_in_exactly_one_bar(tokens: list[int]) -> None:
    drawn = bars(tokens)
    assert len(drawn) <= 41
    for bar in drawn:
        assert bar.chunks == sum(bar.low <= n <= bar.high for n in tokens)
    assert sum(bar.chunks for bar in drawn) == len(tokens)


def test_a_bar_of_the_figure_says_which_chunks_it_holds() -> None:
    figure = sizes([10, 11, 12, 99], size=64)
    columns = figure.data[0]
    assert list(columns.customdata[0]) == [10, 14]
    assert columns.hovertext[0] == "10 to 14 tokens: 3 chunks"
    assert [line.x0 for line in figure.layout.shapes] == [64]


def test_words_for_a_bar_of_one_size() -> None:
    assert sizes([1234], unit="characters").data[0].hovertext[0] == "1,234 characters: 1 chunk"


def test_without_a_size_there_is_no_line() -> None:
    assert not sizes([1, 2, 3]).layout.shapes
