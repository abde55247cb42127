"""The public yardstick: 472 questions over five corpora, by the definitions of Chroma's report.

    python tests/benchmarks/yardstick.py [ROW …]

Prints, for each setting, what the reference implementation's own code gives with the same model and what chunkviz gives, in
per cent, and fails where they differ by more than 1 point of recall or 0.2 points of the rest. ROW is a number of the table.
Settings: cl100k_base, exact search, k = 5, the packaged all-MiniLM-L6-v2. No chance is in it: vectors and search are exact.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

from chunkviz.evaluation import Corpus, Result, evaluate
from chunkviz.questions import Question, read_questions
from chunkviz.reader import read
from chunkviz.setup import Setup
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategy import Strategy, strategies

DATA = Path(__file__).parents[3] / "shared" / "data" / "chroma_eval"
SEPARATORS = ("\n\n", "\n", ".", "?", "!", " ", "")
COLUMNS = ("recall", "precision", "precision_omega", "iou")
TOLERANCE = (1.0, 0.2, 0.2, 0.2)


class Row(NamedTuple):
    """A setting, and recall, precision, precision-omega and IoU in per cent as the reference implementation gives them."""

    name: str
    strategy: Strategy
    wanted: tuple[float, float, float, float]


def rows() -> list[Row]:
    cluster = strategies.get("cluster")
    return [
        Row("fixed 200/0", Fixed(200, 0), (78.0, 4.6, 21.0, 4.6)),
        Row("fixed 400/0", Fixed(400, 0), (73.3, 2.3, 12.5, 2.3)),
        Row("fixed 400/200", Fixed(400, 200), (86.2, 2.6, 8.4, 2.6)),
        Row("recursive 200/0", _recursive(200, 0), (75.6, 6.2, 29.9, 6.2)),
        Row("recursive 400/0", _recursive(400, 0), (74.2, 3.2, 17.7, 3.2)),
        Row("recursive 400/200", _recursive(400, 200), (79.8, 3.1, 13.9, 3.1)),
        Row("recursive 250/125", _recursive(250, 125), (79.8, 4.8, 21.1, 4.8)),
        Row("cluster 200", cluster(size=200), (75.6, 7.3, 33.6, 7.2)),
        Row("cluster 250", cluster(size=250), (78.0, 6.1, 28.6, 6.1)),
    ]


def corpus() -> tuple[Corpus, list[Question]]:
    documents = [read(path) for path in sorted((DATA / "corpora").glob("*.md"))]
    path = DATA / "questions_df.csv"
    return Corpus(documents), read_questions(path.read_bytes(), path.name, documents).questions


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", type=int, metavar="ROW", help="numbers of the rows, from 1; all where none is given")
    chosen = parser.parse_args().rows
    documents, questions = corpus()
    beyond = False
    print(f"{'setting':20}{'recall':>14}{'precision':>14}{'omega':>14}{'IoU':>14}   (ours / reference, %)")
    for number, row in enumerate(rows(), 1):
        if not chosen or number in chosen:
            found = figures(evaluate(documents, questions, Setup(row.strategy)))
            pairs = "".join(f"{ours:6.1f} /{theirs:5.1f} " for ours, theirs in zip(found, row.wanted, strict=True))
            far = any(abs(a - b) > most + 0.05 for a, b, most in zip(found, row.wanted, TOLERANCE, strict=True))
            beyond |= far
            print(f"{row.name:20}{pairs}{'  beyond the tolerance' if far else ''}", flush=True)
    return int(beyond)


def figures(result: Result) -> tuple[float, ...]:
    return tuple(100 * result.mean(f"published_{column}") for column in COLUMNS)


def _recursive(size: int, overlap: int) -> Recursive:
    """As the reference implementation cuts: LangChain's way to count, and a separator begins the piece behind it."""
    return Recursive(size, overlap, separators=SEPARATORS, keep="start", measure="pieces")


if __name__ == "__main__":
    sys.exit(main())
