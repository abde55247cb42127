"""The folder of a Chroma database, as files: a copy to look into, and what Chroma leaves behind when a collection is deleted.

Measured with Chroma 1.5.9: after `delete_collection` the folder of its HNSW index stays, and so does every word of its
texts in freed pages of chroma.sqlite3 and in its full-text index.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import ChunkvizError
from .errors import first_line

DATABASE = "chroma.sqlite3"
LOCK = "chunkviz.lock"  # held by the program that writes
_SEGMENT = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

# Run in processes of their own: SQLite's locks belong to the process, and closing a second connection to a database
# in the process where Chroma has it open would drop the locks Chroma holds.
_SWEEP = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], timeout=30)
database.execute("INSERT INTO embedding_fulltext_search (embedding_fulltext_search) VALUES ('optimize')")
database.commit()
database.execute("VACUUM")
print(*[id for (id,) in database.execute("SELECT id FROM segments")])
"""
_OURS = """
import pathlib, sqlite3, sys
database = sqlite3.connect(pathlib.Path(sys.argv[1]).resolve().as_uri() + "?mode=ro", uri=True, timeout=30)
print(database.execute("SELECT count(*) FROM collection_metadata WHERE key = 'chunkviz:model'").fetchone()[0])
"""
_COPY = """
import pathlib, sqlite3, sys
source = sqlite3.connect(pathlib.Path(sys.argv[1]).resolve().as_uri() + "?mode=ro", uri=True, timeout=30)
with sqlite3.connect(sys.argv[2]) as target:
    source.backup(target)
"""


def sweep(folder: Path) -> None:
    """Take deleted collections off the disk: their index folders, and their texts in the database file."""
    segments = [path for path in folder.iterdir() if path.is_dir() and _SEGMENT.fullmatch(path.name)]
    known = set(_run(_SWEEP, "The deleted collection could not be taken off the disk", folder / DATABASE).split())
    for path in segments:  # listed before the database was asked, so that one made meanwhile is not among them
        if path.name not in known:
            shutil.rmtree(path)


def ours(folder: Path) -> bool:
    """Whether the database in `folder` has a collection that chunkviz made; it is not written."""
    check(folder)
    return int(_run(_OURS, f"{folder} could not be read", folder / DATABASE)) > 0


def copy(folder: Path, target: Path) -> None:
    """Copy a Chroma folder to `target`, which exists, without changing it, also while another program writes to it."""
    check(folder)
    needed = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    free = shutil.disk_usage(target).free
    if needed > free * 0.9:
        raise ChunkvizError(
            f"A copy of {folder} needs {needed / 1e9:.1f} GB and {free / 1e9:.1f} GB are free; make room, "
            "or serve it with chroma run."
        )
    _run(_COPY, f"{folder} could not be copied", folder / DATABASE, target / DATABASE)
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink() and _SEGMENT.fullmatch(path.name):
            shutil.copytree(path, target / path.name, symlinks=True)


@contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """The folder, to write in: two programs that write at once lose vectors. A ChunkvizError where another one does."""
    from filelock import FileLock, Timeout

    if folder.is_dir() and any(folder.iterdir()) and not (folder / LOCK).exists():
        check(folder)
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / LOCK, timeout=0)
    try:
        with lock:
            yield
    except Timeout:
        raise ChunkvizError(f"Another chunkviz is writing to {folder}; wait until it is done, then try again.") from None


def check(folder: Path) -> None:
    """Raise a ChunkvizError unless `folder` holds a Chroma database."""
    try:
        there = (folder / DATABASE).is_file()
    except (OSError, ValueError) as error:  # a name that is too long, a null character, a folder that may not be read
        raise ChunkvizError(f"{str(folder)[:100]} cannot be looked into ({first_line(error)}); check its name.") from None
    if not there:
        raise ChunkvizError(f"{folder} is no Chroma folder: it has no {DATABASE}; give the folder that Chroma was started with.")


def _run(program: str, failed: str, *paths: Path) -> str:
    done = subprocess.run([sys.executable, "-I", "-c", program, *map(str, paths)], capture_output=True, text=True, timeout=3600)
    if done.returncode:
        raise ChunkvizError(
            f"{failed} ({(done.stderr.strip().splitlines() or ['no reason given'])[-1]}); close other "
            "programs that use it and try again."
        )
    return done.stdout
