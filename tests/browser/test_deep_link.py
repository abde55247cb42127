"""A link to a page, followed as the first thing a server is asked."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from serving import served

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]


def test_the_first_visitor_may_come_by_a_link(open_page) -> None:  # type: ignore[no-untyped-def]
    """Streamlit would show the files of pages/ as its menu, until app.py has run once."""
    with served() as address:
        page = open_page(f"{address.rstrip('/')}/compare")
        expect(page.get_by_test_id("stTopNavLink")).to_have_text(["Explore", "Search", "Compare", "Evaluate", "Debug", "Learn"])
        expect(page.get_by_test_id("stSidebarNav")).to_have_count(0)


HARBOUR = "\n\n".join(f"Berth {number} is booked at the harbour office before noon." for number in range(1, 21))


def _upload(page: Page, name: str = "harbour.md", text: str = HARBOUR) -> None:
    page.locator("input[type=file]").first.set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})


def test_an_upload_survives_a_reload_and_a_link_to_it_says_what_to_drop(app: str, open_page: OpenPage) -> None:
    page = open_page(app)
    page.locator(".scroller").first.wait_for()
    _upload(page)
    text = page.locator(".scroller")
    expect(text).to_have_attribute("aria-label", re.compile("Text of harbour.md"))
    page.locator(".st-key-setting-size-exact input").fill("40")
    page.locator(".st-key-setting-size-exact input").press("Enter")
    expect(page).to_have_url(re.compile("file=harbour.md&is=[0-9a-f]{16}&.*size=40"))
    chunks = "Text of harbour.md, 7 chunks"  # 13 tokens a line: three lines in a chunk of 40
    expect(text).to_have_attribute("aria-label", chunks)

    page.reload()
    expect(text).to_have_attribute("aria-label", chunks)

    other = open_page(page.url)  # another browser
    expect(other.get_by_text("This link was made for harbour.md, which is not here; drop it here")).to_be_visible()
    expect(other.locator(".scroller")).to_have_attribute("aria-label", re.compile("Text of manual.md"))
    _upload(other, "other.md", "Something else.")
    expect(other.locator(".scroller")).to_have_attribute("aria-label", re.compile("Text of other.md"))
    expect(other.get_by_text("This link was made for harbour.md")).to_be_visible()
    _upload(other)
    expect(other.locator(".scroller")).to_have_attribute("aria-label", chunks)
    expect(other.get_by_text("This link was made for harbour.md")).to_have_count(0)


def test_a_link_holds_the_question_and_how_it_is_asked(app: str, open_page: OpenPage) -> None:
    page = open_page(
        f"{app}/search?sample=dosage.txt&strategy=sentences&size=64&embedder=hashing&q=How+long%3F&k=3&contains=bottle"
    )
    field = page.get_by_label("Ask the document a question")
    expect(field).to_have_count(1)  # while the page is drawn anew, the one of before is still there
    expect(field).to_have_value("How long?")
    expect(
        page.get_by_text(re.compile(r"^\d passages?, Chunks as found.*Only chunks that pass the filter were searched"))
    ).to_be_visible()
    expect(page.get_by_label("Text contains", exact=True)).to_have_value("bottle")
    field.fill("How is it kept?")
    field.press("Enter")
    expect(page).to_have_url(re.compile(r"q=How\+is\+it\+kept%3F.*k=3.*contains=bottle|k=3.*contains=bottle.*q=How"))


def test_a_link_holds_both_sides_of_a_comparison(app: str, open_page: OpenPage) -> None:
    page = open_page(f"{app}/compare?sample=dosage.txt&strategy=fixed&size=100&overlap=0&right.strategy=sentences&right.size=50")
    expect(page.get_by_role("heading", name="Compare")).to_be_visible()
    expect(page.locator(".scroller")).to_have_count(2)
    expect(page.locator(".st-key-setting-Rightsize-exact input")).to_have_value("50")
    expect(page.locator(".st-key-setting-Leftsize-exact input")).to_have_value("100")
    page.locator(".st-key-setting-Rightsize-exact input").fill("60")
    page.locator(".st-key-setting-Rightsize-exact input").press("Enter")
    expect(page).to_have_url(re.compile("right.size=60"))
    expect(page).to_have_url(re.compile("&size=100"))


def test_what_a_link_says_holds_though_the_controls_are_drawn_late(app: str, open_page: OpenPage) -> None:
    """On a slow line the code of the controls comes after the page was run again. Streamlit sends a value that was set with one
    run only: a control drawn by the second would show its lowest value, and send that back as chosen."""
    page = open_page("about:blank")
    held: list[Route] = []
    page.route(re.compile(r"/static/js/(Slider|NumberInput|Selectbox|TextInput|Checkbox)\."), lambda route: held.append(route))
    page.goto(
        f"{app}/debug?sample=dosage.txt&strategy=recursive&size=64&embedder=hashing"
        "&q=How+long%3F&answer=4469-4516&k=3&contains=bottle"
    )
    expect(page.get_by_text("What was measured")).to_be_visible()  # after runs of its own, since a job's end draws the page anew
    expect(page.locator("input[type=file]")).to_have_count(1)
    assert held
    for route in held:
        route.continue_()
    page.unroute_all()
    expect(page.get_by_label("Size", exact=True)).to_have_value("64")
    expect(page.get_by_label("Text contains", exact=True)).to_have_value("bottle")
    _upload(page)
    expect(page.locator(".scroller")).to_have_attribute("aria-label", re.compile("Text of harbour.md"))
    expect(page).to_have_url(re.compile("file=harbour.md&.*strategy=recursive&.*size=64&.*k=3.*contains=bottle"))
