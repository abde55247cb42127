"""What a choice of chunks costs at scale: vectors, tokens to embed, memory, and how much of the context it fills."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import SettingError

LINKS = 16  # neighbours of a vector in an HNSW graph, M; Chroma's default


@dataclass(frozen=True, slots=True)
class Scale:
    """A corpus cut in one way. All tokens are counted by one tokenizer.

    documents   how many there are
    tokens      average tokens of a document
    size        average tokens of a chunk: what is embedded
    overlap     how many of these it repeats from the chunk before
    k           passages asked for
    budget      tokens of context there are for them
    parent      tokens of the parent that is read in a chunk's place; 0 where the chunk itself is read
    dimension   length of a vector

    >>> scale = Scale(documents=50_000, tokens=4_000, size=512, overlap=55, k=10, budget=8_000)
    >>> scale.new, round(scale.chunks, -3), scale.context, round(scale.coverage, 2)
    (457, 438000, 5120, 0.64)
    """

    documents: int
    tokens: float
    size: float
    overlap: float = 0
    k: int = 10
    budget: int = 8_000
    parent: float = 0
    dimension: int = 384

    def __post_init__(self) -> None:
        for name in ("documents", "tokens", "size", "k", "budget", "dimension"):
            if not 0 < getattr(self, name) < 1e15:
                raise SettingError(f"{name} must be larger than 0; it is {getattr(self, name)}.")
        if not 0 <= self.overlap < self.size:
            raise SettingError(
                f"overlap must be at least 0 and smaller than size; it is {self.overlap:g} and size is {self.size:g}."
            )
        if self.parent and self.parent < self.size:
            raise SettingError(f"parent must be at least size; it is {self.parent:g} and size is {self.size:g}.")

    @property
    def new(self) -> float:
        """Tokens of a chunk that the one before does not hold."""
        return self.size - self.overlap

    @property
    def chunks(self) -> int:
        """Chunks of the whole corpus, each a vector: every document has at least one."""
        return max(self.documents, round(self.documents * self.tokens / self.new))

    @property
    def embedded(self) -> int:
        """Tokens that go through the embedding model, overlap counted twice; a document of one chunk counts once."""
        return round(self.chunks * min(self.size, self.tokens + self.overlap))

    @property
    def memory(self) -> int:
        """Bytes of an HNSW index with all vectors, as hnswlib lays them out: for each, its numbers in 32 bits, 2 M links and
        their count, a label of 8 bytes, and on the levels above on average M + 1 numbers for one vector in M - 1."""
        level0 = 4 * self.dimension + 4 * (2 * LINKS + 1) + 8
        return round(self.chunks * (level0 + 8 + 4 * (LINKS + 1) / (LINKS - 1)))

    @property
    def read(self) -> float:
        """Tokens that are read for each passage."""
        return self.parent or self.size

    @property
    def context(self) -> float:
        """Tokens that k passages make."""
        return self.k * self.read

    @property
    def coverage(self) -> float:
        """Share of the budget that k passages fill; more than 1 where they do not fit."""
        return self.context / self.budget

    @property
    def fits(self) -> int:
        """How many passages fit the budget, at most k."""
        return min(self.k, int(self.budget // self.read))
