"""The learn page as a person sees it: a lesson by its address, a control moved by keyboard, steps, teaching, narrow."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]


def lesson(open_page: OpenPage, app: str, query: str, **size: Any) -> Page:
    page = open_page(app, **size)  # the app's front page first, as a visitor comes
    expect(page.locator(".figures")).to_be_visible()
    page.goto(f"{app}/learn?{query}")
    expect(page.locator(".st-key-lesson-head h1")).to_be_visible()
    return page


def test_a_lesson_opens_with_its_state_and_a_key_moves_it(app: str, open_page: OpenPage) -> None:
    page = lesson(open_page, app, "lesson=fixed_recursive&size=192")
    expect(page.locator(".st-key-notice")).to_contain_text("At 192 tokens")
    page.locator(".st-key-control input[type=range]").press("ArrowRight")
    expect(page.locator(".st-key-notice")).to_contain_text("At 256 tokens")
    expect(page).to_have_url(re.compile(r"lesson=fixed_recursive&size=256$"))
    assert page.evaluate("document.querySelector('.stMain').scrollHeight") <= 900  # one screen


def test_steps_and_teaching_go_on_and_back(app: str, open_page: OpenPage) -> None:
    page = lesson(open_page, app, "lesson=step_recursive&teach=1")
    expect(page.locator(".st-key-claim")).to_contain_text("Recursive cutting asks")
    expect(page.locator(".st-key-live")).to_have_count(0)
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".st-key-live")).to_contain_text("Cut the text at every blank line")
    page.locator(".st-key-steps").get_by_role("button", name="On").click()
    expect(page).to_have_url(re.compile("step=1"))
    expect(page.locator(".st-key-live")).to_contain_text("becomes a chunk")
    page.locator(".st-key-steps").get_by_role("button", name="Back").click()
    expect(page.locator(".st-key-live")).to_contain_text("Cut the text at every blank line")


def test_a_narrow_window_shows_a_lesson_without_scrolling_sideways(app: str, open_page: OpenPage) -> None:
    page = lesson(open_page, app, "lesson=measuring", width=480, dark=True)
    expect(page.locator(".st-key-notice")).to_contain_text("With k = 2")
    assert page.evaluate("document.querySelector('.stMain').scrollWidth") <= 480
