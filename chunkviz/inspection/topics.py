"""What the similarity curve says of each chunk, and of the document: topics, coherence, and whether to cut by meaning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..chunk import Chunk
from ..cutting.similarity_curve import Averages, Curve, depths
from ..document import Document
from ..embedder import Vectors
from ..phrases import counted, listed
from ..span import Span
from ..strategy import strategies
from ..tokenizer import Positions
from .lint import Finding

FEW = 12  # sentences: with fewer, a distribution of distances says little
STRUCTURE = ("heading", "message", "page", "function", "class")


class Meaning(NamedTuple):
    """What a chunk is about, in numbers.

    topics      how many topics it holds: one more than the topic shifts inside it
    shifts      where they are: the ends of the sentences before them
    coherence   mean cosine of all pairs of its sentences; None for one sentence
    before      cosine of its mean direction and that of the chunk before it; None for the first
    after      of the chunk after it; None for the last
    """

    topics: int
    shifts: tuple[int, ...]
    coherence: float | None
    before: float | None
    after: float | None


def topic_shifts(curve: Curve) -> Positions:
    """The gaps where the topic seems to change: dips of the similarity whose distance is more than 1.5 standard deviations
    over the mean of the document, with at least two sentences on both sides; none in a text of fewer than 12 sentences."""
    distances = curve.distances
    if len(curve.starts) < FEW:
        return np.empty(0, np.int64)
    far = distances > distances.mean() + 1.5 * distances.std() + 1e-9
    gaps = np.flatnonzero(far & (depths(distances) > 0))
    return gaps[(gaps > 0) & (gaps < len(distances) - 1)]


def meanings(chunks: Sequence[Chunk], curve: Curve, vectors: Vectors) -> list[Meaning]:
    """What each chunk is about.

    vectors   unit vectors of the curve's sentences, shape (n, dimension)
    A sentence belongs to a chunk that holds its middle.
    """
    if not chunks or not len(curve.starts):
        return []
    middles = (curve.starts + curve.ends) // 2
    first = middles.searchsorted([chunk.start for chunk in chunks])
    last = np.maximum(middles.searchsorted([chunk.end for chunk in chunks]), first)
    count = last - first
    averages = Averages(vectors, np.ones(len(vectors), np.int64))
    sums = averages.total[last] - averages.total[first]
    squares = np.einsum("ij,ij->i", sums, sums)
    directions = averages.of(first, last)
    beside = np.einsum("ij,ij->i", directions[:-1], directions[1:])
    shifts = topic_shifts(curve)
    found = []
    for i in range(len(chunks)):
        # A shift is inside where two of the chunk's sentences stand on each side of it.
        inside = shifts[(shifts > first[i]) & (shifts < last[i] - 2)]
        pairs = int(count[i]) * (int(count[i]) - 1)
        found.append(
            Meaning(
                len(inside) + 1,
                tuple(curve.gaps[inside].tolist()),
                float((squares[i] - count[i]) / pairs) if pairs else None,
                float(beside[i - 1]) if i and count[i] and count[i - 1] else None,
                float(beside[i]) if i + 1 < len(chunks) and count[i] and count[i + 1] else None,
            )
        )
    return found


def spanning(found: Sequence[Meaning]) -> list[Finding]:
    """For the lint: each chunk of more than one topic, at the first place where its topic shifts."""
    return [
        Finding(
            "several_topics",
            i,
            Span(meaning.shifts[0] - 1, meaning.shifts[0]),
            f"The chunk seems to hold {meaning.topics} topics: what it is about shifts here.",
        )
        for i, meaning in enumerate(found)
        if meaning.topics > 1
    ]


def spanning_words(found: Sequence[Meaning], sentences: int) -> str:
    """How many chunks hold more than one topic, of a document of so many sentences."""
    if sentences < FEW:
        return f"A text of {counted(sentences, 'sentence')} is too short to tell whether a chunk spans two topics."
    count = sum(meaning.topics > 1 for meaning in found)
    if not count:
        return "No chunk spans two topics, as far as the curve shows."
    places = "its place" if count == 1 else "their places"
    return f"{counted(count, 'chunk spans', 'chunks span')} more than one topic: the tab Findings has {places}."


class Advice(NamedTuple):
    """kind: "short", "flat", "noisy", "structured" or "clear"; sentence: what it means for cutting by meaning, with numbers."""

    kind: str
    sentence: str


def advice(curve: Curve, document: Document) -> Advice:
    """Whether cutting by meaning has something to go by on this document, decided from its own curve. It proposes no setting:
    that is what `starting_point` does, and the two stand on one screen.

    short       fewer than 12 sentences
    structured  at least half of its deepest dips lie where a heading, message or page begins, and twice as many as of all gaps
    flat        similarities spread by less than 0.05 around their mean, or no dip stands out
    noisy       more than one gap in five is a dip deeper than one and a half standard deviations
    clear       else
    """
    count = len(curve.starts)
    if count < FEW:
        return Advice(
            "short",
            f"With {counted(count, 'sentence')} there is no curve to speak of: cutting by meaning has nothing to go by.",
        )
    similarities = curve.similarities
    mean, spread = float(similarities.mean()), float(similarities.std())
    shifts = topic_shifts(curve)
    if spread < 0.05 or not len(shifts):
        return Advice(
            "flat",
            f"The curve is flat: similarity is {mean:.2f} give or take {spread:.2f} and no place stands out, "
            f"so {_by_meaning()} would cut anywhere here.",
        )
    agree, chance, places = _structure(curve, shifts, document)
    if places >= 3 and agree >= max(0.5, 2 * chance):
        return Advice(
            "structured",
            f"Of its deepest dips, {len(shifts)} in all, {agree:.0%} lie where a heading, message or page "
            "begins: the structure already says where topics change, and cutting by it needs no model.",
        )
    dips = int((depths(curve.distances) > 1.5 * spread).sum())
    if dips > len(curve) / 5:
        return Advice(
            "noisy",
            f"The curve jumps: {dips} of {len(curve)} gaps are dips deeper than {1.5 * spread:.2f}, so a "
            "threshold picks accidents unless the window is wider or blocks are compared.",
        )
    structure = f" Its {places} headings, messages or pages do not mark them." if places >= 3 else ""
    return Advice(
        "clear",
        f"The curve dips clearly at {len(shifts)} of {len(curve)} gaps, down to "
        f"{float(similarities.min()):.2f} where the mean is {mean:.2f}: {_by_meaning()} can cut there, and Evaluate "
        f"says whether that answers more questions.{structure}",
    )


def _by_meaning() -> str:
    """The strategies that declare themselves good for text whose topic drifts."""
    return listed([f"“{kind.label}”" for kind in strategies if "drift" in kind.good_for])


def _structure(curve: Curve, shifts: Positions, document: Document) -> tuple[float, float, int]:
    """The share of shifts that lie at a structural beginning or one sentence off, that share of all gaps (what chance would
    give), and how many beginnings there are."""
    places = np.unique([block.start for block in document.blocks_of(*STRUCTURE) if block.start > 0])
    near = np.zeros(len(curve) + 2, bool)
    begins = curve.starts.searchsorted(places, "right") - 1  # the sentence a beginning lies in; the gap before it is one less
    for off in (-1, 0, 1):
        near[np.clip(begins + off, 0, len(curve) + 1)] = True
    near = near[1:-1]
    return float(near[shifts].mean()), float(near.mean()), len(places)
