"""Where chunkviz keeps what it can make again."""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import tempfile
from functools import lru_cache
from pathlib import Path

log = logging.getLogger(__name__)


def cache_base() -> Path:
    """$CHUNKVIZ_CACHE, else a folder in the user's cache folder; it need not exist."""
    return Path(os.environ.get("CHUNKVIZ_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "chunkviz")


def cache_folder(name: str) -> Path:
    """The folder for cached things called `name`, which only this user may read. Made if missing; where it cannot be made, one
    that goes with this process, and the log says so."""
    base = cache_base()
    folder = base / name
    try:
        base.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        return passing_folder(name, f"{folder} cannot be made ({error.strerror})")
    with contextlib.suppress(OSError):  # another user's, who lets this one read it
        folder.chmod(0o700)
    return folder


def passing_folder(name: str, why: str) -> Path:
    """A folder called `name` that goes with this process, since (`why`) the cache cannot be used."""
    folder = _passing(why) / name
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


@lru_cache(maxsize=8)
def _passing(why: str) -> Path:
    kept = tempfile.TemporaryDirectory(prefix="chunkviz-")
    atexit.register(kept.cleanup)
    log.warning("%s; what is cached goes with this process. Set CHUNKVIZ_CACHE to a folder that can be written.", why)
    return Path(kept.name)
