"""Cluster: see the class."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..cause import END, Cause
from ..chunk import Chunk
from ..cutting.natural_breaks import cut
from ..cutting.separators import Level
from ..document import Document
from ..embedder import Vectors
from ..errors import SettingError
from ..params import param
from ..span import Span
from ..strategy import Strategy, Tools, strategies
from ..tokenizer import Positions

# The breaks of the report's pieces; a full stop belongs to what follows it, as in LangChain.
_LEVELS = tuple(Level((separator,), "piece", natural="start") for separator in ("\n\n", "\n", ".", "?", "!", " ", ""))

_MOST = 256  # pieces a chunk: every piece is compared with so many before it, whatever the length of the text
_DOUBT = 8  # by how many tokens a count from the tokens of the whole text may be wrong


@strategies.register
@dataclass(frozen=True)
class Cluster(Strategy):
    """Cut small pieces, then join neighbours so that what is together in a chunk is as alike as it can be.

    It adds to *semantic* that the whole document is weighed at once instead of one gap at a time: of all ways to join the
    pieces within the size, the one with the largest sum of similarities inside chunks is taken (similarities less their
    mean in the document, so that joining is not always good). After Chroma's report “Evaluating Chunking Strategies for
    Retrieval” (Smith and Troynikov, 2024), ClusterSemanticChunker.

    Three pieces, the first and second 0.9 alike, the second and third 0.3, the first and third 0.3, mean 0.5, room for two
    in a chunk: joining the first two gains 0.4, joining the last two loses 0.2:

        Berths cost by length. Fees are due in May. | Penguins eat krill.

    What it still gets wrong: the pieces are cut blindly, so a chunk may begin in the middle of a sentence; it knows no
    headings; the chunks are small, since every chunk has room for only `size` divided by `piece` pieces.
    """

    label = "Cluster"
    order = 60
    embeds = True
    good_for = ("drift",)  # embeds every piece: too expensive to be tried for one answer
    size: int = param(200, "The most tokens a chunk may have.", low=1, high=8192)
    piece: int = param(
        50,
        "Tokens of the pieces that are joined; at most size divided by piece of them make a chunk.",
        low=1,
        high=512,
        within="size",
        part=4,  # four pieces a chunk, as in the report
    )

    def check(self) -> None:
        if self.piece > self.size:
            raise SettingError(f"piece must be at most the size, {self.size}; it is {self.piece}.")
        if self.size // self.piece > _MOST:
            least = self.size // (_MOST + 1) + 1
            raise SettingError(
                f"piece must be at least {least} with a size of {self.size}, as a chunk has at most {_MOST}; it is {self.piece}."
            )

    def split(self, document: Document, tools: Tools) -> list[Chunk]:
        pieces = cut(tools, Span(0, len(document)), self.piece, levels=_LEVELS, measure="pieces")
        if not pieces:
            return []
        starts = np.array([piece.start for piece in pieces], np.int64)
        ends = np.array([piece.end for piece in pieces], np.int64)
        vectors = tools.vectors(starts, ends)
        mean = mean_similarity(vectors)
        firsts = self._fitting(starts, ends, tools)
        lasts = segmentation(vectors, mean, firsts)
        chunks, first = [], 0
        for last in lasts:
            cause = END if last == len(pieces) - 1 else _cause(vectors, first, last, mean)
            oversize = pieces[last].oversize if first == last else ""
            chunks.append(Chunk(int(starts[first]), int(ends[last]), cause, oversize=oversize))
            first = last + 1
        return chunks

    def _fitting(self, starts: Positions, ends: Positions, tools: Tools) -> Positions:
        """For each piece the first one that a chunk ending with it may begin with, by number of pieces and by tokens; rising."""
        own, tokens = np.arange(len(starts)), tools.tokens
        # The tokens of the whole say where to begin to count: not piece by piece from the furthest, which may be many.
        near = tokens.indexes(starts).searchsorted(tokens.indexes(ends) - self.size - _DOUBT)
        firsts = np.minimum(np.maximum(own - self.size // self.piece + 1, near), own)
        while True:
            # A longer text may have fewer tokens than its end, so that an earlier piece could begin a later chunk.
            firsts = np.maximum.accumulate(firsts)
            several = np.flatnonzero(firsts < own)
            over = several[tokens.counts(starts[firsts[several]], ends[several]) > self.size]
            if not over.size:
                return firsts
            firsts[over] += 1


def mean_similarity(vectors: Vectors) -> float:
    """The mean cosine of all pairs of different rows, from the length of their sum; 0 for one row."""
    count = len(vectors)
    total = vectors.sum(axis=0, dtype=np.float64)
    return float((total @ total - count) / (count * (count - 1))) if count > 1 else 0.0


def segmentation(vectors: Vectors, mean: float, firsts: Positions) -> list[int]:
    """The last piece of each chunk of the best segmentation.

    firsts   for each piece i the first piece that a chunk ending with i may begin with; in rising order
    The gain of a chunk is the sum over pairs of its pieces of cosine - mean. By dynamic programming over the last chunk;
    gains of all chunks that end with piece i come from those that end with i - 1 and one product of the piece with the
    pieces it may stand with: no matrix of all similarities is ever made.
    """
    count = len(vectors)
    best = np.zeros(count + 1)  # best[i]: the largest gain of the pieces before i
    begin = np.zeros(count, np.int64)
    gains = np.zeros(0)  # of chunks first..i, for each allowed first
    before = 0
    for i in range(count):
        first = int(firsts[i])
        alike = vectors[first:i] @ vectors[i] - mean
        added = np.cumsum(alike[::-1], dtype=np.float64)[::-1]
        gains = np.append(gains[first - before :] + added, 0.0)
        total = gains + best[first : i + 1]
        # Of equal ones the longest chunk: argmax takes the first.
        chosen = int(total.argmax())
        best[i + 1], begin[i], before = total[chosen], first + chosen, first
    lasts, i = [], count - 1
    while i >= 0:
        lasts.append(i)
        i = int(begin[i]) - 1
    return lasts[::-1]


def _cause(vectors: NDArray[np.float32], first: int, last: int, mean: float) -> Cause:
    """Why the best segmentation has an end after piece `last`, as far as numbers can say it."""
    alike = float((vectors[first : last + 1] @ vectors[last + 1]).mean())
    words = (
        "What follows is {alike:.2f} like this chunk, the mean of the document is {mean:.2f}; of all "
        "ways to join pieces this one "
        "keeps the most similarity inside chunks."
    )
    return Cause("meaning", words, {"alike": alike, "mean": mean})
