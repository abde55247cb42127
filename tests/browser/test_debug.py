"""The debug page as a person sees it: the verdict, the evidence in the text, words taken from the text as the answer."""

from __future__ import annotations

import json
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
    expect(page.get_by_text(re.compile("passages together do not hold the whole answer"))).to_be_visible()
    for label, words in (
        ("Question", "How long does an opened bottle keep?"),
        ("The words that should have answered it", "what is left must be thrown away after 28 days."),
    ):
        field = page.get_by_label(label, exact=True)
        expect(page.locator('[data-test-script-state="notRunning"]')).to_have_count(1)
        expect(field).to_have_count(1)  # while the page is drawn anew, the form of before is still there
        field.fill(words)
        field.press("Enter")
    opened(page)
    expect(page.get_by_text(re.compile("where chunk 26 ends"))).to_be_visible()
    return page


def opened(page: Page) -> None:
    """With its measurements unfolded, once the verdict on what was asked is there: until then the page is drawn anew."""
    expect(page.get_by_text(re.compile("^(Not )?[Rr]etrieved")).first).to_be_visible()
    expect(page.locator('[data-test-script-state="notRunning"]')).to_have_count(1)
    page.get_by_text("What was measured").click()


def test_a_failure_is_drawn_and_other_words_are_taken_as_the_answer(app: str, open_page: OpenPage) -> None:
    page = debug_page(open_page(f"{app}/debug{SETTINGS}"))
    expect(page.locator(".scroller").get_by_text("28 days.")).to_be_visible()
    page.locator(".scroller").get_by_text("28 days.").dblclick(position={"x": 8, "y": 8})
    page.get_by_role("button", name="Take “28” as the answer").click()
    expect(page.get_by_label("The words that should have answered it", exact=True)).to_have_value("28")
    expect(page.get_by_text("Chunk 27 holds all of it.")).to_be_visible()  # what was unfolded stays so


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


HARBOUR = (
    "Berths are booked at the office. Boats over twelve metres need the outer pier.\n\n"
    "The night fee is two crowns for each metre of boat. It is paid before noon.\n\n"
    "Diesel is sold from eight to six at the red pump. Petrol is fetched from the village.\n"
)
ANSWER = "The night fee is two crowns for each metre of boat."


def ask(page: Page, question: str, answer: str) -> None:
    for label, words in (("Question", question), ("The words that should have answered it", answer)):
        expect(page.locator('[data-test-script-state="notRunning"]')).to_have_count(1)
        field = page.get_by_label(label, exact=True)
        expect(field).to_have_count(1)
        field.fill(words)
        field.press("Enter")


def test_a_document_of_ones_own_is_looked_into(app: str, open_page: OpenPage) -> None:
    """A sample begins with a question, so that its search stands when the page is first drawn; an upload does not."""
    page = open_page(f"{app}/debug{SETTINGS}")
    expect(page.get_by_text(re.compile("passages together do not hold the whole answer"))).to_be_visible()
    page.locator("input[type=file]").first.set_input_files(
        {"name": "harbour.txt", "mimeType": "text/plain", "buffer": HARBOUR.encode()}
    )
    expect(page.locator(".scroller")).to_have_attribute("aria-label", re.compile("Text of harbour.txt"))
    expect(page.get_by_label("Question", exact=True)).to_have_value("")
    ask(page, "What does a night cost?", ANSWER)
    expect(page.get_by_text(re.compile(r"Retrieved: passage \d of 5 holds the answer whole"))).to_be_visible()
    opened(page)
    expect(page.get_by_text("Where the answer is")).to_be_visible()


def test_chunks_of_ones_own_are_looked_into(app: str, open_page: OpenPage) -> None:
    page = open_page(f"{app}/debug{SETTINGS}")
    expect(page.get_by_text(re.compile("passages together do not hold the whole answer"))).to_be_visible()
    page.locator("input[type=file]").first.set_input_files(
        {"name": "harbour.txt", "mimeType": "text/plain", "buffer": HARBOUR.encode()}
    )
    expect(page.locator(".scroller")).to_have_attribute("aria-label", re.compile("Text of harbour.txt"))
    page.get_by_role("radio", name="Your own chunks").or_(page.get_by_role("button", name="Your own chunks")).click()
    expect(page.get_by_text("Bring the chunks of your own splitter")).to_be_visible()
    half = HARBOUR.index("for each metre")
    lines = "\n".join(json.dumps({"page_content": part}) for part in (HARBOUR[:half], HARBOUR[half:]))
    page.locator("input[type=file]").last.set_input_files(
        {"name": "chunks.jsonl", "mimeType": "application/json", "buffer": lines.encode()}
    )
    expect(page.locator(".scroller")).to_have_attribute("aria-label", "Text of harbour.txt, 2 chunks")
    ask(page, "What does a night cost?", ANSWER)
    expect(page.get_by_text("Retrieved in pieces: passages 1 and 2 of 5 hold the answer together")).to_be_visible()
    opened(page)
    expect(page.get_by_text(re.compile("where chunk 1 ends: Your own splitter cut here"))).to_be_visible()


def test_a_view_is_saved_and_opened_by_somebody_else(app: str, open_page: OpenPage) -> None:
    page = open_page(f"{app}/debug{SETTINGS}")
    expect(page.get_by_text(re.compile("passages together do not hold the whole answer"))).to_be_visible()
    page.locator("input[type=file]").first.set_input_files(
        {"name": "harbour.txt", "mimeType": "text/plain", "buffer": HARBOUR.encode()}
    )
    expect(page.locator(".scroller")).to_have_attribute("aria-label", re.compile("Text of harbour.txt"))
    ask(page, "What does a night cost?", ANSWER)
    expect(page.get_by_text(re.compile(r"Retrieved: passage \d of 5 holds the answer whole"))).to_be_visible()
    expect(page.locator('[data-test-script-state="notRunning"]')).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save this view").click()
    saved = Path(download.value.path()).read_bytes()
    assert download.value.suggested_filename == "harbour.chunkviz.json"
    assert "What does a night cost" in json.loads(saved)["finding"]

    other = open_page(app)
    other.locator(".scroller").first.wait_for()
    other.locator("input[type=file]").first.set_input_files(
        {"name": "harbour.chunkviz.json", "mimeType": "application/json", "buffer": saved}
    )
    expect(other).to_have_url(re.compile("/debug"))
    expect(other.locator(".scroller")).to_have_attribute("aria-label", re.compile("Text of harbour.txt"))
    expect(other.get_by_label("Question", exact=True)).to_have_value("What does a night cost?")
    expect(other.get_by_label("The words that should have answered it", exact=True)).to_have_value(ANSWER)
    expect(other.get_by_text(re.compile(r"Retrieved: passage \d of 5 holds the answer whole"))).to_be_visible()
    expect(other).to_have_url(re.compile("embedder=hashing.*size=64|size=64.*embedder=hashing"))


def test_a_remedy_is_applied_to_an_upload_and_taken_back(app: str, open_page: OpenPage) -> None:
    """From a document of one's own and a quote with a slip to the remedy: in the browser the page's fragment runs alone, so
    that only here is it seen that the text is cut anew."""
    page = open_page(f"{app}/debug{SETTINGS.replace('size=64', 'size=16')}")
    expect(page.get_by_text(re.compile("answer"))).not_to_have_count(0)
    page.locator("input[type=file]").first.set_input_files(
        {"name": "harbour.txt", "mimeType": "text/plain", "buffer": LONGER.encode()}
    )
    expect(page.locator(".scroller")).to_have_attribute("aria-label", re.compile("Text of harbour.txt"))
    ask(
        page,
        "What does a night cost?",
        "The night fee is too crowns for each metre of boat and is paid before noon at the office.",
    )
    page.get_by_role("button", name=re.compile("1 letter differs")).click()
    expect(page.get_by_text(re.compile("Not retrieved: the 5 passages together do not"))).to_be_visible()
    page.get_by_role("button", name="Apply, and see before and after").click()
    expect(page.get_by_text("Applied:")).to_be_visible()
    expect(page.get_by_text(re.compile("Retrieved: passage"))).not_to_have_count(0)
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("Applied:")).to_have_count(0)
    expect(page.get_by_text(re.compile("Not retrieved: the 5 passages together do not"))).to_be_visible()


LONGER = "\n\n".join(
    [
        *(f"What does berth {number} cost? A night costs what the list says." for number in range(1, 12)),
        "The night fee is two crowns for each metre of boat and is paid before noon at the office.",
    ]
)
