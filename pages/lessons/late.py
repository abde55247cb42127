"""Late chunking: see the lesson."""

from __future__ import annotations

from chunkviz.evaluation.rank_comparison import compared

from ..parts.controls import documents
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, lesson
from ..parts.learn.picture import pictured
from ..parts.learn.versus_live import draw, versus

SIZES = (64, 96, 128, 192, 256)


def picture(here: Stage) -> Picture:
    document = documents.sample("refunds.md")
    sizes = {size: here.cut(document, "recursive", "cl100k_base", size=size, overlap=0) for size in (64, 128)}
    return pictured({f"{size} tokens: each chunk is embedded alone": one for size, one in sizes.items()}, reach=6_000)


@lesson(
    "Late chunking",
    "Finding",
    40,
    claim="“It cannot be returned in part” does not say what *it* is. **Late chunking lets the model "
    "read a long stretch first and "
    "cuts its vectors afterwards,** so that a chunk’s vector has seen the words around it. The "
    "text of the chunks stays the same.",
    question="For how many of the questions does the chunk that answers come back earlier, and for how many later?",
    guess="How many questions find their answer earlier when the model has read the words around a chunk, and how many later?",
    picture=picture,
    takes="questions",
    model=True,
)
def live(here: Stage) -> str:
    size = here.choose("size", "Tokens in a chunk", SIZES, 128, kind="slider")
    document = here.text({name: name for name in ("refunds.md", "manual.md", "dosage.txt")}, "refunds.md")
    rows = versus(here, document, size, ("plain", {}), ("late_chunking", {}))
    draw(here, rows, "Chunks as found", "Late chunking")
    return (
        f"{compared(rows, 'with late chunking')} It mends what a chunk cannot know by itself, and "
        "blurs what it said clearly: with "
        f"this model a stretch is {here.embedder.reach} tokens, and every chunk in it becomes a little like its neighbours."
    )
