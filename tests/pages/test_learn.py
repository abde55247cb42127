"""The learn page without a browser: the lessons, their address, the way on and back, teaching."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from pages.parts.learn.lesson import TEACHING, lessons


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


def test_teaching_shows_one_thing_at_a_time(learn: AppTest) -> None:
    lesson = lessons.get("measuring")
    opened(learn, lesson="measuring", teach="1")
    assert lesson.claim in words(learn)
    assert lesson.question not in words(learn)
    learn.button(key="lesson next").click().run()
    assert lesson.claim not in words(learn)
    assert lesson.question in words(learn)
    assert "With k = 2" not in words(learn)
    learn.button(key="lesson next").click().run()
    assert "With k = 2" in words(learn)
    assert query(learn) == {"lesson": "measuring", "teach": str(TEACHING)}
    learn.button(key="lesson next").click().run()
    assert query(learn) == {"lesson": "budget_sums", "teach": "1"}
    learn.button(key="lesson back").click().run()
    assert query(learn) == {"lesson": "measuring", "teach": str(TEACHING)}


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
    assert "The tree ends at **Recursive, 512 tokens**: 1 chunks" in words(learn)
    assert "document" not in query(learn)


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
