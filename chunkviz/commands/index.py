"""Put files and folders into a Chroma collection.

Each file is read, cut, embedded and stored; folders are gone through, hidden files and links left out. What is stored
already is not embedded again, so an index that was interrupted goes on where it was, and one that is repeated changes
nothing. A file that has changed takes the place of its earlier state. At the end it says what was skipped, and why.
With --json one object is printed: collection, documents, chunks, new, removed (numbers), skipped (name and reason of each).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from ..chunking import chunk
from ..embedder import embedder_for, embedders
from ..errors import ChunkvizError
from ..index import About, ChromaIndex, Store
from ..phrases import counted
from ..reader import read
from ..search.record import records_of
from . import _cutting_options as options


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", nargs="+", help="a file or a folder")
    place = parser.add_mutually_exclusive_group(required=True)
    place.add_argument("--db", metavar="DIR", help="the folder of the database; made if missing")
    place.add_argument("--server", metavar="HOST:PORT", help="a running Chroma server")
    parser.add_argument("--collection", required=True, metavar="NAME", help="the collection; made if missing")
    parser.add_argument("--replace", action="store_true", help="remove the collection first if it is there")
    parser.add_argument("--json", action="store_true", help="print one JSON object in place of sentences")
    options.add_cutting(parser, default="by_format")


def run(arguments: argparse.Namespace) -> int:
    strategy, refinements = options.strategy_of(arguments), options.refinements_of(arguments)
    embedder = embedder_for(arguments.embedder or embedders.keys()[0])
    files = dict(_files([Path(path) for path in arguments.path]))
    store = Store.folder(arguments.db) if arguments.db else Store.server(arguments.server)
    index: ChromaIndex | None = None
    counts = {"documents": 0, "chunks": 0, "new": 0, "removed": 0}
    skipped: dict[str, str] = {}
    for number, (name, path) in enumerate(files.items(), 1):
        try:
            document = read(path, name)
        except ChunkvizError as error:
            skipped[name] = str(error)
            continue
        chunking = chunk(document, strategy, arguments.tokenizer, refinements=refinements, embedder=embedder)
        if index is None:
            about = About.of(chunking, embedder, document="")
            index = store.make(arguments.collection, about, arguments.replace)
        if not chunking.chunks:
            skipped[name] = "It holds no text."
        counts["new"] += index.add(records_of(chunking), embedder, _progress(f"{number} of {len(files)} {name}"))
        counts["removed"] += index.drop_others(name, document.id)
        counts["documents"] += bool(chunking.chunks)
        counts["chunks"] += len(chunking)
    _progress("")(0, 0)
    if index is None:
        raise ChunkvizError(" ".join(["None of the files could be read.", *list(skipped.values())[:3]]))
    if arguments.json:
        print(json.dumps({"collection": arguments.collection, **counts, "skipped": skipped}, ensure_ascii=False, indent=2))
    else:
        print(_told(arguments.collection, counts, len(index), skipped))
    return 0


def _files(paths: list[Path]) -> Iterator[tuple[str, Path]]:
    """(name, path) of every file, names by the folder given; a ChunkvizError where two would have the same name."""
    seen: dict[str, Path] = {}
    for given in paths:
        if not given.exists():
            raise ChunkvizError(f"There is no {given}; check the path.")
        found = sorted(_inside(given)) if given.is_dir() else [given]
        for path in found:
            name = path.relative_to(given.parent if given.name not in ("", "..") else given).as_posix()
            if seen.setdefault(name, path.resolve()) != path.resolve():
                raise ChunkvizError(f"Two files would both be called {name}; give the folder that holds them both.")
            yield name, path


def _inside(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name.startswith(".") or path.is_symlink():
            continue
        if path.is_dir():
            yield from _inside(path)
        elif path.is_file():
            yield path


def _progress(what: str) -> Callable[[int, int], None]:
    """Progress on one line of a terminal; nothing where the errors go elsewhere."""
    if not sys.stderr.isatty():
        return lambda done, total: None
    return lambda done, total: print(
        f"\r\x1b[K{what} {f'{done} of {total} chunks' if total else ''}", end="", file=sys.stderr, flush=True
    )


def _told(collection: str, counts: dict[str, int], total: int, skipped: dict[str, str]) -> str:
    lines = [
        f"{counted(counts['documents'], 'document')}, {counted(counts['chunks'], 'chunk')}, {counts['new']:,} of them new; "
        f"{counts['removed']:,} of earlier states removed. The collection “{collection}” holds {total:,}."
    ]
    if skipped:
        lines.append(f"Skipped {len(skipped):,}:")
        lines += [f"  {name}: {why}" for name, why in skipped.items()]
    return "\n".join(lines)
