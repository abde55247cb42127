"""Every page in both themes against WCAG 2.2 AA, by axe: contrast, names, roles, the size of what is pointed at."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from serving import ROOT

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}
PAGES = sorted(path.stem for path in (ROOT / "pages").glob("*.py"))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_no_page_breaks_a_rule(app: str, open_page: OpenPage, name: str, dark: bool) -> None:
    path = "" if name == "explore" else name
    lesson = "lesson=measuring"  # the first one loads the embedding model, which takes longer than the page
    query = lesson if name == "learn" else "sample=dosage.txt&strategy=sentences&size=64&embedder=hashing"
    page = open_page(f"{app}/{path}?{query}", dark=dark)
    page.locator(".scroller").first.wait_for()
    expect(page.locator('[data-test-script-state="notRunning"]')).to_have_count(1)
    assert broken(page) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_presenter_mode_breaks_no_rule_at_any_step(app: str, open_page: OpenPage, dark: bool) -> None:
    page = open_page(f"{app}/learn?lesson=measuring&teach=1", dark=dark)  # six chunks: a label in each of the colours
    for step, seen in (
        ("claim", ".strips svg"),
        ("guess", ".presenter"),
        ("reveal", ".st-key-live .viewer"),
        ("notice", ".st-key-notice"),
    ):
        expect(page.locator(f".at-step.at-{step}")).to_be_attached()
        expect(page.locator(seen).first).to_be_visible()
        expect(page.locator('[data-test-script-state="notRunning"]')).to_have_count(1)
        assert (step, broken(page)) == (step, [])
        page.keyboard.press("PageDown")


def broken(page: Page) -> list[tuple[str, str]]:
    """The rules that the page breaks, each with the beginning of the element that breaks it."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [(one["id"], node["html"][:120]) for one in found for node in one["nodes"]]
