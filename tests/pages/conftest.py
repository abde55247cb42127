"""The app's pages, run without a browser."""

import sys
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))


@pytest.fixture
def app() -> AppTest:
    """The app before its first run."""
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=PATIENCE)


@pytest.fixture(autouse=True)
def _no_file_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHUNKVIZ_OPEN", raising=False)


@pytest.fixture(autouse=True)
def _a_server_that_was_asked_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """AppTest forgets at every run that app.py has called st.navigation; the page would be run again (see pages/parts/frame.py),
    and what a button or a form sent would be lost."""
    made = PagesManager.__init__

    def init(self: PagesManager, *given: Any, **named: Any) -> None:
        made(self, *given, **named)
        PagesManager.uses_pages_directory = False

    monkeypatch.setattr(PagesManager, "__init__", init)
