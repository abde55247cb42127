"""Hashed words: vectors without a model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from ..embedder import Embedder, Vectors, embedders
from ..tokenizer import tokenizers

_WORD = re.compile(r"[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]|[^\W\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")


class Hashing(Embedder):
    """Counts the words of a text and their groups of three letters, each at a place and with a sign set by its hash.

    The hashing trick of Weinberger et al. (2009), with the letter groups of fastText. No model: it knows which words two
    texts share, not what they mean. For tests, and where no model is installed.
    """

    key = "hashing"
    label = "Hashed words (no model: knows shared words, not meaning)"
    order = 90
    model = "hashing 1"
    dimension = 512
    limit = None
    cached = False

    @property
    def tokenizer(self):  # type: ignore[no-untyped-def, override]
        return tokenizers.get("words")

    def encode(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            places: list[int] = []
            signs: list[float] = []
            for word in _WORD.findall(text.lower()) or [text]:
                for place, sign in _features(word[:100], self.dimension):
                    places.append(place)
                    signs.append(sign)
            np.add.at(vectors[row], places, signs)
        lengths = np.linalg.norm(vectors, axis=1)
        vectors[lengths == 0, 0] = 1  # features that cancel out
        lengths[lengths == 0] = 1
        return vectors / lengths[:, None]


@lru_cache(maxsize=100_000)
def _features(word: str, dimension: int) -> tuple[tuple[int, float], ...]:
    """Place and signed weight of the word and of its groups of three letters, which together weigh as much."""
    framed = f"<{word}>"
    groups = [framed[i : i + 3] for i in range(len(framed) - 2)]
    weighted = [(framed + "=", 1.0), *((group, 1 / len(groups)) for group in groups)]
    found = []
    for feature, weight in weighted:
        digest = int.from_bytes(blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
        found.append((digest % dimension, weight if digest >> 63 else -weight))
    return tuple(found)


embedders.register(Hashing())
