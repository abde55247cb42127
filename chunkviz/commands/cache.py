"""Show what is cached and how large it is; with --empty, take it away.

Everything in the cache can be made again: vectors of texts that were embedded, and the ranks of tokenizers.
"""

from __future__ import annotations

import argparse

from ..cache.folder import cache_base
from ..phrases import counted

FOLDERS = ("vectors", "tiktoken")  # nothing else in the folder is ours to take away


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--empty", action="store_true", help="take the cached files away; do it while nothing else uses them")


def run(arguments: argparse.Namespace) -> int:
    base = cache_base()
    print(f"{base} (set CHUNKVIZ_CACHE to have it elsewhere)")
    for name in FOLDERS:
        folder = base / name
        files = [path for path in folder.iterdir() if path.is_file()] if folder.is_dir() and not folder.is_symlink() else []
        size = sum(path.stat().st_size for path in files)
        if arguments.empty:
            for path in files:
                path.unlink()
        print(f"{name}: {counted(len(files), 'file')}, {size / 1e6:.1f} MB{', taken away' if arguments.empty and files else ''}")
    return 0
