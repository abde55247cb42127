"""What the commands that judge settings share: questions, corpus, patterns, and how figures are printed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..document import Document
from ..errors import ChunkvizError, SettingError
from ..evaluation.evaluate import Corpus, Result
from ..evaluation.questions import NO_IDS, Question, QuestionsRead, read_questions
from ..imported.chunks_file import from_index, lay
from ..isolation.reading import read_isolated
from ..metric import metrics
from ..params import made_from
from ..pattern import Pattern, patterns
from ..place import Place
from ..text.records_file import LIMIT

_HIDDEN = "."


def add_judging(parser: argparse.ArgumentParser) -> None:
    """QUESTIONS, --corpus, -k and --budget."""
    parser.add_argument("questions", metavar="QUESTIONS", help="file of questions with their answers: JSON, JSON lines or CSV")
    parser.add_argument("--corpus", nargs="+", required=True, metavar="PATH", help="the documents: files, or folders of files")
    parser.add_argument(
        "--chunk-ids",
        metavar="DIR",
        help="the Chroma folder whose chunks the questions name by id",
    )
    parser.add_argument("--chunk-ids-of", metavar="NAME", help="the collection in it; the only one where it is not named")
    parser.add_argument("-k", type=int, default=5, help="passages asked for (%(default)s)")
    parser.add_argument("--budget", type=int, default=1000, help="tokens a reader takes, to count who is answered (%(default)s)")


def corpus_of(arguments: argparse.Namespace) -> Corpus:
    return Corpus([read_isolated(path) for path in _files(arguments.corpus)])


def questions_of(arguments: argparse.Namespace, documents: Sequence[Document]) -> tuple[list[Question], QuestionsRead]:
    """The questions that can be judged, and the whole file; what is wrong with it is printed line by line."""
    path = Path(arguments.questions)
    with path.open("rb") as file:
        ids = _chunk_ids(arguments, documents) if arguments.chunk_ids else NO_IDS
        reading = read_questions(file.read(LIMIT + 1), path.name, documents, ids)
    for problem in reading.problems:
        print(problem, file=sys.stderr)
    judged = [question for question in reading.questions if question.judged]
    if left := len(reading.questions) - len(judged):
        what = "question is" if left == 1 else "questions are"
        print(f"{left} of {len(reading.questions)} {what} not judged: quotes of theirs are missing.", file=sys.stderr)
    if not judged:
        raise ChunkvizError(f"No question of {path.name} can be judged; mend its quotes, or give the documents they are from.")
    if arguments.budget < 1:
        raise SettingError(f"budget must be at least 1; it is {arguments.budget}.")
    return judged, reading


def _chunk_ids(arguments: argparse.Namespace, documents: Sequence[Document]) -> dict[str, Place]:
    """Where the chunks of the collection are in the corpus, by their ids."""
    from ..index import Store

    index = Store.reading(arguments.chunk_ids).open_only(arguments.chunk_ids_of)
    foreign = from_index(index)
    found: dict[str, Place] = {}
    for document in documents:
        for chunk, one in zip(foreign, lay(foreign, document).located, strict=True):
            if one.span is not None:
                found.setdefault(chunk.id, Place(document.name, *one.span))
    return found


def pattern_of(key: str, settings: Mapping[str, str]) -> Pattern:
    """A pattern with settings given as text."""
    made: Pattern = made_from(patterns.get(key), settings)
    return made


def figures(result: Result) -> dict[str, float]:
    """The means of all metrics but the published ones, by key."""
    return {one.key: result.mean(one.key) for one in metrics if one.group != "published"}


def published(result: Result) -> dict[str, float]:
    """The means by the definitions of Chroma's report, as fractions."""
    return {one.key.removeprefix("published_"): result.mean(one.key) for one in metrics if one.group == "published"}


def metric_words(key: str, value: float) -> str:
    """A metric's value for people."""
    return f"{value:,.0f}" if metrics.get(key).unit == "tokens" else f"{100 * value:.1f} %"


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as aligned text: the first column to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _files(paths: Sequence[str]) -> list[Path]:
    """The files named, and those directly in the folders named, in order of their name."""
    found: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            inside = sorted(one for one in path.iterdir() if one.is_file() and not one.name.startswith(_HIDDEN))
            if not inside:
                raise ChunkvizError(f"{path} holds no file; give a folder with documents, or the files themselves.")
            found += inside
        else:
            found.append(path)
    return found
