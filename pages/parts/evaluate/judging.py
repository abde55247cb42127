"""What an evaluation is made of in this session: documents, questions, the settings to try, the run and its job.

It belongs to the session alone, like the documents a person brings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from chunkviz.document import Document
from chunkviz.embedder import embedders
from chunkviz.errors import ChunkvizError
from chunkviz.evaluation.asked import Asked
from chunkviz.evaluation.evaluate import Corpus
from chunkviz.evaluation.questions import Question, documents_by_name, read_questions
from chunkviz.evaluation.run import Run, run_of
from chunkviz.evaluation.sweep import Progress, grid, sweep
from chunkviz.params import settings_of, whole_numbers
from chunkviz.pattern import patterns
from chunkviz.pipeline import Pipeline
from chunkviz.refinement import refinements
from chunkviz.registry import Registry
from chunkviz.strategy import strategies

from ..controls import documents
from ..session.choice import Choice
from ..session.job import Job, Tell

MOST = 20  # documents of one evaluation


@dataclass
class Judging:
    """`asked` holds the questions of each document that has been chosen, by its name; `values` every setting changed.

    documents   options as in `parts.documents`
    wanted      the keys of what is to be tried, by kind
    run         the last run, also while it goes on; `turn` is another object for each run that is begun
    wish        what was clicked and is not begun yet: "new" or "again"
    """

    documents: list[str] = field(default_factory=list)
    asked: Asked = field(default_factory=dict)
    wanted: dict[str, list[str]] = field(default_factory=dict)
    values: Choice = field(default_factory=Choice)
    sizes: str = "128, 256, 512"
    overlaps: str = "0, 64"
    k: int = 5
    budget: int = 1000
    run: Run | None = None
    job: Job | None = None
    turn: object = None
    wish: str = ""
    problems: list[str] = field(default_factory=list)

    @property
    def busy(self) -> bool:
        """Whether settings are being tried. A job that was stopped ends by itself at its next step; nobody waits for that."""
        return self.job is not None and self.job.running and not self.job.stopping


def judging() -> Judging:
    """This session's evaluation."""
    if "judging" not in st.session_state:
        wanted = {"strategy": ["recursive"], "pattern": ["plain"], "embedder": embedders.keys()[:1], "refinement": []}
        st.session_state.judging = Judging(wanted=wanted)
    found: Judging = st.session_state.judging
    return found


def corpus(state: Judging) -> list[Document]:
    """The chosen documents; a ChunkvizError where one cannot be read or two have the same name."""
    if len(state.documents) > MOST:
        raise ChunkvizError(f"{MOST} documents are evaluated together at most; choose fewer.")
    chosen = [documents.document_of(option) for option in state.documents]
    documents_by_name(chosen)
    return chosen


def questions(state: Judging, chosen: Sequence[Document]) -> list[Question]:
    """The questions of the chosen documents. Those that come with a sample are read when it is first chosen."""
    for option, document in zip(state.documents, chosen, strict=True):
        if document.name not in state.asked:
            state.asked[document.name] = golden(document) if option.startswith("sample:") else []
    return [question for document in chosen for question in state.asked[document.name]]


def golden(document: Document) -> list[Question]:
    """The questions written for a sample document; none where there are none, and none for a name that no sample has: a name may
    come from outside, and no path is made of it."""
    if document.name not in documents.samples():
        return []
    path = documents.SAMPLES / "questions" / f"{document.name}.json"
    return read_questions(path.read_bytes(), path.name, [document]).questions if path.exists() else []


def known(document: Document) -> list[Question]:
    """The questions of this document: those of the evaluate page, else those that come with a sample."""
    asked = judging().asked.get(document.name)
    return asked if asked is not None else golden(document)


def planned(state: Judging) -> tuple[list[Pipeline], list[str]]:
    """The settings that are to be tried, and a sentence for each combination that is left out."""
    return grid(
        [_made(state, "strategy", strategies, key) for key in state.wanted["strategy"]],
        sizes=whole_numbers(state.sizes, "Sizes"),
        overlaps=whole_numbers(state.overlaps, "Overlaps"),
        refined=[tuple(_made(state, "refinement", refinements, key) for key in state.wanted["refinement"])],
        patterns=[_made(state, "pattern", patterns, key) for key in state.wanted["pattern"]],
        embedders=state.wanted["embedder"],
        tokenizer=state.values.tokenizer,
        k=state.k,
    )


def _made(state: Judging, kind: str, registry: Registry[Any], key: str) -> Any:
    """The strategy, pattern or refinement of this key with the settings chosen for it here."""
    owner = registry.get(key)
    return owner(**state.values.settings(settings_of(owner), f"{kind}.{key}."))


def start(state: Judging, *, again: bool = False) -> None:
    """Begin the run that the controls ask for, or go on with the one that was stopped (`again`)."""
    chosen = corpus(state)
    run = state.run
    if not again or run is None:
        judged = [question for question in questions(state, chosen) if question.judged]
        if not judged:
            raise ChunkvizError("There is no question to judge by; mark an answer in the text, or import questions.")
        fresh = run_of(chosen, judged, state.budget)
        run = fresh.keeping(state.run).planning(planned(state)[0])
    state.run = run
    turn = state.turn = object()
    state.job = Job(lambda tell: _sweep(state, Corpus(chosen), run, tell, turn))


def _sweep(state: Judging, documents: Corpus, run: Run, tell: Tell, turn: object) -> None:
    def keep(done: Run) -> None:
        if state.turn is turn:  # no other run has begun since this one was stopped
            state.run = done

    def progress(now: Progress) -> None:
        tell(now.share, f"{now.done} of {now.total} settings. {now.at} {now.step}".strip(), now.left)

    sweep(documents, run, done=keep, progress=progress)
