"""The search page without a browser: a question, patterns, filters, the budget, cost at scale, and chunks made elsewhere."""

from __future__ import annotations

import json

import pytest
from patience import until
from streamlit.testing.v1 import AppTest

import chunkviz
from chunkviz.diagnosis.sentence_scores import Sentence, Why
from chunkviz.index import Store
from chunkviz.search.record import Record
from chunkviz.span import Span
from pages.parts.question.narrowing import values_of
from pages.parts.search.passages import explanation

QUESTION = "How large may one part of an attachment be?"


@pytest.fixture
def page(app: AppTest) -> AppTest:
    """The page on manual.md, with hashed words, which need no model."""
    app.query_params.update(
        {"sample": "manual.md", "strategy": "recursive", "size": "128", "overlap": "32", "embedder": "hashing"}
    )
    app.run()
    return app.switch_page("pages/search.py").run()


def ask(page: AppTest, question: str = QUESTION) -> AppTest:
    page.text_input(key="question").set_value(question).run()
    return settled(page)


def settled(page: AppTest) -> AppTest:
    """The page once work beside it is done, also what begins when other work has ended."""

    def running() -> bool:
        return "beside" in page.session_state and any(one.job.running for one in page.session_state["beside"].values())

    until(lambda: not running() and page.run() and not running(), "the work beside the page ends")
    return page.run()


def captions(page: AppTest) -> str:
    return " ".join(one.value for one in page.caption).replace("\\", "")


def said(page: AppTest) -> list[str]:
    return [element.value.replace("\\", "") for element in [*page.error, *page.warning]]


def table(page: AppTest):
    return page.dataframe[0].value


def test_a_question_lights_up_its_passages(page: AppTest) -> None:
    assert not page.exception
    assert not page.dataframe
    ask(page)
    assert not page.exception
    assert "5 passages, Chunks as found. Chroma’s approximate search missed none of the nearest chunks" in captions(page)
    found = table(page)
    assert list(found["Rank"]) == [1, 2, 3, 4, 5]
    assert list(found["Similarity"]) == sorted(found["Similarity"], reverse=True)
    moment = json.loads(page.get("bidi_component")[-1].proto.json)["moment"]
    assert moment["hits"]["rank"] == [1, 2, 3, 4, 5]
    assert moment["hits"]["score"] == pytest.approx(list(found["Similarity"]), abs=1e-3)
    assert set(moment["marks"]["kind"]) == {"sentence"}


def test_distances_on_demand(page: AppTest) -> None:
    ask(page)
    assert "Distance" not in table(page)
    page.toggle(key="distances").set_value(True).run()
    assert list(1 - table(page)["Distance"]) == pytest.approx(list(table(page)["Similarity"]), abs=2e-3)


def test_pattern_and_k(page: AppTest) -> None:
    ask(page)
    page.slider(key="k").set_value(3).run()
    page.selectbox(key="pattern").select("hybrid").run()
    settled(page)
    assert "3 passages, Hybrid: words and meaning." in captions(page)
    assert all("by meaning" in why or "by words" in why for why in table(page)["How"])
    assert page.slider(key="k").value == 3


def test_a_filter_by_control_and_as_json(page: AppTest) -> None:
    ask(page)
    page.multiselect(key="filter fields").set_value(["chunk_index"]).run()
    low, high = page.slider(key="filter range chunk_index").value
    page.slider(key="filter range chunk_index").set_value((low, 3)).run()
    settled(page)
    asked = page.session_state["asking"]
    assert asked.where == {"$and": [{"chunk_index": {"$gte": 0}}, {"chunk_index": {"$lte": 3}}]}
    assert len(table(page)) == 4
    page.toggle(key="filter as json").set_value(True).run()
    page.text_area(key="filter json").set_value('{"chunk_index": {"$like": 3}}').run()
    assert any("is no operator" in sentence for sentence in said(page))
    page.text_area(key="filter json").set_value(json.dumps({"chunk_index": {"$in": [high, low]}})).run()
    settled(page)
    assert len(table(page)) == 2
    page.text_input(key="filter contains").set_value("no such text at all").run()
    settled(page)
    assert "Nothing was found; loosen the filter." in captions(page)


def test_what_is_sent_and_cost_at_scale(page: AppTest) -> None:
    ask(page)
    text = " ".join(one.value for one in page.markdown)
    assert "5 of 5 passages fit" in text
    assert any(QUESTION in one.value for one in page.code)
    page.number_input(key="context budget").set_value(250).run()
    assert "of 5 passages fit" in " ".join(one.value for one in page.markdown)
    assert "5 of 5 passages fit" not in " ".join(one.value for one in page.markdown)


def test_collections_of_a_session_are_its_own_and_go_when_replaced(page: AppTest) -> None:
    before = set(Store.memory().collections())
    ask(page)
    first = page.session_state["beside"]["index"].found[0].chroma.name
    assert first in Store.memory().collections()
    page.select_slider(key="setting:size").set_value(256).run()
    settled(page)
    settled(page)
    second = page.session_state["beside"]["index"].found[0].chroma.name
    assert second != first
    names = set(Store.memory().collections())
    assert second in names
    assert first not in names
    assert len(names - before) == 1


def test_an_empty_or_odd_question(page: AppTest) -> None:
    ask(page, "   ")
    assert not page.exception
    assert not page.dataframe
    ask(page, "# **<b>&$x$ {question}")
    assert not page.exception
    assert len(table(page)) == 5


def test_values_of_fields_by_hand() -> None:
    records = [
        Record("a", "x", "d", "n", Span(0, 1), 0, 5, metadata={"h1": "A"}),
        Record("b", "y", "d", "n", Span(1, 2), 1, 5, metadata={"h1": "B"}),
    ]
    assert values_of(records) == {
        "char_end": [1, 2],
        "char_start": [0, 1],
        "chunk_index": [0, 1],
        "h1": ["A", "B"],
        "tokens": [5],
    }


def test_dilution_in_words() -> None:
    three = tuple(Sentence(Span(i, i + 1), score) for i, score in enumerate((0.7, 0.1, 0.2)))
    assert explanation(Why(three, 0.4)) == (
        "As a whole it is 0.40 like the question; its best sentence alone is 0.70. The other 2 "
        "sentences water it down by 0.30: a smaller chunk would rank higher."
    )
    assert explanation(Why(three, 0.68)).endswith("Its other sentences do not water it down.")
    assert explanation(Why(three[:1], 0.7)) == "It is one sentence, 0.70 like the question."
    assert "never read" in explanation(Why(three, 0.4, unread=2))


def test_chunks_made_elsewhere_are_laid_onto_the_document(page: AppTest) -> None:
    text = chunkviz.read(str(chunkviz.__path__[0]) + "/../sample_docs/manual.md").text
    exported = [{"page_content": text[at : at + 900], "metadata": {"start_index": at}} for at in range(0, 9000, 900)]
    exported.append({"page_content": "This stands nowhere in the manual.", "metadata": {}})
    page.session_state["search tabs"] = "Your own chunks"
    page.run()
    uploader = next(one for one in page.file_uploader if one.key == "existing file")
    uploader.upload("chunks.json", json.dumps(exported).encode())
    page.run()
    assert not page.exception
    assert "10 of 11 chunks are in the document exactly; 0 up to white space and Unicode form; 1 was not located." in " ".join(
        one.value for one in page.markdown
    )


@pytest.mark.parametrize(("allowed", "sources"), [("1", 3), ("", 1)])
def test_folders_and_servers_are_offered_where_the_server_allows_them(
    page: AppTest, monkeypatch: pytest.MonkeyPatch, allowed: str, sources: int
) -> None:
    monkeypatch.setenv("CHUNKVIZ_TRUST_VISITORS", allowed)
    page.session_state["search tabs"] = "Your own chunks"
    page.session_state["existing source"] = "A Chroma folder"
    page.run()
    (where,) = (one for one in page.button_group if one.key == "existing source")
    assert len(where.options) == sources
    assert any(one.label.startswith("Folder, such as") for one in page.text_input) == (sources == 3)


def test_explore_has_the_question_box_too(app: AppTest) -> None:
    app.query_params.update({"sample": "manual.md", "strategy": "recursive", "size": "128", "embedder": "hashing"})
    app.run()
    ask(app)
    assert not app.exception
    assert "5 passages, Chunks as found." in captions(app)
    component = next(one for one in app.get("bidi_component") if '"moment"' in one.proto.json)
    moment = json.loads(component.proto.json)["moment"]
    assert moment["hits"]["rank"] == [1, 2, 3, 4, 5]
    assert moment["select"] == app.session_state["beside"]["answer"].found[0].passages[0].hits[0].record.number


def test_before_a_question_known_ones_are_offered(page: AppTest) -> None:
    button = page.button(key="example 0")
    assert button.label == "Which exception is raised when the retry limit is reached?"
    button.click().run()
    assert page.text_input(key="question").value == button.label
    assert not [one for one in page.button if str(one.key).startswith("example")]
