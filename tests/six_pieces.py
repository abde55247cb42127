"""Six pieces of text whose vectors one can see: angles on a circle. What the tests of retrieval patterns share."""

from __future__ import annotations

import numpy as np
from tiny_embedder import Tiny

import chunkviz
from chunkviz.cause import END
from chunkviz.chunk import Chunk
from chunkviz.chunking import Chunking
from chunkviz.pattern import Search
from chunkviz.search.exact_index import ExactIndex
from chunkviz.span import Span
from chunkviz.strategies.fixed import Fixed
from chunkviz.tokenizer import tokenizers


class Angles(Tiny):
    """A text's vector is the angle it ends with, in degrees: “pier @30” points to 30°."""

    def __init__(self):
        super().__init__("angles@1", 2)

    def encode(self, texts):
        angles = np.radians([float(text.rpartition("@")[2].split()[0]) for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def cut(text, *pieces, parents=()):
    """A chunking with a chunk for each of the pieces, which stand in the text in order; `parents` hold them."""
    document = chunkviz.Document(text, "a.txt")
    at, chunks = 0, []
    for piece in pieces:
        at = text.index(piece, at)
        span = Span(at, at + len(piece))
        parent = next((one for one in parents if one.contains(span)), None)
        chunks.append(Chunk(*span, END, tokens=1, parent=parent))
        at += 1
    return Chunking(document, Fixed(), tokenizers.get("words"), tuple(chunks))


def search_in(chunking, embedder):
    return Search(ExactIndex.of(chunking, embedder), embedder, {chunking.document.id: chunking})


def texts(passages):
    return [passage.text for passage in passages]


SIX = "a @0 b @10 c @20 d @80 e @90 f @100"
PIECES = ("a @0", "b @10", "c @20", "d @80", "e @90", "f @100")
HALVES = (Span(0, 16), Span(17, len(SIX)))
