"""What is chosen on one page stays chosen on the next."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_the_choice_goes_along_through_the_menu(open_page, app: str) -> None:  # type: ignore[no-untyped-def]
    page = open_page(f"{app}?sample=dosage.txt&strategy=sentences&size=64")
    expect(page.get_by_role("spinbutton", name="Size")).to_have_value("64")
    for name in ("Search", "Debug", "Explore"):
        page.get_by_test_id("stTopNavLink").filter(has_text=name).click()
        expect(page.get_by_role("spinbutton", name="Size")).to_have_value("64")
        expect(page.get_by_role("combobox", name="Document")).to_have_value("dosage.txt")
        expect(page.get_by_role("combobox", name="Strategy")).to_have_value("Sentences")
