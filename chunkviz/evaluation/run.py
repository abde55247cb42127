"""A run: documents, questions, settings, and how each question went under each of them; kept as JSON.

A run is saved after every setting, so that one that was stopped goes on where it was. A file that is opened may come from
anybody: all of it is checked, and the embedders and patterns it names are not used.
"""

from __future__ import annotations

import dataclasses
import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..document import Document
from ..errors import ChunkvizError
from ..metric import metrics
from ..pipeline import Pipeline, pipeline_from
from ..place import Place
from ..text.json_text import decoded
from ..version import __version__
from .evaluate import Result
from .judge import Found, Outcome
from .questions import Question

LIMIT = 200_000_000  # bytes of a file
_MOST = 20_000  # settings of a run, questions, passages of a question


@dataclass(frozen=True)
class Run:
    """What was asked of which documents, the settings planned, and the results there are, in the order of the plan.

    documents   name and id of each
    """

    documents: tuple[tuple[str, str], ...]
    questions: tuple[Question, ...]
    planned: tuple[Pipeline, ...] = ()
    results: tuple[Result, ...] = ()
    budget: int = 1000

    @property
    def left(self) -> list[Pipeline]:
        """The settings that are planned and have no result."""
        done = {result.pipeline for result in self.results}
        return [pipeline for pipeline in self.planned if pipeline not in done]

    def result(self, pipeline: Pipeline) -> Result | None:
        return next((result for result in self.results if result.pipeline == pipeline), None)

    def having(self, result: Result) -> Run:
        """The run with one result more; what stood for the same setting is replaced."""
        results = {one.pipeline: one for one in self.results} | {result.pipeline: result}
        return dataclasses.replace(self, results=tuple(results[pipeline] for pipeline in self.planned if pipeline in results))

    def planning(self, pipelines: Sequence[Pipeline]) -> Run:
        """The run with these settings planned; results of others are left out of it."""
        planned = tuple(dict.fromkeys(pipelines))
        results = {one.pipeline: one for one in self.results}
        return dataclasses.replace(self, planned=planned, results=tuple(results[s] for s in planned if s in results))

    def keeping(self, before: Run | None) -> Run:
        """The run with the settings and results of one before, where that asked the same of the same documents."""
        return self if before is None or not self.same(before) else dataclasses.replace(before, questions=self.questions)

    def same_documents(self, documents: Sequence[tuple[str, str]]) -> bool:
        """Whether it is about these documents (name and id of each)."""
        return sorted(self.documents) == sorted(documents)

    def same(self, other: Run) -> bool:
        """Whether the other run asked the same of the same documents, so that its results are worth as much here."""
        asked = [(q.text, q.answers) for q in self.questions] == [(q.text, q.answers) for q in other.questions]
        return asked and self.documents == other.documents and self.budget == other.budget


def run_of(documents: Sequence[Document], questions: Sequence[Question], budget: int = 1000) -> Run:
    """A run without settings yet."""
    return Run(tuple((one.name, one.id) for one in documents), tuple(questions), budget=budget)


def as_json(run: Run) -> str:
    return json.dumps(
        {
            "run": "chunkviz",
            "version": __version__,
            "documents": [{"name": name, "id": id} for name, id in run.documents],
            "questions": [{"question": q.text, "answers": q.answers, "why_hard": q.note} for q in run.questions],
            "budget": run.budget,
            "planned": [pipeline.plain() for pipeline in run.planned],
            "results": [_result(result) for result in run.results],
        },
        ensure_ascii=False,
    )


def save(run: Run, path: Path) -> None:
    """Write the run in place of what was there; whoever is stopped while writing leaves the old file whole."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(as_json(run), encoding="utf-8")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def read_run(data: bytes, name: str) -> Run:
    """The run in a file's bytes; a ChunkvizError, one sentence, where there is none."""
    if len(data) > LIMIT:
        raise ChunkvizError(f"{name} is larger than the limit of {LIMIT / 1e6:.0f} MB for a saved run.")
    try:
        plain = decoded(data)
    except (ValueError, RecursionError):
        raise ChunkvizError(f"{name} is not JSON, so it is no saved run.") from None
    if not isinstance(plain, Mapping) or plain.get("run") != "chunkviz":
        raise ChunkvizError(f"{name} is no saved run; “chunkviz sweep --save” and the evaluate page write them.")
    try:
        documents = tuple((_text(one["name"]), _text(one["id"])) for one in _list(plain["documents"]))
        questions = tuple(_question(one) for one in _list(plain["questions"]))
        planned = tuple(pipeline_from(one) for one in _list(plain["planned"]))
        results = tuple(_result_from(one, len(questions)) for one in _list(plain["results"]))
        return Run(documents, questions, planned, results, _whole(plain["budget"])).planning(planned)
    except ChunkvizError as error:
        raise ChunkvizError(f"{name} cannot be opened: {error}") from None
    except (KeyError, TypeError, ValueError, IndexError, OverflowError):
        raise ChunkvizError(f"{name} is a saved run in which something is missing or of a wrong kind.") from None


def _result(result: Result) -> dict[str, Any]:
    return {
        "setup": result.pipeline.plain(),
        "chunks": result.chunks,
        "tokens": result.tokens,
        "seconds": result.seconds,
        "outcomes": [
            {
                "values": dict(outcome.values),
                "found": [[*one.place, one.score, one.tokens] for one in outcome.found],
                "answered": outcome.answered,
                "whole": outcome.whole,
                "rank": outcome.rank,
                "unseen": outcome.unseen,
            }
            for outcome in result.outcomes
        ],
    }


def _result_from(plain: Any, questions: int) -> Result:
    outcomes = tuple(_outcome(one) for one in _list(plain["outcomes"]))
    if len(outcomes) != questions:
        raise ValueError("a result that did not answer every question")
    return Result(
        pipeline_from(plain["setup"]), outcomes, _whole(plain["chunks"]), _whole(plain["tokens"]), _number(plain["seconds"])
    )


def _outcome(plain: Any) -> Outcome:
    values = {one.key: _number(plain["values"][one.key]) for one in metrics}
    found = tuple(Found(_place(one[:3]), _number(one[3]), _whole(one[4])) for one in _list(plain["found"]))
    rank = plain["rank"]
    return Outcome(
        values,
        found,
        _truth(plain["answered"]),
        _truth(plain["whole"]),
        None if rank is None else _whole(rank),
        _truth(plain["unseen"]),
    )


def _question(plain: Any) -> Question:
    return Question(
        _text(plain["question"]), tuple(_place(one) for one in _list(plain["answers"])), note=_text(plain["why_hard"])
    )


def _place(plain: Any) -> Place:
    document, start, end = plain
    if not 0 <= _whole(start) < _whole(end):
        raise ValueError("a place that is none")
    return Place(_text(document), start, end)


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) > _MOST:
        raise TypeError("no list, or one that is too long")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError("neither true nor false")
    return value


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53:
        raise TypeError("no whole number")
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError("no number")
    return float(value)
