"""The evaluate and compare pages without a browser: questions, settings, a run, its results, and wrong input."""

from __future__ import annotations

import json
import time

import pytest
from patience import PATIENCE, until
from streamlit.testing.v1 import AppTest

from chunkviz.document import Document
from chunkviz.errors import ChunkvizError
from chunkviz.evaluation.comparison import columns
from chunkviz.evaluation.questions import Question
from chunkviz.evaluation.run import as_json, read_run
from chunkviz.place import Place
from chunkviz.span import Span
from pages.parts.evaluate import asked, judging
from pages.parts.evaluate.judging import Judging
from pages.parts.session.job import Job

HARBOUR = Document("Boats pay a fee.  It is 3 crowns. ", "harbour.txt")


@pytest.fixture
def page(app: AppTest) -> AppTest:
    app.run()
    return app.switch_page("pages/evaluate.py").run()


def said(app: AppTest) -> list[str]:
    return [element.value.replace("\\", "") for element in [*app.error, *app.warning, *app.info]]


def button(app: AppTest, label: str):
    return next(one for one in app.button if one.label == label)


def evaluated(app: AppTest, **lines: str) -> AppTest:
    """The page after a run with hashed words, which need no model."""
    app.multiselect(key="tried embedder").set_value(["hashing"])
    for name, text in lines.items():
        app.text_input(key=f"tried {name}").set_value(text)
    app.run()
    button(app, "Evaluate").click().run()
    until(lambda: not app.session_state["judging"].busy, "the evaluation ends")
    return app.run()


def test_the_samples_questions_are_there(page: AppTest) -> None:
    assert not page.exception
    golden = json.loads((judging.documents.SAMPLES / "questions" / "manual.md.json").read_text("utf-8"))
    assert list(page.dataframe[0].value["Question"]) == [one["question"] for one in golden]


def test_a_run_fills_the_table_and_can_be_saved_and_opened(page: AppTest) -> None:
    evaluated(page, sizes="128, 256", overlaps="0")
    assert not page.exception
    run = page.session_state["judging"].run
    assert [result.pipeline.label for result in run.results] == ["recursive 128/0, hashing", "recursive 256/0, hashing"]
    again = read_run(as_json(run).encode(), "run.json")
    assert again.results == run.results
    table = columns(again, "recall", [0])
    assert table["Recall"] == [100 * result.mean("recall") for result in run.results]
    assert table["Compared with the highest"][0] == "highest mean"


def test_what_is_known_is_not_evaluated_again(page: AppTest) -> None:
    evaluated(page, sizes="128", overlaps="0")
    first = page.session_state["judging"].run.results[0]
    evaluated(page, sizes="128, 256", overlaps="0")
    assert page.session_state["judging"].run.results[0] is first
    assert len(page.session_state["judging"].run.results) == 2


@pytest.mark.parametrize(
    ("sizes", "sentence"),
    [
        ("many", "Sizes must be whole numbers with commas between, such as 128, 256, 512."),
        ("0", "No setting is left to try."),
    ],
)
def test_wrong_sizes_are_one_sentence(page: AppTest, sizes: str, sentence: str) -> None:
    page.text_input(key="tried sizes").set_value(sizes).run()
    assert not page.exception
    assert said(page)[0].startswith(sentence)


def test_without_questions_nothing_is_judged(page: AppTest) -> None:
    page.session_state["judging"].asked["manual.md"] = []
    button(page, "Evaluate").click().run()
    assert said(page) == ["There is no question to judge by; mark an answer in the text, or import questions."]


def test_compare_says_what_differs(app: AppTest) -> None:
    app.query_params["strategy"] = "recursive"
    app.run()
    app.switch_page("pages/compare.py").run()
    assert not app.exception
    assert "on the left alone" in app.markdown[0].value
    assert app.session_state["right"].strategy == "by_format"  # what is suggested for a Markdown text
    assert app.query_params["right.strategy"] == "by_format"
    app.session_state["right"].values.clear()
    app.selectbox(key="Rightstrategy").select("recursive").run()
    assert "0 on the left alone (−), 0 on the right alone (+)" in app.markdown[0].value


def test_what_is_asked_is_drawn_in_the_text() -> None:
    state, first, second = Judging(), Place("harbour.txt", 0, 16), Place("harbour.txt", 18, 33)
    state.asked["harbour.txt"] = [Question("What is the fee?", (first, second))]
    assert [(mark.span, mark.words) for mark in asked.marks(state, HARBOUR)] == [
        (Span(0, 16), "What is the fee?"),
        (Span(18, 33), "What is the fee?"),
    ]


def test_a_job_tells_stops_and_says_what_went_wrong() -> None:
    def forever(tell):
        while True:
            tell(0.5, "at work", 3.0)
            time.sleep(0.005)

    job = Job(forever)
    until(lambda: job.words == "at work", "the job says what it does")
    assert (job.share, job.words, job.left, job.running) == (0.5, "at work", 3.0, True)
    job.stop()
    job.wait(PATIENCE)
    assert (job.running, job.stopped, job.problem) == (False, True, "")

    def wrong(tell):
        raise ChunkvizError("That cannot be.")

    def broken(tell):
        raise ZeroDivisionError

    for work, sentence in ((wrong, "That cannot be."), (broken, "This failed (ZeroDivisionError)")):
        job = Job(work)
        job.wait(PATIENCE)
        assert job.problem.startswith(sentence)
        assert not job.stopped
