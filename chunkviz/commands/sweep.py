"""Judge many settings by questions whose answers are known: every combination of strategies, sizes, overlaps and patterns.

A run that is saved (--save) and stopped goes on where it was when the same command is given again, and opens in the app. The
table names no winner that the questions do not carry: what cannot be distinguished from the best is marked, and a winner has to
be chosen whichever fifth of the questions is held out. What the choice gives there is printed beside what it gives where it was
made.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..errors import ChunkvizError, SettingError
from ..evaluation.comparison import by_held_out, held_out_words, verdict, winner
from ..evaluation.run import LIMIT, Run, read_run, run_of, save
from ..evaluation.significance import compare
from ..evaluation.sweep import Progress, best, grid, sweep
from ..metric import COLUMNS, metrics
from ..params import made_from, settings_of
from ..phrases import duration
from ..pipeline import Pipeline
from ..refinement import Refinement, refinements
from ..strategy import Strategy, strategies
from ._judging_options import add_judging, corpus_of, figures, metric_words, pattern_of, published, questions_of, table


def add(parser: argparse.ArgumentParser) -> None:
    add_judging(parser)
    several: dict[str, Any] = {"action": "append", "metavar": "KEY"}
    parser.add_argument("--strategy", **several, help="a strategy; may be given more than once (recursive)")
    parser.add_argument("--size", type=_numbers, default=[], metavar="N,N…", help="sizes, for strategies that have one")
    parser.add_argument("--overlap", type=_numbers, default=[], metavar="N,N…", help="overlaps, for strategies that have one")
    parser.add_argument("--pattern", **several, help="a retrieval pattern; may be given more than once (plain)")
    parser.add_argument("--embedder", **several, help="an embedder; may be given more than once (the packaged one)")
    parser.add_argument("--refine", **several, help="a refinement of all chunks; may be given more than once")
    parser.add_argument("--tokenizer", default="cl100k_base", metavar="KEY", help="what sizes are counted in (%(default)s)")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY.NAME=VALUE", help="a setting of a strategy, refinement or pattern"
    )
    parser.add_argument("--by", default="iou", metavar="METRIC", help="what the table is ordered by (%(default)s)")
    parser.add_argument("--save", metavar="RUN", help="keep the run in this file, and go on with it where it was stopped")
    parser.add_argument("--json", action="store_true", help="print one JSON object in place of a table")


def run(arguments: argparse.Namespace) -> int:
    metrics.get(arguments.by)
    pipelines = _setups(arguments)
    corpus = corpus_of(arguments)
    questions, reading = questions_of(arguments, corpus.documents)
    wanted = run_of(corpus.documents, questions, arguments.budget)
    path = Path(arguments.save) if arguments.save else None
    begun = _begun(wanted, path).planning(pipelines)
    keep: Callable[[Run], None] = (lambda run: save(run, path)) if path else (lambda run: None)
    try:
        done = sweep(corpus, begun, done=keep, progress=_counter())
    except KeyboardInterrupt:
        print("\nStopped." + (" Give the same command again to go on." if path else ""), file=sys.stderr)
        raise
    keep(done)
    if arguments.json:
        print(json.dumps(_plain(done, arguments.by, reading.problems), ensure_ascii=False, indent=2))
    else:
        print(_told(done, arguments.by))
    return 0


def _setups(arguments: argparse.Namespace) -> list[Pipeline]:
    given = _settings(arguments)
    chosen: list[Strategy] = [made_from(strategies.get(key), given.pop(key, {})) for key in arguments.strategy or ["recursive"]]
    refined: tuple[Refinement, ...] = tuple(made_from(refinements.get(key), given.pop(key, {})) for key in arguments.refine or [])
    searched = [pattern_of(key, given.pop(key, {})) for key in arguments.pattern or ["plain"]]
    if given:
        raise SettingError(f"--set {next(iter(given))}.… is for nothing that is asked for.")
    pipelines, notes = grid(
        chosen,
        sizes=arguments.size,
        overlaps=arguments.overlap,
        refined=[refined],
        patterns=searched,
        embedders=arguments.embedder or [],
        tokenizer=arguments.tokenizer,
        k=arguments.k,
    )
    for note in notes:
        print(note, file=sys.stderr)
    return pipelines


def _settings(arguments: argparse.Namespace) -> dict[str, dict[str, str]]:
    """The settings given with --set, by the key they are for; one without a key is for every strategy that has it."""
    found: dict[str, dict[str, str]] = {}
    for given in arguments.set:
        path, equals, value = given.partition("=")
        key, _, name = path.rpartition(".")
        if not equals or not name:
            raise SettingError(f"--set {given} says no value; write it as key.name=value.")
        keys = [key] if key else [one for one in arguments.strategy or ["recursive"] if _has(one, name)]
        if not keys:
            raise SettingError(f"--set {given}: no strategy that is asked for has a setting “{name}”.")
        for one in keys:
            found.setdefault(one, {})[name] = value
    return found


def _has(key: str, name: str) -> bool:
    return any(setting.name == name for setting in settings_of(strategies.get(key)))


def _numbers(text: str) -> list[int]:
    try:
        return [int(one) for one in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"“{text}” is no list of whole numbers such as 128,256,512") from None


def _begun(wanted: Run, path: Path | None) -> Run:
    """What is in the file already, where it is of the same questions and documents."""
    if path is None or not path.exists():
        return wanted
    with path.open("rb") as file:
        begun = read_run(file.read(LIMIT + 1), path.name)
    if not wanted.same(begun):
        raise ChunkvizError(f"{path} is a run of other questions or documents; give another file, or remove it.")
    return begun


def _counter() -> Callable[[Progress], None]:
    """Progress on one line of a terminal; a line for each setting where the errors go elsewhere."""
    terminal, last = sys.stderr.isatty(), [-1]

    def tell(progress: Progress) -> None:
        left = f", {duration(progress.left)} left" if progress.left is not None else ""
        line = f"{progress.done} of {progress.total} settings, {100 * progress.share:.0f} %{left}  {progress.at} {progress.step}"
        if terminal:
            print(f"\r\x1b[K{line}" if progress.at else "\r\x1b[K", end="", file=sys.stderr, flush=True)
        elif progress.done != last[0]:
            print(line.rstrip(), file=sys.stderr, flush=True)
        last[0] = progress.done

    return tell


def _order(run: Run, by: str) -> list[int]:
    sign = -1 if metrics.get(by).better == "high" else 1
    return sorted(range(len(run.results)), key=lambda i: sign * run.results[i].mean(by))


def _verdicts(run: Run, by: str, order: Sequence[int]) -> list[str]:
    """Each result compared with the first of the order."""
    first, better = run.results[order[0]].values(by), metrics.get(by).better
    others = len(order) - 1
    return ["best"] + [compare(first, run.results[i].values(by), better=better, comparisons=others).words for i in order[1:]]


def _plain(run: Run, by: str, problems: list[str]) -> dict[str, object]:
    order = _order(run, by)
    verdicts = dict(zip(order, _verdicts(run, by, order), strict=True))
    apart = by_held_out(run, by)
    return {
        "questions": len(run.questions),
        "by": by,
        "best": (alike := best(run.results, by, metrics.get(by).better)),
        "winner": winner(run, by, alike),
        "held_out": None if apart is None else {"chosen": apart.chosen, "training": apart.training, "mean": apart.mean},
        "settings": [
            {
                "setting": result.pipeline.plain(),
                "label": result.pipeline.label,
                "metrics": figures(result),
                "published": published(result),
                "failures": {kind: len(result.failures(kind)) for kind in ("chunking", "ranking")},
                "chunks": result.chunks,
                "tokens": result.tokens,
                "compared_with_best": verdicts[i],
            }
            for i, result in enumerate(run.results)
        ],
        "problems": problems,
    }


def _told(run: Run, by: str) -> str:
    columns = COLUMNS if by in COLUMNS else (by, *COLUMNS)
    rows = [["Setting", *(metrics.get(key).label for key in columns), "Compared with the first"]]
    order = _order(run, by)
    for i, compared in zip(order, _verdicts(run, by, order), strict=True):
        result = run.results[i]
        rows.append([result.pipeline.label, *(metric_words(key, result.mean(key)) for key in columns), compared])
    said = verdict(run, by, best(run.results, by, metrics.get(by).better))
    return "\n".join(filter(None, [table(rows), "", said, held_out_words(run, by)]))
