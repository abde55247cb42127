"""Every reader and every fitting strategy over files found on this machine.

    python tests/benchmarks/real_files.py [--most 2000] [--each 150] [--largest 3000000] [--seed 1] [FOLDER ...]

For each file and each strategy it is asked: are the spans exact and in order, is nothing lost, is no chunk over its size
without a reason, does it end, and how long does it take? Folders are, unless given, those of Python's standard library,
of installed packages, of the system's documentation and sources. Which files and how many of each ending is random with a
seed; readers and strategies come from the registries, so a new one is run as well. Strategies that embed are left out.

Prints counts for each kind of document and each strategy, and every failure; ends with 1 if there was one.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import sysconfig
import time
import traceback
from collections import Counter, defaultdict
from pathlib import Path

from chunkviz.inspection.metadata import traced

import chunkviz
from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.errors import ChunkvizError
from chunkviz.inspection.lint import lint
from chunkviz.params import settings_of
from chunkviz.reader import readers
from chunkviz.strategy import Strategy, Tools, strategies
from chunkviz.structure.outline import outline
from chunkviz.tokenizer import tokenizers

SIZES = (512, 64)
SYSTEM = ("/usr/share", "/usr/include", "/usr/lib", "/usr/src", "/usr/local", "/opt")
STRUCTURED = {  # strategies that need what only some kinds of document have; the others are run on all
    "headings": {"markdown", "html", "docx", "pdf"},
    "tables": {"markdown", "html", "docx", "csv"},
    "code": {"code"},
    "messages": {"messages"},
}


def main() -> int:
    options = _options()
    found = _found(options.folders or [sysconfig.get_path("stdlib"), sysconfig.get_path("purelib"), *SYSTEM], options.largest)
    chosen = _chosen(found, options.most, options.each, random.Random(options.seed))
    print(
        f"{sum(map(len, found.values()))} files found, {len(chosen)} chosen: "
        f"{_counted(Counter(p.suffix.lower() or 'none' for p in chosen))}"
    )
    tally = _Tally()
    for number, path in enumerate(chosen, 1):
        tally.file(path)
        if number % 100 == 0:
            print(f"{number} files, {len(tally.failures)} failures", flush=True)
    tally.report()
    return 1 if tally.failures else 0


class _Tally:
    """What was run, what it took, what failed."""

    def __init__(self) -> None:
        self.tokenizer = tokenizers.get("cl100k_base")
        self.refused: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.megabytes: Counter[str] = Counter()
        self.reading: Counter[str] = Counter()
        self.runs: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])  # runs, chunks, MB, seconds
        self.slowest: list[tuple[float, str, str]] = []
        self.failures: list[str] = []

    def file(self, path: Path) -> None:
        begin = time.perf_counter()
        try:
            document = chunkviz.read(path)
        except ChunkvizError as error:
            self.refused[str(error).replace(path.name, "…")[:60]] += 1
            return
        except Exception:
            self.failures.append(f"reading {path}\n{traceback.format_exc(limit=-3)}")
            return
        self.kinds[document.kind] += 1
        self.megabytes[document.kind] += len(document) / 1e6
        self.reading[document.kind] += time.perf_counter() - begin
        try:
            check_blocks(document)
            outline(document)
        except Exception:
            self.failures.append(f"blocks of {path}\n{traceback.format_exc(limit=-3)}")
        tools = Tools(document, self.tokenizer)
        for key, cls in strategies.items():
            if not cls.embeds and document.kind in STRUCTURED.get(key, {document.kind}):
                for size in SIZES:
                    self.strategy(path, document, tools, key, cls, size)

    def strategy(self, path: Path, document: Document, tools: Tools, key: str, cls: type[Strategy], size: int) -> None:
        begin = time.perf_counter()
        try:
            strategy = _sized(cls, size)
            chunking = chunkviz.chunk(document, strategy, tools.tokenizer, tools=tools)
            seconds = time.perf_counter() - begin
            check(chunking)
            if size == SIZES[0]:
                lint(traced(chunking))
        except Exception:
            self.failures.append(f"{key} {size} {path}\n{traceback.format_exc(limit=-3)}")
            return
        totals = self.runs[key]
        for i, amount in enumerate((1, len(chunking), len(document) / 1e6, seconds)):
            totals[i] += amount
        if len(document) > 50_000:
            self.slowest = sorted([*self.slowest, (seconds / len(document) * 1e6, key, str(path))], reverse=True)[:8]

    def report(self) -> None:
        print("\nkind           files      MB   seconds per MB read")
        for kind, count in self.kinds.most_common():
            megabytes = self.megabytes[kind]
            print(f"{kind:<12} {count:>7} {megabytes:>7.1f} {self.reading[kind] / max(megabytes, 1e-9):>10.2f}")
        print("\nstrategy         runs   chunks      MB   seconds per MB")
        for key, (runs, chunks, megabytes, seconds) in self.runs.items():
            print(f"{key:<14} {runs:>7.0f} {chunks:>8.0f} {megabytes:>7.1f} {seconds / max(megabytes, 1e-9):>10.2f}")
        print("\nslowest, seconds per MB:")
        for pace, key, path in self.slowest:
            print(f"{pace:>8.2f} {key:<14} {path}")
        print(f"\nrefused with a sentence: {sum(self.refused.values())}  {_counted(self.refused)}")
        print(f"{sum(self.kinds.values())} files read, {len(self.failures)} failures")
        for failure in self.failures[:20]:
            print(f"\n{failure}")


def check_blocks(document: Document) -> None:
    """Blocks in order, inside the text, each in another or apart from it."""
    opened, last = [], 0
    for block in document.blocks:
        assert last <= block.start < block.end <= len(document), f"{block} is out of place"
        while opened and opened[-1].end <= block.start:
            opened.pop()
        assert not opened or block.end <= opened[-1].end, f"{block} reaches out of {opened[-1]}"
        opened.append(block)
        last = block.start


def check(chunking: Chunking) -> None:
    """Spans in order and inside the text, nothing lost, no size exceeded without a reason."""
    document, solid = chunking.document, chunking.document.solid
    reach, before = 0, (-1, -1)
    for chunk in chunking.chunks:
        assert 0 <= chunk.start < chunk.end <= len(document), f"{chunk} is out of the text"
        assert (chunk.start, chunk.end) > before, f"{chunk} goes back"
        lost = chunk.start > reach and solid[chunk.start] > solid[reach]
        assert not lost, f"lost: {document.text[reach : chunk.start].strip()[:80]!r}"
        assert chunk.tokens is not None
        assert chunking.size is None or chunk.tokens <= chunking.size or chunk.oversize, f"{chunk} is too large"
        assert chunk.cause.sentence
        reach, before = max(reach, chunk.end), (chunk.start, chunk.end)
    assert solid[-1] == solid[reach], f"lost: {document.text[reach:].strip()[:80]!r}"


def _sized(cls: type[Strategy], size: int) -> Strategy:
    """The strategy with this size and its other settings as they are, as far as they allow it."""
    names = {setting.name: setting.default for setting in settings_of(cls)}
    given = {"size": size} if "size" in names else {}
    for name in ("overlap", "min_size"):
        if name in names and given:
            given[name] = min(names[name], size // 8)
    return cls(**given)


def _found(folders: list[str], largest: int) -> dict[str, list[Path]]:
    """The files some reader reads, by ending; links are not followed."""
    endings = {ending for reader in readers for ending in reader.extensions}
    found: defaultdict[str, list[Path]] = defaultdict(list)
    for folder in folders:
        for root, _, names in os.walk(folder):
            for name in names:
                path = Path(root, name)
                if path.suffix.lower() in endings and not path.is_symlink() and 0 < path.stat().st_size <= largest:
                    found[path.suffix.lower()].append(path)
    return {ending: sorted(set(paths)) for ending, paths in sorted(found.items())}


def _chosen(found: dict[str, list[Path]], most: int, each: int, chance: random.Random) -> list[Path]:
    """Up to `each` files of every ending, then any others up to `most`."""
    chosen, rest = [], []
    for paths in found.values():
        chance.shuffle(paths)
        chosen += paths[:each]
        rest += paths[each:]
    chance.shuffle(rest)
    return (chosen + rest)[:most] if len(chosen) < most else chosen


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common(20))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    parser.add_argument("folders", nargs="*", help="where to look for files")
    parser.add_argument("--most", type=int, default=2_000, help="how many files")
    parser.add_argument("--each", type=int, default=150, help="how many of each ending at first")
    parser.add_argument("--largest", type=int, default=3_000_000, help="bytes of a file; larger ones are left out")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
