"""Semantic: see the class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..cause import END, Cause
from ..chunk import Chunk
from ..cutting.natural_breaks import cut
from ..cutting.similarity_curve import READINGS, RULES, Curve, Threshold, curve_of, threshold_of
from ..document import Document
from ..errors import SettingError
from ..params import param
from ..span import Span
from ..strategy import Strategy, Tools, strategies


@strategies.register
@dataclass(frozen=True)
class Semantic(Strategy):
    """Cut where the meaning changes: where a sentence and the next, each with its neighbours, are unlike each other.

    It adds to the strategies before it that topics may end where no blank line and no heading says so. Each gap between
    two sentences has a similarity; the similarities make a curve, and its low places are the cuts.

    With similarities 0.8, 0.2, 0.7 at the gaps of four sentences and “similarity under 0.5”, the second gap is a cut:

        Berths cost by length. Fees are due in May. | Penguins eat krill. They live in the south.

    What it still gets wrong: a percentile cuts the same share of the gaps in every document, topics or not; in lists, tables
    and code sentences mean little; every sentence has to be embedded first. Where headings are, they are cheaper and better.
    """

    label = "Semantic"
    order = 50
    embeds = True
    good_for = ("drift", "passages beside the point")  # embeds every sentence: too expensive to be tried for one answer
    size: int = param(
        512, "The most tokens a chunk may have; what is larger is cut again at paragraphs, lines, sentences.", low=1, high=8192
    )
    min_size: int = param(
        0,
        "A chunk with fewer tokens joins the neighbour that is more like it, where both fit a chunk.",
        low=0,
        high=8192,
        label="Least size",
    )
    rule: str = param("percentile", "What a gap must pass to be a cut.", choices=RULES)
    percentile: float = param(
        95.0, "Cut where the distance is over this percentile of all distances.", low=0, high=100, when=("rule", "percentile")
    )
    deviations: float = param(
        2.0,
        "Cut where the distance is this many standard deviations over the mean.",
        low=0,
        high=10,
        label="Standard deviations",
        when=("rule", "deviation"),
    )
    ranges: float = param(
        1.5,
        "Cut where the distance is this many interquartile ranges over the mean.",
        low=0,
        high=10,
        label="Interquartile ranges",
        when=("rule", "interquartile"),
    )
    slope: float = param(
        95.0,
        "Cut where the distance rises faster than this percentile of its rises.",
        low=0,
        high=100,
        label="Percentile of the rise",
        when=("rule", "gradient"),
    )
    similarity: float = param(0.4, "Cut where the similarity is under this.", low=-1, high=1, when=("rule", "similarity"))
    depth: float = param(
        0.3,
        "Cut at dips at least this deep, measured from the lower of the tops beside them.",
        low=0,
        high=2,
        when=("rule", "dip"),
    )
    window: int = param(1, "Sentences that stand with each sentence on either side, or in a block.", low=0, high=20)
    reading: str = param("windows", "What is compared at a gap.", choices=READINGS, label="Compare")
    language: str = param(
        "en",
        "Language of the text, as a code such as en, de or ja: which abbreviations end no sentence.",
        advanced=True,
    )

    def check(self) -> None:
        if self.min_size > self.size:
            raise SettingError(f"min_size must be at most the size, {self.size}; it is {self.min_size}.")

    def curve(self, tools: Tools) -> Curve:
        return curve_of(tools, self.language, self.window, self.reading)

    def threshold(self, curve: Curve) -> Threshold:
        amounts = {
            "percentile": self.percentile,
            "deviation": self.deviations,
            "interquartile": self.ranges,
            "gradient": self.slope,
            "similarity": self.similarity,
            "dip": self.depth,
        }
        return threshold_of(curve, self.rule, amounts[self.rule])

    def split(self, document: Document, tools: Tools) -> list[Chunk]:
        curve = self.curve(tools)
        if not len(curve.starts):
            return []
        threshold = self.threshold(curve)
        gaps = [gap for gap in threshold.cuts.tolist() if not _alike(document.text, curve, gap)]
        last = Cause("end", f"The text ends here. {threshold.undecided}") if threshold.undecided and len(curve) else END
        causes = [*(self._cause(curve, threshold, gap) for gap in gaps), last]
        starts, ends = curve.starts[[0, *(gap + 1 for gap in gaps)]], curve.ends[[*gaps, -1]]
        chunks: list[Chunk] = []
        for start, end, tokens, cause in zip(
            starts.tolist(), ends.tolist(), tools.tokens.counts(starts, ends).tolist(), causes, strict=True
        ):
            if tokens <= self.size:
                chunks.append(Chunk(start, end, cause))
            else:
                chunks += cut(tools, Span(start, end), self.size, closing=cause)
        return self._joined(chunks, curve, tools)

    def _cause(self, curve: Curve, threshold: Threshold, gap: int) -> Cause:
        numbers: dict[str, Any] = {
            "similarity": float(curve.similarities[gap]),
            "value": float(threshold.values[gap]),
            "threshold": threshold.level,
            "name": threshold.name,
        }
        if self.rule == "gradient":
            words = (
                "The distance between sentences rises by {value:.3f} here, threshold {threshold:.3f} "
                "({name}); similarity {similarity:.2f}."
            )
        elif self.rule == "dip":
            numbers["threshold"] = self.depth
            words = (
                "Similarity dips to {similarity:.2f}, {value:.2f} below the tops beside it, threshold {threshold:.2f} ({name})."
            )
        else:
            numbers["threshold"] = 1 - threshold.level
            words = "Similarity {similarity:.2f}, threshold {threshold:.2f} ({name})."
        return Cause("meaning", words, numbers)

    def _joined(self, chunks: list[Chunk], curve: Curve, tools: Tools) -> list[Chunk]:
        """The chunks, those under `min_size` joined to the neighbour that is more like them, where that fits the size.

        One walk: a small chunk looks back at what stands before it, which is not small any more unless nothing fits it, and
        ahead; what it joined may still be small and looks again.
        """
        tokens = tools.tokens.counts([chunk.start for chunk in chunks], [chunk.end for chunk in chunks]).tolist()
        edges = [chunk.end for chunk in chunks[:-1]]
        at = np.minimum(curve.gaps.searchsorted(edges), max(len(curve) - 1, 0))
        # A boundary that a second cut made inside a sentence is nearer than any gap.
        widths = [
            float(curve.distances[gap]) if len(curve) and curve.gaps[gap] == edge else 0.0
            for gap, edge in zip(at, edges, strict=True)
        ]
        done: list[tuple[Chunk, int, float]] = []  # chunk, its tokens, the width of the gap before it
        rest = [*zip(chunks, tokens, [np.inf, *widths], strict=True)][::-1]
        while rest:
            chunk, count, width = rest.pop()
            if count < self.min_size:
                ahead = (rest[-1][2], 1) if rest else None
                for _, side in sorted(filter(None, [(width, 0) if done else None, ahead])):
                    first, second = (done[-1], (chunk, count, width)) if side == 0 else ((chunk, count, width), rest[-1])
                    both = tools.tokens.count(first[0].start, second[0].end)
                    if both <= self.size:
                        (done if side == 0 else rest).pop()
                        rest.append(
                            (Chunk(first[0].start, second[0].end, second[0].cause, oversize=second[0].oversize), both, first[2])
                        )
                        break
                else:
                    done.append((chunk, count, width))
            else:
                done.append((chunk, count, width))
        return [chunk for chunk, _, _ in done]


def _alike(text: str, curve: Curve, gap: int) -> bool:
    """Whether the sentences on both sides are the same words: there is never a change of topic between them."""
    return text[curve.starts[gap] : curve.ends[gap]] == text[curve.starts[gap + 1] : curve.ends[gap + 1]]
