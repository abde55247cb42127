"""Words of a question that a chunk lacks and that stand around it: in its heading path, or in a neighbour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ..chunking import Chunking
from ..cutting.packing import trimmed
from ..embedder import Embedder, Vectors
from ..search.words import terms
from ..structure.sections import ARROW, Structure, title
from ..text.sentences import sentence_ends

SENTENCES = 3  # of a neighbour, those nearest to the chunk, that are tried together with it
_ENDINGS = ("s", "es", "ed", "d", "ing", "er", "ly", "able")

# Words that say nothing of what a question is about; in English, since other languages' questions only gain words by it.
_SAYING_NOTHING = """
a about after all also am an and any are as at be been before being but by can could did do does doing for from had has have how i
if in into is it its may me much many must my no not of off on one or our out over own per shall should so some such than that the
their them then there these they this those to too under up us was we were what when where which while who whom whose why will
with within would you your s t
"""
_PLURALS = {
    "child": "children",
    "man": "men",
    "woman": "women",
    "person": "people",
    "foot": "feet",
    "tooth": "teeth",
    "mouse": "mice",
}
_IRREGULAR = _PLURALS | {many: one for one, many in _PLURALS.items()}
_EMPTY = frozenset(_SAYING_NOTHING.split())


@dataclass(frozen=True, slots=True)
class Surrounding:
    """What stands around a chunk and has words of the question that the chunk lacks.

    kind    "headings", "before" (the chunk before) or "after"
    number  of that neighbour, from 0; None for headings
    text    the headings, or the neighbour's sentences with those words
    score   similarity of both together to the question: measured, not supposed
    """

    kind: str
    number: int | None
    words: tuple[str, ...]
    text: str
    score: float

    @property
    def where(self) -> str:
        """Where the words stand, in words."""
        if self.number is None:
            return f"in the headings above it (“{self.text}”)"
        return f"in the chunk {self.kind} it ({self.number + 1:,})"


def lacking(question: str, text: str) -> tuple[str, ...]:
    """The words of a question that say what it is about and that `text` has in no form, in order."""
    there = set(terms(text))
    asked = dict.fromkeys(word for word in terms(question) if word not in _EMPTY)
    return tuple(word for word in asked if not any(form in there for form in _forms(word)) and not _begun(word, there))


def has(text: str, words: Sequence[str]) -> tuple[str, ...]:
    """Those of the words that `text` has in some form.

    >>> has("Saver tickets are refunded.", ["ticket", "refund", "boat"])
    ('ticket', 'refund')
    """
    without = lacking(" ".join(words), text)
    return tuple(word for word in words if word not in without and word not in _EMPTY)


def surroundings(question: str, number: int, chunking: Chunking, embedder: Embedder, vector: Vectors) -> tuple[Surrounding, ...]:
    """What stands around chunk `number` and has words that it lacks, each embedded together with it; the nearest first."""
    chunk = chunking.chunks[number]
    text = chunking.embedded_text(chunk)
    missing = lacking(question, text)
    if not missing:
        return ()
    tried: list[tuple[str, int | None, str, str]] = []
    headings = ARROW.join(title(heading) for heading in Structure(chunking.document).path(chunk.start))
    if has(headings, missing):
        tried.append(("headings", None, headings, f"{headings}\n{text}"))
    if number > 0 and (around := _sentences(chunking, number - 1, missing)[-SENTENCES:]):
        tried.append(("before", number - 1, " ".join(around), f"{' '.join(around)}\n{text}"))
    if number + 1 < len(chunking) and (around := _sentences(chunking, number + 1, missing)[:SENTENCES]):
        tried.append(("after", number + 1, " ".join(around), f"{text}\n{' '.join(around)}"))
    scores = embedder.embed([together for *_, together in tried]) @ vector if tried else np.zeros(0)
    found = [
        Surrounding(kind, other, has(words, missing), words, float(score))
        for (kind, other, words, _), score in zip(tried, scores, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: -one.score))


def _sentences(chunking: Chunking, number: int, missing: Sequence[str]) -> list[str]:
    """The sentences of a chunk that have one of the words."""
    own, start, found = chunking.text(chunking.chunks[number]), 0, []
    for end in sentence_ends(own).tolist():
        first, last = trimmed(own, start, end)
        if has(own[first:last], missing):
            found.append(own[first:last])
        start = end
    return found


def _forms(word: str) -> Iterable[str]:
    """The word and what English makes of it: tickets and ticket, refunds and refunded."""
    yield word
    yield _IRREGULAR.get(word, word)
    if not word.isascii() or len(word) < 3:
        return
    for stem in (
        word,
        *(word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending) and len(word) > len(ending) + 2),
    ):
        yield stem
        yield stem + "e"
        for ending in _ENDINGS:
            yield stem + ending
    if word.endswith("y"):
        yield word[:-1] + "ies"
    if word.endswith("ies"):
        yield word[:-3] + "y"


def _begun(word: str, there: set[str]) -> bool:
    """Whether a long word stands within a compound or before another ending: refund, refundable."""
    return len(word) >= 6 and any(other.startswith(word) for other in there)
