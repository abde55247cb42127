"""Choosing on some questions and judging on others, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from chunkviz.evaluation.held_out import at_random, by_group, held_out, highest, too_few

VALUES = np.array([[1.0, 1.0, 0.0, 0.0], [0.0, 0.5, 0.5, 0.5]])


def test_each_fold_is_judged_by_what_the_others_chose():
    """Without questions 0, 1 the second setting is best (0.5 to 0) and has 0, 0.5 there; without 2, 3 the first (1 to 0.25), with
    0, 0 there. Training: 0.5 and 1."""
    found = held_out(VALUES, [[0, 1], [2, 3]], highest(VALUES))
    assert found.chosen == (1, 0)
    assert found.values == (0.0, 0.5, 0.0, 0.0)
    assert (found.training, found.mean) == (0.75, 0.125)


def test_a_choice_among_the_allowed_and_among_all_where_none_is():
    other = np.array([[0.9, 0.9, 0.9, 0.9], [0.8, 0.8, 1.0, 1.0]])
    choose = highest(VALUES, lambda questions: other[:, questions].mean(axis=1) >= 0.95)
    assert choose([0, 1]) == 0  # 0.9 and 0.8: none is allowed
    worse = highest(VALUES, lambda questions: other[:, questions].mean(axis=1) < 0.85)
    assert worse([0, 1]) == 1  # only the second is allowed


def test_a_lead_that_is_chance_does_not_survive():
    """A hundred settings of coin tosses: the best looks well above one half where it was chosen, and is not held out."""
    tosses = np.random.default_rng(5).integers(0, 2, (100, 60)).astype(float)
    found = held_out(tosses, at_random(60), highest(tosses))
    assert found.training > 0.62
    assert abs(found.mean - 0.5) < 0.13  # two standard deviations of sixty tosses


def test_folds_are_a_partition():
    assert by_group(["a", "b", "a", "c"]) == [[0, 2], [1], [3]]
    folds = at_random(13, 5, seed=3)
    assert sorted(i for fold in folds for i in fold) == list(range(13))
    assert sorted(map(len, folds)) == [2, 2, 3, 3, 3]
    assert folds == at_random(13, 5, seed=3) != at_random(13, 5, seed=4)
    for wrong in ([[0, 1], [1, 2, 3]], [[0, 1], [2]], [[0, 1, 2, 3]]):
        with pytest.raises(ValueError, match="one of at least two folds"):
            held_out(VALUES, wrong, highest(VALUES))


def test_too_few_says_how_many_more():
    assert too_few(7) == "7 questions are too few to hold some out; 3 more would do."
    assert too_few(10) == ""
