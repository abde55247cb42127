"""What a person waits for, in a real browser: the first coloured text, and the repainted text after a slider was moved.

    python tests/benchmarks/browser_latency.py [--moves 15]

Bounds: first coloured text 4 s after the first request to a server just started; from the slider's move to the repainted
text, median, 0.35 s for 1 MB and 1.5 s for 10 MB.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))
from serving import FLAGS, ROOT, served

BOUNDS = {1: 0.35, 10: 1.5}  # MB of text -> seconds
FIRST = 4.0

# Resolves with the milliseconds from the next key press until the text was drawn with another number of chunks.
WATCH = """() => {
  const text = [...document.querySelectorAll('*')].map((e) => e.shadowRoot?.querySelector('.scroller')).find(Boolean)
  window.drawn = new Promise((resolve) => {
    document.addEventListener('keydown', () => {
      const began = performance.now(), before = text.getAttribute('aria-label')
      const seen = new MutationObserver(() => {
        if (text.getAttribute('aria-label') === before) return
        seen.disconnect()
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
      })
      seen.observe(text, { attributes: true, attributeFilter: ['aria-label'] })
    }, { once: true, capture: true })
  })
}"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=15, help="of the slider, for each size of text")
    moves = parser.parse_args().moves
    late = False
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        with served() as address:
            began = time.monotonic()
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(address)
            page.locator(".viewer .window > *").first.wait_for()
            first = time.monotonic() - began
            print(f"first coloured text         {first:5.2f} s   bound {FIRST} s")
            late |= first > FIRST
            for megabytes, bound in BOUNDS.items():
                path = Path(folder) / f"{megabytes}.txt"
                path.write_text(text_of(megabytes * 1_000_000))
                waited = sorted(moved(page, path, moves))
                middle = statistics.median(waited)
                print(
                    f"slider to text, {megabytes:2} MB        {middle:5.2f} s   bound {bound} s   ({waited[0]:.2f} to {waited[-1]:.2f})"
                )
                late |= middle > bound
        browser.close()
    return int(late)


def moved(page: Page, path: Path, moves: int) -> list[float]:
    """Seconds from each move of the size slider to the repainted text."""
    page.locator("input[type=file]").set_input_files(path)
    page.locator(f".scroller[aria-label^='Text of {path.name}']").wait_for(timeout=120_000)
    slider = page.locator(".st-key-setting-size input")
    waited = []
    for move in range(moves):
        page.wait_for_timeout(1500)
        page.evaluate(WATCH)
        slider.press("ArrowLeft" if move % 2 else "ArrowRight")
        waited.append(page.evaluate("() => window.drawn") / 1000)
    return waited


def text_of(length: int) -> str:
    """English of this many characters: the sample essay, transcript and manual, again and again, each time numbered."""
    samples = [(ROOT / "sample_docs" / name).read_text() for name in ("essay.txt", "transcript.txt", "manual.md")]
    pieces: list[str] = []
    size = 0
    while size < length:
        pieces.append(f"Part {len(pieces) + 1}.\n\n{samples[len(pieces) % len(samples)]}\n\n")
        size += len(pieces[-1])
    return "".join(pieces)[:length]


if __name__ == "__main__":
    sys.exit(main())
