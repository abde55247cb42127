"""Search as a person sees it: hits in the text, the key n, two sessions at once."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.model]
OpenPage = Callable[..., Page]
LOADING = 180_000  # milliseconds until the model is loaded on a busy machine
SETTINGS = "?sample=dosage.txt&strategy=recursive&size=128&overlap=32"


def ask(page: Page, question: str) -> None:
    field = page.get_by_label("Ask the document a question")
    expect(field).to_have_count(1)
    field.fill(question)
    field.press("Enter")


def opened(open_page: OpenPage, app: str) -> Page:
    page = open_page(f"{app}{SETTINGS}")
    page.locator(".scroller").first.wait_for()
    return page


def badges(page: Page) -> list[str]:
    """The buttons of the hits: “1 · 0.74”."""
    return page.get_by_role("button", name=re.compile(r"^\d+ · -?0\.\d\d$")).all_inner_texts()


def test_hits_light_up_in_the_text_and_n_goes_to_the_next(app: str, open_page: OpenPage) -> None:
    page = opened(open_page, app)
    ask(page, "What is the usual single dose of Velorin for an adult?")
    expect(page.get_by_text(re.compile("5 passages, Chunks as found"))).to_be_visible(timeout=LOADING)
    expect(page.locator(".hit-rank").first).to_be_visible()
    assert [badge.split(" · ")[0] for badge in badges(page)] == ["1", "2", "3", "4", "5"]
    expect(page.locator(".scroller")).to_have_count(1)
    page.locator(".scroller").focus()
    page.keyboard.press("n")
    page.keyboard.press("n")
    expect(page.get_by_text(re.compile(r"Hit 2 of 5, score 0\.\d\d"))).to_be_visible()


def test_two_sessions_at_once_see_their_own_hits(app: str, open_page: OpenPage) -> None:
    one, two = opened(open_page, app), opened(open_page, app)
    ask(one, "Which medicines slow the breakdown of orvamectide?")
    ask(two, "Below which pulse should adults stop taking Velorin?")
    for page in (one, two):
        expect(page.get_by_text(re.compile("5 passages, Chunks as found"))).to_be_visible(timeout=LOADING)
    first, second = badges(one), badges(two)
    assert len(first) == len(second) == 5
    assert first != second
    ask(two, "Which medicines slow the breakdown of orvamectide?")
    expect(two.get_by_role("button", name=first[0])).to_be_visible()
    assert badges(two) == first
    assert badges(one) == first
