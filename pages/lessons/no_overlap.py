"""Exercise: no overlap against 20 %."""

from __future__ import annotations

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.evaluation.questions import Question

from ..parts.controls import documents
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, lesson
from ..parts.learn.picture import pictured

SIZES = (48, 64, 96, 128, 192, 256)
SAMPLES = ("manual.md", "dosage.txt", "refunds.md", "transcript.txt")
WAYS = {"fixed": "Fixed size", "recursive": "Recursive", "sentences": "Sentences"}


def whole(question: Question, chunking: Chunking) -> bool:
    """Whether every answer is whole in a chunk."""
    return all(any(chunk.start <= one.start and one.end <= chunk.end for chunk in chunking.chunks) for one in question.answers)


def picture(here: Stage) -> Picture:
    document = documents.sample("manual.md")
    made = {size: here.cut(document, "fixed", "cl100k_base", size=64, overlap=size) for size in (0, 12)}
    return pictured({"No overlap": made[0], "A fifth repeated": made[12]}, reach=2_500)


@lesson(
    "Exercise: 0 % against 20 % overlap",
    "Exercises",
    20,
    claim="An answer that no chunk holds whole cannot be found whole, whatever the model. **Count them "
    "for all questions, without and "
    "with a fifth repeated,** and set that against what it costs.",
    question="How many answers does the overlap save when cutting blindly, and how many when cutting at "
    "sentences? Where is it money "
    "for nothing?",
    guess="How many answers does a fifth of overlap save, and how many more tokens does it store?",
    picture=picture,
    takes="questions",
)
def live(here: Stage) -> str:
    document = here.text({name: name for name in SAMPLES}, "manual.md")
    way = here.choose("way", "Way of cutting", list(WAYS), "fixed", kind="buttons", format=WAYS.__getitem__)
    size = here.choose("size", "Tokens in a chunk", SIZES, 64, kind="slider")
    none, some = (here.cut(document, way, "cl100k_base", size=size, overlap=overlap) for overlap in (0, size // 5))
    questions = here.questions(document)
    rows = [(one.text, whole(one, none), whole(one, some)) for one in questions]
    left, right = sum(row[1] for row in rows), sum(row[2] for row in rows)
    cost = some.numbers.stored_tokens / none.numbers.stored_tokens - 1
    with here.live:
        figures = st.columns(4)
        figures[0].metric("Whole without", f"{left} of {len(rows)}")
        figures[1].metric("Whole with 20 %", f"{right} of {len(rows)}")
        figures[2].metric("Chunks", f"{len(none)} → {len(some)}")
        figures[3].metric("Tokens stored", f"{cost:+.0%}")
        st.dataframe(
            {"Question": [row[0] for row in rows], "0 %": [row[1] for row in rows], "20 %": [row[2] for row in rows]},
            hide_index=True,
            height=min(here.height - 60, 38 + 35 * len(rows)),
            column_config={"Question": st.column_config.TextColumn(width="large")},
            alt="Whether each answer is whole in a chunk",
        )
    saved, lost = sum(row[2] > row[1] for row in rows), sum(row[2] < row[1] for row in rows)
    shifted = f" {lost} that were whole are not any more: with overlap every boundary moves." if lost else ""
    return (
        f"The overlap saves {saved} answers for {cost:.0%} more tokens.{shifted} {len(rows) - right} "
        "answers are longer than it, or lie in the way of a boundary still."
    )
