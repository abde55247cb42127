"""What can be counted from a chunking: sizes, coverage, overlap and its cost, sentences cut."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .text.line_ends import PARAGRAPH_END

if TYPE_CHECKING:
    from .chunking import Chunking

CLOUD_LIMIT = 16_384  # bytes of a document that Chroma Cloud takes; a local Chroma takes more
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’»)\]}」』）*_]*\s*\Z")
_WHITE_SPACE = re.compile(r"\s*")


@dataclass(frozen=True)
class Numbers:
    """Counts of a chunking. Shares are of the text's characters that are not white space, from 0 to 1.

    chunks                           how many
    tokens_min, _median, _p95, _max  of the chunks' own texts, in the tokenizer's units
    covered_once, _more, uncovered   share of the text that one chunk holds, several hold, none holds; they add up to 1
    overlap_asked, overlap_got       summed over all boundaries, in the tokenizer's units
    stored_tokens                    of all that is embedded: own texts, context and added text
    mid_sentence                     share of the chunks that end neither after . ! ? … 。 nor at a blank line
    over_cloud_limit                 chunks of more than 16,384 bytes (Chroma Cloud's limit)
    oversize                         chunks larger than the size asked for
    """

    chunks: int
    tokens_min: int
    tokens_median: float
    tokens_p95: float
    tokens_max: int
    covered_once: float
    covered_more: float
    uncovered: float
    overlap_asked: int
    overlap_got: int
    stored_tokens: int
    mid_sentence: float
    over_cloud_limit: int
    oversize: int


def numbers_of(chunking: Chunking) -> Numbers:
    """The numbers of a chunking; zeros where it has no chunks."""
    chunks = chunking.chunks
    tokens = np.array([chunk.tokens or 0 for chunk in chunks] or [0])
    once, more = _coverage(chunking)
    headed = [chunking.embedded_text(c)[: -(c.end - c.start)] for c in chunks if c.context or c.added]
    overlaps = [chunk.overlap for chunk in chunks if chunk.overlap.unit == chunking.tokenizer.unit]
    return Numbers(
        chunks=len(chunks),
        tokens_min=int(tokens.min()),
        tokens_median=float(np.median(tokens)),
        tokens_p95=float(np.percentile(tokens, 95)),
        tokens_max=int(tokens.max()),
        covered_once=once,
        covered_more=more,
        uncovered=max(0.0, 1 - once - more) if chunking.document.text.strip() else 0.0,
        overlap_asked=sum(overlap.asked for overlap in overlaps),
        overlap_got=sum(overlap.got for overlap in overlaps),
        stored_tokens=int(tokens.sum()) + sum(chunking.tokenizer.counts(headed)),
        mid_sentence=len(mid_sentence(chunking)) / len(chunks) if chunks else 0.0,
        over_cloud_limit=sum(
            len(chunking.embedded_text(c).encode()) > CLOUD_LIMIT for c in chunks if c.end - c.start > CLOUD_LIMIT // 4
        ),
        oversize=sum(bool(chunk.oversize) for chunk in chunks),
    )


def mid_sentence(chunking: Chunking) -> list[int]:
    """Indexes of the chunks that end in the middle of a sentence."""
    text = chunking.document.text
    return [
        i
        for i, chunk in enumerate(chunking.chunks)
        if not _SENTENCE_END.search(text[max(chunk.start, chunk.end - 40) : chunk.end]) and not at_blank_line(text, chunk.end)
    ]


def at_blank_line(text: str, position: int) -> bool:
    """Whether a blank line, or the end of the text, stands around `position`."""
    start = position
    while start and text[start - 1].isspace():
        start -= 1
    end = _WHITE_SPACE.match(text, start).end()  # type: ignore[union-attr]
    return end == len(text) or PARAGRAPH_END.search(text, start, end) is not None


def depths(chunking: Chunking) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(edges, depth): between edges[i] and edges[i + 1], depth[i] chunks hold the text; shapes (n,) and (n - 1,)."""
    starts = np.array([chunk.start for chunk in chunking.chunks], np.int64)
    ends = np.array([chunk.end for chunk in chunking.chunks], np.int64)
    edges = np.unique(np.concatenate([[0, len(chunking.document)], starts, ends]))
    change = np.zeros(len(edges), np.int64)
    np.add.at(change, edges.searchsorted(starts), 1)
    np.add.at(change, edges.searchsorted(ends), -1)
    return edges, np.cumsum(change)[:-1]


def _coverage(chunking: Chunking) -> tuple[float, float]:
    """Shares of the characters, white space apart, that one chunk holds and that several hold."""
    edges, depth = depths(chunking)
    solid = np.diff(chunking.document.solid[edges])
    total = solid.sum() or 1
    return float(solid[depth == 1].sum() / total), float(solid[depth > 1].sum() / total)
