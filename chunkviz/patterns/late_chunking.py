"""Late chunking: see the class."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..chunking import Chunking
from ..embedder import Embedder, Vectors
from ..errors import ChunkvizError
from ..params import param
from ..pattern import Pattern, Search, patterns
from ..search.exact_index import ExactIndex
from ..search.hits import Passage
from ..search.record import records_of

_SPARE = 8  # tokens left free in a window: cut out of its text, a window can have a few more


@patterns.register
@dataclass(frozen=True)
class LateChunking(Pattern):
    """Let the model read the document before it is cut, and cut its vectors instead of its text.

    “The city has 3.8 million inhabitants.” alone does not know which city. Here the text goes through the model in windows
    as long as the model reads, each token's vector has seen the words around it, and a chunk's vector is the mean of its
    tokens' (Günther et al., 2024). The chunks stay the same; nothing is put into them; only their vectors know more.

    Windows overlap, and a token's vector is taken from the window that shows it the most on both sides. It reaches only as
    far as a window (512 tokens for the packaged model), takes a model that pools by the mean, and the whole document has
    to be embedded again when it changes.
    """

    label = "Late chunking"
    order = 80
    good_for = ()  # embeds the whole document again: too expensive to be tried for one answer
    documents = True
    overlap: float = param(0.5, "Share of a window that the next one repeats.", low=0.0, high=0.9)

    def find(self, question: str, search: Search, k: int) -> list[Passage]:
        index = search.once(("late", self.overlap), lambda: self._index(search))
        hits = index.search(search.vector(question), k, search.where, search.where_document)
        return [search.passage(hit.record.span, hit.score, [hit]) for hit in hits]

    def _index(self, search: Search) -> ExactIndex:
        chunkings = list(search.chunkings.values())
        vectors = [late_vectors(chunking, search.embedder, self.overlap, search.progress) for chunking in chunkings]
        records = [record for chunking in chunkings for record in records_of(chunking)]
        return ExactIndex(records, np.concatenate(vectors))


def late_vectors(
    chunking: Chunking,
    embedder: Embedder,
    overlap: float = 0.5,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Vectors:
    """A unit vector for each chunk, pooled from the vectors of its tokens in their context, shape (len(chunking), dimension).

    Zero where a chunk has no token of the model's. `progress` counts windows. A ChunkvizError where the model gives no
    vectors of tokens.
    """
    text = chunking.document.text
    starts = np.array([chunk.start for chunk in chunking.chunks], np.int64)
    ends = np.array([chunk.end for chunk in chunking.chunks], np.int64)
    sums = np.zeros((len(starts), embedder.dimension), np.float64)
    windows = _windows(text, embedder, overlap)
    for number, (start, end, first, last) in enumerate(windows):
        progress(number, len(windows))
        found = embedder.token_vectors(text[start:end])
        if found is None:
            raise ChunkvizError(f"{embedder.label} gives no vectors of single tokens; late chunking needs a model that does.")
        vectors, places = found[0], found[1] + start
        for i in np.flatnonzero((starts < last) & (ends > first)).tolist():
            inside = slice(*places.searchsorted([max(starts[i], first), min(ends[i], last)]))
            sums[i] += vectors[inside].sum(axis=0)
    progress(len(windows), len(windows))
    lengths = np.linalg.norm(sums, axis=1, keepdims=True)
    return (sums / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def _windows(text: str, embedder: Embedder, overlap: float) -> list[tuple[int, int, int, int]]:
    """(start, end, first, last) of each window: its text, and the part of it whose tokens it gives. The parts follow one
    another without gaps; between two windows they change over in the middle of what both show."""
    places, _ = embedder.tokenizer.spans(text)
    reach = max(16, (embedder.reach or len(places) + _SPARE) - _SPARE)
    step = max(1, round(reach * (1 - overlap)))
    begins = list(range(0, max(1, len(places) - reach + step), step))
    places = np.append(places, len(text))
    bounds = [(begin, min(begin + reach, len(places) - 1)) for begin in begins]
    changes = [
        0,
        *(int(places[(following[0] + this[1]) // 2]) for this, following in pairwise(bounds)),
        len(text),
    ]
    return [
        (int(places[begin]) if begin else 0, int(places[end]), first, last)
        for (begin, end), (first, last) in zip(bounds, pairwise(changes), strict=True)
    ]
