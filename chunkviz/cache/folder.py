"""Where chunkviz keeps what it can make again."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder(name: str) -> Path:
    """The folder for cached things called `name`: under $CHUNKVIZ_CACHE, else the user's cache folder. Made if missing."""
    base = os.environ.get("CHUNKVIZ_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "chunkviz"
    folder = Path(base) / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder
