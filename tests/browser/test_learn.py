"""The learn page as a person sees it: a lesson by its address, a control moved by keyboard, presenter mode, narrow."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]


def lesson(open_page: OpenPage, app: str, query: str, **size: Any) -> Page:
    page = open_page(f"{app}/learn?{query}", **size)
    expect(page.locator(".st-key-lesson-head h1")).to_be_visible()
    return page


def test_a_lesson_opens_with_its_state_and_a_key_moves_it(app: str, open_page: OpenPage) -> None:
    page = lesson(open_page, app, "lesson=fixed_recursive&size=192")
    expect(page.locator(".st-key-notice")).to_contain_text("At 192 tokens")
    page.locator(".st-key-control input[type=range]").press("ArrowRight")
    expect(page.locator(".st-key-notice")).to_contain_text("At 256 tokens")
    expect(page).to_have_url(re.compile(r"lesson=fixed_recursive&size=256$"))
    assert page.evaluate("document.querySelector('.stMain').scrollHeight") <= 900  # one screen


def present(open_page: OpenPage, app: str, query: str, step: str, **size: Any) -> Page:
    """Presenter mode by its address, at a step."""
    page = open_page(f"{app}/learn?{query}", **size)
    expect(page.locator(f".at-step.at-{step}")).to_be_attached()
    return page


def test_one_bar_leads_through_steps_and_decisions(app: str, open_page: OpenPage) -> None:
    page = present(open_page, app, "lesson=step_recursive&teach=2", "guess")
    live = page.locator(".st-key-live")
    expect(page.locator(".st-key-before")).to_contain_text("A berth costs ten euros")
    expect(live.get_by_text("Cut the text at every paragraph end")).to_be_hidden()
    expect(page.locator("[data-name=decision]")).to_have_attribute("max", "10")
    page.keyboard.press("ArrowRight")
    expect(live.get_by_text("Cut the text at every paragraph end")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("step=1"))
    expect(live).to_contain_text("becomes a chunk")
    page.locator("[data-name=decision]").focus()
    page.keyboard.press("End")  # the slider's own key, and not the clicker's
    expect(page).to_have_url(re.compile("step=9"))
    page.get_by_role("button", name="Claim").click()
    expect(page.locator(".st-key-claim")).to_contain_text("Recursive cutting asks")
    expect(page.locator(".strips svg rect").first).to_be_visible()


def test_a_teacher_presents_guesses_reveals_and_hands_on_a_link(app: str, open_page: OpenPage) -> None:
    page = open_page(app)
    page.get_by_test_id("stTopNav").get_by_role("link", name="Learn").click()
    page.get_by_role("button", name="Fixed against recursive").click()
    page.get_by_role("button", name="Present").click()
    expect(page.locator(".st-key-claim")).to_contain_text("Counting to a size")
    assert page.evaluate("Boolean(document.fullscreenElement)")
    expect(page.locator(".stAppHeader")).to_be_hidden()

    page.keyboard.press("PageDown")
    result = page.locator(".st-key-result-fixed [data-testid=stMetricValue]")
    expect(page.locator(".at-step.at-guess")).to_be_attached()
    expect(result).to_contain_text("31 of 36")
    expect(result).to_be_hidden()
    # the class's own file, while it is still guessing
    page.get_by_role("button", name="Your own").click()
    text = "The canteen opens at noon and closes late. " * 40
    page.locator("input[type=file]").set_input_files({"name": "canteen.txt", "mimeType": "text/plain", "buffer": text.encode()})
    expect(page).to_have_url(re.compile("document=canteen.txt&hash=[0-9a-f]{16}"))
    expect(result).not_to_contain_text("31 of 36")
    expect(result).to_be_hidden()
    page.keyboard.press("Escape")  # closes what was open

    # revealed in the browser, before the server could have answered
    page.evaluate("document.activeElement.blur()")
    revealed = """() => { dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown" }))
        return getComputedStyle(document.querySelector(".st-key-result-fixed")).visibility }"""
    assert page.evaluate(revealed) == "visible"
    expect(page).to_have_url(re.compile("teach=3"))
    viewer = page.locator(".st-key-live .viewer").first
    bar = page.locator(".presenter").bounding_box()
    assert bar is not None
    page.wait_for_function(
        """top => { const live = document.querySelector(".st-key-live")
        const viewers = [...live.querySelectorAll("*")].map((one) => one.shadowRoot?.querySelector(".viewer")).filter(Boolean)
        return viewers.length === 2 && viewers.every((one) => Math.abs(one.getBoundingClientRect().bottom - top) < 40) }""",
        arg=bar["y"],
    )  # the text fills the wall down to the bar
    expect(viewer).to_be_visible()
    page.keyboard.press("r")
    page.keyboard.press("c")
    expect(page.get_by_role("dialog")).to_have_count(0)

    page.keyboard.press("PageDown")
    expect(page.locator(".st-key-notice")).to_contain_text("of the fixed chunks of canteen.txt")
    expect(page.locator(".st-key-notice")).to_be_visible()
    page.keyboard.press("PageUp")
    expect(page.locator(".st-key-notice")).to_be_hidden()
    expect(page).to_have_url(re.compile("teach=3"))
    link = page.url

    fresh = open_page(link)
    expect(fresh.get_by_text("This link was made for canteen.txt; drop it here.")).to_be_visible()
    fresh.locator("input[type=file]").set_input_files({"name": "canteen.txt", "mimeType": "text/plain", "buffer": text.encode()})
    expect(fresh.locator(".st-key-result-fixed [data-testid=stMetricValue]")).to_be_visible()
    assert fresh.url == link


def test_a_slider_keeps_its_keys_and_quick_presses_all_count(app: str, open_page: OpenPage) -> None:
    page = present(open_page, app, "lesson=measuring&teach=2", "guess")
    table = page.locator(".st-key-result table")
    expect(table).to_be_attached()
    for cell in table.locator("td").all():  # each by itself: Streamlit says of a table that it is visible
        expect(cell).to_be_hidden()
    slider = page.locator(".st-key-control input[type=range]")
    slider.press("ArrowRight")
    expect(page).to_have_url(re.compile("k=3"))
    assert "teach=2" in page.url
    page.evaluate("document.activeElement.blur()")
    for _ in range(4):
        page.keyboard.press("PageDown")  # reveal, notice, the next lesson's claim, its guess
    expect(page).to_have_url(re.compile("lesson=budget_sums&teach=2"))
    page.keyboard.press("Escape")
    expect(page.locator(".st-key-lesson-head h1")).to_have_text("Budget arithmetic")
    expect(page.get_by_role("button", name="Present")).to_be_visible()


@pytest.mark.parametrize(("lesson", "width", "dark"), [("measuring", 1024, True), ("budget_sums", 390, False)])
def test_presenter_mode_fits_a_narrow_window(app: str, open_page: OpenPage, lesson: str, width: int, dark: bool) -> None:
    page = present(open_page, app, f"lesson={lesson}&teach=3", "reveal", width=width, dark=dark)
    expect(page.locator(".st-key-live table")).to_be_visible()
    expect(page.locator('[data-test-script-state="notRunning"]')).to_have_count(
        1
    )  # the bar is not drawn again while it is measured
    assert page.evaluate("document.querySelector('.stMain').scrollWidth") <= width
    top = "document.querySelector('.st-key-teaching-step h1').getBoundingClientRect().y"
    page.wait_for_function(f"() => {top} < 40")  # what is hidden leaves no room behind
    for box in page.locator(".presenter button:visible, .presenter select").all():
        found = box.bounding_box()
        assert found is not None
        assert found["height"] >= 24
        assert found["x"] >= 0
        assert found["x"] + found["width"] <= width


def test_a_narrow_window_shows_a_lesson_without_scrolling_sideways(app: str, open_page: OpenPage) -> None:
    page = lesson(open_page, app, "lesson=measuring", width=480, dark=True)
    expect(page.locator(".st-key-notice")).to_contain_text("With k = 2")
    assert page.evaluate("document.querySelector('.stMain').scrollWidth") <= 480


def test_a_key_pressed_before_the_page_has_begun_to_present_counts(app: str, open_page: OpenPage) -> None:
    page = lesson(open_page, app, "lesson=fixed_recursive")
    present = page.get_by_role("button", name="Present")
    expect(present).to_be_visible()
    present.evaluate("""button => { button.click()
        dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown" })) }""")
    expect(page.locator(".at-step.at-guess")).to_be_attached()
    expect(page).to_have_url(re.compile("lesson=fixed_recursive&teach=2$"))
