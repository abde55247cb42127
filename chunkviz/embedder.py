"""Texts -> unit vectors: the contract of an embedder, and where embedders are found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .cache.vectors import shared_cache
from .errors import ChunkvizError
from .registry import Registry
from .tokenizer import Positions, Tokenizer

Vectors = NDArray[np.float32]
Progress = Callable[[int, int], None]

SLICE = 24_000  # characters embedded between two calls of `progress`: about a second of the packaged model


class Embedder(ABC):
    """A model that turns texts into vectors.

    key, label   its name for programs and for people
    model        what it is, exactly (name and revision or checksum): the cache and an index tell models apart by it
    dimension    length of a vector
    limit        tokens it reads of a text, by its own tokenizer; the rest it never sees; None where no limit is known
    markers      how many tokens of the limit go to the markers it puts around every text ([CLS] and [SEP])
    tokenizer    how it counts
    cached       whether its vectors are worth keeping: False where making them costs no more than finding them
    """

    key: str
    label: str
    model: str
    dimension: int
    limit: int | None
    markers: int = 0
    tokenizer: Tokenizer
    cached: bool = True

    @abstractmethod
    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of a few texts, always computed: float32, shape (len(texts), dimension). Callers want `embed`."""

    def embed(self, texts: Sequence[str], progress: Progress = lambda done, total: None) -> Vectors:
        """Unit vectors of the texts, float32, shape (len(texts), dimension).

        Each distinct text is embedded once, ever (see `chunkviz.cache.vectors`), the longest first, so that texts of one
        length share a batch. `progress(done, total)` counts the characters still to be embedded, so that time left is in
        proportion; it is called before the first and after each slice and may raise to stop: what was embedded stays.
        Not called where nothing has to be embedded.
        """
        distinct = list(dict.fromkeys(texts))
        vectors = np.zeros((len(distinct), self.dimension), np.float32)
        cache = shared_cache() if self.cached else None
        missing = cache.fill(self.model, distinct, vectors) if cache else list(range(len(distinct)))
        missing.sort(key=lambda i: len(distinct[i]), reverse=True)
        done, total = 0, sum(len(distinct[i]) for i in missing)
        for part in _slices(missing, [len(text) for text in distinct]):
            if not done:
                progress(0, total)
            vectors[part] = _sound(self.encode([distinct[i] for i in part]), len(part), self)
            if cache:
                cache.keep(self.model, [distinct[i] for i in part], vectors[part])
            done += sum(len(distinct[i]) for i in part)
            progress(done, total)
        if len(distinct) == len(texts):
            return vectors
        place = {text: i for i, text in enumerate(distinct)}
        return vectors[[place[text] for text in texts]]

    def token_vectors(self, text: str) -> tuple[Vectors, Positions, Positions] | None:
        """(vectors, starts, ends): one vector, not of unit length, for each of the model's tokens of `text`, and their
        places in characters, for late chunking; None where the model does not give them. Only the first `reach` tokens
        are read: the caller cuts a longer text into stretches."""
        return None

    @property
    def reach(self) -> int | None:
        """How many of its own tokens, without markers, `token_vectors` reads at once."""
        return None if self.limit is None else self.limit - self.markers


def _sound(vectors: Vectors, count: int, embedder: Embedder) -> Vectors:
    """The vectors; a ChunkvizError where they are not as many or as long as said, or hold what is no number."""
    if vectors.shape != (count, embedder.dimension):
        shape = " × ".join(map(str, vectors.shape))
        raise ChunkvizError(
            f"{embedder.model} gave {shape} numbers for {count} texts of {embedder.dimension} each; check which model it is."
        )
    if not np.isfinite(vectors).all():
        raise ChunkvizError(f"{embedder.model} gave vectors that hold no numbers (NaN or infinity); its weights may be damaged.")
    return vectors


def _slices(order: list[int], lengths: list[int]) -> list[list[int]]:
    """`order` in parts of about SLICE characters each."""
    parts: list[list[int]] = []
    room = 0
    for i in order:
        if room <= 0:
            parts.append([])
            room = SLICE
        parts[-1].append(i)
        room -= lengths[i] + 20
    return parts


embedders: Registry[Embedder] = Registry("chunkviz.embedders", "embedder")

families: dict[str, Callable[[str], Embedder]] = {}
"""Prefix -> what makes an embedder from the rest of a name such as "st:NAME": filled by the modules of `embedders/`."""


@lru_cache(maxsize=4)
def embedder_for(name: str) -> Embedder:
    """The embedder called `name`: a registered key, or a family's prefix, a colon and what the family understands.

    "all-MiniLM-L6-v2", "hashing", "st:NAME-OR-FOLDER" (sentence-transformers), "openai:MODEL@BASE-URL". The same name
    gives the same value, so that a model is loaded once. A ChunkvizError says what there is where there is none.
    """
    keys = embedders.keys()
    if name in keys:
        return embedders.get(name)
    prefix, colon, rest = name.partition(":")
    if colon and rest and prefix in families:
        return families[prefix](rest)
    known = ", ".join([*keys, *(f"{prefix}:…" for prefix in sorted(families))])
    raise ChunkvizError(f"There is no embedder “{name}”; there are: {known}.")
