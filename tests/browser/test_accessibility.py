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
    page = open_page(f"{app}/{path}?sample=dosage.txt&strategy=sentences&size=64&embedder=hashing", dark=dark)
    page.locator(".scroller").first.wait_for()
    expect(page.locator('[data-test-script-state="notRunning"]')).to_have_count(1)
    found = Axe().run(page, options=RULES).response["violations"]
    assert [(one["id"], node["html"][:120]) for one in found for node in one["nodes"]] == []
