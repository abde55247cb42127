"""Structure as a person sees it: the outline, the printed page, how a document is read, the suggestion, the findings."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
SAMPLES = Path(__file__).parents[2] / "sample_docs"


def text(page: Page) -> Locator:
    return page.locator(".scroller")


def ready(page: Page) -> Page:
    expect(text(page)).to_have_attribute("aria-label", re.compile("^Text of "))
    expect(page.locator(".figures")).to_be_visible()
    return page


def beside(page: Page, view: str) -> None:
    page.locator(".st-key-beside-the-text").get_by_text(view, exact=True).click()


def test_a_click_in_the_outline_brings_the_place_into_view_again_and_again(app: str, open_page: OpenPage) -> None:
    page = ready(open_page(f"{app}?sample=manual.md&strategy=recursive&size=256"))
    beside(page, "Outline")
    row = page.locator(".outline .row").filter(has_text="7.3 Questions people ask")
    row.click()
    expect(page.locator(".outline [aria-current]")).to_contain_text("7.3 Questions people ask")
    expect(text(page).get_by_text("7.3 Questions people ask").first).to_be_visible()
    expect(text(page).get_by_text("7.3 Questions people ask").first).to_be_in_viewport()
    text(page).evaluate("(box) => box.scrollTo(0, 0)")
    expect(text(page).get_by_text("7.3 Questions people ask").first).not_to_be_in_viewport()
    page.locator(".outline .row").first.click()
    expect(page.locator(".outline [aria-current]")).to_contain_text("Tidewire 4: client and relay manual")
    row.click()
    expect(page.locator(".outline [aria-current]")).to_contain_text("7.3 Questions people ask")
    expect(text(page).get_by_text("7.3 Questions people ask").first).to_be_in_viewport()


def test_the_outline_finds_by_words_and_shows_hostile_labels_as_they_are(app: str, open_page: OpenPage) -> None:
    page = ready(open_page(f"{app}?strategy=headings"))
    headings = "".join(f"# Part {i}\n\nWords of part {i}.\n\n" for i in range(40))
    hostile = headings + "# <img src=x onerror=alert(1)> **bold**\n\nWords.\n"
    file = {"name": "parts.md", "mimeType": "text/markdown", "buffer": hostile.encode()}
    page.locator("input[type=file]").set_input_files(file)
    expect(text(page)).to_have_attribute("aria-label", re.compile("^Text of parts.md"))
    beside(page, "Outline")
    expect(page.locator(".outline .row")).to_have_count(41)
    page.locator(".outline .find").fill("img")
    expect(page.locator(".outline .row")).to_have_count(1)
    expect(page.locator(".outline .row .label")).to_contain_text("<img src=x onerror=alert(1)>")
    page.locator(".outline .find").press_sequentially(" rc")  # keys of Streamlit’s own among them
    expect(page.locator(".outline .note")).to_have_text("No entry has these words.")


def test_the_printed_page_stands_beside_the_text_and_follows(app: str, open_page: OpenPage) -> None:
    page = ready(open_page(f"{app}?sample=report.pdf&strategy=by_format&size=256"))
    beside(page, "Page")
    picture = page.get_by_role("img", name="Page 1 with its chunks")
    expect(picture).to_be_visible()
    before = picture.get_attribute("src")
    text(page).get_by_text("1 Summary").first.click()
    expect(picture).not_to_have_attribute("src", str(before))
    page.locator(".st-key-page-head").get_by_role("button", name="Next").click()
    expect(page.get_by_role("img", name="Page 2 with its chunks")).to_be_visible()
    beside(page, "Chunk")
    expect(page.get_by_role("heading", name=re.compile(r"^Chunk \d+$"))).to_be_visible()
    before = page.get_by_role("heading", name=re.compile(r"^Chunk \d+$")).inner_text()
    beside(page, "Page")
    second = page.get_by_role("img", name="Page 2 with its chunks")
    box = second.bounding_box()
    assert box is not None
    words = page.locator(".printed .pointed i")
    for share in range(30, 90, 3):  # down the page until a line is met
        second.hover(position={"x": box["width"] * 0.3, "y": box["height"] * share / 100})
        if words.count():
            break
    title = second.get_attribute("title")
    assert title
    second.click(position={"x": box["width"] * 0.3, "y": box["height"] * share / 100})
    beside(page, "Chunk")
    expect(page.get_by_role("heading", name=title.partition(":")[0], exact=True)).to_be_visible()
    assert before != title.partition(":")[0]
    beside(page, "Outline")
    page.locator(".outline .row").filter(has_text="4.1 Rain").click()
    beside(page, "Page")
    expect(page.get_by_role("img", name="Page 3 with its chunks")).to_be_visible()


def test_a_file_is_read_as_the_person_says(app: str, open_page: OpenPage) -> None:
    page = ready(open_page(f"{app}?strategy=code"))
    source = b"def one():\n    return 1\n\n\ndef two():\n    return 2\n"
    page.locator("input[type=file]").set_input_files({"name": "script.js", "mimeType": "text/plain", "buffer": source})
    page.get_by_role("button", name="Read as JavaScript").click()
    page.get_by_role("combobox", name="Language").click()
    page.get_by_role("option", name="Python", exact=True).click()
    expect(page.get_by_role("button", name="Read as Python")).to_be_visible()
    page.keyboard.press("Escape")
    beside(page, "Outline")
    expect(page.locator(".outline .row")).to_have_count(2)
    expect(page.locator(".outline .row").nth(1)).to_contain_text("two")


def test_the_suggestion_is_one_button(app: str, open_page: OpenPage) -> None:
    page = ready(open_page(f"{app}?sample=refunds.md&strategy=fixed&size=64&overlap=0"))
    suggestion = page.locator(".st-key-suggestion")
    expect(suggestion).to_contain_text("Markdown with 34 headings and 1 table: “By format” cuts it at its headings and tables")
    suggestion.get_by_role("button", name="Use “By format”").click()
    expect(page).to_have_url(re.compile("strategy=by_format"))
    expect(suggestion).to_contain_text("In use")


def test_findings_are_marked_in_the_text_while_their_tab_is_open(app: str, open_page: OpenPage) -> None:
    page = ready(open_page(f"{app}?sample=manual.md&strategy=fixed&size=128&overlap=0"))
    expect(page.locator(".scroller .flag")).to_have_count(0)
    page.get_by_role("tab", name="Findings").click()
    expect(page.locator(".scroller .flag").first).to_be_attached()
    page.get_by_text("Mark them in the text").click()
    expect(page.locator(".scroller .flag")).to_have_count(0)


def test_seldom_changed_settings_are_folded_away(app: str, open_page: OpenPage) -> None:
    page = ready(open_page(f"{app}?sample=essay.txt&strategy=recursive"))
    expect(page.get_by_text("Trim white space")).to_be_hidden()
    page.get_by_text("More settings").click()
    expect(page.get_by_text("Trim white space")).to_be_visible()
