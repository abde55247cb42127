"""What a collection holds, as kept in its metadata."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..chunking import Chunking
from ..embedder import Embedder
from ..refinement import Refinement
from ..strategy import Strategy
from ..version import __version__

_PREFIX = "chunkviz:"


@dataclass(frozen=True)
class About:
    """What a collection of ours holds, kept in its metadata. `document` is "" where there are several."""

    model: str
    dimension: int
    strategy: str = ""
    settings: str = ""
    tokenizer: str = ""
    document: str = ""
    version: str = ""

    @classmethod
    def of(cls, chunking: Chunking, embedder: Embedder, document: str | None = None) -> About:
        steps: list[Strategy | Refinement] = [chunking.strategy, *chunking.refinements]
        settings = json.dumps({step.key: step.changed() for step in steps}, ensure_ascii=False)
        about = chunking.document.id if document is None else document
        return cls(
            embedder.model, embedder.dimension, chunking.strategy.key, settings, chunking.tokenizer.key, about, __version__
        )

    def differs(self, other: About) -> str:
        """In words, the first thing in which a collection about `self` could not take what `other` is about; or ""."""
        for name, called in (
            ("model", "embedding model"),
            ("dimension", "dimension"),
            ("strategy", "strategy"),
            ("settings", "settings"),
            ("tokenizer", "tokenizer"),
        ):
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine != theirs:
                return f"the {called} {mine}, not {theirs}"
        return ""

    def metadata(self) -> dict[str, str | int]:
        """As it stands in a collection's metadata, under names nobody else uses."""
        return {_PREFIX + name: value for name, value in vars(self).items()}

    @classmethod
    def read(cls, metadata: Mapping[str, Any]) -> About | None:
        """From a collection's metadata; None where chunkviz did not make it."""
        kinds = {"dimension": int}
        found = {name: metadata.get(_PREFIX + name) for name in cls.__dataclass_fields__}
        if not all(isinstance(value, kinds.get(name, str)) for name, value in found.items()):
            return None
        return cls(**found)  # type: ignore[arg-type]
