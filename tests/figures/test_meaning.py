"""The figures of similarity: what is drawn is what was measured, and what was left out is said."""

from __future__ import annotations

import numpy as np
import pytest

from chunkviz.cause import END
from chunkviz.chunk import Chunk
from chunkviz.cutting.similarity_curve import Curve, threshold_of
from chunkviz.figures import chunk_map
from chunkviz.figures import curve as curves
from chunkviz.figures import similarity_matrix as matrices


def curve(*distances):
    starts = np.arange(len(distances) + 1) * 10
    return Curve(starts, starts + 9, np.array(distances, float))


CURVE = curve(0.1, 0.8, 0.9, 0.2, 0.1)
CHUNKS = [Chunk(0, 19, END), Chunk(20, 39, END), Chunk(40, 59, END)]  # ends behind gaps 1 and 3


def traces(figure):
    return {trace.name: list(trace.x) for trace in figure.data}


def test_cuts_and_what_overrode_the_threshold():
    threshold = threshold_of(CURVE, "similarity", 0.5)  # gaps 1 and 2 pass; 2 was joined, 3 was forced
    found = curves.marks(CURVE, threshold, CHUNKS)
    assert [part.tolist() for part in found] == [[1], [2], [3]]
    figure = curves.figure(CURVE, CHUNKS, threshold, CHUNKS[1])
    assert traces(figure) == {
        "similarity": [9, 19, 29, 39, 49],
        "cut": [19],
        "not cut: too small": [29],
        "cut by size or structure": [39],
    }
    assert [point[0] for point in figure.data[0].customdata] == [9, 19, 29, 39, 49]
    np.testing.assert_allclose(figure.data[0].y, [0.9, 0.2, 0.1, 0.8, 0.9])
    line, stretch = figure.layout.shapes
    assert line.y0 == line.y1 == pytest.approx(0.5)
    assert (stretch.x0, stretch.x1) == (20, 39)


def test_of_a_depth_there_is_no_line_and_without_a_threshold_chunks_just_end():
    assert not curves.figure(CURVE, CHUNKS, threshold_of(CURVE, "dip", 0.3)).layout.shapes
    assert traces(curves.figure(CURVE, CHUNKS))["chunk ends"] == [19, 39]


def test_of_many_gaps_the_lowest_of_each_group_and_every_cut_is_drawn():
    distances = np.tile([0.1, 0.5, 0.2, 0.3], 1000)
    long = curve(*distances)
    shown = curves.drawn(long, np.array([2]), most=1000)
    assert shown.tolist() == [1, 2, *range(5, 4000, 4)]
    assert "of about 3 gaps the lowest is drawn" in curves.figure(long, []).layout.xaxis.title.text


def test_no_gap_at_all_is_an_empty_figure():
    assert not curves.figure(curve(), [Chunk(0, 9, END)], threshold_of(curve(), "percentile", 95)).data


def test_the_matrix_and_its_squares():
    vectors = np.array([[1, 0], [1, 0], [0, 1], [0, 1], [0.6, 0.8], [0.6, 0.8]], np.float32)
    figure = matrices.figure(CURVE.starts, CURVE.ends, vectors, CHUNKS, CHUNKS[1])
    np.testing.assert_allclose(figure.data[0].z[0], [1, 1, 0, 0, 0.6, 0.6], atol=1e-6)
    assert [(shape.x0, shape.x1, shape.y0, shape.y1) for shape in figure.layout.shapes] == [
        (0.5, 2.5, 0.5, 2.5),
        (2.5, 4.5, 2.5, 4.5),
        (4.5, 6.5, 4.5, 6.5),
        (2.5, 4.5, 2.5, 4.5),
    ]
    assert figure.layout.xaxis.title.text == "sentence"


def test_a_large_matrix_is_sampled_and_says_so():
    assert matrices.sampled(250).tolist() == list(range(250))
    assert matrices.sampled(1000).tolist() == list(range(0, 1000, 4))
    assert matrices.sampled(0).tolist() == []
    starts = np.arange(1000) * 10
    figure = matrices.figure(starts, starts + 9, np.ones((1000, 1), np.float32), [Chunk(0, 4999, END)])
    assert figure.layout.xaxis.title.text == "sentence (one in 4 is drawn)"
    assert (figure.layout.shapes[0].x0, figure.layout.shapes[0].x1) == (-1, 499)  # sentences 1, 5, … 497


def test_pca_by_hand():
    # Points on a line in direction (3, 4, 0): everything lies on the first axis, at their distances from the mean.
    places = chunk_map.placed(np.array([[0, 0, 0], [3, 4, 0], [6, 8, 0]], np.float32))
    np.testing.assert_allclose(places, [[-5, 0], [0, 0], [5, 0]], atol=1e-9)


@pytest.mark.parametrize("method", ["pca", "tsne"])
@pytest.mark.parametrize("count", [0, 1, 2, 4, 40])
def test_places_are_finite_and_the_same_every_time(method, count):
    vectors = np.random.default_rng(1).normal(size=(count, 8)).astype(np.float32)
    places = chunk_map.placed(vectors, method)
    assert places.shape == (count, 2)
    assert np.isfinite(places).all()
    np.testing.assert_array_equal(places, chunk_map.placed(vectors, method))


def test_identical_chunks_are_one_place():
    places = chunk_map.placed(np.ones((6, 4), np.float32), "tsne")
    np.testing.assert_allclose(places, 0, atol=1e-6)


def test_a_point_knows_its_chunk():
    figure = chunk_map.figure(np.zeros((2, 2)), np.array([0, 5]), ["#111111", "#222222"], ["first", "sixth"], selected=5)
    assert [point[0] for point in figure.data[0].customdata] == [0, 5]
    assert list(figure.data[0].marker.line.width) == [0.5, 3]
    assert chunk_map.sampled(3000, "tsne").tolist() == list(range(0, 3000, 2))
