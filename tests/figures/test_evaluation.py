"""The figures of an evaluation: squares that know their setting, a front that nothing beats, marks that differ in shape."""

from __future__ import annotations

from chunkviz.figures.heatmap import Cell, heatmap
from chunkviz.figures.pareto import Point, front, pareto
from chunkviz.figures.question_grid import hardest_first, question_grid

CELLS = [Cell(128, 0, 0.5, 0, "a"), Cell(512, 0, 0.75, 1, "b"), Cell(512, 64, 0.6, 2, "c")]


def test_a_square_stands_at_its_size_and_overlap_and_knows_its_setting():
    (squares,) = heatmap(CELLS, "Recall", leaders=[1]).data
    assert list(zip(squares.x, squares.y, squares.customdata, strict=True)) == [(0, 0, [0]), (1, 0, [1]), (1, 1, [2])]
    assert list(squares.text) == ["50.0", "75.0", "60.0"]
    assert list(squares.marker.line.width) == [0, 3, 0]
    assert list(heatmap(CELLS, "Recall").layout.xaxis.ticktext) == ["128", "512"]


def test_tokens_are_no_per_cent():
    (squares,) = heatmap([Cell(1, 0, 1234.4, 0, "a")], "Tokens", unit="tokens").data
    assert list(squares.text) == ["1,234"]


POINTS = [
    Point(100, 0.5, 0, "a"),
    Point(200, 0.4, 1, "b"),
    Point(300, 0.9, 2, "c"),
    Point(300, 0.8, 3, "d"),
    Point(400, 0.9, 4, "e"),
]


def test_the_front_is_what_none_beats():
    assert [point.label for point in front(POINTS)] == ["a", "c"]
    assert front([]) == []


def test_front_and_the_rest_are_drawn_apart():
    behind, leading = pareto(POINTS, budget=350).data
    assert [one[0] for one in behind.customdata] == [1, 3, 4]
    assert [one[0] for one in leading.customdata] == [0, 2]
    assert list(leading.y) == [50, 90]
    assert behind.marker.symbol != leading.marker.symbol


def test_the_grid_shows_how_each_question_failed_the_hardest_first():
    failures = [["", "ranking", ""], ["", "chunking", "chunking"]]
    assert hardest_first(failures, 3) == [1, 2, 0]
    figure = question_grid(["easy", "hard <b>", "middle"], ["s", "t"], failures)
    marks = {trace.name: [tuple(one) for one in trace.customdata] for trace in figure.data}
    assert marks == {
        "answered": [(0, 0), (2, 0), (0, 1)],
        "not found, though a chunk holds it whole": [(1, 0)],
        "cut: no chunk holds it whole": [(1, 1), (2, 1)],
    }
    assert list(figure.layout.yaxis.ticktext) == ["hard &lt;b&gt;", "middle", "easy"]
    assert len({trace.marker.symbol for trace in figure.data}) == 3
