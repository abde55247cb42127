"""What can be done to any strategy's chunks: overlap, merging what is small, cutting what is large, a header in front."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from .chunk import Chunk
from .document import Document
from .params import Settings
from .registry import Registry
from .strategy import Tools


class Refinement(Settings, ABC):
    """A frozen dataclass whose fields are its settings, applied to chunks in the order given."""

    key: ClassVar[str]
    label: ClassVar[str]
    order: ClassVar[int] = 100

    @abstractmethod
    def refine(self, chunks: list[Chunk], document: Document, tools: Tools) -> list[Chunk]:
        """The chunks as refined, in order."""

    def growth(self) -> int | None:
        """How many tokens it may add to a chunk's own text on purpose; None where that cannot be said beforehand."""
        return 0


refinements: Registry[type[Refinement]] = Registry("chunkviz.refinements", "refinement")
