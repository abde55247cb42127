"""A document's chunks drawn as text for the golden files, so that a cut that moves is a line that changes in a diff.

`python tests/drawn_chunks.py` (`make golden`) writes the files of tests/golden anew: the chunks that every strategy makes of
every sample document with its defaults, counted by cl100k_base. `tests/test_golden.py` compares.

    │ text of a chunk         ┆ text that the chunk before holds as well      ⋯ what is left out of a long chunk
    ✂ number · tokens · why it ends here
    ○ text that no chunk holds

No offsets are written: lengths and the text between chunks fix every place, and a change early in a document moves nothing else.
"""

from __future__ import annotations

import hashlib
import math
import re
import shutil
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

import chunkviz
from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.embedder import Embedder, Vectors
from chunkviz.span import Span
from chunkviz.strategy import strategies
from chunkviz.tokenizer import tokenizers

SAMPLES = Path(__file__).parents[1] / "sample_docs"
GOLDEN = Path(__file__).with_name("golden")
SHOWN = 60  # characters of a long text that are shown at each of its ends
MARKS = str.maketrans(
    {"\n": "⏎", "\r": "␍", "\t": "⇥", "\f": "␌", "\v": "␋", "\u2028": "␤", "\u2029": "␤", "\ufeff": "□", "\u00a0": "⍽"}
)


class Exact(Embedder):
    """Words counted at places set by their hash, each number a multiple of 1/128: a sum of products of such numbers has no
    rounding error, in whatever order a machine adds them, so that no cut depends on the machine."""

    key, label, limit, cached = "exact", "Exact", None, False
    model, dimension = "exact 1", 256

    def __init__(self) -> None:
        self.tokenizer = tokenizers.get("words")

    def encode(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word in re.findall(r"\w+", text.lower()) or [text]:
                row[hashlib.sha256(word.encode()).digest()[0]] += 1
            length = math.sqrt(sum(int(count) ** 2 for count in row))
            row[:] = np.rint(row.astype(np.float64) / length * 128) / 128
        return vectors


def samples() -> list[str]:
    """Names of the sample documents; each has a file of questions."""
    return sorted(path.stem for path in (SAMPLES / "questions").glob("*.json"))


@lru_cache(maxsize=32)
def sample(name: str) -> Document:
    return chunkviz.read(SAMPLES / name)


def path_of(key: str, name: str) -> Path:
    return GOLDEN / key / f"{name}.txt"


def drawing(key: str, name: str) -> str:
    """The chunks that a strategy makes of a sample with its defaults."""
    strategy = strategies.get(key)()
    chunking = chunkviz.chunk(sample(name), strategy, "cl100k_base", embedder=Exact() if strategy.embeds else None)
    return drawn(chunking)


def drawn(chunking: Chunking) -> str:
    text = chunking.document.text
    count = len(chunking)
    lines = [f"{chunking.strategy.key}, {chunking.document.name}: {count} chunk{'s' * (count != 1)}"]
    reached = 0  # where the chunks so far end
    for number, chunk in enumerate(chunking.chunks, 1):
        lines.append("")
        if chunk.start > reached:
            lines += _uncovered(text, reached, chunk.start)
        shared = min(max(reached, chunk.start), chunk.end)
        lines += [f"  in {_one_line(text, span)}" for span in chunk.context]
        lines += [f"  added {_marked(line)}" for line in chunk.added.splitlines()]
        if chunk.parent and chunk.parent != chunk.span:
            lines.append(f"  parent {_one_line(text, chunk.parent)}")
        if chunk.overlap.asked or chunk.overlap.got:
            why = f": {chunk.overlap.why}" if chunk.overlap.why else ""
            lines.append(f"  repeats {chunk.overlap.got} of {chunk.overlap.asked} {chunk.overlap.unit}{why}")
        lines += _framed("┆ ", text[chunk.start : shared]) + _framed("│ ", text[shared : chunk.end])
        if chunk.oversize:
            lines.append(f"  oversize: {_marked(chunk.oversize)}")
        lines.append(f"✂ {number} · {chunk.tokens} tokens · {_marked(chunk.cause.sentence)}")
        reached = max(reached, chunk.end)
    if reached < len(text):
        lines += ["", *_uncovered(text, reached, len(text))]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _uncovered(text: str, start: int, end: int) -> list[str]:
    """White space on one line of signs, anything else as it stands."""
    gap = text[start:end]
    return [f"○ {_marked(gap)}"] if gap.isspace() and len(gap) <= SHOWN else _framed("○ ", gap)


def _framed(frame: str, piece: str) -> list[str]:
    """The piece's lines, each after a frame; a long piece as its two ends."""
    if not piece:
        return []
    left_out = len(piece) - 2 * SHOWN
    if left_out <= SHOWN // 2:
        return [frame + _marked(line) for line in piece.split("\n")]
    first, last = piece[:SHOWN], piece[-SHOWN:]
    return [
        *(frame + _marked(line) for line in first.split("\n")),
        f"{frame[0]} ⋯ {left_out:,} characters ⋯",
        *(frame + _marked(line) for line in last.split("\n")),
    ]


def _one_line(text: str, span: Span) -> str:
    piece = text[span.start : span.end]
    return _marked(
        piece if len(piece) <= SHOWN else f"{piece[: SHOWN // 2]} ⋯ {len(piece):,} characters ⋯ {piece[-SHOWN // 2 :]}"
    )


def _marked(line: str) -> str:
    """The line with what cannot be seen as a sign: line ends, tabs, spaces at its end."""
    spaces = re.sub(r" +(?=[\r\n]|$)", lambda match: "␠" * len(match[0]), line)
    return spaces.translate(MARKS)


def main() -> None:
    shutil.rmtree(GOLDEN, ignore_errors=True)
    for key, _ in strategies.items():
        for name in samples():
            path = path_of(key, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(drawing(key, name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
