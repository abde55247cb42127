"""Contextual headers: see the lesson."""

from __future__ import annotations

from chunkviz.evaluation.rank_comparison import compared
from chunkviz.figures.strips import DrawnStrip
from chunkviz.span import Span
from chunkviz.structure.sections import Structure

from ..parts.controls import documents
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, lesson
from ..parts.learn.picture import pictured
from ..parts.learn.versus_live import draw, versus

SIZES = (64, 96, 128, 192, 256)


def picture(here: Stage) -> Picture:
    document = documents.sample("refunds.md")
    sections = DrawnStrip(
        "Sections, by their headings", [Span(section.start, section.end) for section in Structure(document).sections()]
    )
    chunks = pictured({"Chunks of 128 tokens": here.cut(document, "recursive", "cl100k_base", size=128, overlap=0)}, reach=6_000)
    return Picture([sections, *chunks.strips], chunks.shown)


@lesson(
    "Contextual headers",
    "Finding",
    50,
    claim="The title and the headings a chunk stands under can be put before it when it is embedded. **The header says what “it” "
    "is; in a short chunk it also drowns what the chunk says itself.**",
    question="For how many of the questions does the chunk that answers come back earlier with a header? "
    "What happens to small chunks?",
    guess="Of all questions, how many find their answer earlier when the headings stand before each chunk?",
    picture=picture,
    takes="questions",
    model=True,
)
def live(here: Stage) -> str:
    size = here.choose("size", "Tokens in a chunk", SIZES, 128, kind="slider")
    document = here.text({name: name for name in ("refunds.md", "manual.md")}, "refunds.md")
    rows = versus(here, document, size, ("contextual_header", {"header": False}), ("contextual_header", {"header": True}))
    draw(here, rows, "Without", "With header")
    return (
        f"{compared(rows, 'with a header')} Questions that name the section gain; questions whose "
        "words are in the chunk itself "
        "lose, since all chunks of a section now look more alike. Try 64 tokens against 256."
    )
