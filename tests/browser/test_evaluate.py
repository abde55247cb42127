"""The evaluate page as a person sees it: a sweep stopped and resumed, a square that opens Explore, an answer marked."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
WHOLE = 300_000  # milliseconds a sweep may take on a busy machine


def evaluate_page(page: Page) -> Page:
    page.locator(".scroller").first.wait_for()
    page.get_by_role("link", name="Evaluate").click()
    expect(page.get_by_role("button", name="Evaluate")).to_be_visible()
    expect(page.locator(".scroller")).to_have_count(1)
    return page


def type_in(page: Page, label: str, text: str) -> None:
    field = page.get_by_label(label, exact=True)
    field.fill(text)
    field.press("Enter")


def drag_over(page: Page, words: str) -> None:
    """Select these words of the text with the mouse."""
    find = """(words) => {
      const text = [...document.querySelectorAll('*')].map((e) => e.shadowRoot?.querySelector('.scroller')).find(Boolean)
      const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.data.indexOf(words)
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + words.length)
        const { left, right, top, height } = range.getBoundingClientRect()
        return { left, right, middle: top + height / 2 }
      }
    }"""
    place = page.evaluate(find, words)
    page.mouse.move(place["left"] + 1, place["middle"])
    page.mouse.down()
    page.mouse.move(place["right"] - 1, place["middle"], steps=8)
    page.mouse.up()


@pytest.mark.model
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_sweep_of_five_sizes_and_four_overlaps_is_stopped_and_resumed(app: str, open_page: OpenPage) -> None:
    page = evaluate_page(open_page(app))
    type_in(page, "Sizes", "96, 128, 192, 256, 512")
    type_in(page, "Overlaps", "0, 16, 32, 64")
    expect(page.get_by_text("20 settings to try.")).to_be_visible()
    page.get_by_role("button", name="Evaluate").click()
    page.locator(".st-key-stop button").click()
    stopped = page.get_by_text(re.compile(r"Stopped: \d+ of 20 settings are done"))
    expect(stopped).to_be_visible(timeout=WHOLE)
    assert int(re.search(r"(\d+) of 20", stopped.inner_text()).group(1)) < 20
    page.get_by_role("button", name="Go on").click()
    expect(stopped).to_have_count(0)
    expect(page.locator(".st-key-stop button")).to_have_count(0, timeout=WHOLE)
    expect(page.get_by_role("button", name="Go on")).to_have_count(0)
    page.get_by_role("tab", name="Results").click()
    expect(page.get_by_text(re.compile("^By Recall, .* with 19 questions"))).to_be_visible()
    page.get_by_role("tab", name="Size and overlap").click()
    squares = page.locator(".js-plotly-plot .points path")
    expect(squares).to_have_count(20)
    squares.nth(6).click(force=True)
    expect(page).to_have_url(re.compile(r"sample=manual\.md&strategy=recursive&tokenizer=cl100k_base&size=128&overlap=32$"))


def test_an_answer_is_marked_with_the_mouse(app: str, open_page: OpenPage) -> None:
    page = evaluate_page(open_page(app))
    expect(page.get_by_role("toolbar", name="Hits and marks")).to_be_visible()  # it moves the text when it comes
    drag_over(page, "Tidewire carries measurements")
    field = page.get_by_label("This answers")
    expect(field).to_be_visible()
    marked = page.locator(".st-key-selected-answer").inner_text()
    assert "Tidewire carries measurements" in marked
    field.fill("What does Tidewire carry?")
    page.get_by_role("button", name="Add the question").click()
    expect(page.get_by_text("20 questions")).to_be_visible()
