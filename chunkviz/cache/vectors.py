"""Vectors by model and text, so that no text is embedded twice: in memory, and in one SQLite file.

The file is in WAL mode: several processes may read and write it at once, and one that is killed leaves what it had
committed. It is a cache: a file that is damaged is begun again, and where none can be written only memory is used; the
log says so.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .folder import cache_folder

MEMORY = 200 * 2**20  # bytes of vectors kept in memory
DISK = 2**30  # bytes of the file that are in use
_AT_ONCE = 900  # values in one SQL statement: every SQLite takes 999

_DAMAGED = ("SQLITE_IOERR_SHORT_READ", "SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR")  # the last: no such table

log = logging.getLogger(__name__)


class VectorCache:
    """Keeps float32 vectors; what was put in first is forgotten first.

    path     the SQLite file; made if missing
    memory   the most bytes of vectors in memory
    disk     the most bytes in use in the file, give or take one `keep`
    """

    def __init__(self, path: Path, memory: int = MEMORY, disk: int = DISK) -> None:
        self.path, self.memory, self.disk = path, memory, disk
        self._near: OrderedDict[bytes, NDArray[np.float32]] = OrderedDict()
        self._bytes = 0
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = None
        self._process = 0

    def fill(self, model: str, texts: Sequence[str], vectors: NDArray[np.float32]) -> list[int]:
        """Write the vectors that are known into the rows of `vectors`; the rows of the others are returned."""
        keys = _keys(model, texts)
        with self._lock:
            near = self._near
            missing: dict[bytes, list[int]] = {}
            for row, key in enumerate(keys):
                if (vector := near.get(key)) is not None and len(vector) == vectors.shape[1]:
                    vectors[row] = vector
                else:
                    missing.setdefault(key, []).append(row)
            for key, raw in self._read(list(missing)):
                if key not in missing or not isinstance(raw, bytes) or len(raw) != 4 * vectors.shape[1]:
                    continue  # of another length: it is made again, and takes the place of this one
                vector = np.frombuffer(raw, np.float32)
                if np.isfinite(vector).all():
                    vectors[missing.pop(key)] = vector
                    self._remember(key, vector)
        return [row for rows in missing.values() for row in rows]

    def keep(self, model: str, texts: Sequence[str], vectors: NDArray[np.float32]) -> None:
        """Keep the vectors of the texts, shape (len(texts), dimension); on disk before this returns."""
        keys = _keys(model, texts)
        with self._lock:
            for key, vector in zip(keys, vectors, strict=True):
                self._remember(key, vector.copy())
            self._write([(key, vector.tobytes()) for key, vector in zip(keys, vectors, strict=True)])

    def _remember(self, key: bytes, vector: NDArray[np.float32]) -> None:
        before = self._near.pop(key, None)
        self._bytes += vector.nbytes - (before.nbytes if before is not None else 0)
        self._near[key] = vector
        while self._bytes > self.memory:
            self._bytes -= self._near.popitem(last=False)[1].nbytes

    def _read(self, keys: list[bytes]) -> Iterable[tuple[bytes, bytes]]:
        found: list[tuple[bytes, bytes]] = []
        try:
            connection = self._open()
            for first in range(0, len(keys) if connection else 0, _AT_ONCE):
                some = keys[first : first + _AT_ONCE]
                marks = ",".join("?" * len(some))
                found += connection.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", some)  # type: ignore[union-attr]
        except sqlite3.DatabaseError as error:
            self._failed(error)
        return found

    def _write(self, rows: list[tuple[bytes, bytes]]) -> None:
        try:
            if (connection := self._open()) is None:
                return
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany("INSERT OR REPLACE INTO vectors (key, vector) VALUES (?, ?)", rows)
                self._forget(connection)
        except sqlite3.DatabaseError as error:
            self._failed(error)

    def _forget(self, connection: sqlite3.Connection) -> None:
        """Take out the oldest tenth where the file holds more than it may; its pages are used again."""
        pages, free, size = (
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        if (pages - free) * size > self.disk:
            connection.execute(
                "DELETE FROM vectors WHERE age IN (SELECT age FROM vectors ORDER BY age LIMIT (SELECT "
                "count(*) / 10 + 1 FROM vectors))"
            )

    def _open(self) -> sqlite3.Connection | None:
        """The connection of this process (one made before a fork is not used after it); None where there can be none."""
        if self._process != os.getpid():
            self._process = os.getpid()
            try:
                self._connection = self._connect()
            except sqlite3.DatabaseError as error:
                self._failed(error)
        return self._connection

    def _connect(self) -> sqlite3.Connection:
        with contextlib.suppress(OSError):  # texts can be guessed from vectors: nobody else reads them; -wal and -shm follow
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            self.path.chmod(0o600)
        connection = sqlite3.connect(self.path, timeout=30, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(
            "CREATE TABLE IF NOT EXISTS vectors (age INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, vector BLOB NOT NULL)"
        )
        return connection

    def _failed(self, error: sqlite3.DatabaseError) -> None:
        """Go on without the file; where it is damaged, set it aside and begin again."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None
        # "file is not a database", "disk image is malformed"; of a file that was cut off, a page that ends too early
        damaged = type(error) is sqlite3.DatabaseError or getattr(error, "sqlite_errorname", "") in _DAMAGED
        log.warning(
            "The cache of vectors %s %s (%s).",
            self.path,
            "is damaged and is begun again" if damaged else "is not used from now on",
            error,
        )
        if damaged:
            try:
                for ending in ("", "-wal", "-shm"):
                    Path(f"{self.path}{ending}").unlink(missing_ok=True)
                self._connection = self._connect()
            except (sqlite3.DatabaseError, OSError) as again:
                log.warning("The cache of vectors %s cannot be begun again (%s); only memory is used.", self.path, again)


def _keys(model: str, texts: Sequence[str]) -> list[bytes]:
    """16 bytes for each text: the same for the same model and text."""
    start = hashlib.blake2b(model.encode() + b"\0", digest_size=16)
    keys = []
    for text in texts:
        digest = start.copy()
        digest.update(text.encode("utf-8", "surrogatepass"))
        keys.append(digest.digest())
    return keys


def shared_cache() -> VectorCache:
    """The cache of this process and this user (see `chunkviz.cache.folder`)."""
    return _cache_at(cache_folder("vectors") / "vectors.sqlite")


@lru_cache(maxsize=4)
def _cache_at(path: Path) -> VectorCache:
    return VectorCache(path)
