"""The debug page without a browser: a known question, words pasted, remedies tried and applied, wrong input."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import chunkviz
from pages.parts.controls import documents
from pages.parts.debug import remedied


@pytest.fixture
def page(app: AppTest) -> AppTest:
    """The page on the dosage leaflet, cut so that many answers are cut, with hashed words, which need no model."""
    app.query_params.update(
        {"sample": "dosage.txt", "strategy": "recursive", "size": "64", "overlap": "0", "embedder": "hashing"}
    )
    app.run()
    app.session_state["choice"].embedder = "hashing"
    return settled(app.switch_page("pages/debug.py").run())


def known(page: AppTest) -> Any:
    """The menu of the known questions."""
    return next(menu for menu in page.selectbox if menu.label == "Known questions")


def settled(page: AppTest) -> AppTest:
    """The page once all work beside it is done, also what begins when other work has ended."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        work = page.session_state.beside if "beside" in page.session_state else {}
        if not any(one.job.running for one in work.values()):
            page.run()
            if not any(one.job.running for one in page.session_state.beside.values()):
                return page
        time.sleep(0.05)
    raise TimeoutError("the work beside the page did not end")


def said(page: AppTest) -> str:
    texts = [element.value for element in [*page.error, *page.success, *page.markdown, *page.caption]]
    return "\n".join(texts).replace("\\", "")


def test_it_begins_with_a_question_that_fails(page: AppTest) -> None:
    assert not page.exception
    assert "Not retrieved: none of the 5 passages holds the answer whole." in said(page)
    state = page.session_state["failing"]
    first = next(one.text for one in state.known if None in state.ranks[one.text])
    assert page.text_input(key="debug question").value == first


def test_a_known_question_is_looked_into(page: AppTest) -> None:
    texts = [one.text for one in page.session_state["failing"].known]
    number = texts.index("How long does an opened bottle keep?")
    settled(known(page).set_value(number).run())
    assert not page.exception
    assert page.text_input(key="debug answer").value == "what is left must be thrown away after 28 days."
    assert "It is cut behind “what is left must be thrown away after”, where chunk 26 ends" in said(page)


def test_words_that_are_not_in_the_document_are_one_sentence(page: AppTest) -> None:
    page.text_input(key="debug answer").set_value("not there").run()
    assert "The quote “not there” is not in dosage.txt." in said(page)


def test_remedies_are_tried_and_applied(page: AppTest) -> None:
    texts = [one.text for one in page.session_state["failing"].known]
    settled(known(page).set_value(texts.index("How long does an opened bottle keep?")).run())
    settled(page.button(key="try them").click().run())
    assert not page.exception
    assert "Chunks twice as large (128)**: rank" in said(page)
    assert "Answered of 14 questions:" in said(page)
    settled(page.button(key="apply 0").click().run())
    assert not page.exception
    assert "Retrieved: passage" in said(page)


def test_without_a_question_it_says_what_to_do(page: AppTest) -> None:
    settled(page.text_input(key="debug question").set_value("").run())
    assert "Ask a question, and mark or paste the words that should have answered it." in said(page)


def test_a_filter_that_hides_the_answer_is_the_cause(page: AppTest) -> None:
    settled(page.text_input(key="debug question").set_value("How is Velorin given?").run())
    settled(page.text_input(key="filter contains").set_value("antidote").run())
    settled(page)
    assert not page.exception
    assert "The filter lets no chunk through that holds the answer." in said(page)


def test_chunks_of_another_splitter_are_explained(page: AppTest) -> None:
    text = chunkviz.read(str(documents.SAMPLES / "dosage.txt")).text
    start = text.index("28 days.")
    exported = [{"page_content": text[: start - 1]}, {"page_content": text[start:]}]
    page.session_state["debug source"] = "Your own chunks"
    page.run()
    assert "Bring the chunks of your own splitter" in said(page)
    uploader = next(one for one in page.file_uploader if one.key == "existing file")
    uploader.upload("chunks.json", json.dumps(exported).encode())
    settled(page.run())
    texts = [one.text for one in page.session_state["failing"].known]
    settled(known(page).set_value(texts.index("How long does an opened bottle keep?")).run())
    assert not page.exception
    assert "where chunk 1 ends: Your own splitter cut here." in said(page)
    settled(page.button(key="try them").click().run())
    assert not page.exception
    works = remedied.offered(page.session_state["beside"]["remedies"].found[0].tried)
    number = next(i for i, one in enumerate(works) if not remedied.imported(one.setup))
    settled(page.button(key=f"apply {number}").click().run())
    assert not page.exception
    assert page.session_state["debug source"] == "Cut here"
    assert "Retrieved: passage" in said(page)
