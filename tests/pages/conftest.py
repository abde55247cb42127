"""The app's pages, run without a browser."""

import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))


@pytest.fixture
def app() -> AppTest:
    """The app before its first run."""
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)


@pytest.fixture(autouse=True)
def _no_file_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHUNKVIZ_OPEN", raising=False)
