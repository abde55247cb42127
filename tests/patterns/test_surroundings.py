"""Surroundings, by hand on vectors one can see, and against the same written out the long way."""

from __future__ import annotations

import math
from itertools import chain

import numpy as np
import pytest
from six_pieces import PIECES, SIX, Angles, cut, search_in, texts
from tiny_embedder import Tiny

from chunkviz.document import Document
from chunkviz.errors import ChunkvizError
from chunkviz.pattern import Search, retrieve
from chunkviz.patterns.plain import Plain
from chunkviz.patterns.surroundings import Surroundings
from chunkviz.search.exact_index import ExactIndex
from chunkviz.search.record import Record
from chunkviz.search.words import Window, WindowWords

ALL = {"words": 0.0, "least": 0.0, "budget": 0}


def bm25(question: list[str], texts: list[list[str]]) -> list[float]:
    """BM25 of each text, the long way: k1 1.5, b 0.75, and the inverse document frequency that is never below zero."""
    average = sum(map(len, texts)) / len(texts)
    found = [0.0] * len(texts)
    for word in question:
        holding = sum(word in text for text in texts)
        weight = math.log(1 + (len(texts) - holding + 0.5) / (holding + 0.5))
        for i, text in enumerate(texts):
            count = text.count(word)
            found[i] += weight * count * 2.5 / (count + 1.5 * (0.25 + 0.75 * len(text) / average))
    return found


def test_without_reach_and_words_it_is_plain():
    search = search_in(cut(SIX, *PIECES), Angles())
    mine, plain = retrieve("@12", search, Surroundings(reach=0, **ALL), 6), retrieve("@12", search, Plain(), 6)
    assert texts(mine) == texts(plain)
    assert [one.score for one in mine] == pytest.approx([one.score for one in plain])


def test_a_chunk_among_good_ones_rises():
    """To 10°: b at 90° stands between a at 10° and c at 10°, d at 60° between e and f at 150°.

    reach 0: b cos 80 = 0.174, d cos 50 = 0.643. reach 1 for b: mean of the unit vectors at 10, 90, 10 points to 34.3°, cos 24.3 =
    0.911; for d: 150, 60, 150 points to 123.4°, cos 113.4 = -0.397. Means: b 0.543, d 0.123.
    """
    text = "a @10 b @90 c @10 e @150 d @60 f @150"
    search = search_in(cut(text, "a @10", "b @90", "c @10", "e @150", "d @60", "f @150"), Angles())
    order = [one[0] for one in texts(retrieve("@10", search, Surroundings(reach=1, **ALL), 6))]
    assert order.index("b") < order.index("d")
    scores = {one.text[0]: one.score for one in retrieve("@10", search, Surroundings(reach=1, **ALL), 6)}
    assert scores["b"] == pytest.approx(0.543, abs=0.001)
    assert scores["d"] == pytest.approx(0.123, abs=0.001)


def test_passages_far_below_the_best_are_left_out():
    search = search_in(cut(SIX, *PIECES), Angles())
    found = retrieve("@10", search, Surroundings(reach=0, words=0.0, least=0.98, budget=0), 6)
    assert sorted(texts(found)) == ["a @0", "b @10", "c @20"]  # cosines 1, 0.985, 0.985; the next is 0.342


def test_passages_that_no_longer_fit_the_budget_are_left_out():
    search = search_in(cut(SIX, *PIECES), Angles())  # each chunk counts as one token
    every, two, none = (retrieve("@12", search, Surroundings(reach=0, **{**ALL, "budget": budget}), 6) for budget in (0, 2, 10))
    assert texts(two) == texts(every)[:2]
    assert texts(none) == texts(every)


def test_it_is_the_mean_over_windows_that_stay_in_their_document():
    first = cut("red fox. blue hen. red cow. old pier", "red fox.", "blue hen.", "red cow.", "old pier")
    second = cut("red pier. grey owl. red red", "red pier.", "grey owl.", "red red")
    second = second.__class__(Document(second.document.text, "b.txt"), second.strategy, second.tokenizer, second.chunks)
    embedder = Tiny()
    search = Search(ExactIndex.of([first, second], embedder), embedder)
    found = {
        one.text: one.score for one in retrieve("red pier", search, Surroundings(words=0.5, reach=2, least=0.0, budget=0), 7)
    }
    vectors, question = search.index.vectors([r.id for r in search.records]), search.vector("red pier")
    words = [one.own.replace(".", "").split() for one in search.records]
    total = np.zeros(7)
    for reach in (0, 1, 2):
        windows = [range(max(0, i - reach), min(4, i + reach + 1)) for i in range(4)]
        windows += [range(max(4, i - reach), min(7, i + reach + 1)) for i in range(4, 7)]
        means = [vectors[list(window)].mean(axis=0) for window in windows]
        matched = np.array(bm25(["red", "pier"], [list(chain.from_iterable(words[i] for i in window)) for window in windows]))
        total += [float(mean @ question / np.linalg.norm(mean)) for mean in means] + 0.5 * matched / matched.max()
    assert found == pytest.approx({record.own: score / 3 for record, score in zip(search.records, total, strict=True)})


def test_words_no_chunk_has_count_for_nothing():
    search = search_in(cut(SIX, *PIECES), Angles())
    assert texts(retrieve("zzz @12", search, Surroundings(reach=0, least=0.0, budget=0), 2)) == texts(
        retrieve("@12", search, Plain(), 2)
    )


def test_an_empty_index_finds_nothing_and_chunks_without_a_place_are_refused():
    embedder = Tiny()
    assert retrieve("red", Search(ExactIndex([], np.zeros((0, 64), np.float32)), embedder), Surroundings(), 3) == []
    index = ExactIndex([Record("1", "red")], embedder.embed(["red"]))
    with pytest.raises(ChunkvizError, match="needs to know where chunks stand"):
        retrieve("red", Search(index, embedder), Surroundings(), 3)


def test_a_passage_whose_sentences_each_hold_one_word_beats_one_that_repeats_a_word():
    """Both windows have two matches; the whole one holds two different words, which a mean over sentences cannot see."""
    text = "red fox. the pier. a b c. d e f. g h i. red cow. red hen."
    chunking = cut(text, "red fox.", "the pier.", "a b c.", "d e f.", "g h i.", "red cow.", "red hen.")
    pieces = [text[slice(*chunk.span)] for chunk in chunking.chunks]
    window = Window(np.maximum(0, np.arange(7) - 1), np.minimum(7, np.arange(7) + 2))
    (scores,) = WindowWords(pieces, [window]).scores("red pier")
    assert scores[0] > scores[6] > 0
    assert scores[3] == 0
    windows = [" ".join(pieces[a:b]).replace(".", "").split() for a, b in zip(*window, strict=True)]
    assert scores.tolist() == pytest.approx(bm25(["red", "pier"], windows))


def test_the_budget_and_not_k_limits_the_passages():
    search = search_in(cut(SIX, *PIECES), Angles())  # each chunk counts as one token
    assert len(retrieve("@12", search, Surroundings(words=0.0, least=0.0, budget=5), 2)) == 5
    assert len(retrieve("@12", search, Surroundings(words=0.0, least=0.0, budget=0), 2)) == 2
