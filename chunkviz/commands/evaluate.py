"""Judge a setting by questions whose answers are known.

QUESTIONS holds questions with quotes that answer them; each quote is found in the corpus, and one that is not is reported.
All documents are in one index, searched exactly. With --json one object is printed: questions and k (numbers), setting,
metrics and published (means; published by the definitions of Chroma's report, as fractions), failures, problems.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from ..embedder import embedders
from ..evaluation.evaluate import Result, evaluate
from ..evaluation.run import run_of, save
from ..metric import GROUPS, metrics
from ..phrases import counted
from ..pipeline import Pipeline
from . import _cutting_options as options
from ._judging_options import add_judging, corpus_of, figures, metric_words, pattern_of, published, questions_of, table


def add(parser: argparse.ArgumentParser) -> None:
    add_judging(parser)
    options.add_cutting(parser)
    parser.add_argument("--pattern", default="plain", metavar="KEY", help="how passages are found (%(default)s)")
    parser.add_argument("--save", metavar="RUN", help="keep the run in this file, which the app opens")
    parser.add_argument("--json", action="store_true", help="print one JSON object in place of tables")


def run(arguments: argparse.Namespace) -> int:
    pipeline = pipeline_of(arguments)
    corpus = corpus_of(arguments)
    questions, reading = questions_of(arguments, corpus.documents)
    result = evaluate(corpus, questions, pipeline, budget=arguments.budget, progress=counter())
    if arguments.save:
        save(run_of(corpus.documents, questions, arguments.budget).planning([pipeline]).having(result), Path(arguments.save))
    if arguments.json:
        print(json.dumps(_plain(result, reading.problems), ensure_ascii=False, indent=2))
    else:
        print(_told(result))
    return 0


def pipeline_of(arguments: argparse.Namespace) -> Pipeline:
    """The setting the options ask for; --set pattern.NAME=VALUE is the pattern's."""
    of_pattern = [given for given in arguments.set if given.startswith("pattern.") and "=" in given]
    arguments.set = [given for given in arguments.set if given not in of_pattern]
    settings = dict(given.removeprefix("pattern.").split("=", 1) for given in of_pattern)
    return Pipeline(
        options.strategy_of(arguments),
        tuple(options.refinements_of(arguments)),
        arguments.tokenizer,
        arguments.embedder or embedders.keys()[0],
        pattern_of(arguments.pattern, settings),
        arguments.k,
    )


def counter() -> Callable[[str, int, int], None]:
    """Progress on one line of a terminal; nothing where the errors go elsewhere."""
    if not sys.stderr.isatty():
        return lambda what, done, total: None

    def tell(what: str, done: int, total: int) -> None:
        share = f"{100 * done / total:.0f} %" if total else ""
        print(f"\r\x1b[K{what} {share}", end="", file=sys.stderr, flush=True)
        if what == "asking" and done + 1 == total:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    return tell


def _plain(result: Result, problems: list[str]) -> dict[str, object]:
    return {
        "questions": len(result.outcomes),
        "k": result.pipeline.k,
        "setting": result.pipeline.plain(),
        "metrics": figures(result),
        "published": published(result),
        "failures": {kind: len(result.failures(kind)) for kind in ("chunking", "ranking")},
        "chunks": result.chunks,
        "tokens": result.tokens,
        "seconds": round(result.seconds, 3),
        "problems": problems,
    }


def _told(result: Result) -> str:
    questions, chunks = counted(len(result.outcomes), "question"), counted(result.chunks, "chunk")
    head = f"{result.pipeline.label}: {questions}, k {result.pipeline.k}, {chunks}"
    parts = [head]
    for group, label in GROUPS.items():
        rows = [[f"  {one.label}", metric_words(one.key, result.mean(one.key))] for one in metrics if one.group == group]
        parts.append(f"{label}\n{table(rows)}")
    chunking, ranking = len(result.failures("chunking")), len(result.failures("ranking"))
    parts.append(
        f"Not answered: {chunking + ranking:,}; {chunking:,} because no chunk holds the answer whole (chunking), "
        f"{ranking:,} because the chunk that does was not found (ranking)."
    )
    return "\n\n".join(parts)
