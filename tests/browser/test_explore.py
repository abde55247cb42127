"""The explore page as a person sees it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]

FARM = "One fox ran.\n\nTwo hens sat.\n\nThree cows stood in the rain.\n"


def text(page: Page) -> Locator:
    return page.locator(".scroller")


def figure(page: Page, label: str) -> str:
    """The number before this label in the row of figures."""
    return page.locator(".figures li", has_text=re.compile(rf"\s{label}$")).locator("b").inner_text()


def upload(page: Page, name: str, data: bytes) -> None:
    page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "application/octet-stream", "buffer": data})


def ready(page: Page) -> Page:
    expect(text(page)).to_have_attribute("aria-label", re.compile("^Text of "))
    expect(page.locator(".figures")).to_be_visible()
    return page


def test_a_person_sees_a_document_in_chunks(app: str, open_page: OpenPage) -> None:
    page = ready(open_page(app))
    expect(text(page)).to_contain_text("Tidewire 4: client and relay manual")
    count = int(figure(page, "chunks"))
    expect(text(page)).to_have_attribute("aria-label", f"Text of manual.md, {count} chunks")
    expect(page.locator(".st-key-card")).to_contain_text("The text begins here.")
    expect(page).to_have_url(re.compile(r"\?sample=manual\.md&strategy=by_format&tokenizer=cl100k_base&refine=overlap"))


def test_an_upload_is_cut_and_nothing_of_its_text_is_in_the_address(app: str, open_page: OpenPage) -> None:
    page = ready(open_page(f"{app}?strategy=recursive&tokenizer=characters&size=30&overlap=0"))
    upload(page, "farm.txt", FARM.encode())
    expect(text(page)).to_have_attribute("aria-label", "Text of farm.txt, 2 chunks")
    expect(page).to_have_url(re.compile("file=farm.txt&is=[0-9a-f]{16}&"))
    expect(page).not_to_have_url(re.compile("sample|fox|hens"))
    expect(page.locator(".st-key-chunk-text")).to_have_text("One fox ran.\n\nTwo hens sat.")


def test_moving_the_slider_repaints_the_text_and_the_address_opens_the_same_view(app: str, open_page: OpenPage) -> None:
    page = ready(open_page(f"{app}?sample=manual.md&strategy=recursive&size=256"))
    before = text(page).get_attribute("aria-label")
    page.locator(".st-key-setting-size input[type=range]").press("ArrowLeft")
    expect(text(page)).not_to_have_attribute("aria-label", str(before))
    expect(page.locator(".st-key-setting-size-exact input")).to_have_value("240")
    expect(page).to_have_url(re.compile("size=240"))
    again = ready(open_page(page.url))
    expect(text(again)).to_have_attribute("aria-label", str(text(page).get_attribute("aria-label")))


def test_going_back_in_the_browser_goes_back_to_the_settings(app: str, open_page: OpenPage) -> None:
    page = ready(open_page(f"{app}?sample=manual.md&strategy=fixed&tokenizer=cl100k_base&size=256"))
    page.locator(".st-key-setting-size-exact input").fill("300")
    page.locator(".st-key-setting-size-exact input").press("Enter")
    expect(page).to_have_url(re.compile("size=300"))
    page.go_back()
    expect(page.locator(".st-key-setting-size-exact input")).to_have_value("256")


def test_a_click_in_the_text_fills_the_card_and_the_buttons_go_on_from_there(app: str, open_page: OpenPage) -> None:
    page = ready(open_page(f"{app}?sample=manual.md&strategy=recursive&size=64&overlap=0"))
    text(page).get_by_text("It is written for three readers").click()
    head = page.locator(".st-key-card-head h2")
    expect(head).not_to_have_text("Chunk 1")
    expect(page.locator(".st-key-chunk-text")).to_contain_text("It is written for three readers")
    number = int(head.inner_text().split()[1])
    page.get_by_role("button", name="Next").click()
    expect(head).to_have_text(f"Chunk {number + 1}")
    expect(page.locator(".viewer .status")).to_contain_text(f"Chunk {number + 1} of")
    page.get_by_role("button", name="Previous").click()
    expect(head).to_have_text(f"Chunk {number}")


def test_a_bar_of_the_histogram_lists_its_chunks(app: str, open_page: OpenPage) -> None:
    page = ready(open_page(f"{app}?sample=manual.md&strategy=fixed&size=256&overlap=0"))
    bars = page.locator(".st-key-sizes .barlayer .point path")
    expect(bars.first).to_be_attached()
    bars.first.click(force=True)  # the last chunk alone is smaller: its bar comes first
    count = int(figure(page, "chunks"))
    expect(page.locator(".st-key-card-head h2")).to_have_text(f"Chunk {count}")
    expect(page.locator(".stDataFrame")).to_be_visible()


@pytest.mark.parametrize(
    ("button", "name", "begins"),
    [
        ("JSON lines", "farm.chunks.jsonl", '{"number": 1, "start": 0,'),
        ("CSV", "farm.chunks.csv", "number,start,end,tokens"),
        ("Web page", "farm.chunks.html", "<!doctype html>"),
    ],
)
def test_downloads(app: str, open_page: OpenPage, button: str, name: str, begins: str) -> None:
    page = ready(open_page(f"{app}?tokenizer=characters&size=30&overlap=0"))
    upload(page, "farm.txt", FARM.encode())
    expect(text(page)).to_have_attribute("aria-label", "Text of farm.txt, 2 chunks")
    page.get_by_role("tab", name="Download").click()
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    assert download.value.suggested_filename == name
    assert Path(download.value.path()).read_text().lower().startswith(begins.lower())


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("empty.txt", b"", "empty.txt is empty; there is nothing to cut."),
        (
            "photo.txt",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0",
            "photo.txt is a picture (PNG); recognise its text first (OCR)",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_one_sentence(app: str, open_page: OpenPage, name: str, data: bytes, sentence: str) -> None:
    page = ready(open_page(app))
    upload(page, name, data)
    expect(page.get_by_role("alert")).to_contain_text(sentence)
    expect(text(page)).to_have_attribute("aria-label", re.compile("^Text of manual.md"))


def test_a_file_over_the_limit_is_refused_in_words(app: str, open_page: OpenPage, tmp_path: Path) -> None:
    big = tmp_path / "big.txt"
    with big.open("wb") as file:
        file.truncate(53_000_000)
    page = ready(open_page(app))
    page.locator("input[type=file]").set_input_files(big)
    sentence = page.get_by_text("File must be 50.0MB or smaller.")
    expect(sentence).to_be_visible()
    box = sentence.bounding_box()
    assert box
    assert box["width"] > 100  # written out, not kept for screen readers alone


def test_contradictory_settings_are_one_sentence_beside_them(app: str, open_page: OpenPage) -> None:
    page = ready(open_page(f"{app}?sample=manual.md&strategy=fixed&size=64&overlap=0"))
    shown = str(text(page).get_attribute("aria-label"))
    field = page.locator(".st-key-setting-overlap-exact input")
    field.fill("640")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("overlap")
    expect(text(page)).to_have_attribute("aria-label", shown)


def test_markup_in_a_document_and_its_name_stays_text(app: str, open_page: OpenPage) -> None:
    page = ready(open_page(app))
    page.evaluate("window.harmed = false")
    hostile = (
        '<img src=x onerror="window.harmed=true"> ![x](http://localhost:1/x.png) <script>window.harmed=true</script> **bold** $x$'
    )
    upload(page, "<b>n</b>.txt", f"# {hostile}\n\n{hostile}".encode())
    expect(page.locator(".st-key-chunk-text")).to_contain_text(hostile)
    expect(text(page)).to_contain_text(hostile)
    for name in ("Chunks", "Code"):
        tab = page.get_by_role("tab", name=name)
        tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tabpanel").locator("visible=true").locator("code").first).to_contain_text("chunkviz")
    assert page.evaluate("window.harmed") is False
    assert page.locator("main img[src='x'], main .katex").count() == 0


def test_two_sessions_do_not_see_each_other(app: str, open_page: OpenPage) -> None:
    mine, other = ready(open_page(app)), ready(open_page(app))
    upload(mine, "private.txt", FARM.encode())
    expect(text(mine)).to_have_attribute("aria-label", re.compile("private.txt"))
    other.locator(".st-key-document input").click()
    expect(other.get_by_role("option", name="essay.txt")).to_be_visible()
    assert other.get_by_text("private.txt").count() == 0


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_narrow_window_shows_everything_without_sideways_scrolling(app: str, open_page: OpenPage, dark: bool) -> None:
    page = ready(open_page(app, width=480, dark=dark))
    widths: dict[str, Any] = page.evaluate("""() => ({ page: document.documentElement.scrollWidth,
        main: document.querySelector('.stMain').scrollWidth, window: innerWidth })""")
    assert widths["page"] <= widths["window"]
    assert widths["main"] <= widths["window"]
    assert page.locator(".viewer").bounding_box()["width"] > 420  # type: ignore[index]
    expect(page.locator(".st-key-strategy")).to_be_visible()


def test_a_person_at_the_keyboard_reaches_the_controls_in_order(app: str, open_page: OpenPage) -> None:
    page = ready(open_page(app))
    page.locator(".st-key-document input").focus()
    reached = []
    for _ in range(12):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.getAttribute('aria-label') || document.activeElement.innerText"))
    order = [
        next(i for i, name in enumerate(reached) if wanted in str(name)) for wanted in ("Upload", "Paste", "Strategy", "Size")
    ]
    assert order == sorted(order)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (720, 450), (390, 844)])
def test_the_first_screen_shows_several_chunks_and_an_overlap(app: str, open_page: OpenPage, width: int, height: int) -> None:
    page = ready(open_page(app, width=width, height=height))
    for control in (
        page.get_by_role("button", name="Upload", exact=True).last,
        page.get_by_role("combobox", name=re.compile("Strategy")),
    ):
        box = control.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
    expect(page.locator(".piece.overlap").first).to_be_in_viewport()
    starts = page.locator(".piece.chunk-start")
    boxes = [start.bounding_box() for start in starts.all()[:6]]
    assert sum(box is not None and box["y"] < min(height, 830) for box in boxes) >= (4 if width == 1440 else 2)
    expect(page.locator(".zoom")).to_contain_text("70 %")
    expect(page.locator(".st-key-suggestion")).to_contain_text("In use")


def test_headings_code_and_tables_are_set_in_their_faces(app: str, open_page: OpenPage) -> None:
    page = ready(open_page(f"{app}?strategy=recursive&size=512"))
    upload(page, "faces.md", b"# Farm\n\nA hen sat.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    expect(text(page)).to_have_attribute("aria-label", re.compile("^Text of faces.md"))

    def face(words: str) -> tuple[str, float]:
        style = "one => [getComputedStyle(one).fontFamily, parseFloat(getComputedStyle(one).fontSize)]"
        family, size = page.locator(".piece", has_text=words).evaluate(style)
        return str(family), float(size)

    prose, heading, table = face("A hen sat."), face("# Farm"), face("| 1")
    assert heading[1] == pytest.approx(1.45 * prose[1], rel=0.02)
    assert "Mono" in table[0] or "Code" in table[0]
    assert "Serif" in prose[0]
