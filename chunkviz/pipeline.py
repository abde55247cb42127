"""A setting of everything between a document and what is read: how it is cut, embedded, searched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .embedder import embedders
from .errors import ChunkvizError, SettingError
from .params import settings_of
from .pattern import Pattern, patterns
from .refinement import Refinement, refinements
from .registry import Registry
from .strategy import Strategy, strategies
from .tokenizer import tokenizers


def _plain() -> Pattern:
    return patterns.get("plain")()


def _first_embedder() -> str:
    return embedders.keys()[0]


@dataclass(frozen=True)
class Pipeline:
    """How documents are cut, embedded and searched.

    tokenizer, embedder   keys; the embedder is looked up only when it is used
    k                     passages asked for
    """

    strategy: Strategy
    refinements: tuple[Refinement, ...] = ()
    tokenizer: str = "cl100k_base"
    embedder: str = field(default_factory=_first_embedder)
    pattern: Pattern = field(default_factory=_plain)
    k: int = 5

    def __post_init__(self) -> None:
        if isinstance(self.k, bool) or not isinstance(self.k, int) or not 1 <= self.k <= 1000:
            raise SettingError(f"k must be between 1 and 1000; it is {self.k}.")
        tokenizers.get(self.tokenizer)

    @property
    def label(self) -> str:
        """A short name: “recursive 200/0 + header, hybrid, k 8”; defaults are left out."""
        size, overlap = getattr(self.strategy, "size", None), getattr(self.strategy, "overlap", None)
        numbers = f" {size}/{overlap}" if overlap is not None else f" {size}" if size is not None else ""
        rest = {name: value for name, value in self.strategy.changed().items() if name not in ("size", "overlap")}
        name = self.strategy.key + numbers + _said(rest)
        name += "".join(f" + {one.key}{_said(one.changed())}" for one in self.refinements)
        if self.tokenizer != "cl100k_base":
            name += f", counted in {self.tokenizer}"
        if self.pattern.key != "plain":
            name += f", {self.pattern.key}{_said(self.pattern.changed())}"
        if self.embedder != _first_embedder():
            name += f", {self.embedder}"
        return name + (f", k {self.k}" if self.k != 5 else "")

    def plain(self) -> dict[str, Any]:
        """As JSON holds it: keys, and the settings that differ from their defaults."""
        return {
            "strategy": _described(self.strategy),
            "refinements": [_described(one) for one in self.refinements],
            "tokenizer": self.tokenizer,
            "embedder": self.embedder,
            "pattern": _described(self.pattern),
            "k": self.k,
        }


def pipeline_from(plain: Any) -> Pipeline:
    """The setting that JSON describes; a ChunkvizError where it describes none."""
    if not isinstance(plain, Mapping) or not isinstance(plain.get("refinements", []), list):
        raise ChunkvizError("A setting in the file is not an object with “strategy”, “pattern”, “k” and the like.")
    return Pipeline(
        _made(strategies, plain.get("strategy")),
        tuple(_made(refinements, one) for one in plain.get("refinements", [])),
        str(plain.get("tokenizer", "cl100k_base")),
        str(plain.get("embedder", _first_embedder())),
        _made(patterns, plain.get("pattern", {"key": "plain"})),
        plain.get("k", 5),
    )


def _described(owner: Any) -> dict[str, Any]:
    return {"key": owner.key, **({"settings": owner.changed()} if owner.changed() else {})}


def _made(known: Registry[Any], plain: Any) -> Any:
    if not isinstance(plain, Mapping) or not isinstance(plain.get("settings", {}), Mapping):
        raise ChunkvizError(f"The file describes a {known.noun} wrongly; it needs “key” and perhaps “settings”.")
    owner = known.get(str(plain.get("key")))
    names = {setting.name for setting in settings_of(owner)}
    if unknown := [name for name in plain.get("settings", {}) if name not in names]:
        raise SettingError(f"{owner.key} has no setting “{str(unknown[0])[:60]}”; it has: {', '.join(names) or 'none'}.")
    return owner(**plain.get("settings", {}))


def _said(values: Mapping[str, Any]) -> str:
    if not values:
        return ""
    shown = (f"{name}={_short(value)}" for name, value in values.items())
    return f" ({', '.join(shown)})"


def _short(value: Any) -> str:
    if isinstance(value, tuple):
        return f"{len(value)} of its own"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
