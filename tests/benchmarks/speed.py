"""Time and memory of the plain strategies, beside peers, on the same text in one run: `make bench`.

Prints medians of several runs and their ratio to one bare tiktoken pass over the same text (`encode_ordinary`), the floor
for anything that counts tokens. The text is repeated from the sample documents, or from the public evaluation corpora
where they are. Peers that are not installed are left out and named.
"""

from __future__ import annotations

import argparse
import functools
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chunkviz
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategies.sentences import Sentences
from chunkviz.strategies.separator import Separator
from chunkviz.tokenizer import tokenizers

ROOT = Path(__file__).parents[2]


def text_of(size: int) -> str:
    """`size` characters of English prose."""
    corpora = sorted((ROOT.parent / "shared/data/chroma_eval/corpora").glob("*.md"))
    paths = corpora or [ROOT / "sample_docs" / name for name in ("manual.md", "transcript.txt", "essay.txt")]
    text = "".join(path.read_bytes().decode() for path in paths)
    return (text * (size // len(text) + 1))[:size]


def median(run: Callable[[], Any], times: int) -> float:
    """Median seconds of several runs, after one that is not counted."""
    run()
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def ours(text: str) -> dict[str, Callable[[], Any]]:
    strategies = {
        "fixed 512/64": Fixed(512, 64),
        "recursive 512/64, exact counts": Recursive(512, 64),
        "recursive 128/16, exact counts": Recursive(128, 16),
        "recursive 512/64, LangChain's sums": Recursive(512, 64, preset="langchain", measure="pieces"),
        "recursive 128/16, LangChain's sums": Recursive(128, 16, preset="langchain", measure="pieces"),
        "separator 512/64": Separator(512, 64),
        "sentences 256": Sentences(256, 0),
    }
    return {name: functools.partial(chunkviz.chunk, text, strategy) for name, strategy in strategies.items()}


def peers(text: str) -> dict[str, Callable[[], Any]]:
    encoding = tokenizers.get("cl100k_base").encoding
    found: dict[str, Callable[[], Any]] = {}
    try:
        from langchain_text_splitters import RecursiveCharacterTextSplitter

        for size, overlap in ((512, 64), (128, 16)):
            splitter = RecursiveCharacterTextSplitter.from_tiktoken_encoder("cl100k_base", chunk_size=size, chunk_overlap=overlap)
            found[f"LangChain recursive {size}/{overlap}"] = functools.partial(splitter.split_text, text)
    except ImportError:
        print("langchain-text-splitters is not installed")
    try:
        from chonkie import RecursiveChunker, TokenChunker

        # A new one each time: they keep what they counted, and would only look it up at the second run.
        found["chonkie RecursiveChunker 512 (no overlap, not exact)"] = lambda: RecursiveChunker(encoding, chunk_size=512).chunk(
            text
        )
        found["chonkie TokenChunker 512/64"] = lambda: TokenChunker(encoding, chunk_size=512, chunk_overlap=64).chunk(text)
    except ImportError:
        print("chonkie is not installed")
    try:
        import semchunk

        found["semchunk 512 (no overlap)"] = lambda: semchunk.chunkerify(lambda piece: len(encoding.encode_ordinary(piece)), 512)(
            text
        )
    except ImportError:
        print("semchunk is not installed")
    try:
        from semantic_text_splitter import TextSplitter

        rust = TextSplitter.from_callback(lambda piece: len(encoding.encode_ordinary(piece)), 512, overlap=64)
        found["semantic-text-splitter 512/64 (called back)"] = lambda: rust.chunks(text)
    except ImportError:
        print("semantic-text-splitter is not installed")
    return found


def table(size: int, times: int) -> None:
    text = text_of(size)
    encode = tokenizers.get("cl100k_base").encoding.encode_ordinary
    bare = median(lambda: encode(text), times)
    print(f"\n{size / 1e6:g} MB of text, median of {times}; one bare tiktoken pass: {bare:.3f} s")
    for name, run in {**ours(text), **(peers(text) if size <= 1_000_000 else {})}.items():
        taken = median(run, times)
        print(f"  {name:54} {taken:8.3f} s {taken / bare:7.2f} x")


def pathological() -> None:
    print("\nPathological texts, seconds (each at two sizes, to show the growth)")
    kinds = {
        "one line of 5 MB": lambda n: text_of(5_000_000 // n).replace("\n", " "),
        "one word of 1 MB": lambda n: "a" * (1_000_000 // n),
        "200,000 empty lines": lambda n: "\n" * (200_000 // n) + "x",
        "1 MB of Chinese": lambda n: "食べ物と飲み物" * (150_000 // n),
    }
    for name, make in kinds.items():
        for strategy in (Fixed(), Recursive(), Sentences()):
            half, whole = (median(functools.partial(chunkviz.chunk, make(parts), strategy), 1) for parts in (2, 1))
            print(f"  {name:24} {strategy.label:12} half {half:7.3f}  whole {whole:7.3f}  {whole / half:5.2f} x")


def memory(size: int) -> None:
    """Peak memory of a process while it cuts, beyond what it holds before, in multiples of the text. Linux only."""
    code = """
import sys
sys.path.insert(0, ".")
from tests.benchmarks.speed import *
def kilobytes(name):
    return int(Path("/proc/self/status").read_text().split(name + ":")[1].split()[0])
text = text_of({size})
tokenizers.get("cl100k_base").spans("x")
Path("/proc/self/clear_refs").write_text("5")  # forgets the peak so far
before = kilobytes("VmRSS")
{work}
print(kilobytes("VmHWM") - before)
"""
    print(f"\nPeak memory for {size / 1e6:g} MB, in multiples of the text")
    for work in ("chunkviz.chunk(text, Fixed())", "chunkviz.chunk(text, Recursive())", "chunkviz.chunk(text, Sentences())"):
        done = subprocess.run(
            [sys.executable, "-c", code.format(size=size, work=work)], cwd=ROOT, capture_output=True, text=True, check=True
        )
        print(f"  {work:40} {int(done.stdout) * 1024 / size:6.1f} x")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="1 MB only")
    arguments = parser.parse_args()
    table(1_000_000, arguments.times)
    if not arguments.quick:
        table(10_000_000, arguments.times)
        pathological()
        memory(10_000_000)
