"""A winner only where the questions that had no part in the choice agree."""

from __future__ import annotations

import pytest

from chunkviz.evaluation.comparison import by_held_out, held_out_words, verdict, winner
from chunkviz.evaluation.evaluate import Result
from chunkviz.evaluation.judge import Outcome
from chunkviz.evaluation.questions import Question
from chunkviz.evaluation.run import Run
from chunkviz.evaluation.sweep import best
from chunkviz.pipeline import Pipeline
from chunkviz.strategies.fixed import Fixed


def run_with(*recalls: list[float]) -> Run:
    pipelines = [Pipeline(Fixed(size, 0)) for size in range(10, 10 + len(recalls))]
    results = [
        Result(one, tuple(Outcome({"recall": value}, (), True, True, 1) for value in values), 1, 1, 0.0)
        for one, values in zip(pipelines, recalls, strict=True)
    ]
    questions = tuple(Question(f"question {i}") for i in range(len(recalls[0])))
    return Run((), questions, tuple(pipelines), tuple(results))


def test_a_setting_better_on_every_question_is_the_winner():
    run = run_with([0.2] * 20, [0.9, 1.0] * 10)
    alike = best(run.results, "recall")
    assert winner(run, "recall", alike) == 1
    assert verdict(run, "recall", alike).endswith("is better than every other setting, with 20 questions.")
    assert held_out_words(run, "recall").startswith("Held out: 95.0 %, where the questions that choose the setting give 95.0 %")
    assert "5 times of 5" in held_out_words(run, "recall")


def test_with_too_few_questions_there_is_no_winner_and_how_many_more_it_takes():
    run = run_with([0.0] * 8, [1.0] * 8)
    alike = best(run.results, "recall")
    assert alike == [1]
    assert (winner(run, "recall", alike), by_held_out(run, "recall")) == (None, None)
    assert verdict(run, "recall", alike).endswith("8 questions are too few to hold some out; 2 more would do.")


def test_what_a_choice_by_chance_seems_worth_is_more_than_it_is_worth():
    """Each of ten settings answers one question alone: wherever it is held out, nothing chosen on the others answers it."""
    run = run_with(*([float(i == j) for j in range(10)] for i in range(10)))
    found = by_held_out(run, "recall")
    assert found is not None
    assert found.mean == 0.0
    assert found.training == pytest.approx(1 / 8)  # one of the eight questions that chose
    assert winner(run, "recall", best(run.results, "recall")) is None


def test_one_setting_is_no_choice():
    run = run_with([1.0] * 12)
    assert held_out_words(run, "recall") == ""
