"""Slow work beside the page is not held up by showing how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from serving import ROOT, served

pytestmark = [pytest.mark.browser, pytest.mark.model]
OpenPage = Callable[..., Page]
LOADING = 180_000  # milliseconds until the model is loaded on a busy machine
WATCHED = 5  # seconds

COUNT = """
import gc
def counted(phase, info):
    if phase == "stop" and info["generation"] == 2:
        open({path!r}, "a").write("x")
gc.callbacks.append(counted)
"""


def test_no_full_collection_runs_for_each_look_at_a_job(open_page: OpenPage, tmp_path: Path) -> None:
    """Streamlit's default is one after every run of a script or fragment: 0.3 s each, once PyTorch is loaded, with the
    interpreter held. Python's own come when many objects were made, which is seldom."""
    log = tmp_path / "collections"
    long = tmp_path / "long.md"
    manual = (ROOT / "sample_docs" / "manual.md").read_text()
    long.write_text("\n\n".join(f"# Part {part}\n\n{manual}".replace(" the ", f" the {part}. ") for part in range(20)))
    with served(before=COUNT.format(path=str(log))) as address:
        page = open_page(f"{address}/?strategy=semantic")
        page.locator(".scroller").first.wait_for()
        page.locator("input[type=file]").set_input_files(long)
        expect(page.get_by_text("Measuring meaning").first).to_be_visible(timeout=LOADING)
        page.wait_for_function("() => /: [1-9][0-9]?%/.test(document.body.innerText)", timeout=LOADING)
        shown = page.get_by_text("Measuring meaning: ").first.inner_text()
        before = log.stat().st_size if log.exists() else 0
        time.sleep(WATCHED)  # a while in which the page looks at the job often
        assert (log.stat().st_size if log.exists() else 0) - before <= 2
        expect(page.get_by_text("Measuring meaning: ").first).not_to_have_text(shown, timeout=LOADING)  # it says how far it is
