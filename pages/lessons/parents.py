"""Finding small, reading large: see the lesson."""

from __future__ import annotations

import streamlit as st

from chunkviz.evaluation.single_question import Asked
from chunkviz.figures.strips import DrawnStrip

from ..parts.controls import documents
from ..parts.learn.answers import place, rank_words
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, chosen, lesson
from ..parts.learn.own import Subject
from ..parts.learn.picture import pictured
from ..parts.question.viewer import viewer

WAYS = {
    "plain": "The chunk itself",
    "sentence_window": "With two sentences on both sides",
    "auto_merging": "Its parent, where most of its chunks were found",
    "parent_document": "Its parent, always",
}
SIZES = (32, 48, 64, 96, 128)
PARENTS = (128, 256, 512, 1024, 2048)
K = 3
QUESTIONS = {
    "Which exception is raised when the retry limit is reached?": "Once they are used up, `DeliveryAbandoned` is raised",
    "What is the default connection timeout?": "Unless you set it yourself, this is 4.5 seconds",
    "When does a webhook get switched off, and how do I switch it on again?": "If the last of these is in vain the webhook is "
    "switched off",
}
CASES = {question: ("manual.md", answer) for question, answer in QUESTIONS.items()}


def result(here: Stage, way: str, asked: Subject, size: int = 48, parent: int = 128) -> Asked:
    chunking = here.cut(asked.document, "parent_child", "cl100k_base", size=size, parent_size=parent)
    return here.ask(asked.question, asked.answer, chunking, way, K)


def picture(here: Stage) -> Picture:
    document, question = documents.sample("manual.md"), next(iter(CASES))
    chunking = here.cut(document, "parent_child", "cl100k_base", size=48, parent_size=128)
    found = pictured({"What is found": chunking}, place(document, CASES[question][1]), 3_000)
    read = sorted({chunk.parent for chunk in chunking.chunks if chunk.parent is not None})
    return Picture([*found.strips, DrawnStrip("What is read", read)], found.shown, found.answer)


@lesson(
    "Find small, read large",
    "Finding",
    20,
    claim="A small chunk is found surely and says too little; a large one says enough and is found late. **The piece that is "
    "embedded and the piece that is read need not be the same.**",
    question="Which way of reading brings the whole answer, and what does each cost in tokens?",
    guess="What is found is small. Is the answer in it, or only in what stands around it?",
    picture=picture,
    takes="question",
    model=True,
)
def live(here: Stage) -> str:
    way = here.choose("way", "What is read", list(WAYS), "plain", format=WAYS.__getitem__)
    subject = here.subject(CASES)
    size = here.choose("size", "Tokens in a chunk that is found", SIZES, 48, kind="slider")
    parent = here.choose("parent", "Tokens in a parent", PARENTS, 128, kind="slider")
    every = {key: result(here, key, subject, size, parent) for key in WAYS}
    asked = every[way]
    with here.live:
        for column, (key, one) in zip(st.columns(4), every.items(), strict=True):
            label = ("Chunk", "Window", "Auto-merging", "Parent")[list(WAYS).index(key)]
            column.metric(chosen(f"{label}: tokens read", key == way), f"{one.tokens:,}")
        viewer(
            asked.chunking.document, asked.chunking, key="learn parents", height=here.height - 40,
            hits=asked.hits, marks=asked.marks, goto=asked.answer,
        )  # fmt: skip
    lines = [f"{WAYS[key]}: {rank_words(one)}, {one.tokens:,} tokens" for key, one in every.items()]
    cheapest = (
        min((one.tokens, WAYS[key]) for key, one in every.items() if one.rank)
        if any(one.rank for one in every.values())
        else None
    )
    verdict = (
        f"The cheapest way that holds the answer: “{cheapest[1]}”."
        if cheapest
        else "None of the four holds the answer: what is never found brings no parent."
    )
    listed = "".join(f"\n- {one}" for one in lines)
    return f"The answer is in what is read\n{listed}\n\n{verdict}"
