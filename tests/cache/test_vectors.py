"""The cache of vectors: what is in it comes back to the bit, whatever happens to the process or the file."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import textwrap

import numpy as np
import pytest

from chunkviz.cache.folder import cache_folder
from chunkviz.cache.vectors import VectorCache


@pytest.fixture
def path(tmp_path):
    return tmp_path / "vectors.sqlite"


def vectors(*values):
    return np.array([[value, 0.5] for value in values], np.float32)


def found(cache, model, texts):
    rows = np.full((len(texts), 2), -1, np.float32)
    missing = cache.fill(model, texts, rows)
    return rows[:, 0].tolist(), missing


def test_what_was_kept_comes_back_and_only_that(path):
    cache = VectorCache(path)
    cache.keep("m", ["a", "b"], vectors(1, 2))
    assert found(cache, "m", ["b", "c", "a"]) == ([2, -1, 1], [1])
    assert found(cache, "other model", ["a"]) == ([-1], [0])


def test_the_model_and_the_text_are_not_run_together(path):
    cache = VectorCache(path)
    cache.keep("ab", ["c"], vectors(1))
    assert found(cache, "a", ["bc"]) == ([-1], [0])


def test_it_is_on_disk(path):
    VectorCache(path).keep("m", ["a"], vectors(1))
    assert found(VectorCache(path), "m", ["a"]) == ([1], [])


def test_the_same_missing_text_twice_is_missing_twice(path):
    assert found(VectorCache(path), "m", ["a", "a"]) == ([-1, -1], [0, 1])


def test_a_vector_of_another_length_is_not_the_texts_vector(path):
    VectorCache(path).keep("m", ["a"], np.ones((1, 3), np.float32))
    assert found(VectorCache(path), "m", ["a"]) == ([-1], [0])


def test_memory_is_bounded_and_what_leaves_it_is_still_on_disk(path):
    cache = VectorCache(path, memory=2 * 8)
    cache.keep("m", ["a", "b", "c"], vectors(1, 2, 3))
    assert len(cache._near) == 2
    assert cache._bytes == 16
    assert found(cache, "m", ["a", "b", "c"]) == ([1, 2, 3], [])
    assert cache._bytes == 16


def test_the_file_is_bounded_and_the_oldest_leave_it_first(path):
    cache = VectorCache(path, memory=0, disk=100_000)
    for i in range(200):
        cache.keep("m", [f"text {i}"], np.full((1, 384), i, np.float32))
    assert path.stat().st_size < 200_000
    rows = np.zeros((200, 384), np.float32)
    missing = set(cache.fill("m", [f"text {i}" for i in range(200)], rows))
    assert missing == set(range(min(set(range(200)) - missing)))
    assert 20 < 200 - len(missing) < 70  # 1,536 bytes each and their index, in 100,000 bytes


def test_a_file_that_is_no_database_is_begun_anew_and_the_log_says_so(path, caplog):
    path.write_bytes(b"not a database at all" * 100)
    cache = VectorCache(path)
    cache.keep("m", ["a"], vectors(1))
    assert "damaged" in caplog.text
    cache.keep("m", ["b"], vectors(2))
    assert found(VectorCache(path), "m", ["b"]) == ([2], [])


def test_where_no_file_can_be_written_memory_is_used_and_the_log_says_so(tmp_path, caplog):
    cache = VectorCache(tmp_path / "no such folder" / "vectors.sqlite")
    cache.keep("m", ["a"], vectors(1))
    assert found(cache, "m", ["a"]) == ([1], [])
    assert "not used from now on" in caplog.text


WRITER = """
    import sys, numpy as np
    from pathlib import Path
    from chunkviz.cache.vectors import VectorCache
    path, name = Path(sys.argv[1]), sys.argv[2]
    cache = VectorCache(path)
    for i in range(int(sys.argv[3])):
        cache.keep("m", [f"{name} {i}"], np.full((1, 2), i, np.float32))
        print(i, flush=True)
"""


def writer(path, name, count):
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(WRITER), path, name, str(count)], stdout=subprocess.PIPE, text=True
    )


def test_two_processes_write_at_once_and_nothing_is_lost(path):
    with writer(path, "one", 200) as one, writer(path, "two", 200) as two:
        assert [process.wait(60) for process in (one, two)] == [0, 0]
    cache = VectorCache(path)
    for name in ("one", "two"):
        assert found(cache, "m", [f"{name} {i}" for i in range(200)]) == (list(range(200)), [])


def test_what_was_kept_before_a_kill_is_there_after_it(path):
    with writer(path, "killed", 1_000_000) as process:
        while int(process.stdout.readline()) < 50:
            pass
        process.send_signal(signal.SIGKILL)
    assert found(VectorCache(path), "m", [f"killed {i}" for i in range(51)]) == (list(range(51)), [])
    assert sqlite3.connect(path).execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize("left", [1, 100, 4096, 5000, 0.5, 0.9])
def test_a_file_that_was_cut_off_is_begun_anew(path, left):
    whole = VectorCache(path)
    whole.keep("m", [str(i) for i in range(2000)], np.ones((2000, 16), np.float32))
    whole._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole._connection.close()
    raw = path.read_bytes()
    path.write_bytes(raw[: left if left > 1 else int(left * len(raw))])
    for _ in range(2):  # the first finds the damage, the second what the first could keep
        cache = VectorCache(path)
        cache.fill("m", [str(i) for i in range(2000)], np.zeros((2000, 16), np.float32))
        cache.keep("m", ["7"], np.full((1, 16), 2, np.float32))
        cache._connection.close()
    again = VectorCache(path)
    rows = np.zeros((1, 16), np.float32)
    assert again.fill("m", ["7"], rows) == []
    assert rows.tolist() == [[2] * 16]
    again._connection.close()


@pytest.mark.parametrize("raw", [b"\1\2\3", b"\0" * 12, np.array([np.nan, 1], np.float32).tobytes(), "text"])
def test_a_vector_that_cannot_be_the_texts_is_made_again_and_replaced(path, raw):
    cache = VectorCache(path)
    cache.keep("m", ["a"], vectors(1))
    cache._connection.execute("UPDATE vectors SET vector = ?", (raw,))
    cache._connection.close()
    again = VectorCache(path)
    assert found(again, "m", ["a"]) == ([-1], [0])
    again.keep("m", ["a"], vectors(3))
    again._connection.close()
    last = VectorCache(path)
    assert found(last, "m", ["a"]) == ([3], [])
    last._connection.close()


def test_only_this_user_reads_the_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("CHUNKVIZ_CACHE", str(tmp_path / "cache"))
    folder = cache_folder("vectors")
    cache = VectorCache(folder / "vectors.sqlite")
    cache.keep("m", ["a"], vectors(1))
    modes = {path.name: path.stat().st_mode & 0o777 for path in [tmp_path / "cache", folder, *folder.iterdir()]}
    assert {"cache", "vectors", "vectors.sqlite"} <= set(modes)
    assert all(mode == (0o600 if "." in name else 0o700) for name, mode in modes.items())
    cache._connection.close()


def test_a_cache_folder_that_cannot_be_made_goes_with_the_process(tmp_path, monkeypatch, caplog):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CHUNKVIZ_CACHE", str(tmp_path / "file" / "cache"))
    with caplog.at_level("WARNING"):
        folder = cache_folder("vectors")
    assert folder.is_dir()
    assert tmp_path not in folder.parents
    assert "cannot be made (Not a directory)" in caplog.text
    assert cache_folder("vectors") == folder
    count = "import chunkviz as c; from chunkviz.strategies.fixed import Fixed; print(len(c.chunk('One two. ' * 9, Fixed(9, 0))))"
    done = subprocess.run([sys.executable, "-c", count], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr  # tokens need their ranks unpacked
    assert int(done.stdout) >= 3
