"""The similarity curve of a document: how unlike the text on the two sides of each gap between sentences is.

Three readings. "windows", after Greg Kamradt's semantic chunking and LangChain's SemanticChunker: each sentence stands for
itself and a few neighbours on both sides, and a gap is as wide as 1 - the cosine of the windows of its two sentences.
"blocks", after Hearst's TextTiling: the sentences before the gap against the sentences after it, which share none.
"averages": the same, the vectors of blocks being averages of their sentences', so that each sentence is embedded once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..embedder import Vectors
from ..errors import ChunkvizError
from ..strategy import Tools
from ..tokenizer import Positions
from .packing import trimmed

Numbers = NDArray[np.float64]

READINGS = {
    "windows": "Each sentence with its neighbours, against the next with its own",
    "blocks": "The sentences before a gap against those after it",
    "averages": "The same by averages: quicker, a new window costs nothing, less exact",
}
RULES = {
    "percentile": "Percentile of distances",
    "deviation": "Standard deviations above the mean",
    "interquartile": "Interquartile ranges above the mean",
    "gradient": "Percentile of the distances' rise",
    "similarity": "Similarity under a value",
    "dip": "Dips by their depth",
}
NOISE = 1e-6  # distances of vectors of 32 bits that differ by less are the same


@dataclass(frozen=True, eq=False)
class Curve:
    """A document's sentences and the gaps between them.

    starts, ends   places of the n sentences, without the white space around them, shape (n,) each
    distances      1 - cosine of the texts on both sides of each gap, from 0 to 2, shape (n - 1,)
    """

    starts: Positions
    ends: Positions
    distances: Numbers

    def __len__(self) -> int:
        """How many gaps there are."""
        return len(self.distances)

    @cached_property
    def similarities(self) -> Numbers:
        return 1 - self.distances

    @property
    def gaps(self) -> Positions:
        """Where each gap is: the end of the sentence before it, shape (n - 1,)."""
        return self.ends[:-1]


class Threshold(NamedTuple):
    """A rule applied to a curve.

    values   what the rule compares at each gap, shape (n - 1,)
    level    a gap is a cut where its value is over this
    name     what the level is, in words ("80th percentile of distances")
    undecided  "" or, in words, why the rule can decide nothing here
    """

    values: Numbers
    level: float
    name: str
    undecided: str = ""

    @property
    def cuts(self) -> Positions:
        """The gaps that are cuts, in order."""
        return np.flatnonzero(self.values > self.level + NOISE)


def sentences_of(tools: Tools, language: str = "en") -> tuple[Positions, Positions]:
    """Starts and ends of the document's sentences, without the white space around them; shape (n,) each."""
    ends = tools.sentence_ends(language)
    text = tools.document.text
    spans = [trimmed(text, start, end) for start, end in zip([0, *ends[:-1].tolist()], ends.tolist(), strict=False)]
    found = np.array([span for span in spans if span[0] < span[1]], np.int64).reshape(-1, 2)
    return found[:, 0].copy(), found[:, 1].copy()


def curve_of(tools: Tools, language: str = "en", window: int = 1, reading: str = "windows") -> Curve:
    """The curve of the document.

    window    "windows": neighbours on each side of a sentence; else the sentences in a block, at least one
    reading   a key of READINGS; a window or block that is read as text is the document's own, from the first sentence's
              start to the last one's end
    What was embedded before, with these tools or ever, is not embedded again.
    """
    starts, ends = sentences_of(tools, language)
    count = len(starts)
    if not count:
        return Curve(starts, ends, np.empty(0))
    here = np.arange(count)
    before: NDArray[np.floating]
    after: NDArray[np.floating]
    if reading == "windows":
        window = min(window, max(count - 2, 0))  # a wider one would be the whole text for every sentence
        vectors = tools.vectors(starts[np.maximum(here - window, 0)], ends[np.minimum(here + window, count - 1)])
        before, after = vectors[:-1], vectors[1:]
    elif reading == "blocks":
        window = min(max(window, 1), count)
        last = np.arange(count + window - 1)  # block i ends with sentence i, and at the end of the text
        vectors = tools.vectors(starts[np.maximum(last - window + 1, 0)], ends[np.minimum(last, count - 1)])
        before, after = vectors[: count - 1], vectors[window : window + count - 1]
    else:
        window, gap = max(window, 1), here[:-1]
        averages = Averages(tools.vectors(starts, ends), ends - starts)
        before = averages.of(np.maximum(gap - window + 1, 0), gap + 1)
        after = averages.of(gap + 1, np.minimum(gap + 1 + window, count))
    return Curve(starts, ends, _distances(before, after))


class Averages:
    """Unit vectors in the direction of weighted sums of consecutive rows, each found from running totals at once."""

    def __init__(self, vectors: Vectors, weights: Positions) -> None:
        self.total = np.zeros((len(vectors) + 1, vectors.shape[1]))
        np.cumsum(vectors * weights[:, None], axis=0, out=self.total[1:])

    def of(self, first: Positions, last: Positions) -> Numbers:
        """Those of the rows first..last-1, for each pair; shape (len(first), dimension)."""
        sums = self.total[last] - self.total[first]
        return sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12)


def _distances(before: NDArray[np.floating], after: NDArray[np.floating]) -> Numbers:
    distances = 1 - np.einsum("ij,ij->i", before, after, dtype=np.float64)
    distances[distances < NOISE] = 0
    return distances


def threshold_of(curve: Curve, rule: str, amount: float) -> Threshold:
    """The level of a rule (a key of RULES) on this curve.

    percentile     that percentile of all distances (LangChain's default, at 95)
    deviation      mean + amount x standard deviation
    interquartile  mean + amount x (third quartile - first quartile), as LangChain has it
    gradient       that percentile of the curve's slope; the values are the slope
    similarity     cut where the similarity is under `amount`, whatever the rest of the document is like
    dip            cut at local minima of the similarity at least `amount` below the lower of the tops on both sides
    """
    distances = curve.distances
    if rule == "similarity":
        return Threshold(distances, 1 - amount, "value set")
    if len(distances) < 2:
        why = "One gap between sentences cannot be compared with others" if len(distances) else "There is one sentence"
        return Threshold(distances, np.inf, "", f"{why}, so this rule cannot decide.")
    if rule == "percentile":
        return Threshold(distances, float(np.percentile(distances, amount)), f"{_ordinal(amount)} percentile of distances")
    if rule == "deviation":
        return Threshold(
            distances,
            float(distances.mean() + amount * distances.std()),
            f"{amount:g} standard deviations above the mean distance",
        )
    if rule == "interquartile":
        first, third = np.percentile(distances, [25, 75])
        return Threshold(
            distances,
            float(distances.mean() + amount * (third - first)),
            f"{amount:g} interquartile ranges above the mean distance",
        )
    if rule == "gradient":
        slope = np.gradient(distances)
        return Threshold(slope, float(np.percentile(slope, amount)), f"{_ordinal(amount)} percentile of the rise of distances")
    if rule == "dip":
        return Threshold(depths(distances), amount - 2 * NOISE, "least depth set")
    raise ChunkvizError(f"There is no rule “{rule}”; there are: {', '.join(RULES)}.")


def depths(distances: Numbers) -> Numbers:
    """How far each local minimum of the similarity lies below the lower of the tops on both sides of it, within 1,000 gaps
    (its topographic prominence, by scipy.signal); 0 everywhere else. The ends of the text count as tops."""
    from scipy.signal import find_peaks

    top = distances.min(initial=2.0)
    places, found = find_peaks(np.concatenate([[top], distances, [top]]), prominence=0, wlen=2001)
    depth = np.zeros(len(distances))
    depth[places - 1] = found["prominences"]
    return depth


def _ordinal(number: float) -> str:
    """1st, 2nd, 3rd, 80th, 12.5th."""
    if number % 1 or int(number) % 100 in (11, 12, 13):
        return f"{number:g}th"
    return f"{number:g}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(int(number) % 10, 'th') }"
