"""What a chunk is, and what its size decides: see the lesson."""

from __future__ import annotations

import streamlit as st

from chunkviz.evaluation.single_question import Asked

from ..parts.controls import documents
from ..parts.learn.answers import place
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, lesson
from ..parts.learn.picture import pictured
from ..parts.question.viewer import viewer

SIZES = (32, 64, 128, 256, 512, 1024)
CASES = {
    "What is the default read timeout?": (
        "manual.md",
        "The read timeout begins when the last byte of a request has left and ends with the first byte of "
        "the answer. It\nis 30 seconds by default.",
    ),
    "Which exception is raised when the retry limit is reached?": (
        "manual.md",
        "Once they are used up, `DeliveryAbandoned` is raised in the calling thread",
    ),
}


def picture(here: Stage) -> Picture:
    document, question = documents.sample("manual.md"), next(iter(CASES))
    sizes = {size: here.cut(document, "recursive", "cl100k_base", size=size, overlap=0) for size in (32, 128, 512)}
    return pictured({f"{size} tokens in a chunk": one for size, one in sizes.items()}, place(document, CASES[question][1]), 4_000)


@lesson(
    "A chunk, and what its size decides",
    "Cutting",
    10,
    claim="A chunk is a piece of a document that is embedded, stored and found as one. **Small chunks find precisely and say "
    "little; large ones hold the whole answer among much else.** No size is best at both.",
    question="Three chunks come back for the question. From which size on do they hold the whole answer? And how much of what "
    "they hold is answer?",
    guess="Three chunks come back. How small may they be and still hold the whole answer?",
    picture=picture,
    takes="question",
    model=True,
)
def live(here: Stage) -> str:
    document, question, answer = here.subject(CASES)
    size = here.choose("size", "Tokens in a chunk", SIZES, 32, kind="slider")
    chunking = here.cut(document, "recursive", "cl100k_base", size=size, overlap=0)
    asked = here.ask(question, answer, chunking, k=3)
    with here.live:
        figures = st.columns(4)
        figures[0].metric("Chunks", f"{len(chunking):,}")
        figures[1].metric("Recall", f"{asked.recall:.0%}", help="How much of the answer came back.")
        figures[2].metric("Precision", f"{asked.precision:.0%}", help="How much of what came back is the answer.")
        figures[3].metric("Tokens to read", f"{asked.tokens:,}")
        viewer(document, chunking, key="learn sizes", height=here.height, hits=asked.hits, marks=asked.marks, goto=answer)
    return noticed(
        [
            (one, here.ask(question, answer, here.cut(document, "recursive", "cl100k_base", size=one, overlap=0), k=3))
            for one in SIZES
        ],
        size,
    )


def noticed(every: list[tuple[int, Asked]], size: int) -> str:
    """All sizes side by side, the chosen one in bold."""
    rows = []
    for one, asked in every:
        cells = [f"{one:,}", f"{asked.recall:.0%}", f"{asked.precision:.1%}", f"{asked.tokens:,}"]
        rows.append("| " + " | ".join(f"**{cell}**" if one == size else cell for cell in cells) + " |")
    table = "\n".join(["| size | recall | precision | tokens read |", "| --: | --: | --: | --: |", *rows])
    first = next((one for one, asked in every if asked.recall == 1), None)
    said = (
        f"From {first} tokens on"
        if first and all(asked.recall == 1 for one, asked in every if one >= first)
        else "Not at every size"
    )
    return f"{said} the whole answer comes back; the larger the chunks, the less of what is read is answer.\n\n{table}"
