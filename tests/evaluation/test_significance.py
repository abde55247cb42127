"""Significance: known answers, the plain words, and no winner that is made by chance."""

from __future__ import annotations

import math

import numpy as np
import pytest

from chunkviz.evaluation.significance import compare, leaders


def test_a_difference_on_every_question_is_better_or_worse():
    before, after = [0.2, 0.4, 0.1, 0.5, 0.3, 0.2, 0.6, 0.1] * 3, [0.5, 0.6, 0.4, 0.9, 0.5, 0.6, 0.8, 0.4] * 3
    found = compare(before, after)
    assert found.difference == pytest.approx(sum(after) / 24 - sum(before) / 24)
    assert found.words == found.verdict == "better"
    assert found.low > 0
    assert compare(after, before).verdict == "worse"
    assert compare(before, after, better="low").verdict == "worse"


def test_no_difference_is_said_as_such():
    found = compare([0.5, 1.0], [0.5, 1.0])
    assert (found.difference, found.low, found.high, found.chance) == (0, 0, 0, 1)
    assert found.words == "no difference with 2 questions"


def test_differences_that_cancel_out_need_no_number():
    assert compare([0, 1], [1, 0]).words == "no difference with 2 questions"


def test_too_few_questions_carry_no_verdict_however_alike_the_differences():
    """With 5 questions chance gives all the same sign in 2 of 32 cases: 6 %."""
    found = compare([0.0] * 5, [0.1] * 5)
    assert found.chance == pytest.approx(2 / 32, abs=0.01)
    assert found.words == "cannot tell with 5 questions; about 6 would"
    assert compare([0.0] * 6, [0.1] * 6).verdict == "better"


def test_how_many_questions_would_be_needed():
    """Differences 1, -1, ... with mean 0.2 over 20: variance 0.96 * 20/19 = 1.0105; (1.96 + 0.84)^2 * 1.0105 / 0.04 = 198.3."""
    found = compare([0.0] * 20, [1.0] * 12 + [-1.0] * 8)
    assert math.ceil((1.959964 + 0.841621) ** 2 * (0.96 * 20 / 19) / 0.2**2) == 199
    assert found.words == "cannot tell with 20 questions; about 200 would"


def test_one_question_says_nothing():
    assert compare([0.0], [1.0]).verdict == "cannot tell"


def test_the_interval_is_the_usual_one_for_many_questions():
    differences = np.random.default_rng(5).normal(0.1, 1, 400)
    found = compare([0.0] * 400, differences.tolist())
    half = 1.96 * differences.std() / 20
    assert found.low == pytest.approx(differences.mean() - half, abs=0.01)
    assert found.high == pytest.approx(differences.mean() + half, abs=0.01)


def test_the_permutation_test_agrees_with_scipy():
    scipy = pytest.importorskip("scipy.stats")
    differences = np.random.default_rng(3).normal(0.3, 1, 30)
    wanted = scipy.permutation_test((differences,), lambda x: x.mean(), permutation_type="samples", n_resamples=20_000, rng=1)
    assert compare([0.0] * 30, differences.tolist()).chance == pytest.approx(wanted.pvalue, abs=0.01)


def test_the_same_seed_gives_the_same_result():
    after = [0.1, 0.3, 0.0, 0.2, 0.9, -0.2, 0.4]
    assert compare([0.0] * 7, after) == compare([0.0] * 7, after)


def test_chance_alone_wins_no_more_often_than_allowed():
    generator = np.random.default_rng(11)
    won = sum(compare(generator.random(25).tolist(), generator.random(25).tolist()).verdict != "cannot tell" for _ in range(120))
    assert won <= 14  # 5 % of 120 are 6; 14 or more happen in 3 of 1,000 cases


def test_leaders_are_the_best_and_what_cannot_be_told_from_it():
    generator = np.random.default_rng(2)
    good = generator.random(60) * 0.2 + 0.7
    values = [(good - 0.4).tolist(), good.tolist(), (good + generator.normal(0, 0.05, 60) - 0.005).tolist()]
    assert leaders(values) == [1, 2]
    assert leaders(values, better="low") == [0]


def test_unequal_questions_cannot_be_compared():
    with pytest.raises(ValueError, match="same questions"):
        compare([1.0], [1.0, 2.0])
