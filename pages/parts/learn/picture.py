"""What is drawn beside a lesson's claim: its own chunks, as strips."""

from __future__ import annotations

from collections.abc import Mapping

from chunkviz.chunking import Chunking
from chunkviz.figures.strips import DrawnStrip
from chunkviz.span import Span

from .course import Picture


def pictured(ways: Mapping[str, Chunking], answer: Span | None = None, reach: int | None = None) -> Picture:
    """Chunkings of one text, each under its label.

    reach   how many characters are drawn, the answer in the middle of them; None draws the whole text
    """
    length = len(next(iter(ways.values())).document)
    shown = Span(0, max(1, length))
    if reach is not None and reach < length:
        middle = (answer.start + answer.end) // 2 if answer is not None else 0
        start = min(max(0, middle - reach // 2), length - reach)
        shown = Span(start, start + reach)
    return Picture([DrawnStrip(label, [chunk.span for chunk in one.chunks]) for label, one in ways.items()], shown, answer)
