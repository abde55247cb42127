"""The best segmentation: against all segmentations there are, by size, and in time."""

from __future__ import annotations

import itertools
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import chunkviz
from chunkviz.document import Document
from chunkviz.embedder import embedders
from chunkviz.errors import SettingError
from chunkviz.strategies.cluster import Cluster, mean_similarity, segmentation
from chunkviz.strategy import Tools
from chunkviz.tokenizer import Tokenizer


def cut(text, tokenizer="words", **settings):
    return chunkviz.chunk(text, Cluster(**settings), tokenizer, embedder=embedders.get("hashing"))


def unit(rows):
    vectors = np.array(rows, np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def gain(vectors, mean, first, last):
    return sum(float(vectors[i] @ vectors[j]) - mean for i, j in itertools.combinations(range(first, last + 1), 2))


def test_three_pieces_by_hand():
    # At 0, 30 and 90 degrees: cosines 0.87, 0.5, 0, mean 0.46. Two in a chunk: 0 + 30 gains 0.41, 30 + 90 gains 0.04.
    vectors = unit([[1, 0], [3**0.5, 1], [0, 1]])
    assert mean_similarity(vectors) == pytest.approx((3**0.5 / 2 + 0.5 + 0) / 3, abs=1e-6)
    assert segmentation(vectors, mean_similarity(vectors), np.array([0, 0, 1])) == [1, 2]
    # Three in a chunk: all together gain 0, less than the first two alone.
    assert segmentation(vectors, mean_similarity(vectors), np.array([0, 0, 0])) == [1, 2]


def test_pieces_less_alike_than_the_mean_stay_alone():
    vectors = unit([[1, 0], [0, 1], [1, 0], [1, 0]])
    assert segmentation(vectors, mean_similarity(vectors), np.array([0, 0, 1, 2])) == [0, 1, 3]


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)).filter(any), min_size=1, max_size=9), st.integers(1, 5))
def test_no_other_segmentation_gains_more(rows, most):
    vectors = unit(rows)
    mean = mean_similarity(vectors)
    count = len(rows)
    firsts = np.maximum(np.arange(count) - most + 1, 0)

    def worth(lasts):
        begins = [0, *(last + 1 for last in lasts[:-1])]
        return sum(gain(vectors, mean, a, b) for a, b in zip(begins, lasts, strict=True))

    found = segmentation(vectors, mean, firsts)
    assert found[-1] == count - 1
    assert all(b - a <= most for a, b in itertools.pairwise([-1, *found]))
    allowed = [
        [*inner, count - 1]
        for size in range(count)
        for inner in itertools.combinations(range(count - 1), size)
        if all(b - a <= most for a, b in itertools.pairwise([-1, *inner, count - 1]))
    ]
    assert worth(found) == pytest.approx(max(map(worth, allowed)), abs=1e-4)


def test_alike_pieces_stand_together():
    text = "Boats pay fees\nFees for boats\nPenguins eat krill\nKrill for penguins"
    chunking = cut(text, size=8, piece=4)
    assert [chunking.text(chunk) for chunk in chunking.chunks] == [text[:29], text[30:]]
    sentence = chunking.chunks[0].cause.sentence
    assert sentence.startswith("What follows is 0.") or sentence.startswith("What follows is -0.")
    assert chunking.chunks[-1].cause.sentence == "The text ends here."


def test_no_chunk_is_over_the_size_though_its_pieces_add_up_to_less():
    text = "\n".join(f"- {i}: a,b;c  (d)" for i in range(400))
    chunking = cut(text, tokenizer="cl100k_base", size=100, piece=20)
    assert max(chunk.tokens for chunk in chunking.chunks) <= 100
    assert sum(len(chunking.text(chunk).split()) for chunk in chunking.chunks) == len(text.split())


def test_a_piece_over_the_size_is_refused():
    with pytest.raises(SettingError, match="piece must be at most the size, 40; it is 50"):
        Cluster(size=40, piece=50)


def test_five_thousand_pieces_take_little_memory():
    vectors = unit(np.random.default_rng(0).normal(size=(5000, 384)))
    firsts = np.maximum(np.arange(5000) - 20, 0)
    tracemalloc.start()
    lasts = segmentation(vectors, mean_similarity(vectors), firsts)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert lasts[-1] == 4999
    assert peak < 20e6  # all similarities would be 100 MB


def test_the_pieces_of_a_chunk_are_bounded():
    """Every piece is compared with all it may stand with: 256 of them at most. 8192 / 32 = 256, 8192 / 31 = 264."""
    assert Cluster(size=8192, piece=32)
    with pytest.raises(SettingError, match="piece must be at least 32 with a size of 8192"):
        Cluster(size=8192, piece=31)
    assert Cluster(size=256, piece=1)
    with pytest.raises(SettingError, match="piece must be at least 2 with a size of 257"):
        Cluster(size=257, piece=1)


class Shrinking(Tokenizer):
    """A token a character, but a text that ends with “x” and is longer than four has one: the whole has fewer than its end."""

    key = "shrinking"

    def spans(self, text):
        starts = np.arange(1 if len(text) > 4 and text.endswith("x") else len(text))
        return starts, starts + 1


def test_the_first_pieces_that_fit_rise_though_a_longer_text_may_have_fewer_tokens():
    starts = np.arange(8)
    tools = Tools(Document("abcdexfg"), Shrinking())
    firsts = Cluster(size=4, piece=1)._fitting(starts, starts + 1, tools)
    assert (np.diff(firsts) >= 0).all()
    assert all(tools.tokens.count(first, i + 1) <= 4 for i, first in enumerate(firsts.tolist()))
