"""Late chunking: see the lesson."""

from __future__ import annotations

from chunkviz.evaluation.rank_comparison import compared

from ..parts.learn.lesson import Stage, lesson
from ..parts.learn.versus_live import draw, versus

SIZES = (64, 96, 128, 192, 256)


@lesson(
    "Late chunking",
    "Finding",
    40,
    claim="“It cannot be returned in part” does not say what *it* is. **Late chunking lets the model read a long stretch first and "
    "cuts its vectors afterwards,** so that a chunk’s vector has seen the words around it. The text of the chunks stays the same.",
    question="For how many of the questions does the chunk that answers come back earlier, and for how many later?",
    model=True,
)
def live(here: Stage) -> str:
    size = here.choose("size", "Tokens in a chunk", SIZES, 128, kind="slider")
    sample = here.choose("document", "Document", ("refunds.md", "manual.md", "dosage.txt"), "refunds.md")
    rows = versus(here, sample, size, ("plain", {}), ("late_chunking", {}))
    draw(here, rows, "Plain", "Late chunking")
    return (
        f"{compared(rows, 'with late chunking')} It mends what a chunk cannot know by itself, and blurs what it said clearly: with "
        f"this model a stretch is {here.embedder.reach} tokens, and every chunk in it becomes a little like its neighbours."
    )
