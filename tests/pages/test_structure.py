"""Structure on the explore page: the outline, the suggestion, how a document is read, the printed page, the findings."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

import chunkviz
from chunkviz.document import Block, Document
from chunkviz.inspection.lint import Finding
from chunkviz.pdf.pages import page_picture
from chunkviz.span import Span
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.recursive import Recursive
from chunkviz.structure.outline import Entry
from chunkviz.viewer import PALETTE
from chunkviz.viewer.page_drawing import Drawn, drawn
from pages.parts.controls import address, reading
from pages.parts.explore import lint, outline, pdf
from pages.parts.session.choice import Choice

SAMPLES = Path(__file__).parents[2] / "sample_docs"


def chunking(app: AppTest) -> Any:
    return app.session_state["chunking"][1]


def opened(app: AppTest, sample: str, strategy: str = "recursive", **settings: str) -> AppTest:
    for name, value in {"sample": sample, "strategy": strategy, "tokenizer": "cl100k_base", **settings}.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


# ---- the outline ----

ENTRIES = [
    Entry("page", "Page 1", Span(0, 50), 0),
    Entry("heading", "A", Span(0, 80), 0),
    Entry("heading", "B", Span(20, 80), 1),
    Entry("page", "Page 2", Span(50, 80), 0),
]


@pytest.mark.parametrize(
    ("chunk", "path"),
    [
        (Span(0, 10), "A › Page 1"),
        (Span(20, 40), "A › B › Page 1"),
        (Span(40, 60), "A › B › Page 1 to 2"),
        (Span(50, 60), "A › B › Page 2"),
    ],
)
def test_a_chunk_s_path(chunk: Span, path: str) -> None:
    assert outline.path(ENTRIES, chunk) == path


def test_the_path_of_code_before_its_functions_names_them() -> None:
    functions = [Entry("function", name, Span(10 * i, 10 * i + 8), 0) for i, name in enumerate("abcd", 1)]
    assert outline.path(functions, Span(0, 35)) == "a, b, c"
    assert outline.path(functions, Span(0, 50)) == "a, b, c …"
    assert outline.path(functions, Span(22, 50)) == "b"


def test_the_current_entry_is_the_innermost_around_the_chunk_s_begin() -> None:
    assert outline.current(ENTRIES, Span(25, 30)) == 2
    assert outline.current(ENTRIES, Span(5, 30)) == 1
    assert outline.current([Entry("heading", "A", Span(10, 20), 0)], Span(0, 15)) == 0
    assert outline.current([Entry("heading", "A", Span(10, 20), 0)], Span(0, 5)) is None


def test_the_outline_stands_beside_the_text(app: AppTest) -> None:
    opened(app, "manual.md")
    app.segmented_control(key="beside the text").set_value("Outline").run()
    assert not app.exception
    data = next(element.proto.json for element in app.get("bidi_component") if element.proto.component_name == "chunkviz_outline")
    assert '"1 Installing"' in data


def test_plain_text_has_no_outline_and_only_a_pdf_has_pages(app: AppTest) -> None:
    opened(app, "essay.txt")
    assert not [control for control in app.get("segmented_control") if control.key == "beside the text"]
    app.selectbox(key="document").select("sample:report.pdf").run()
    assert app.segmented_control(key="beside the text").options == ["Chunk", "Outline", "Page"]
    app.selectbox(key="document").select("sample:manual.md").run()
    assert app.segmented_control(key="beside the text").options == ["Chunk", "Outline"]


# ---- the suggestion ----


def test_the_suggestion_is_applied_by_one_button_and_then_in_use(app: AppTest) -> None:
    opened(app, "manual.md", size="100", overlap="10")
    said = [element.value.replace("\\", "") for element in app.sidebar.markdown]
    assert any(text.startswith("Markdown with 38 headings, 6 tables and 7 code blocks: “By format”") for text in said)
    app.button(key="apply suggestion").click().run()
    assert chunking(app).strategy.key == "by_format"
    assert chunking(app).strategy.overlap == 0
    assert any("In use" in caption.value for caption in app.sidebar.caption)
    assert app.query_params["strategy"] == "by_format"


# ---- reading ----


def test_the_language_of_code_is_found_and_can_be_changed(app: AppTest) -> None:
    opened(app, "widget.ts", "code")
    assert chunking(app).document.metadata["language"] == "typescript"
    app.selectbox(key="setting:read sample:widget.ts.language").select("javascript").run()
    assert not app.exception
    assert chunking(app).document.metadata["language"] == "javascript"
    assert app.query_params["read.language"] == "javascript"


def test_the_options_of_an_uploaded_file_read_it_again(app: AppTest) -> None:
    app.run()
    app.file_uploader[0].upload("river.pdf", (SAMPLES / "report.pdf").read_bytes()).run()
    kept = chunking(app).document.text
    app.selectbox(key="setting:read yours:1.running").select("drop").run()
    dropped = chunking(app).document.text
    assert len(dropped) < len(kept)
    assert "Page 2 of 5" in kept
    assert "Page 2 of 5" not in dropped
    assert app.query_params["read.running"] == "drop"
    next(button for button in app.button if button.label == "Remove").click().run()
    assert app.session_state["brought"].files == {}
    assert not app.exception


def test_another_kind_can_be_chosen_and_one_that_fails_is_said_and_left_again(app: AppTest) -> None:
    opened(app, "manual.md")
    app.selectbox(key="setting:read sample:manual.md.kind").select("text").run()
    assert chunking(app).document.kind == "text"
    app.selectbox(key="setting:read sample:manual.md.kind").select("pdf").run()
    assert [error.value.replace("\\", "") for error in app.error] == [
        "manual.md is damaged or no PDF; open and save it with a PDF program, or export it again."
    ]
    app.selectbox(key="setting:read sample:manual.md.kind").select("").run()
    assert chunking(app).document.kind == "markdown"
    assert not app.error
    assert not app.exception


def test_how_a_sample_is_read_stands_in_the_address() -> None:
    choice = Choice(document="sample:widget.ts", strategy="code")
    choice.values["read sample:widget.ts.language"] = "javascript"
    query = address.query_of(choice)
    assert query["read.language"] == "javascript"
    assert address.parse(query) == (choice, [])
    asked = {"sample": "manual.md", "read.kind": "code", "read.language": "python"}
    assert address.parse(asked)[0].values == {"read sample:manual.md.kind": "code", "read sample:manual.md.language": "python"}
    assert address.parse({"sample": "manual.md", "read.language": "python"})[1] == [
        "Nothing here is called “read.language”; it is left out."
    ]


def test_nothing_chosen_is_read_as_found() -> None:
    assert reading.chosen(Choice(), "sample:manual.md", "markdown") is None
    choice = Choice(values={"read yours:1.kind": "text"})
    assert reading.chosen(choice, "yours:1", "markdown") == ("text", None)
    assert reading.chosen(choice, "yours:2", "markdown") is None


# ---- the printed page ----


def test_chunks_on_a_page_by_hand() -> None:
    white = io.BytesIO()
    Image.new("RGB", (200, 100), "white").save(white, "PNG")
    # 100 points wide: two pixels to a point; a line from (20, 10) to (60, 20) points and one outside the page
    made = Image.open(io.BytesIO(drawn(white.getvalue(), 100, [Drawn([(20, 10, 60, 20), (500, 500, 600, 600)], "#56b4e9")])))
    assert made.size == (200, 100)
    assert made.getpixel((80, 30)) == (218, 238, 250)  # 22 % of #56b4e9 on white, by hand, as in the text
    assert made.getpixel((80, 60)) == (255, 255, 255)
    chosen = Image.open(io.BytesIO(drawn(white.getvalue(), 100, [Drawn([(20, 10, 60, 20)], "#56b4e9", "7", True)])))
    assert chosen.getpixel((80, 30)) == (184, 224, 246)  # 42 %
    assert chosen.getpixel((31, 30)) == (43, 90, 116)  # the bar beside it, half as light as the colour


def test_chunks_that_share_text_are_striped_on_a_page_as_in_the_text() -> None:
    white = io.BytesIO()
    Image.new("RGB", (200, 100), "white").save(white, "PNG")
    blue, orange, green = (191, 226, 247), (246, 219, 158), (158, 218, 202)  # 38 % of each colour of the palette, by hand

    def row(*boxes: tuple[int, int, int, int]) -> list[tuple[int, int, int]]:
        chunks = [Drawn([box], colour) for box, colour in zip(boxes, PALETTE, strict=False)]
        picture = Image.open(io.BytesIO(drawn(white.getvalue(), 200, chunks)))  # a pixel a point
        return [picture.getpixel((x, 20)) for x in range(200)]  # type: ignore[misc]

    two = row((20, 10, 120, 30), (60, 10, 160, 30))  # with the room of two points around each they share 58 to 122
    assert set(two[18:58]) == {(218, 238, 250)}
    assert set(two[58:122]) == {blue, orange}
    # a stripe is 6 points across, so 6 * sqrt(2) = 8.49 along a line; in row 20 stripes end where x + 20 is 84.9, 93.3, 101.8
    assert (two[64], two[65], two[73], two[74]) == (orange, blue, blue, orange)
    three = row((20, 10, 120, 30), (20, 10, 120, 30), (20, 10, 120, 30))
    assert set(three[18:122]) == {blue, orange, green}
    assert three[18:122].count(blue) == pytest.approx(104 / 3, abs=9)
    five = row(*[(20, 10, 120, 30)] * 5)
    assert green not in five  # of more than four, the first two and the last two
    assert len(set(five[18:122])) == 4


def test_the_chunks_of_a_page_of_the_sample() -> None:
    document = chunkviz.read(SAMPLES / "report.pdf")
    found = chunkviz.chunk(document, Recursive(size=128, overlap=0))
    pages = list(document.blocks_of("page"))
    by_index = pdf.on_page(found, pages[1], None)
    first = next(i for i, chunk in enumerate(found.chunks) if chunk.end > pages[1].start)
    assert list(by_index) == list(range(first, first + len(by_index)))
    on_second = list(by_index.values())
    assert [one.colour for one in on_second[:2]] == [PALETTE[first % 6], PALETTE[(first + 1) % 6]]
    assert [one.label for one in on_second[1:3]] == [str(first + 2), str(first + 3)]
    assert all(0 <= left < right <= pages[1].attributes["width"] for one in on_second for left, _, right, _ in one.boxes)
    picture = page_picture((SAMPLES / "report.pdf").read_bytes(), 2, 1.0)
    colours = Image.open(io.BytesIO(drawn(picture, pages[1].attributes["width"], on_second))).convert("RGB").getcolors(1 << 20)
    assert colours is not None
    assert len(colours) > 6


def test_the_page_follows_the_selected_chunk_and_can_be_turned(app: AppTest) -> None:
    opened(app, "report.pdf", size="128", overlap="0")
    app.segmented_control(key="beside the text").set_value("Page").run()
    assert not app.exception

    def shown() -> str:
        return next(element.proto.body for element in app.get("html") if "Page " in element.proto.body)

    assert "Page 1 of 5" in shown()
    app.button(key="next page").click().run()
    assert "Page 2 of 5" in shown()
    third = list(chunking(app).document.blocks_of("page"))[2]
    app.session_state["place"] = next(chunk.start for chunk in chunking(app).chunks if chunk.start >= third.start)
    app.run()
    assert "Page 3 of 5" in shown()


# ---- findings ----


def test_the_words_around_a_finding() -> None:
    text = "One fox ran. Two hens sat still."
    assert lint.around(text, Finding("mid_sentence", 0, Span(20, 21), "")) == "One fox ran. Two hens │ sat still."
    assert lint.around(text, Finding("points_back", 1, Span(13, 16), "")) == "One fox ran. │ Two hens sat still."
    long = "word " * 40
    assert lint.around(long, Finding("tiny", 1, Span(100, 120), "")).startswith("… word")


def test_findings_are_listed_by_kind() -> None:
    text = "# A\n\n```python\nx = 1\ny = 2\n```\n\nSome words after it."
    code = Block("code", 5, text.index("\n\nSome"))
    made = chunkviz.chunk(
        Document(text, "a.md", "markdown", (Block("heading", 0, 3, 1, {"title": "A"}), code)),
        Fixed(size=20, overlap=0),
        "characters",
    )
    table = lint.finding_columns(made, lint.findings_of(made))
    assert "Code block cut" in table["What"]
    at = table["What"].index("Code block cut")
    assert (table["Chunk"][at], table["Line"][at]) == (1, 4)


def test_nothing_is_linted_before_the_tab_is_open(app: AppTest) -> None:
    opened(app, "manual.md", "fixed", size="128", overlap="64")
    assert "lint" not in app.session_state
    app.session_state["details"] = lint.TAB
    app.run()
    assert not app.exception
    kept = app.session_state["lint"]
    assert kept[0] is chunking(app)
    assert {finding.kind for finding in kept[2]} == {"fence_cut", "table_cut", "points_back", "mid_sentence"}
