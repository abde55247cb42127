"""A lesson's answer: where it stands in its document, and how its rank is worded."""

from __future__ import annotations

from chunkviz.document import Document
from chunkviz.evaluation.single_question import Asked
from chunkviz.span import Span


def place(document: Document, quote: str) -> Span:
    """Where a sample document has these words. A ValueError where it does not: a lesson and its sample belong together."""
    start = document.text.index(quote)
    return Span(start, start + len(quote))


def rank_words(asked: Asked) -> str:
    """The rank of the answer, as every lesson words it."""
    if asked.rank is None:
        return "not retrieved"
    return f"rank {asked.rank}{', in pieces' if asked.in_pieces else ''}"
