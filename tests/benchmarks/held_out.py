"""What a family of settings gives on questions it was not chosen on: 472 public questions, at most 1,000 tokens for each.

    python tests/benchmarks/held_out.py [--few] [--halves 40]

A family's settings are tried on all questions once. Then one is chosen by the training questions alone, and judged by the others:
each of the five corpora left out in turn, and random halves (seed 0; the spread is the standard deviation over the halves). Two
choices: the most recall, and the most IoU of those with a recall of at least 90 % in training. Both are as in the report.
`--few` tries a handful of settings, to see that it runs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from yardstick import corpus

from chunkviz.evaluation.evaluate import evaluate
from chunkviz.pattern import Pattern
from chunkviz.patterns.hybrid import Hybrid
from chunkviz.patterns.plain import Plain
from chunkviz.patterns.surroundings import Surroundings
from chunkviz.pipeline import Pipeline
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategies.sentences import Sentences
from chunkviz.strategy import Strategy, strategies

BUDGET = 1000  # tokens of all passages of a question
ENOUGH = 0.9  # recall in training, from which IoU decides

Numbers = NDArray[np.float64]
Choice = Callable[[Numbers, Numbers], int]


class Tried(NamedTuple):
    """Settings of a family on all questions: labels, recall, IoU and tokens, shape (settings, questions)."""

    labels: list[str]
    recall: Numbers
    iou: Numbers
    tokens: Numbers


def chunkings(few: bool) -> list[Strategy]:
    cluster = strategies.get("cluster")
    sizes = (200,) if few else (100, 200, 250)
    found: list[Strategy] = [Fixed(size, 0) for size in sizes] + [Recursive(size, 0) for size in sizes]
    return [*found, *(Sentences(size, 0) for size in (64, *sizes)), *(cluster(size=size) for size in sizes if not few)]


def families(few: bool) -> dict[str, list[Pipeline]]:
    """Each family's settings; of those without a budget as many passages as fit into it."""
    with_k = [(one, BUDGET // one.size) for one in chunkings(few)]  # type: ignore[attr-defined]
    hybrids: list[Pattern] = [Hybrid(constant=constant) for constant in ((60,) if few else (10, 60))]
    sizes, words, least = ((64,), (0.8,), (0.7, 0.8)) if few else ((48, 64, 96), (0.4, 0.8, 1.2), (0.0, 0.7, 0.75, 0.8, 0.85))
    return {
        "chunks as found": [Pipeline(one, pattern=Plain(), k=k) for one, k in with_k],
        "hybrid": [Pipeline(one, pattern=pattern, k=k) for (one, k), pattern in product(with_k, hybrids)],
        "surroundings": [
            Pipeline(Sentences(size, 0), pattern=Surroundings(words=weight, least=share, budget=BUDGET))
            for size, weight, share in product(sizes, words, least)
        ],
    }


def tried(pipelines: Sequence[Pipeline]) -> tuple[Tried, Numbers]:
    """The settings on all questions, without those that go over the budget once; and the corpus of each question, as a number."""
    documents, questions = corpus()
    names = sorted({question.answers[0].document for question in questions})
    which = np.array([names.index(question.answers[0].document) for question in questions])
    rows = []
    for pipeline in pipelines:
        began = time.monotonic()
        result = evaluate(documents, questions, pipeline)
        row = [np.array(result.values(key)) for key in ("published_recall", "published_iou", "tokens_retrieved")]
        over = "" if row[2].max() <= BUDGET else "  over the budget"
        figures = f"{100 * row[0].mean():6.1f}{100 * row[1].mean():6.1f}{row[2].mean():7.0f}"
        print(f"  {figures}  {pipeline.label}{over}  {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        if not over:
            rows.append((pipeline.label, *row))
    labels, recall, iou, tokens = zip(*rows, strict=True)
    return Tried(list(labels), np.stack(recall), np.stack(iou), np.stack(tokens)), which


def most_recall(recall: Numbers, iou: Numbers) -> int:
    return int(np.lexsort((iou.mean(axis=1), recall.mean(axis=1)))[-1])


def most_iou(recall: Numbers, iou: Numbers) -> int:
    """The most IoU of those with enough recall; the most recall where none has enough."""
    enough = recall.mean(axis=1) >= ENOUGH
    return int(np.flatnonzero(enough)[iou.mean(axis=1)[enough].argmax()]) if enough.any() else most_recall(recall, iou)


def judged(found: Tried, choice: Choice, training: NDArray[np.bool_]) -> tuple[int, Numbers]:
    """The setting chosen on the training questions, and recall, IoU and tokens of each of the others, shape (3, others)."""
    chosen = choice(found.recall[:, training], found.iou[:, training])
    return chosen, np.stack([values[chosen, ~training] for values in (found.recall, found.iou, found.tokens)])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--few", action="store_true", help="a handful of settings")
    parser.add_argument("--halves", type=int, default=40, help="random halves (%(default)s)")
    arguments = parser.parse_args()
    random = np.random.default_rng(0)
    for name, pipelines in families(arguments.few).items():
        found, which = tried(pipelines)
        print(f"{name}: {len(found.labels)} settings")
        for words, choice in (("most recall", most_recall), (f"most IoU, recall ≥ {ENOUGH:.0%} in training", most_iou)):
            left_out = [judged(found, choice, which != one) for one in range(which.max() + 1)]
            recall, iou, tokens = np.concatenate([values for _, values in left_out], axis=1).mean(axis=1)
            chosen = sorted({found.labels[one] for one, _ in left_out})
            halves = []
            for _ in range(arguments.halves):
                training = np.zeros(len(which), bool)
                training[random.permutation(len(which))[: len(which) // 2]] = True
                halves.append(judged(found, choice, training)[1].mean(axis=1))
            mean, spread = np.mean(halves, axis=0), np.std(halves, axis=0)
            print(
                f"  {words}: one corpus left out {100 * recall:.1f} / {100 * iou:.1f} at {tokens:.0f} tokens; halves "
                f"{100 * mean[0]:.1f} ± {100 * spread[0]:.1f} / {100 * mean[1]:.1f} ± {100 * spread[1]:.1f}\n"
                f"    chosen: {'; '.join(chosen)}",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
