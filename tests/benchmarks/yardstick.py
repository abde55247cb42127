"""The public yardstick: 472 questions over five corpora, by the definitions of Chroma's report.

    python tests/benchmarks/yardstick.py [ROW …]

Prints, for each setting, what chunkviz gives and what the reference implementation's own code gives with the same model, in
per cent, and fails where they differ by more than 1 point of recall or 0.2 points of the rest. ROW is a number of the table.
Settings: cl100k_base, exact search, k = 5, the packaged all-MiniLM-L6-v2. No chance is in it: vectors and search are exact.

Then surroundings with the values they have by default, at most 1,000 tokens for every question, compared with the rows that have
the highest recall and the highest IoU by the
paired bootstrap (10,000 draws, seed 0), the error of 5 % shared between the two comparisons.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

from chunkviz.evaluation.evaluate import Corpus, Result, evaluate
from chunkviz.evaluation.questions import Question, read_questions
from chunkviz.evaluation.significance import compare
from chunkviz.patterns.surroundings import Surroundings
from chunkviz.pipeline import Pipeline
from chunkviz.reader import read
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategies.sentences import Sentences
from chunkviz.strategy import Strategy, strategies

DATA = Path(__file__).parents[3] / "shared" / "data" / "chroma_eval"
SEPARATORS = ("\n\n", "\n", ".", "?", "!", " ", "")
COLUMNS = ("recall", "precision", "precision_omega", "iou")
TOLERANCE = (1.0, 0.2, 0.2, 0.2)


BEST = Pipeline(Sentences(size=64, overlap=0), pattern=Surroundings())


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
    table = rows()
    chosen = [table[number - 1] for number in parser.parse_args().rows] or table
    documents, questions = corpus()
    beyond, results = False, []
    print(f"{'setting':20}{'recall':>14}{'precision':>14}{'omega':>14}{'IoU':>14}   (ours / reference, %)")
    for row in chosen:
        result = evaluate(documents, questions, Pipeline(row.strategy))
        results.append(result)
        found = figures(result)
        pairs = "".join(f"{ours:6.1f} /{theirs:5.1f} " for ours, theirs in zip(found, row.wanted, strict=True))
        far = any(abs(a - b) > most + 0.05 for a, b, most in zip(found, row.wanted, TOLERANCE, strict=True))
        beyond |= far
        print(f"{row.name:20}{pairs}{result.seconds:7.0f} s{'  beyond the tolerance' if far else ''}", flush=True)
    best = evaluate(documents, questions, BEST)
    print(f"\n{BEST.label}\n{'':20}" + "".join(f"{figure:6.1f}        " for figure in figures(best)))
    tokens = best.values("tokens_retrieved")
    print(f"tokens retrieved: mean {sum(tokens) / len(tokens):.0f}, most {max(tokens):.0f}")
    for column in ("recall", "iou"):
        highest = max(range(len(chosen)), key=lambda i: results[i].mean(f"published_{column}"))
        print(
            f"compared with {chosen[highest].name}, the row with the highest {column}: {versus(results[highest], best, column)}"
        )
    return int(beyond)


def versus(before: Result, after: Result, column: str) -> str:
    """The difference of one of the published metrics, in points of per cent, with its interval and the verdict."""
    key = f"published_{column}"
    found = compare(before.values(key), after.values(key), comparisons=2)
    return f"{column} {100 * found.difference:+.1f} ({100 * found.low:+.1f} to {100 * found.high:+.1f}), {found.words}"


def figures(result: Result) -> tuple[float, ...]:
    return tuple(100 * result.mean(f"published_{column}") for column in COLUMNS)


def _recursive(size: int, overlap: int) -> Recursive:
    """As the reference implementation cuts: LangChain's way to count, and a separator begins the piece behind it."""
    return Recursive(size, overlap, separators=SEPARATORS, keep="start", measure="pieces")


if __name__ == "__main__":
    sys.exit(main())
