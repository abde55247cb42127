"""The learn page without a browser: the lessons, their address, the way on and back, teaching."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import ROOT
from streamlit.testing.v1 import AppTest

from pages.parts.learn import presenter
from pages.parts.learn.course import CLAIM, GUESS, NOTICE, REVEAL, Course, lessons
from pages.parts.session.brought import fingerprint


@pytest.fixture
def learn(app: AppTest) -> AppTest:
    """The learn page before its first run."""
    app.switch_page("pages/learn.py")
    return app


def opened(learn: AppTest, **query: str) -> AppTest:
    for name, value in query.items():
        learn.query_params[name] = value
    learn.run()
    assert not learn.exception
    assert not learn.error
    return learn


def query(learn: AppTest) -> dict[str, str]:
    return {name: value[0] if isinstance(value, list) else value for name, value in learn.query_params.items()}


def words(learn: AppTest) -> str:
    return "\n".join(element.value for element in learn.markdown)


@pytest.mark.parametrize("key", [lesson.key for lesson in lessons if not lesson.model])
def test_a_lesson_opens_by_its_address_and_says_what_to_notice(learn: AppTest, key: str) -> None:
    opened(learn, lesson=key)
    assert query(learn)["lesson"] == key
    assert lessons.get(key).claim in words(learn)
    assert "h2>What to notice" in "".join(element.proto.body for element in learn.get("html"))


def test_a_control_moves_the_numbers_and_the_address_keeps_it(learn: AppTest) -> None:
    opened(learn, lesson="fixed_recursive")
    assert "At 128 tokens" in words(learn)
    learn.select_slider(key="fixed_recursive size").set_value(256).run()
    assert "At 256 tokens" in words(learn)
    assert query(learn) == {"lesson": "fixed_recursive", "size": "256"}
    learn.select_slider(key="fixed_recursive size").set_value(128).run()
    assert query(learn) == {"lesson": "fixed_recursive"}


def test_the_address_opens_a_lesson_with_its_state(learn: AppTest) -> None:
    opened(learn, lesson="step_recursive", step="5", size="100")
    assert learn.select_slider(key="step_recursive size").value == 100
    assert "Step 6 of" in "".join(element.value for element in learn.caption)


def test_wrong_values_in_the_address_are_the_defaults(learn: AppTest) -> None:
    opened(learn, lesson="fixed_recursive", size="12345", document="../../etc/passwd", teach="99")
    assert learn.select_slider(key="fixed_recursive size").value == 128
    assert query(learn) == {"lesson": "fixed_recursive"}


@pytest.mark.parametrize("step", ["-1", "x", "9" * 50, "²"])
def test_a_wrong_step_is_the_nearest_there_is(learn: AppTest, step: str) -> None:
    opened(learn, lesson="step_recursive", step=step)
    assert "Step 1 of" in "".join(element.value for element in learn.caption)


def test_an_unknown_lesson_is_said(learn: AppTest) -> None:
    learn.query_params["lesson"] = "nowhere"
    learn.query_params["teach"] = "1"  # the claim alone: the first lesson needs the model
    learn.run()
    assert any("There is no lesson" in element.value for element in learn.caption)


def test_steps_go_on_and_back(learn: AppTest) -> None:
    opened(learn, lesson="step_recursive")
    first = words(learn)
    learn.button(key="step On").click().run()
    assert query(learn)["step"] == "1"
    assert words(learn) != first
    learn.button(key="step Back").click().run()
    assert words(learn) == first


def html(learn: AppTest) -> str:
    return "".join(element.proto.body for element in learn.get("html"))


def component(learn: AppTest, name: str) -> Any:
    """What the one component of this name is given."""
    (found,) = [one for one in learn.get("bidi_component") if name in one.proto.component_name]
    return json.loads(found.proto.json)


def bar(learn: AppTest) -> dict[str, Any]:
    return dict(component(learn, "presenter"))


def test_presenter_mode_begins_with_the_claim_and_a_picture_of_the_lessons_chunks(learn: AppTest) -> None:
    lesson = lessons.get("measuring")
    opened(learn, lesson="measuring", teach="1")
    assert lesson.claim in words(learn)
    assert lesson.question not in words(learn)
    assert component(learn, "strips").count("<rect") == 6 + 1  # six chunks and the answer's frame
    assert bar(learn)["teach"] == CLAIM
    assert not learn.sidebar.button


@pytest.mark.parametrize(("teach", "mark"), [("2", "at-guess"), ("3", "at-reveal"), ("4", "at-notice")])
def test_guess_reveal_and_notice_are_one_page_that_only_the_step_tells_apart(learn: AppTest, teach: str, mark: str) -> None:
    lesson = lessons.get("measuring")
    opened(learn, lesson="measuring", teach=teach)
    assert mark in html(learn)
    assert lesson.guess in words(learn)
    assert lesson.claim not in words(learn)
    assert "With k = 2" in words(learn)  # in the page all along: the style sheet covers it until it is revealed
    assert query(learn) == {"lesson": "measuring", "teach": teach}


def test_the_bar_knows_the_decisions_of_a_lesson_once_it_has_been_played(learn: AppTest) -> None:
    opened(learn, lesson="step_recursive", teach="3", step="2")
    given = bar(learn)
    assert given["decision"] == 2
    assert given["count"] > 5
    assert not [one for one in learn.button if one.key and one.key.startswith("step ")]  # one bar, not two


def test_turning_goes_through_steps_decisions_and_lessons_and_back() -> None:
    keys = lessons.keys()
    course = Course("measuring", CLAIM)
    at = keys.index("measuring")
    walked = []
    for _ in range(4):
        course.turn(1)
        walked.append((course.lesson, course.teach))
    assert walked == [("measuring", GUESS), ("measuring", REVEAL), ("measuring", NOTICE), (keys[at + 1], CLAIM)]
    course.turn(-1)
    assert (course.lesson, course.teach) == ("measuring", NOTICE)
    stepping = Course("step_recursive", REVEAL, counts={"step_recursive": 3})
    decisions = []
    for _ in range(3):
        stepping.turn(1)
        decisions.append((stepping.teach, stepping.decision))
    assert decisions == [(REVEAL, 1), (REVEAL, 2), (NOTICE, 2)]
    first, last = Course(keys[0], CLAIM), Course(keys[-1], NOTICE)
    first.turn(-1)
    last.turn(1)
    assert (first.lesson, first.teach, last.lesson, last.teach) == (keys[0], CLAIM, keys[-1], NOTICE)


def test_the_bar_is_obeyed_and_nothing_else_is() -> None:
    course = Course("measuring", CLAIM)
    presenter.follow(course, {"bar": "a", "turned": 2})  # two presses, of which Streamlit handed on the second
    assert course.teach == REVEAL
    presenter.follow(course, {"bar": "a", "turned": 2})
    assert course.teach == REVEAL
    presenter.follow(course, {"bar": "a", "turned": 1})
    assert course.teach == GUESS
    presenter.follow(course, {"bar": "b", "turned": 1})  # another bar begins anew
    assert course.teach == REVEAL
    presenter.follow(course, {"teach": 1})
    presenter.follow(course, {"lesson": "budget_sums"})
    assert (course.lesson, course.teach) == ("budget_sums", CLAIM)
    for wrong in (
        None,
        7,
        "x",
        {"teach": 99},
        {"teach": "2"},
        {"lesson": "nowhere"},
        {"lesson": []},
        {"turned": 3},
        {"decision": "x"},
    ):
        presenter.follow(course, wrong)
    assert (course.lesson, course.teach) == ("budget_sums", CLAIM)
    presenter.follow(course, {"bar": "c", "turned": 10**9})  # bounded
    assert course.lesson in lessons


MINE = (
    "# Canteen\n\nThe canteen opens at noon. Soup costs two euros.\n\n"
    "# Sauna\n\nThe sauna opens at six. Towels are lent for a euro.\n"
)


def test_a_document_of_ones_own_goes_into_a_lesson_and_its_link_asks_for_it(learn: AppTest) -> None:
    opened(learn, lesson="fixed_recursive", size="64")
    learn.file_uploader[0].upload("mine.md", MINE.encode())
    learn.run()
    assert "of the fixed chunks of mine.md" in words(learn)
    link = query(learn)
    assert link == {
        "lesson": "fixed_recursive",
        "size": "64",
        "document": "mine.md",
        "hash": fingerprint(MINE.encode()),
    }

    fresh = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
    fresh.switch_page("pages/learn.py")
    opened(fresh, **link)
    assert [one.value for one in fresh.info] == ["This link was made for mine\\.md; drop it here\\."]
    assert query(fresh) == link
    fresh.file_uploader[0].upload("mine.md", b"Another text under the same name.")
    fresh.run()
    assert "another version of mine" in fresh.info[0].value
    fresh.file_uploader[0].upload("mine.md", MINE.encode())
    fresh.run()
    assert not fresh.info
    assert "of the fixed chunks of mine.md" in words(fresh)
    assert query(fresh) == link


def test_a_lesson_that_takes_nothing_ignores_a_document_in_its_address(learn: AppTest) -> None:
    opened(learn, lesson="measuring", document="mine.md", hash="0" * 16)
    assert not learn.info
    assert "With k = 2" in words(learn)


def test_a_question_of_ones_own_counts_where_all_questions_of_a_document_do(learn: AppTest) -> None:
    opened(learn, lesson="no_overlap")
    learn.file_uploader[0].upload("mine.md", MINE.encode())
    learn.run()
    assert "has no question yet" in learn.info[0].value
    learn.text_input(key="learn own question").set_value("When does the sauna open?")
    learn.text_area(key="learn own answer").set_value("The pool opens at six.")
    ask = next(one for one in learn.button if one.label == "Ask this")
    ask.click().run()
    assert "is not in mine" in learn.error[0].value
    learn.text_input(key="learn own question").set_value("When does the sauna open?")
    learn.text_area(key="learn own answer").set_value("The sauna opens at six.")
    next(one for one in learn.button if one.label == "Ask this").click().run()
    assert not learn.info
    assert any(metric.label == "Whole without" and metric.value == "1 of 1" for metric in learn.metric)


@pytest.mark.model
def test_a_question_of_ones_own_and_its_place_are_in_the_link(learn: AppTest) -> None:
    start = MINE.index("The sauna opens at six.")
    link = {"lesson": "sizes", "document": "mine.md", "hash": fingerprint(MINE.encode())}
    link |= {"question": "When does the sauna open?", "answer": f"{start}-{start + 23}"}
    opened(learn, **link)
    learn.file_uploader[0].upload("mine.md", MINE.encode())
    learn.run(timeout=300)
    assert not learn.exception
    assert learn.selectbox(key="sizes question").value == "When does the sauna open?"
    assert next(metric for metric in learn.metric if metric.label == "Recall").value == "100%"
    assert query(learn) == link


def test_the_contents_lead_to_every_lesson(learn: AppTest) -> None:
    opened(learn, lesson="measuring")
    assert [button.label for button in learn.sidebar.button if button.key and button.key.startswith("go ")] == [
        lesson.title for lesson in lessons
    ]
    learn.button(key="go budget_sums").click().run()
    assert query(learn)["lesson"] == "budget_sums"


def test_choosing_walks_an_uploaded_document(learn: AppTest) -> None:
    opened(learn, lesson="choosing", document="inventory.py")
    assert "The tree ends at **Code" in words(learn)
    assert query(learn)["document"] == "inventory.py"
    learn.file_uploader[0].upload("mine.txt", b"A plain text of mine. It has two sentences.")
    learn.run()
    assert "The tree ends at **Recursive, 512 tokens**: 1 chunk" in words(learn)
    assert query(learn)["document"] == "mine.txt"


def test_a_splitter_that_is_typed_is_looked_at(learn: AppTest) -> None:
    opened(learn, lesson="own_splitter")
    learn.text_area(key="own splitter").set_value("class Mine(").run()
    assert not learn.exception
    assert any("never closed" in element.value for element in learn.caption)


@pytest.mark.model
def test_a_lesson_that_needs_the_model_loads_it_when_opened(learn: AppTest) -> None:
    learn.query_params["lesson"] = "cut_answer"
    learn.query_params["case"] = "dosage"
    learn.run(timeout=180)
    assert not learn.exception
    assert "The sentence that names it came back at rank 1, but the answer, whole in chunk 16, did not." in words(learn)
