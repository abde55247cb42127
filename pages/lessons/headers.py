"""Contextual headers: see the lesson."""

from __future__ import annotations

from chunkviz.evaluation.rank_comparison import compared

from ..parts.learn.lesson import Stage, lesson
from ..parts.learn.versus_live import draw, versus

SIZES = (64, 96, 128, 192, 256)


@lesson(
    "Contextual headers",
    "Finding",
    50,
    claim="The title and the headings a chunk stands under can be put before it when it is embedded. **The header says what “it” "
    "is; in a short chunk it also drowns what the chunk says itself.**",
    question="For how many of the questions does the chunk that answers come back earlier with a header? What happens to small chunks?",
    model=True,
)
def live(here: Stage) -> str:
    size = here.choose("size", "Tokens in a chunk", SIZES, 128, kind="slider")
    sample = here.choose("document", "Document", ("refunds.md", "manual.md"), "refunds.md")
    rows = versus(here, sample, size, ("contextual_header", {"header": False}), ("contextual_header", {"header": True}))
    draw(here, rows, "Without", "With header")
    return (
        f"{compared(rows, 'with a header')} Questions that name the section gain; questions whose words stand in the chunk itself "
        "lose, since all chunks of a section now look more alike. Try 64 tokens against 256."
    )
