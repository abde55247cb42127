"""Exercise: one question, chunks of 200, 500 and 1,500 tokens."""

from __future__ import annotations

import streamlit as st

from chunkviz.evaluation.single_question import Asked

from ..parts.controls import documents
from ..parts.evaluate.judging import golden
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, lesson
from ..parts.learn.own import Subject
from ..parts.learn.picture import pictured
from ..parts.question.viewer import viewer

SIZES = (200, 500, 1_500)


def result(here: Stage, asked: Subject, size: int, k: int) -> Asked:
    chunking = here.cut(asked.document, "recursive", "cl100k_base", size=size, overlap=0)
    return here.ask(asked.question, asked.answer, chunking, k=k)


def picture(here: Stage) -> Picture:
    document = documents.sample("manual.md")
    made = {size: here.cut(document, "recursive", "cl100k_base", size=size, overlap=0) for size in SIZES}
    answer = golden(document)[0].answers[0].span
    return pictured({f"{size:,} tokens": one for size, one in made.items()}, answer, 12_000)


@lesson(
    "Exercise: 200, 500, 1,500 tokens",
    "Exercises",
    10,
    claim="The first exercise of every guide: **ask one question of the same text in small, middle and "
    "large chunks,** and look at what "
    "comes back rather than at a score.",
    question="Before you look: which of the three answers with the fewest tokens? Is it the same for a "
    "question whose answer is a "
    "whole procedure?",
    guess="Which of the three answers with the fewest tokens?",
    picture=picture,
    takes="question",
    model=True,
)
def live(here: Stage) -> str:
    sample = documents.sample("manual.md")
    answers = {one.text: one.answers[0] for one in golden(sample)}
    subject = here.subject({text: (sample.name, sample.text[one.start : one.end]) for text, one in answers.items()})
    k = here.choose("k", "Chunks that come back", (1, 2, 3, 5), 1, kind="slider")
    every = [result(here, subject, size, k) for size in SIZES]
    with here.live:
        for column, size, one in zip(st.columns(3, gap="small"), SIZES, every, strict=True):
            with column:
                st.metric(
                    f"{size:,} tokens: answer",
                    f"{one.recall:.0%} in {one.tokens:,}",
                    f"precision {one.precision:.1%}",
                    delta_color="off",
                    delta_arrow="off",
                )
                goto = one.passages[0].span if one.passages else None
                viewer(
                    subject.document,
                    one.chunking,
                    key=f"learn {size}",
                    height=here.height - 70,
                    hits=one.hits,
                    marks=one.marks,
                    goto=goto,
                )
    whole = [(one.tokens, size) for size, one in zip(SIZES, every, strict=True) if one.recall == 1]
    best = (
        f"The whole answer comes back cheapest at {min(whole)[1]:,} tokens: {min(whole)[0]:,} to read."
        if whole
        else "None of them brings the whole answer."
    )
    worst = f" The dearest that does reads {max(whole)[0]:,}." if len(whole) > 1 else ""
    return (
        f"{best}{worst} Cosine of the best chunk: "
        f"{', '.join(f'{one.passages[0].score:.2f}' for one in every)}: the larger the chunk, the more "
        "its vector is a mean over other things."
    )
