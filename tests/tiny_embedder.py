"""An embedder small enough to work out by hand: a text's vector counts its words, each word by a hash of its own."""

from __future__ import annotations

import hashlib
import re

import numpy as np

from chunkviz.embedder import Embedder
from chunkviz.tokenizer import tokenizers


class Tiny(Embedder):
    key, label, limit, cached = "tiny", "Tiny", None, False

    def __init__(self, model: str = "tiny@1", dimension: int = 64) -> None:
        self.tokenizer = tokenizers.get("words")
        self.model, self.dimension = model, dimension
        self.embedded: list[str] = []  # what it was asked to embed, in order

    def encode(self, texts):
        self.embedded += texts
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            row[0] = 0.01  # a text without words has a direction as well
            for word in re.findall(r"\w+", text.lower()):
                row[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big") % self.dimension] += 1
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def token_vectors(self, text):
        found = [match.span() for match in re.finditer(r"\w+", text)]
        places = np.array(found, np.int64).reshape(-1, 2)
        return self.encode([text[start:end] for start, end in found]), places[:, 0], places[:, 1]
