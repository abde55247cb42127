"""`chunkviz cache`: what there is, and only that is taken away."""

from pathlib import Path

import pytest

from chunkviz import cli


def test_the_cache_is_shown_and_emptied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> None:
    monkeypatch.setenv("CHUNKVIZ_CACHE", str(tmp_path))
    (tmp_path / "vectors").mkdir()
    (tmp_path / "vectors" / "vectors.sqlite").write_bytes(b"x" * 1_500_000)
    (tmp_path / "vectors" / "vectors.sqlite-wal").write_bytes(b"x" * 500_000)
    (tmp_path / "mine.txt").write_text("stays")
    assert cli.main(["cache"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["vectors: 2 files, 2.0 MB", "tiktoken: 0 files, 0.0 MB"]
    assert cli.main(["cache", "--empty"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "vectors: 2 files, 2.0 MB, taken away"
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["mine.txt"]


def test_no_cache_is_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> None:
    monkeypatch.setenv("CHUNKVIZ_CACHE", str(tmp_path / "none"))
    assert cli.main(["cache", "--empty"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["vectors: 0 files, 0.0 MB", "tiktoken: 0 files, 0.0 MB"]
    assert not (tmp_path / "none").exists()
