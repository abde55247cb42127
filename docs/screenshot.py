"""Make docs/explore.png, the picture in the README: the app's explore page in a real browser, a chunk selected.

python docs/screenshot.py [--dark] [--out docs/explore.png]
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))
from serving import FLAGS, ROOT, served

VIEW = "?sample=manual.md&strategy=recursive&tokenizer=cl100k_base&size=128&overlap=32"
SELECTED = 9  # a chunk in the middle of a page, with an overlap on either side


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--out", default=str(ROOT / "docs" / "explore.png"))
    arguments = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        scheme = "dark" if arguments.dark else "light"
        page = browser.new_page(viewport={"width": 1440, "height": 900}, color_scheme=scheme, reduced_motion="reduce")
        page.set_default_timeout(60_000)
        page.goto(address + VIEW)
        page.locator(".viewer .lines > *").first.wait_for()
        page.locator(".js-plotly-plot .point").first.wait_for()
        page.locator(".scroller").focus()
        for _ in range(SELECTED - 1):
            page.keyboard.press("j")
        page.locator(".st-key-card-head h2", has_text=f"Chunk {SELECTED}").wait_for()
        page.locator(".scroller").evaluate("text => text.blur()")
        page.wait_for_timeout(1000)
        page.screenshot(path=arguments.out)
        browser.close()


if __name__ == "__main__":
    main()
