"""Put files and folders into a Chroma collection.

Each file is read, cut, embedded and stored; folders are gone through, hidden files and links left out. What is stored
already is not embedded again, so an index that was interrupted goes on where it was, and one that is repeated changes
nothing. A file that has changed takes the place of its earlier state; what has vanished from a folder is reported, and
removed with --prune. One program at a time writes to a folder.
Every chunk is stored with what makes it traceable (README lists the names), with the fields of --meta, of a Markdown file's front
matter, and of a JSON file beside the document (manual.pdf.meta.json). At the end it says what was skipped, and why.
With --json one object is printed: collection, documents, chunks, new, removed (numbers), skipped (name and reason of each),
vanished (names).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..chunking import chunk
from ..embedder import Embedder, embedder_for, embedders
from ..errors import ChunkvizError
from ..index import About, ChromaIndex, Store
from ..index.folder import only_writer
from ..isolation.reading import read_isolated
from ..phrases import counted
from ..refinement import Refinement
from ..search.record import records_of
from ..strategy import Strategy
from ..text.front_matter import LONGEST, sidecar
from . import _cutting_options as options

SIDECAR = ".meta.json"  # ending of a file that says more of the document beside it


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", nargs="+", help="a file or a folder")
    place = parser.add_mutually_exclusive_group(required=True)
    place.add_argument("--db", metavar="DIR", help="the folder of the database; made if missing")
    place.add_argument("--server", metavar="HOST:PORT", help="a running Chroma server")
    parser.add_argument("--collection", required=True, metavar="NAME", help="the collection; made if missing")
    parser.add_argument("--replace", action="store_true", help="remove the collection first if it is there")
    parser.add_argument(
        "--meta", action="append", metavar="NAME=VALUE", help="a field that every chunk is stored with, such as tenant=harbour"
    )
    parser.add_argument("--yes", action="store_true", help="replace also a collection that chunkviz did not make")
    parser.add_argument("--prune", action="store_true", help="remove the chunks of files that are no longer in the folders given")
    parser.add_argument("--json", action="store_true", help="print one JSON object in place of sentences")
    options.add_cutting(parser, default="by_format")


def run(arguments: argparse.Namespace) -> int:
    strategy, refinements = options.strategy_of(arguments), options.refinements_of(arguments)
    embedder = embedder_for(arguments.embedder or embedders.keys()[0])
    files = dict(_files([Path(path) for path in arguments.path]))
    with only_writer(Path(arguments.db)) if arguments.db else nullcontext():
        return _index(arguments, files, strategy, refinements, embedder)


def _index(
    arguments: argparse.Namespace,
    files: dict[str, Path],
    strategy: Strategy,
    refinements: Sequence[Refinement],
    embedder: Embedder,
) -> int:
    store = Store.folder(arguments.db) if arguments.db else Store.server(arguments.server)
    index: ChromaIndex | None = None
    counts = {"documents": 0, "chunks": 0, "new": 0, "removed": 0}
    skipped: dict[str, str] = {}
    given, now = _given(arguments.meta or []), datetime.now(UTC).isoformat(timespec="seconds")
    for number, (name, path) in enumerate(files.items(), 1):
        try:
            document = read_isolated(path, name)
            known = {**document.metadata, **_own_fields(path, given), "path": path.resolve().as_posix(), "ingested_at": now}
            document = replace(document, metadata=known)
        except ChunkvizError as error:
            skipped[name] = str(error)
            continue
        chunking = chunk(document, strategy, arguments.tokenizer, refinements=refinements, embedder=embedder)
        if index is None:
            about = About.of(chunking, embedder, document="")
            if arguments.replace and not arguments.yes:
                _ask_before(store, arguments.collection)
            index = store.make(arguments.collection, about, arguments.replace)
        if not chunking.chunks:
            skipped[name] = "It holds no text."
        counts["new"] += index.add(records_of(chunking), embedder, _progress(f"{number} of {len(files)} {name}"))
        counts["removed"] += index.drop_others(name, document.id, path.resolve().as_posix())
        counts["documents"] += bool(chunking.chunks)
        counts["chunks"] += len(chunking)
    _progress("")(0, 0)
    if index is None:
        raise ChunkvizError(" ".join(["None of the files could be read.", *list(skipped.values())[:3]]))
    vanished = _vanished(index, [Path(path) for path in arguments.path])
    if arguments.prune:
        counts["removed"] += sum(index.drop_file(path) for path in vanished)
    names = sorted(vanished.values())
    if arguments.json:
        result = {"collection": arguments.collection, **counts, "skipped": skipped, "vanished": names}
        print(json.dumps(result, ensure_ascii=False, indent=2))
    else:
        print(_in_words(arguments.collection, counts, len(index), skipped))
        if names:
            kept = "their chunks were removed" if arguments.prune else "--prune removes their chunks"
            print(f"{counted(len(names), 'file')} no longer there ({', '.join(names[:3])}{', …' * (len(names) > 3)}); {kept}.")
    return 0


def _ask_before(store: Store, name: str) -> None:
    """Before a collection that something else made is destroyed. A ChunkvizError unless somebody says yes."""
    if name not in store.collections() or store.open(name).about is not None:
        return
    what = f"The collection “{name}” holds {counted(len(store.open(name)), 'record')} and was not made by chunkviz"
    if not sys.stdin.isatty():
        raise ChunkvizError(f"{what}; --replace would destroy it: add --yes if that is meant, or give another name.")
    if input(f"{what}. Destroy it? [y/N] ").strip().lower() not in ("y", "yes"):
        raise ChunkvizError("Nothing was changed.")


def _vanished(index: ChromaIndex, given: list[Path]) -> dict[str, str]:
    """path -> name of the indexed files that were in the folders given and no longer are."""
    folders = [path.resolve() for path in given if path.is_dir()]
    return {
        path: name
        for path, name in index.files().items()
        if any(Path(path).is_relative_to(folder) for folder in folders) and not Path(path).exists()
    }


def _files(paths: list[Path]) -> Iterator[tuple[str, Path]]:
    """(name, path) of every file; a ChunkvizError where two would have the same name.

    A folder's files are named by that folder, a file by the path it is given with, so that `docs` and `docs/manual.md` mean the
    same document.
    """
    seen: dict[str, Path] = {}
    for given in paths:
        if not given.exists():
            raise ChunkvizError(f"There is no {given}; check the path.")
        found = sorted(_inside(given)) if given.is_dir() else [given]
        for path in found:
            above = given.parent if given.name not in ("", "..") else given
            name = given.as_posix() if path == given and _inner(given) else path.relative_to(above).as_posix()
            if seen.setdefault(name, path.resolve()) != path.resolve():
                raise ChunkvizError(f"Two files would both be called {name}; give the folder that holds them both.")
            yield name, path


def _given(fields: list[str]) -> dict[str, str]:
    parted = [field.partition("=") for field in fields]
    if wrong := [name for name, equals, _ in parted if not name or not equals]:
        raise ChunkvizError(f"--meta takes NAME=VALUE, such as tenant=harbour; “{wrong[0]}” is not.")
    return {name: value for name, _, value in parted}


def _own_fields(path: Path, given: dict[str, str]) -> dict[str, Any]:
    """What the user says of a document: in the file beside it, and for all on the command line."""
    beside = path.with_name(path.name + SIDECAR)
    if not beside.is_file():
        return dict(given)
    with beside.open("rb") as file:
        return {**sidecar(file.read(LONGEST), beside.name), **given}


def _inner(path: Path) -> bool:
    """Whether a path leads down from the folder one is in."""
    return not path.is_absolute() and ".." not in path.parts


def _inside(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name.startswith(".") or path.is_symlink() or path.name.endswith(SIDECAR):
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


def _in_words(collection: str, counts: dict[str, int], total: int, skipped: dict[str, str]) -> str:
    lines = [
        f"{counted(counts['documents'], 'document')}, {counted(counts['chunks'], 'chunk')}, {counts['new']:,} of them new; "
        f"{counts['removed']:,} of earlier states removed. The collection “{collection}” holds {total:,}."
    ]
    if skipped:
        lines.append(f"Skipped {len(skipped):,}:")
        lines += [f"  {name}: {why}" for name, why in skipped.items()]
    return "\n".join(lines)
