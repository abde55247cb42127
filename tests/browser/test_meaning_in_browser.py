"""The similarity curve as a person uses it: a click on a dip leads to the text, a click in the map selects a chunk."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
SEMANTIC = "?sample=transcript.txt&strategy=semantic&embedder=hashing&tokenizer=cl100k_base"


def chunk_shown(page: Page) -> str:
    return page.locator(".st-key-card-head h2").inner_text()


def test_a_click_on_a_cut_leads_to_its_place_in_the_text(app: str, open_page: OpenPage) -> None:
    page = open_page(app + SEMANTIC)
    curve = page.locator(".st-key-curve")
    expect(curve).to_be_visible()
    cuts = curve.locator(".trace", has=page.locator("path")).last.locator(".point")
    expect(cuts.first).to_be_visible()
    assert chunk_shown(page) == "Chunk 1"
    shape = cuts.last.bounding_box()
    assert shape
    curve.scroll_into_view_if_needed()
    shape = cuts.last.bounding_box()
    assert shape
    page.mouse.click(shape["x"] + shape["width"] / 2, shape["y"] + shape["height"] / 2)
    expect(page.locator(".st-key-card-head h2")).not_to_have_text("Chunk 1")
    expect(page.locator(".st-key-card")).to_contain_text(re.compile(r"Similarity \d\.\d\d, threshold \d\.\d\d"))


def test_a_click_in_the_map_selects_the_chunk(app: str, open_page: OpenPage) -> None:
    page = open_page(app + SEMANTIC)
    page.get_by_role("radio", name="Map").or_(page.get_by_role("button", name="Map", exact=True)).first.click()
    points = page.locator(".st-key-map .point")
    expect(points.first).to_be_visible()
    page.locator(".st-key-map").scroll_into_view_if_needed()
    shape = points.nth(4).bounding_box()
    assert shape
    page.mouse.click(shape["x"] + shape["width"] / 2, shape["y"] + shape["height"] / 2)
    expect(page.locator(".st-key-card-head h2")).to_have_text("Chunk 5")
