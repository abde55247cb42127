"""The debug page as a person sees it: the verdict, the evidence in the text, words taken from the text as the answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
SETTINGS = "?sample=dosage.txt&strategy=recursive&tokenizer=cl100k_base&size=64&overlap=0&embedder=hashing"  # needs no model


def debug_page(page: Page) -> Page:
    """The page, looking into an answer that is cut in two."""
    expect(page.get_by_text(re.compile("passages holds the answer whole"))).to_be_visible()
    for label, words in (
        ("Question", "How long does an opened bottle keep?"),
        ("The words that should have answered it", "what is left must be thrown away after 28 days."),
    ):
        field = page.get_by_label(label, exact=True)
        expect(page.locator('[data-test-script-state="notRunning"]')).to_have_count(1)
        expect(field).to_have_count(1)  # while the page is drawn anew, the form of before is still there
        field.fill(words)
        field.press("Enter")
    expect(page.get_by_text(re.compile("where chunk 26 ends"))).to_be_visible()
    return page


def test_a_failure_is_drawn_and_other_words_are_taken_as_the_answer(app: str, open_page: OpenPage) -> None:
    page = debug_page(open_page(f"{app}/debug{SETTINGS}"))
    expect(page.locator(".scroller").get_by_text("28 days.")).to_be_visible()
    page.locator(".scroller").get_by_text("28 days.").dblclick(position={"x": 8, "y": 8})
    page.get_by_role("button", name="Take “28” as the answer").click()
    expect(page.get_by_label("The words that should have answered it", exact=True)).to_have_value("28")
    expect(page.get_by_text("Chunk 27 holds all of it.")).to_be_visible()


def test_the_report_is_downloaded(app: str, open_page: OpenPage) -> None:
    page = debug_page(open_page(f"{app}/debug{SETTINGS}"))
    page.set_viewport_size({"width": 480, "height": 900})
    expect(page.get_by_label("Question", exact=True)).to_have_value("How long does an opened bottle keep?")
    expect(page.locator('[data-test-script-state="notRunning"]')).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Report as Markdown").click()
    report = Path(download.value.path()).read_text("utf-8")
    assert report.startswith("# How long does an opened bottle keep?\n\nNot retrieved")
    assert "## Where the answer is" in report
