"""Each import contract refuses what it is there to refuse, and no two rooms import each other.

The contracts stand in pyproject.toml and `make lint` checks them; here each is broken once, in a copy of the sources.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
CONTRACTS = [one["name"] for one in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]]
# a word of the contract's name, the file that gets one line more, the line
BREACHES = [
    ("layers", "chunkviz/document.py", "from chunkviz.chunking import chunk"),
    ("layers", "chunkviz/metrics/mrr.py", "import chunkviz.evaluation.run"),
    ("streamlit", "chunkviz/viewer/data.py", "import streamlit"),
    ("streamlit", "chunkviz/commands/app.py", "import pages.parts.notices"),
    ("Chroma", "chunkviz/search/hits.py", "import chromadb"),
    ("Chroma", "pages/parts/notices.py", "import chromadb"),
    ("strategies use contracts", "chunkviz/strategies/fixed.py", "import chunkviz.tokenizers.words"),
    ("strategies use contracts", "chunkviz/strategies/fixed.py", "import chunkviz.embedders.hashing"),
    ("do not know each other", "chunkviz/strategies/fixed.py", "import chunkviz.strategies.recursive"),
]


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all that import-linter reads."""
    folder = tmp_path_factory.mktemp("sources")
    for name in ("chunkviz", "pages"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def linted(folder: Path) -> tuple[int, str]:
    """Exit status and output of import-linter on the copy, which goes before the sources that are installed."""
    program = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])"
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )
    return run.returncode, run.stdout + run.stderr


def test_the_copy_keeps_all_contracts(sources: Path) -> None:
    status, output = linted(sources)
    assert status == 0, output


@pytest.mark.parametrize(("contract", "file", "line"), BREACHES)
def test_a_breach_is_refused(sources: Path, contract: str, file: str, line: str) -> None:
    path = sources / file
    before = path.read_text(encoding="utf-8")
    try:
        path.write_text(f"{before}\n\n{line}\n", encoding="utf-8")
        status, output = linted(sources)
    finally:
        path.write_text(before, encoding="utf-8")
    (name,) = (name for name in CONTRACTS if contract in name)
    assert status == 1
    assert re.search(rf"^{re.escape(name)} BROKEN", output, re.M), output


def test_every_contract_is_tried() -> None:
    tried = {contract for contract, _, _ in BREACHES}
    assert [name for name in CONTRACTS if not any(contract in name for contract in tried)] == []


def test_no_two_rooms_import_each_other() -> None:
    """A room is a folder or a module of the package's root; imports that only type checkers see do not count."""
    graph = grimp.build_graph("chunkviz", exclude_type_checking_imports=True, cache_dir=None)
    for room in sorted(graph.find_children("chunkviz")):
        if graph.find_children(room):
            graph.squash_module(room)
    graph.remove_module("chunkviz")  # the root's own names, which are for readers of README
    waiting = {room: graph.find_modules_directly_imported_by(room) for room in graph.modules}
    while free := [room for room, imported in waiting.items() if not imported & waiting.keys()]:
        for room in free:  # it imports nothing that is not placed yet
            del waiting[room]
    assert not waiting, f"a circle among {sorted(waiting)}"


def test_the_package_never_imports_a_page() -> None:
    graph = grimp.build_graph("chunkviz", "pages", include_external_packages=True, cache_dir=None)
    importers = {
        importer
        for page in graph.modules
        if page.split(".")[0] in ("pages", "streamlit")
        for importer in graph.find_modules_that_directly_import(page)
    }
    assert not {name for name in importers if name.startswith("chunkviz")}
    assert any(name.startswith("pages") for name in importers)
