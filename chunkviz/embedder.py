"""Texts -> unit vectors: the contract of an embedder."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from .registry import Registry
from .tokenizer import Tokenizer

Vectors = NDArray[np.float32]


class Embedder(ABC):
    """A model that turns texts into vectors.

    key, label   its name for programs and for people
    model        what it is, exactly (name and revision or checksum): the cache and an index tell models apart by it
    dimension    length of a vector
    limit        tokens it reads of a text, by its own tokenizer; the rest it never sees; None where there is no limit
    tokenizer    how it counts
    """

    key: str
    label: str
    model: str
    dimension: int
    limit: int | None
    tokenizer: Tokenizer

    @abstractmethod
    def embed(self, texts: Sequence[str], progress: Callable[[int, int], None] = lambda done, total: None) -> Vectors:
        """Unit vectors of the texts, float32, shape (len(texts), dimension).

        `progress(done, total)` is called after each batch and may raise to stop; what was embedded stays cached.
        """

    def token_vectors(self, text: str) -> tuple[Vectors, NDArray[np.int64], NDArray[np.int64]] | None:
        """(vectors, starts, ends): one vector for each of the model's tokens of `text`, with their places in
        characters, for late chunking; None where the model does not give them."""
        return None


embedders: Registry[Embedder] = Registry("chunkviz.embedders", "embedder")
