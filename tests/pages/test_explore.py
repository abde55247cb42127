"""The explore page without a browser: documents, settings, address, trouble."""

from typing import Any

import pytest
from patience import PATIENCE
from streamlit.testing.v1 import AppTest

import chunkviz
from chunkviz.params import settings_of
from chunkviz.refinement import refinements
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategy import Strategy, strategies
from pages.parts.controls import documents

TEXT = b"One fox. Two hens.\n\nThree cows sat.\n\nFour owls slept in the tall tree."


def said(app: AppTest) -> list[str]:
    """The problems and warnings shown, as a person reads them."""
    return [element.value.replace("\\", "") for element in [*app.error, *app.warning]]


def upload(app: AppTest, name: str, data: bytes) -> AppTest:
    app.file_uploader[0].upload(name, data)
    return app.run()


def chunking(app: AppTest) -> Any:
    return app.session_state["chunking"][1]


def test_the_first_view_is_a_sample_in_chunks(app: AppTest) -> None:
    app.run()
    assert not app.exception
    assert chunking(app).document.name == "manual.md"
    assert len(chunking(app)) > 3
    assert app.query_params["strategy"] == "by_format"  # what is suggested for a document with headings, tables and code
    assert any("In use" in caption.value for caption in app.caption)
    assert any(chunk.overlap.got for chunk in chunking(app).chunks)  # so that an overlap is seen


def test_an_address_is_never_replaced_by_the_suggestion(app: AppTest) -> None:
    app.query_params["strategy"] = "recursive"
    app.run()
    assert chunking(app).strategy == Recursive()
    upload(app, "farm.md", b"# Farm\n\nOne fox.\n\n## Birds\n\nTwo hens.")
    assert chunking(app).strategy == Recursive()


def test_a_document_brought_before_anything_was_chosen_begins_with_its_own_suggestion(app: AppTest) -> None:
    app.run()
    upload(app, "farm.txt", b"One fox ran. " * 20 + b"\n\n" + b"Two hens sat. " * 20)
    assert chunking(app).strategy.key == "recursive"  # short paragraphs and nothing else
    assert not chunking(app).refinements  # the sample's overlap was to show one
    assert any("In use" in caption.value for caption in app.caption)


def test_what_a_person_chose_stays_for_the_next_document(app: AppTest) -> None:
    app.run()
    app.selectbox(key="strategy").select("sentences").run()
    upload(app, "farm.txt", TEXT)
    assert chunking(app).strategy.key == "sentences"


def test_each_strategy_shows_what_it_makes_of_the_document_once_it_is_asked(app: AppTest) -> None:
    app.query_params["size"] = "64"
    app.run()
    assert "strips found" not in app.session_state
    app.session_state["strips"] = True
    app.run()
    found = app.session_state["strips found"][1]
    assert set(found) == {key for key, _ in strategies.items()}
    assert found["recursive"].chunks == len(chunking(app))
    assert "embedding model" in found["semantic"]
    app.button(key="strip sentences").click().run()
    assert chunking(app).strategy.key == "sentences"
    assert chunking(app).size == 64


def test_an_uploaded_file_is_shown_and_not_in_the_address(app: AppTest) -> None:
    upload(app.run(), "farm.txt", TEXT)
    assert not said(app)
    assert chunking(app).document.text == TEXT.decode()
    assert "sample" not in app.query_params
    assert app.selectbox(key="document").value == "yours:1"


def test_files_of_one_name_and_samples_called_alike_are_told_apart(app: AppTest) -> None:
    app.run()
    app.file_uploader[0].upload("manual.md", b"Text of one.")
    app.run()
    app.file_uploader[0].upload("manual.md", b"Text of two.")
    app.run()
    assert app.selectbox(key="document").options[:2] == ["manual.md", "manual.md (2)"]
    assert "manual.md (3)" in app.selectbox(key="document").options
    app.selectbox(key="document").select("yours:1").run()
    assert chunking(app).document.text == "Text of one."


def test_several_files_are_kept_and_one_can_be_removed(app: AppTest) -> None:
    app.run()
    app.file_uploader[0].upload("a.txt", b"Text of a.")
    app.file_uploader[0].upload("b.txt", b"Text of b.")
    app.run()
    assert [document.name for document in app.session_state["brought"].documents.values()] == ["a.txt", "b.txt"]
    assert chunking(app).document.name == "b.txt"
    app.selectbox(key="document").select("yours:1").run()
    assert chunking(app).document.name == "a.txt"
    next(button for button in app.button if button.label == "Remove").click().run()
    assert [document.name for document in app.session_state["brought"].documents.values()] == ["b.txt"]
    assert not app.exception


def test_pasted_text_is_cut(app: AppTest) -> None:
    app.run()
    app.text_area(key="pasted").set_value("# Title\n\nPasted text.")
    next(field for field in app.text_input if field.label == "Name").set_value("mine.md")
    next(button for button in app.button if button.label == "Cut this text").click().run()
    assert chunking(app).document.text == "# Title\n\nPasted text."
    assert chunking(app).document.kind == "markdown"


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("empty.txt", b"", "empty.txt is empty; there is nothing to cut."),
        ("blank.txt", b" \r\n\t\n", "blank.txt is empty; there is nothing to cut."),
        ("mark.txt", b"\xef\xbb\xbf  \n", "mark.txt holds no text; there is nothing to cut."),
        ("photo.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0", "photo.txt"),
        ("broken.txt", bytes(range(256)), "broken.txt could not be decoded as text"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_sentence_and_the_view_stays(
    app: AppTest, name: str, data: bytes, sentence: str
) -> None:
    upload(app.run(), name, data)
    assert not app.exception
    assert len(said(app)) == 1
    assert sentence in said(app)[0]
    assert chunking(app).document.name == "manual.md"


def test_a_file_over_the_limit_is_refused(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chunkviz.reader.LIMIT", 1000)
    upload(app.run(), "big.txt", b"word " * 300)
    assert len(said(app)) == 1
    assert said(app)[0].startswith("big.txt is larger than the limit of ")


def test_all_documents_together_are_bounded(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "TOTAL", 100)
    upload(app.run(), "a.txt", b"x" * 60)
    upload(app, "b.txt", b"y" * 60)
    assert "b.txt was not added" in said(app)[0]
    assert chunking(app).document.name == "a.txt"


def test_names_of_files_are_shown_as_they_are(app: AppTest) -> None:
    """A name is no markup: this one would load a picture from outside."""
    upload(app.run(), "![x](https://example.org/a.png).txt", b"")
    assert app.error[0].value.startswith("\\!\\[x\\]\\(https\\:")


def test_two_sessions_never_share_documents(app: AppTest) -> None:
    upload(app.run(), "private.txt", TEXT)
    other = AppTest.from_file(app._script_path, default_timeout=PATIENCE).run()
    assert chunking(other).document.name == "manual.md"
    assert "yours:1" not in other.selectbox(key="document").options
    assert not other.session_state["brought"].documents


def test_the_file_the_app_was_started_with_is_open(app: AppTest, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    (tmp_path / "farm.txt").write_bytes(TEXT)
    monkeypatch.setenv("CHUNKVIZ_OPEN", str(tmp_path / "farm.txt"))
    app.run()
    assert chunking(app).document.text == TEXT.decode()
    assert "sample" not in app.query_params


def test_moving_the_slider_cuts_again_and_the_address_follows(app: AppTest) -> None:
    app.run()
    before = len(chunking(app))
    app.select_slider(key="setting:size").set_value(128).run()
    assert len(chunking(app)) > before
    assert app.number_input(key="setting:size:exact").value == 128
    assert app.query_params["size"] == "128"
    app.number_input(key="setting:size:exact").set_value(300).run()
    assert app.select_slider(key="setting:size").value == 300
    assert chunking(app).strategy.size == 300


def test_a_size_survives_a_change_of_strategy_and_defaults_come_back(app: AppTest) -> None:
    app.run()
    app.select_slider(key="setting:size").set_value(256).run()
    app.selectbox(key="strategy").select("fixed").run()
    assert chunking(app).strategy.size == 256
    next(button for button in app.button if button.label == "Back to the defaults").click().run()
    assert chunking(app).strategy == strategies.get("fixed")()
    assert "size" not in app.query_params


def test_the_address_opens_the_same_view(app: AppTest) -> None:
    for name, value in {"sample": "essay.txt", "strategy": "fixed", "tokenizer": "words", "size": "50", "overlap": "5"}.items():
        app.query_params[name] = value
    app.run()
    view = chunking(app)
    assert (view.document.name, view.tokenizer.key, view.strategy.size, view.strategy.overlap) == ("essay.txt", "words", 50, 5)
    assert app.select_slider(key="setting:size").value == 50


def test_a_wrong_address_gives_defaults_and_notes(app: AppTest) -> None:
    app.query_params["sample"] = "secrets.txt"
    app.query_params["size"] = "-3"
    app.run()
    assert chunking(app).document.name == "manual.md"
    notes = [caption.value.replace("\\", "") for caption in app.caption]
    assert "There is no sample document “secrets.txt”; manual.md is shown." in notes
    assert any(note.startswith("size must be between") for note in notes)


def test_contradictory_settings_are_one_sentence_and_the_last_good_view_stays(app: AppTest) -> None:
    app.run()
    app.select_slider(key="setting:size").set_value(256).run()
    good = chunking(app)
    app.select_slider(key="setting:overlap").set_value(512).run()
    assert not app.exception
    assert len(said(app)) == 1
    assert "overlap" in said(app)[0]
    assert chunking(app) is good


def test_contradictory_settings_in_an_address_show_the_text_uncut(app: AppTest) -> None:
    app.query_params["size"] = "64"
    app.query_params["overlap"] = "640"
    app.run()
    assert not app.exception
    assert len(said(app)) == 1
    assert "chunking" not in app.session_state


def test_a_strategy_that_fails_does_not_take_the_page_with_it(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    app.query_params["strategy"] = "recursive"
    app.run()

    def fails(self: Strategy, document: Any, tools: Any) -> Any:
        raise ZeroDivisionError("inside")

    monkeypatch.setattr(strategies.get("fixed"), "split", fails)
    app.selectbox(key="strategy").select("fixed").run()
    assert not app.exception
    assert said(app) == [
        "“Fixed size” failed on this document (ZeroDivisionError); change a setting or the strategy. The server's log says more."
    ]
    assert chunking(app).strategy.key == "recursive"


@pytest.mark.parametrize("key", [key for key, kind in strategies.items() if not kind.embeds])
def test_every_strategy_has_its_controls(app: AppTest, key: str) -> None:
    app.query_params["strategy"] = key
    app.run()
    assert not app.exception
    kind = strategies.get(key)
    names = {element.key for element in app.main if element.key} | {element.key for element in app.sidebar if element.key}
    for setting in settings_of(kind):
        if setting.when is None:
            assert {f"setting:{setting.name}", f"setting:{setting.name}:exact"} & names, setting.name
    assert chunking(app).strategy.key == key


@pytest.mark.parametrize("key", refinements.keys())
def test_every_refinement_can_be_switched_on(app: AppTest, key: str) -> None:
    app.query_params["strategy"] = "recursive"
    app.run()
    app.toggle(key=f"refine:{key}").set_value(True).run()
    assert not app.exception
    assert [refinement.key for refinement in chunking(app).refinements] == [key]
    assert app.query_params["refine"] == key


def test_lists_are_typed_one_a_line(app: AppTest) -> None:
    app.query_params["strategy"] = "recursive"
    app.run()
    app.text_area(key="setting:separators").set_value('\\n\\n\n". "\n""').run()
    assert chunking(app).strategy.separators == ("\n\n", ". ", "")


def test_the_parts_below(app: AppTest) -> None:
    app.run()
    for name in ("Sizes", "Chunks", "Download", "Code"):
        app.session_state["details"] = name
        app.run()
        assert not app.exception, name


def test_every_sample_opens(app: AppTest) -> None:
    for name in documents.samples():
        assert chunkviz.read(documents.SAMPLES / name).text.strip()
