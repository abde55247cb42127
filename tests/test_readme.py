"""The README says only what is true: its code runs, its commands work, its files are there."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from chunkviz import cli

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"```python\n(.*?)```", README, re.S)
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", README, re.S) for line in block.splitlines() if line]


def test_the_example_is_ten_lines_and_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    example = PYTHON[0]
    assert sum(1 for line in example.splitlines() if line) <= 10
    monkeypatch.chdir(ROOT)
    exec(compile(example, "README.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("0 ")
    assert lines[0].endswith(".")


def test_the_cause_quoted_is_one_that_the_example_prints(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    quoted = " ".join(re.search(r"as a sentence: “(.*?)”", README, re.S)[1].split())  # type: ignore[index]
    monkeypatch.chdir(ROOT)
    exec(compile(PYTHON[0], "README.md", "exec"), {})
    assert quoted in capsys.readouterr().out


def _kept(word: str, folder: Path) -> str:
    """What a command writes goes into a folder of the test's own."""
    return str(folder / word) if word.endswith((".html", ".chroma")) else word


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_works(
    line: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    program, command, *rest = shlex.split(line)
    assert program == "chunkviz"
    monkeypatch.chdir(ROOT)
    if command == "app":
        monkeypatch.setattr("os.execve", lambda *call: None)
        assert (ROOT / rest[0]).exists()
        cli.main([command, *rest])
        return
    rest = [_kept(word, tmp_path) for word in rest]
    if command == "search":  # what the line before it has put there
        (index,) = (shlex.split(other)[1:] for other in COMMANDS if other.startswith("chunkviz index "))
        assert cli.main([_kept(word, tmp_path) for word in index]) == 0
    assert cli.main([command, *rest]) == 0
    told = capfd.readouterr().out
    if command == "split" and not {"--csv", "--html"} & set(rest):
        assert json.loads(told.splitlines()[0])["number"] == 1
    elif "--html" in rest:
        assert list(tmp_path.glob("*.html"))
    else:
        assert told


def test_the_keys_of_a_line_are_named(capfd: pytest.CaptureFixture[str]) -> None:
    cli.main(["split", str(ROOT / "sample_docs/refunds.md")])
    record = json.loads(capfd.readouterr().out.splitlines()[0])
    paragraph = re.search(r"`split` prints.*?\n\n", README, re.S)[0]  # type: ignore[index]
    for key in [*record, *record["cause"], *record["overlap"]]:
        assert f"`{key}`" in paragraph


def test_a_strategy_in_one_file_is_found_by_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "lines.py").write_text(PYTHON[1], encoding="utf-8")
    (tmp_path / "abc.txt").write_bytes(b"a\r\n\r\nb\r\nc\r\n")
    program = """
import sys
import chunkviz.strategies
chunkviz.strategies.__path__.append(sys.argv[1])
from chunkviz.cli import main
sys.exit(main(["split", sys.argv[1] + "/abc.txt", "--strategy", "lines", "--set", "lines=2"]))
"""
    told = subprocess.run([sys.executable, "-c", program, tmp_path], capture_output=True, text=True, check=True)
    chunks = [json.loads(line) for line in told.stdout.splitlines()]
    assert [(chunk["start"], chunk["end"], chunk["text"]) for chunk in chunks] == [(0, 6, "a\r\n\r\nb"), (8, 9, "c")]
    assert chunks[0]["cause"]["sentence"] == "The chunk has its 2 lines, or the text ends."


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\bmake ([a-z]+)\b", README)) & {"app", "test", "bench", "screenshot"}))
def test_every_target_is_in_the_makefile(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.M)


def test_every_file_named_is_there() -> None:
    named = set(re.findall(r"`((?:chunkviz|pages|tests|sample_docs)/[\w./]*|\w+\.(?:py|txt|md)|LICENSE)`", README))
    named |= set(re.findall(r"\]\(([\w/.]+)\)", README))
    named -= {"chunkviz/strategies/lines.py"}  # the reader's own
    missing = [name for name in named if not ((ROOT / name).exists() or (ROOT / "chunkviz/strategies" / name).exists())]
    assert len(named) > 20
    assert missing == []


def test_every_file_that_contributing_names_is_there() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = {name for name in re.findall(r"`((?:chunkviz|pages|tests)/[\w./]*)`", contributing) if "NAME" not in name}
    assert len(named) > 10
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
    folders = re.findall(r"\b(\w+)/", re.search(r"```mermaid(.*?)```", contributing, re.S)[1])  # type: ignore[index]
    assert [name for name in folders if not (ROOT / "chunkviz" / name).is_dir() and name != "pages"] == []
