"""What an import brings with it: `import chunkviz` stays light, so that the first coloured document waits for nothing."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = {
    "streamlit", "torch", "sentence_transformers", "transformers", "chromadb", "sklearn", "scipy", "pandas", "plotly",
    "selectolax", "tree_sitter", "docx", "pypdfium2", "bm25s", "httpx", "tiktoken", "sentencex", "charset_normalizer",
    "langchain_text_splitters",
}  # fmt: skip


def _modules_after(program: str) -> set[str]:
    """Top-level modules that a fresh Python has imported after `program`."""
    told = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys, json; print(json.dumps(sorted(sys.modules)))"],
        capture_output=True,
        text=True,
        check=True,
    )
    return {name.partition(".")[0] for name in json.loads(told.stdout.splitlines()[-1])}


def test_importing_the_package_brings_nothing_heavy() -> None:
    assert _modules_after("import chunkviz") & HEAVY == set()


def test_reading_and_cutting_a_text_brings_what_it_counts_with_and_nothing_else() -> None:
    program = """
import chunkviz
from chunkviz.strategies.recursive import Recursive
chunkviz.chunk(chunkviz.read(b"One. Two."), Recursive(size=5, overlap=0), "characters")
"""
    assert _modules_after(program) & HEAVY <= {"tiktoken"}


@pytest.mark.parametrize("command", ["--help", "split --help", "strategies"])
def test_the_command_line_answers_without_anything_heavy(command: str) -> None:
    program = f"""
import chunkviz.cli
try:
    chunkviz.cli.main({command.split()!r})
except SystemExit:
    pass
"""
    assert _modules_after(program) & HEAVY == set()
