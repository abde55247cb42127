"""A row of a table without its header: see the lesson."""

from __future__ import annotations

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.evaluation.single_question import Asked

from ..parts.controls import documents
from ..parts.learn.answers import place, rank_words
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, chosen, lesson
from ..parts.learn.own import Subject, Wanted
from ..parts.learn.picture import pictured
from ..parts.question.viewer import viewer

WAYS = {"recursive": "Recursive", "rows": "Rows, header in front", "lines": "A line for each cell"}
SIZES = (48, 64, 96, 128, 256, 512)
CASES = {
    "How much memory does a relay for 1,000 stations need?": ("manual.md", "| 1,000 | 11,520,000 | 22 GB | 2 GB |"),
    "How often does the client sample a sensor by default?": (
        "manual.md",
        "| `sampling.every` | `TIDEWIRE_EVERY` | 60 s | Interval between samples of one sensor. |",
    ),
    "At which berth is no hot work allowed in the evening?": ("berths.csv", "no hot work after 20:00"),
}


def cut(here: Stage, way: str, document: Document, size: int) -> Chunking:
    if way == "recursive":
        return here.cut(document, "recursive", "cl100k_base", size=size, overlap=0)
    return here.cut(document, "tables", "cl100k_base", size=size, form=way)


def result(here: Stage, way: str, asked: Subject, size: int) -> Asked:
    return here.ask(asked.question, asked.answer, cut(here, way, asked.document, size))


def picture(here: Stage) -> Picture:
    name, quote = next(iter(CASES.values()))
    document = documents.sample(name)
    return pictured({label: cut(here, key, document, 96) for key, label in WAYS.items()}, place(document, quote), 3_000)


@lesson(
    "A row without its header",
    "Cutting",
    70,
    claim="“| 1,000 | 11,520,000 | 22 GB | 2 GB |” is an answer only under “stations, readings, disk, "
    "memory”. **A table that is cut "
    "needs its header in every piece.**",
    question="What does the chunk with the row say about itself, and at which rank does it come back, in the three ways?",
    guess="Which way of cutting brings the row back first: the row alone, with its header, or a line for each cell?",
    picture=picture,
    takes="question",
    model=True,
)
def live(here: Stage) -> str:
    subject = here.subject(CASES)
    if not any(subject.document.blocks_of("table")):
        raise Wanted(f"{subject.document.name} has no table; bring a CSV file, or a text with a table in it.")
    way = here.choose("way", "Way of cutting", list(WAYS), "recursive", format=WAYS.__getitem__)
    size = here.choose("size", "Tokens in a chunk", SIZES, 96, kind="slider")
    every = {key: result(here, key, subject, size) for key in WAYS}
    asked = every[way]
    chunking = asked.chunking
    with here.live:
        for column, (key, one) in zip(st.columns(3), every.items(), strict=True):
            column.metric(chosen(WAYS[key], key == way), rank_words(one))
        viewer(
            chunking.document, chunking, key="learn row", height=here.height - 250,
            hits=asked.hits, marks=asked.marks, goto=asked.answer,
        )  # fmt: skip
        st.caption("What is embedded for the chunk that holds the row:")
        with st.container(height=200, key="embedded-text"):
            holder = chunking.chunks[asked.whole[0]] if asked.whole else None
            st.text(chunking.embedded_text(holder) if holder else "No chunk holds the row whole.")
    ranks = {key: one.rank or len(one.passages) + 1 for key, one in every.items()}
    best = [WAYS[key] for key, rank in ranks.items() if rank == min(ranks.values())]
    helped = min(ranks["rows"], ranks["lines"]) < ranks["recursive"]
    verdict = (
        "The header in front brought the row up."
        if helped
        else "Here the header changed no rank for the better: the row’s own words were near enough, or the "
        "header makes all rows alike."
    )
    return (
        f"Best here: {' and '.join(best)}. {verdict} A model that reads the row also needs the header "
        "to know which number is which; "
        "that part no rank shows. Look at the text below the table."
    )
