"""The debug page without a browser: the verdict, words pasted, remedies tried, applied and taken back, wrong input."""

from __future__ import annotations

import json
from typing import Any

import pytest
from patience import until
from streamlit.testing.v1 import AppTest

import chunkviz
from chunkviz.diagnosis.explanation import Explanation
from chunkviz.diagnosis.reason import reason, reasons
from chunkviz.diagnosis.remedies import Tried
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

    def idle() -> bool:
        work = page.session_state.beside if "beside" in page.session_state else {}
        return not any(one.job.running for one in work.values())

    def idle_after_a_run() -> bool:
        return idle() and bool(page.run()) and idle()

    until(idle_after_a_run, "the work beside the page ends")
    return page


def said(page: AppTest) -> str:
    texts = [element.value for element in [*page.error, *page.success, *page.markdown, *page.caption]]
    return "\n".join(texts).replace("\\", "")


def test_it_begins_with_a_question_that_fails(page: AppTest) -> None:
    assert not page.exception
    assert "Not retrieved: the 5 passages together do not hold the whole answer." in said(page)
    state = page.session_state["failing"]
    first = next(one.text for one in state.known if None in state.ranks[one.text])
    assert page.text_input(key="debug question").value == first


def test_a_known_question_is_looked_into(page: AppTest) -> None:
    texts = [one.text for one in page.session_state["failing"].known]
    number = texts.index("How long does an opened bottle keep?")
    settled(known(page).set_value(number).run())
    assert not page.exception
    assert page.text_input(key="debug answer").value == "what is left must be thrown away after 28 days."
    assert "It is cut after “what is left must be thrown away after”, where chunk 26 ends" in said(page)


def test_words_that_are_not_in_the_document_are_one_sentence(page: AppTest) -> None:
    page.text_input(key="debug answer").set_value("Wholly unknown vocabulary xyz").run()
    assert "The quote “Wholly unknown vocabulary xyz” is not in dosage.txt." in said(page)
    assert "No passage of the text is near these words." in said(page)


def test_a_quote_with_a_slip_offers_the_nearest_passage(page: AppTest) -> None:
    page.text_input(key="debug answer").set_value("**What is left** must be thrown away after 26 days.").run()
    assert "is not in dosage.txt." in said(page)
    offered = page.button(key="debug near 0")
    assert "what is left must be thrown away after 28 days." in offered.label.replace("\\", "")
    assert "1 letter differs" in offered.label
    settled(offered.click().run())
    assert page.text_input(key="debug answer").value == "what is left must be thrown away after 28 days."
    assert not page.session_state["failing"].problem


def ask_about_the_bottle(page: AppTest) -> AppTest:
    texts = [one.text for one in page.session_state["failing"].known]
    return settled(known(page).set_value(texts.index("How long does an opened bottle keep?")).run())


def test_it_opens_with_verdict_cause_and_remedy(page: AppTest) -> None:
    ask_about_the_bottle(page)
    (opening,) = [one.value.replace("\\", "") for one in page.error]
    assert opening.startswith(
        "Not retrieved: the 5 passages together do not hold the whole answer. "
        "The answer is cut: 2 chunks hold a part of it and none holds it whole;"
    )
    best = page.session_state["beside"]["remedies"].found[0].tried[0]
    assert f"**What to change.** {best.words[0].upper()}{best.words[1:]}: rank {best.rank} of 5," in said(page)
    assert page.button(key="apply 0").label == "Apply, and see before and after"
    assert [one.label for one in page.expander if "measured" in one.label] == ["What was measured"]


def test_remedies_are_tried_at_once_applied_and_taken_back(page: AppTest) -> None:
    ask_about_the_bottle(page)
    assert not page.exception
    assert "Chunks twice as large (128): rank" in said(page)
    assert "Answered of 14 questions:" in said(page)
    size = page.session_state["choice"].values.get("size")
    best = page.session_state["beside"]["remedies"].found[0].tried[0]
    settled(page.button(key="apply 0").click().run())
    assert not page.exception
    assert f"**Applied:** {best.words}." in said(page)
    assert f"Before: {best.before:,} tokens read" in said(page)
    assert f"After: {best.tokens:,} tokens read" in said(page)
    assert "Retrieved: passage" in said(page)
    settled(page.button(key="take back").click().run())
    assert not page.exception
    assert page.session_state["choice"].values.get("size") == size
    assert "**Applied:**" not in said(page)
    assert "Not retrieved:" in said(page)


def test_where_nothing_helps_the_best_rank_and_what_was_tried_are_shown(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_works(*given: Any, **more: Any) -> list[Tried]:
        pipeline = given[3]
        return [Tried("no overlap", 1, pipeline, 9, 300, 310), Tried("a header before each chunk", 2, pipeline, None, 320, 310)]

    monkeypatch.setattr(remedied, "remedies", none_works)
    ask_about_the_bottle(page)
    warned = [one.value.replace("\\", "") for one in page.warning]
    assert "None of the 2 settings tried retrieves it; the best rank reached is 9, with no overlap, and 5 are read." in warned
    assert "No overlap: rank 9, after the 5 that are read, 300 tokens read (now 310)." in said(page)
    assert "A header before each chunk: not retrieved at any rank looked at, 320 tokens read (now 310)." in said(page)


def test_a_new_rule_is_on_the_page(page: AppTest) -> None:
    @reason("How old it is", 999, key="dated")
    def rule(found: Explanation) -> str:
        """The answer is older than the question."""
        return "The leaflet is out of date."

    try:
        ask_about_the_bottle(page)
        assert "**How old it is**\n- The leaflet is out of date." in said(page)
    finally:
        del reasons._found["dated"]


def test_without_a_question_it_says_what_to_do(page: AppTest) -> None:
    settled(page.text_input(key="debug question").set_value("").run())
    assert "Ask a question, and mark or paste the words that should have answered it." in said(page)


def test_a_filter_that_hides_the_answer_is_the_cause(page: AppTest) -> None:
    settled(page.text_input(key="debug question").set_value("How is Velorin given?").run())
    settled(page.text_input(key="filter contains").set_value("antidote").run())
    settled(page)
    assert not page.exception
    assert "No chunk that holds the answer passes the filter." in said(page)


def test_chunks_of_another_splitter_are_explained(page: AppTest) -> None:
    text = chunkviz.read(str(documents.SAMPLES / "dosage.txt")).text
    start = text.index("28 days.")
    stray = "A paragraph about sloops and ketches in another file."
    exported = [{"page_content": one} for one in (text[: start - 1], text[start:], stray)]
    page.session_state["debug source"] = "Your own chunks"
    page.run()
    assert "Bring the chunks of your own splitter" in said(page)
    uploader = next(one for one in page.file_uploader if one.key == "existing file")
    uploader.upload("chunks.json", json.dumps(exported).encode())
    settled(page.run())
    ask_about_the_bottle(page)
    assert not page.exception
    assert [(one.label, one.value) for one in page.metric][:3] == [
        ("Brought", "3"),
        ("Located in the document", "2"),
        ("Not located", "1"),
    ]
    assert "where chunk 1 ends: Your own splitter cut here." in said(page)
    assert "Retrieved in pieces: passages 1 and 2 of 5 hold the answer together" in said(page)
    settled(page.button(key="try them").click().run())
    assert not page.exception
    works = remedied.offered(page.session_state["beside"]["remedies"].found[0].tried)
    number = next(i for i, one in enumerate(works) if not remedied.imported(one.pipeline))
    settled(page.button(key=f"apply {number}").click().run())
    assert not page.exception
    assert page.session_state["debug source"] == "Cut here"
    assert "Retrieved: passage" in said(page)
