"""Embedders: what `embed` promises of every one, the hashing one by itself, and how one is found by name."""

from __future__ import annotations

import numpy as np
import pytest
from tiny_embedder import Tiny

from chunkviz.cache.vectors import VectorCache
from chunkviz.embedder import SLICE, embedder_for, embedders
from chunkviz.errors import ChunkvizError


class Kept(Tiny):
    cached = True


@pytest.fixture
def cache(monkeypatch, tmp_path):
    cache = VectorCache(tmp_path / "vectors.sqlite")
    monkeypatch.setattr("chunkviz.embedder.shared_cache", lambda: cache)
    return cache


def test_each_distinct_text_is_embedded_once(cache):
    first, second = Kept(), Kept()
    vectors = first.embed(["a b", "c", "a b"])
    assert first.embedded == ["a b", "c"]
    np.testing.assert_array_equal(vectors[0], vectors[2])
    np.testing.assert_array_equal(vectors, first.encode(["a b", "c", "a b"]))
    np.testing.assert_array_equal(second.embed(["c", "d", "a b"])[[0, 2]], vectors[[1, 0]])
    assert second.embedded == ["d"]


def test_the_longest_come_first_and_the_answer_keeps_the_order(cache):
    embedder = Kept()
    texts = ["one", "three and more", "two words"]
    vectors = embedder.embed(texts)
    assert embedder.embedded == ["three and more", "two words", "one"]
    np.testing.assert_array_equal(vectors, embedder.encode(texts))


def test_progress_counts_characters_and_stopping_keeps_what_was_embedded(cache):
    texts = [f"{i} " + "x" * (SLICE - 10) for i in range(3)]
    seen = []

    def stop(done, total):
        seen.append((done, total))
        if done > SLICE:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        Kept().embed(texts, stop)
    length = SLICE - 8
    assert seen == [(0, 3 * length), (length, 3 * length), (2 * length, 3 * length)]
    again = Kept()
    again.embed(texts)
    assert again.embedded == texts[2:]


def test_progress_is_not_called_where_nothing_is_embedded(cache):
    Kept().embed(["a"])
    Kept().embed(["a"], lambda done, total: pytest.fail("called"))
    Kept().embed([], lambda done, total: pytest.fail("called"))


def test_no_texts_are_no_vectors(cache):
    assert Kept().embed([]).shape == (0, 64)


def test_hashing_knows_shared_words_and_nothing_else():
    embedder = embedders.get("hashing")
    boats, same, other, swapped = embedder.embed(["Red boats", "red boats!", "cats purr", "boats red"])
    assert boats @ same == pytest.approx(1)
    assert boats @ swapped == pytest.approx(1)
    assert abs(boats @ other) < 0.2
    part = embedder.embed(["red boats are sold"])[0]
    assert 0.4 < boats @ part < 0.9


def test_hashing_gives_unit_vectors_for_any_text_and_the_same_ones_always():
    texts = ["", " ", "!!!", "\ud800", "東京は大きい", "a" * 100_000, "\n".join("ab" * 5)]
    vectors = embedders.get("hashing").embed(texts)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-6)
    # A change of the vectors has to be a change of `model`, or vectors of two kinds would be compared.
    assert embedders.get("hashing").embed(["ab"])[0].nonzero()[0].tolist() == [96, 308, 392]


def test_an_embedder_is_found_by_key_and_the_same_name_is_the_same_value():
    assert embedder_for("hashing") is embedders.get("hashing")
    assert embedder_for("openai:m@http://127.0.0.1:1/v1") is embedder_for("openai:m@http://127.0.0.1:1/v1")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nothing", "There is no embedder “nothing”; there are: all-MiniLM-L6-v2, hashing, openai:…, st:…."),
        ("st:", "There is no embedder “st:”"),
        ("st:no/such-model", "is not on this machine; give the folder it is in"),
        ("st:/", "holds no model"),
        ("openai:m@ftp://host", "no address of a server"),
    ],
)
def test_a_wrong_name_says_what_there_is(name, sentence):
    with pytest.raises(ChunkvizError) as error:
        embedder_for(name)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (np.full((1, 2), np.nan, np.float32), "hold no numbers"),
        (np.full((1, 2), np.inf, np.float32), "hold no numbers"),
        (np.zeros((1, 3), np.float32), "gave 1 × 3 numbers for 1 texts of 2 each"),
        (np.zeros((2, 2), np.float32), "gave 2 × 2 numbers for 1 texts of 2 each"),
    ],
)
def test_vectors_that_cannot_be_are_refused(given: np.ndarray, said: str) -> None:
    embedder = embedders.get("hashing")
    wrong = type("Wrong", (type(embedder),), {"dimension": 2, "encode": lambda self, texts: given, "cached": False})
    made = object.__new__(wrong)
    made.__dict__.update({"model": "wrong", "tokenizer": embedder.tokenizer})
    with pytest.raises(ChunkvizError, match=said):
        made.embed(["a"])
