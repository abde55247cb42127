"""Sections that mean nothing without the headings above them: see the lesson."""

from __future__ import annotations

from typing import Any

import streamlit as st

from chunkviz.evaluation.single_question import Asked

from ..parts.controls import documents
from ..parts.learn.answers import place, rank_words
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, chosen, lesson
from ..parts.learn.own import Subject
from ..parts.learn.picture import pictured
from ..parts.question.viewer import viewer

WAYS = {"recursive": "Recursive", "bare": "Headings, nothing put before", "headings": "Headings, those above put before"}
QUESTIONS = {
    "When is a saver ticket refunded in full?": "We do refund it in full if\n\n1. we cancel the train,",
    "How much of a flexible ticket's price do I get back on the day of travel after the train has left?": "on the day of travel: "
    "half the price",
    "Is compensation for delay paid when the delay was caused by snow?": "This does not hold for falling leaves, "
    "heat up to 38 °C, "
    "or snow up to 10 cm.",
    "What happens if I lose my monthly pass a second time?": "A second loss in the same year ends it, without refund.",
}
CASES = {question: ("refunds.md", answer) for question, answer in QUESTIONS.items()}
SIZES = (64, 96, 128, 192, 256, 512)


def result(here: Stage, way: str, asked: Subject, size: int = 128) -> Asked:
    """The question, asked of its text cut in this way."""
    document, question, answer = asked
    if way == "recursive":
        chunking = here.cut(document, "recursive", "cl100k_base", size=size, overlap=0)
    else:
        chunking = here.cut(document, "headings", "cl100k_base", size=size, path=way == "headings")
    return here.ask(question, answer, chunking)


def picture(here: Stage) -> Picture:
    question, document = next(iter(CASES)), documents.sample("refunds.md")
    ways: dict[str, tuple[str, dict[str, Any]]] = {
        "Recursive": ("recursive", {"overlap": 0}),
        "At headings": ("headings", {"path": False}),
    }
    made = {label: here.cut(document, key, "cl100k_base", size=128, **more) for label, (key, more) in ways.items()}
    return pictured(made, place(document, CASES[question][1]), 6_000)


@lesson(
    "Sections and their headings",
    "Cutting",
    50,
    claim="The refund policy has ten sections called “Exceptions”. “We do refund it in full if …” says what *it* is only in the "
    "heading two levels up. **A chunk without its headings is about nothing in particular.**",
    question="At which rank does the exception come back when it is cut recursively, by headings, and by headings that go before "
    "it?",
    guess="Where does the exception come back: first, third, or not at all?",
    picture=picture,
    takes="question",
    model=True,
)
def live(here: Stage) -> str:
    way = here.choose("way", "Way of cutting", list(WAYS), "recursive", format=WAYS.__getitem__)
    subject = here.subject(CASES)
    size = here.choose("size", "Tokens in a chunk", SIZES, 128, kind="slider")
    every = {key: result(here, key, subject, size) for key in WAYS}
    asked = every[way]
    chunking = asked.chunking
    with here.live:
        for column, key in zip(st.columns(3), WAYS, strict=True):
            column.metric(chosen(WAYS[key], key == way), rank_words(every[key]))
        viewer(
            chunking.document,
            chunking,
            key="learn headings",
            height=here.height - 20,
            hits=asked.hits,
            marks=asked.marks,
            goto=asked.answer,
        )
    return noticed(every)


def noticed(every: dict[str, Asked]) -> str:
    """The three ways compared, from their ranks and scores."""
    holders = {key: _score(asked) for key, asked in every.items()}
    ranks = ", ".join(f"{WAYS[key]}: {rank_words(one)}" for key, one in every.items())
    bare, headed = every["bare"].rank or 99, every["headings"].rank or 99
    verdict = (
        "The headings in front brought it up."
        if headed < bare
        else "Here the headings in front changed nothing: the section’s own words were enough."
        if headed == bare
        else "Here the headings in front did harm: all chunks of the part look more alike with them."
    )
    scores = ", ".join(f"{score:.2f}" if score is not None else "–" for score in holders.values())
    return f"{ranks}. {verdict} Similarity of the chunk that answers: {scores}. Select it: its card shows what was put before it."


def _score(asked: Asked) -> float | None:
    return next((one.score for one in asked.passages if one.rank == asked.rank), None)
