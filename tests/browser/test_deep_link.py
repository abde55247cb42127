"""A link to a page, followed as the first thing a server is asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from serving import served

pytestmark = pytest.mark.browser


def test_the_first_visitor_may_come_by_a_link(open_page) -> None:  # type: ignore[no-untyped-def]
    """Streamlit would show the files of pages/ as its menu, until app.py has run once."""
    with served() as address:
        page = open_page(f"{address.rstrip('/')}/compare")
        expect(page.get_by_test_id("stTopNavLink")).to_have_text(["Explore", "Search", "Compare", "Evaluate", "Debug", "Learn"])
        expect(page.get_by_test_id("stSidebarNav")).to_have_count(0)
