"""Every example in a docstring of the package and of the app runs and gives what it says."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# A page itself is a script for Streamlit, which importing would run; `pages/*/` are its modules.
SOURCES = [*(ROOT / "chunkviz").rglob("*.py"), *(ROOT / "pages").glob("*/**/*.py")]


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("module", sorted(module_of(path) for path in SOURCES if ">>> " in path.read_text(encoding="utf-8")))
def test_the_examples_of(module: str) -> None:
    ran = doctest.testmod(importlib.import_module(module))
    assert ran.attempted, "it has an example that doctest does not find"
    assert not ran.failed


def test_no_page_has_an_example() -> None:
    """It would not be run."""
    assert not [path.name for path in (ROOT / "pages").glob("*.py") if ">>> " in path.read_text(encoding="utf-8")]
