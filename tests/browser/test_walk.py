"""A walk through the whole app: upload, tune, search, mark an answer, evaluate, debug, export; then what was exported is read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from test_evaluate import drag_over, type_in

pytestmark = [pytest.mark.browser, pytest.mark.model, pytest.mark.timeout(900)]
OpenPage = Callable[..., Page]
LOADING = 180_000  # milliseconds until the model is loaded on a busy machine

HARBOUR = """# Harbour rules

## Berths

A berth is booked at the harbour office. Boats longer than twelve metres need the outer pier, which has deeper water.

## Fees

The night fee is two crowns for each metre of boat. It is paid before noon at the office by the gate.

Children under six stay free of charge. Dogs are welcome on a lead.

## Fuel

Diesel is sold from eight to six at the red pump. Petrol has to be fetched from the village, a walk of ten minutes.

## Storms

When the black ball is hoisted nobody leaves. The crane lifts boats under four tonnes for nothing on such a day.
"""
QUESTION, ANSWER = "How much does a night cost?", "two crowns for each metre of boat"


def at_rest(page: Page) -> None:
    expect(page.locator('[data-test-script-state="notRunning"]')).to_have_count(1)


def saved(page: Page, button: str) -> str:
    at_rest(page)
    with page.expect_download() as download:
        page.get_by_role("button", name=button, exact=True).click()
    return Path(download.value.path()).read_text("utf-8")


def go_to(page: Page, name: str, path: str) -> None:
    page.get_by_role("link", name=name).click()
    expect(page).to_have_url(re.compile(rf"localhost:\d+/{path}(\?|$)"))
    at_rest(page)
    expect(page.locator(".scroller")).to_have_count(1)


def test_the_whole_app(app: str, open_page: OpenPage) -> None:
    page = open_page(f"{app}?strategy=recursive")
    page.locator(".scroller").first.wait_for()

    # upload
    page.locator("input[type=file]").set_input_files(
        {"name": "harbour.md", "mimeType": "text/markdown", "buffer": HARBOUR.encode()}
    )
    text = page.locator(".scroller")
    expect(text).to_have_attribute("aria-label", "Text of harbour.md, 1 chunk")

    # tune
    for setting, value in (("overlap", "0"), ("size", "24")):
        page.locator(f".st-key-setting-{setting}-exact input").fill(value)
        page.locator(f".st-key-setting-{setting}-exact input").press("Enter")
        expect(page).to_have_url(re.compile(f"{setting}={value}"))
    chunks = 11
    expect(text).to_have_attribute("aria-label", f"Text of harbour.md, {chunks} chunks")

    # search
    go_to(page, "Search", "search")
    expect(text).to_have_attribute("aria-label", f"Text of harbour.md, {chunks} chunks")
    type_in(page, "Ask the document a question", QUESTION)
    expect(page.get_by_text(re.compile(r"^5 passages, Chunks as found"))).to_be_visible(timeout=LOADING)
    expect(page.locator(".hit-rank").first).to_be_visible()

    # mark an answer
    go_to(page, "Evaluate", "evaluate")
    expect(page.get_by_role("toolbar", name="Hits and marks")).to_have_count(0)  # nothing is marked yet
    drag_over(page, ANSWER)
    field = page.get_by_label("This answers")
    expect(field).to_be_visible()
    field.fill(QUESTION)
    page.get_by_role("button", name="Add the question").click()
    expect(page.get_by_text("1 question", exact=True)).to_be_visible()
    questions = json.loads(saved(page, "JSON"))

    # evaluate
    type_in(page, "Sizes", "20, 40")
    type_in(page, "Overlaps", "0")
    expect(page.get_by_text("2 settings to try.")).to_be_visible()
    at_rest(page)
    page.get_by_role("button", name="Evaluate").click()
    page.get_by_role("tab", name="Results").click()
    expect(page.get_by_text(re.compile("no setting can be named the best with 1 question"))).to_be_visible(timeout=LOADING)

    # debug
    go_to(page, "Debug", "debug")
    expect(page.get_by_label("Question", exact=True)).to_have_value(QUESTION)
    expect(page.get_by_label("The words that should have answered it", exact=True)).to_have_value(ANSWER)
    expect(page.get_by_text("What was measured")).to_be_visible(timeout=LOADING)
    report = saved(page, "Report as Markdown")

    # export
    go_to(page, "Explore", "")
    expect(text).to_have_attribute("aria-label", f"Text of harbour.md, {chunks} chunks")
    page.get_by_role("tab", name="Download").click()
    lines = [json.loads(line) for line in saved(page, "JSON lines").splitlines()]

    assert len(lines) == chunks
    assert all(HARBOUR[line["start"] : line["end"]] == line["text"] for line in lines)
    assert QUESTION in json.dumps(questions)
    assert ANSWER in json.dumps(questions)
    assert report.startswith(f"# {QUESTION}\n")
