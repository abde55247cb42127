"""A browser, and the app in it: one server and one browser for the whole run, a fresh session for each page."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from serving import FLAGS, served

PATIENCE = 120_000  # milliseconds a test waits for what it expects: it fails where that never comes, not where it comes late
OpenPage = Callable[..., Page]

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def app() -> Iterator[str]:
    """Address of the app."""
    with served() as address:
        yield address


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """`open_page(address, width=…, height=…, dark=…)`: a page in a session of its own.

    A page that asks anything of another machine, or that logs an uncaught error, fails the test.
    """
    contexts: list[BrowserContext] = []
    outside: list[str] = []
    errors: list[str] = []

    def opened(address: str, *, width: int = 1440, height: int = 900, dark: bool = False) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", reduced_motion="reduce"
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("request", lambda request: outside.append(request.url) if _leaves(request.url) else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not outside
    assert not errors


def _leaves(url: str) -> bool:
    return not url.startswith(("http://localhost", "ws://localhost", "http://127.0.0.1", "data:", "blob:", "file:", "about:"))
