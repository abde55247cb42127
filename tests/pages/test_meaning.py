"""Meaning on the explore page: cut beside the page, the curve, the map, what the model never reads; stopped and gone on with."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from patience import until
from streamlit.testing.v1 import AppTest

from chunkviz.embedder import embedders
from pages.parts.explore import meaning
from pages.parts.session import beside, models

SENTENCES = [
    "Boats pay a fee. ",
    "A boat fee is due. ",
    "Fees for boats rise. ",
    "Penguins eat krill. ",
    "The penguins eat. ",
    "Krill feeds penguins. ",
]
TEXT = "".join(sentence for sentence in SENTENCES for _ in range(1)) * 3


def explore(app: AppTest, text: str = TEXT, strategy: str = "semantic", embedder: str = "hashing") -> AppTest:
    app.query_params["strategy"] = "recursive"  # a setting of one's own: nothing is suggested unasked
    app.run()
    app.file_uploader[0].upload("birds.txt", text.encode())
    app.run()
    app.session_state["choice"].embedder = embedder
    app.selectbox(key="strategy").select(strategy).run()
    return app


def settled(app: AppTest) -> AppTest:
    """After the work beside the page has ended."""
    until(lambda: not any(work.job.running for work in app.session_state["beside"].values()), "the work beside the page ends")
    return app.run()


def chunking(app: AppTest) -> Any:
    return app.session_state["chunking"][1]


def captions(app: AppTest) -> str:
    return "\n".join(caption.value.replace("\\", "") for caption in app.caption)


def test_a_strategy_that_embeds_shows_its_curve_and_what_it_says(app: AppTest) -> None:
    settled(explore(app))
    assert not app.exception
    assert chunking(app).strategy.key == "semantic"
    assert "Click a point and the text goes there" in captions(app)
    curve = app.session_state["measured"][1].curve
    assert len(curve) == len(SENTENCES) * 3 - 1
    assert any("Its sentences are" in text.value for text in app.text)


def test_another_threshold_is_cut_from_the_same_vectors(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    settled(explore(app))
    before = len(chunking(app))
    monkeypatch.setattr(embedders.get("hashing"), "encode", lambda texts: pytest.fail("embedded again"))
    app.session_state["choice"].values["percentile"] = 50.0
    settled(app.run())
    assert not app.exception
    assert len(chunking(app)) > before


@pytest.mark.parametrize(
    ("view", "words"), [("Matrix", "Bright squares on the diagonal"), ("Map", "Click a point to select its chunk")]
)
def test_the_other_views(app: AppTest, view: str, words: str) -> None:
    settled(explore(app))
    app.session_state["meaning view"] = view
    settled(app.run())
    settled(app.run())
    assert not app.exception
    assert words in captions(app)


def test_a_strategy_that_does_not_embed_measures_nothing_by_itself(app: AppTest) -> None:
    explore(app, strategy="recursive")
    assert set(app.session_state["beside"]) == {"model tokens"}
    assert not app.exception


def test_what_the_model_never_reads_is_in_the_numbers_the_card_and_beside_the_size(app: AppTest) -> None:
    explore(app, "The harbour office opens at nine. " * 100, strategy="recursive", embedder="all-MiniLM-L6-v2")
    shown = "\n".join(str(html.proto.body) for html in app.get("html"))
    assert "never read" in shown
    assert "so about 50% of a full chunk is never read" in captions(app)
    assert any("characters are never read" in text.value for text in app.text)


def test_the_warning_beside_the_size_is_there_on_the_first_visit(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "AT_ONCE", 60.0)
    app.query_params["strategy"] = "recursive"
    app.run()
    assert "of a full chunk is never read" in captions(app)


def test_work_can_be_stopped_and_gone_on_with(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    model, go = embedders.get("hashing"), threading.Event()
    real = type(model).encode.__get__(model)

    def slow(texts: list[str]) -> np.ndarray:
        go.wait(10)
        return real(texts)

    monkeypatch.setattr(model, "encode", slow)
    explore(app)
    assert next(button for button in app.button if button.label == "Stop")
    assert chunking(app).strategy.key == "recursive", "the last good view stays"
    next(button for button in app.button if button.label == "Stop").click()
    app.session_state["beside"]["cut"].job.stop()
    go.set()
    settled(app)
    assert "Stopped. What was embedded is kept." in [info.value for info in app.info]
    next(button for button in app.button if button.label == "Go on").click().run()
    settled(app)
    assert chunking(app).strategy.key == "semantic"


def test_an_error_in_the_work_is_one_sentence(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(texts: list[str]) -> np.ndarray:
        raise ZeroDivisionError

    monkeypatch.setattr(embedders.get("hashing"), "encode", broken)
    settled(explore(app))
    assert not app.exception
    assert any("failed" in warning.value for warning in app.warning)


def test_a_clicked_point_carries_a_number() -> None:
    assert meaning.clicked({"selection": {"points": [{"customdata": [42]}]}}) == 42
    assert meaning.clicked({"selection": {"points": []}}) is None
    assert meaning.clicked(None) is None


def test_a_model_named_at_the_start_is_in_the_menu(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHUNKVIZ_EMBEDDERS", "openai:small@http://127.0.0.1:9/v1")
    monkeypatch.setattr(embedders, "_found", dict(embedders._found))
    models.offer.clear()
    app.run()
    assert not app.exception
    assert "small at 127.0.0.1" in app.selectbox(key="embedder").options


def test_a_chunk_of_two_topics_is_among_the_findings(app: AppTest) -> None:
    app.session_state["details"] = "Findings"
    explore(app, "".join(SENTENCES[:3]) * 5 + "".join(SENTENCES[3:]) * 5)
    app.session_state["choice"].values.update(rule="similarity", similarity=-1.0)
    settled(app.run())
    settled(app.run())
    assert not app.exception
    assert len(chunking(app)) == 1
    assert "1 chunk spans more than one topic" in captions(app)
    (row,) = [row for row in app.dataframe[0].value.to_dict("records") if row["What"] == "Several topics"]
    assert row["Where"] == "… fee. A boat fee is due. Fees for boats rise. │ Penguins eat krill. The penguins eat. Krill …"
