"""Finding what there is by looking into a folder: no list names the things, so adding one is adding a file."""

from __future__ import annotations

import importlib
import pkgutil
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .errors import ChunkvizError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


def _plugged_in(group: str) -> list[tuple[str, EntryPoint]]:
    """(name of the package, entry point) of what other installed packages add under this group. Few have any, and reading what
    all of them declare is slow: only those are read in whose file the group's name stands."""
    found: list[tuple[str, EntryPoint]] = []
    for folder in dict.fromkeys(sys.path):
        for path in sorted(Path(folder or ".").glob("*.dist-info/entry_points.txt")):
            if f"[{group}]".encode() in path.read_bytes():
                from importlib.metadata import PathDistribution

                package = PathDistribution(path.parent)
                found += [(package.name, entry) for entry in package.entry_points if entry.group == group]
    return found


class Registry(Generic[T]):
    """What the modules of a package have registered, by key, and what plug-ins have: modules that other packages name as entry
    points of a group called like the package.

    package   the package whose modules are imported at the first look-up, e.g. "chunkviz.strategies"
    noun      what one of them is called in an error message, e.g. "strategy"
    """

    def __init__(self, package: str, noun: str) -> None:
        self.package, self.noun = package, noun
        self._found: dict[str, T] = {}
        self._looked = False
        self._lock = threading.RLock()

    def register(self, thing: T) -> T:
        """Decorator: file `thing` under its `key`, or under the name of its module where it has none."""
        described: Any = thing
        if "key" not in vars(described) and not getattr(described, "key", None):
            described.key = described.__module__.rpartition(".")[2]
        if described.key in self._found:
            raise ValueError(f"two of {self.package} are called {described.key}")
        self._found[described.key] = thing
        return thing

    def get(self, key: str) -> T:
        """The one called `key`; a ChunkvizError that lists the keys where there is none."""
        self._look()
        try:
            return self._found[key]
        except KeyError:
            known = ", ".join(self.keys())
            raise ChunkvizError(f"There is no {self.noun} “{key}”; there are: {known}.") from None

    def keys(self) -> list[str]:
        return list(self._ordered())

    def items(self) -> list[tuple[str, T]]:
        return list(self._ordered().items())

    def __contains__(self, key: object) -> bool:
        self._look()
        return key in self._found

    def __iter__(self) -> Iterator[T]:
        return iter(self._ordered().values())

    def _ordered(self) -> dict[str, T]:
        self._look()
        place: Callable[[str], tuple[int, str]] = lambda key: (getattr(self._found[key], "order", 100), key)  # noqa: E731
        return {key: self._found[key] for key in sorted(self._found, key=place)}

    def _look(self) -> None:
        """Import the package's modules, once. Two sessions of the app may ask at the same time; and what was looked into
        only in part, because a module could not be imported, must not pass for the whole."""
        if self._looked:
            return
        with self._lock:
            package = importlib.import_module(self.package)
            for module in pkgutil.iter_modules(package.__path__):
                importlib.import_module(f"{self.package}.{module.name}")
            for name, plug_in in _plugged_in(self.package):
                try:
                    plug_in.load()
                except Exception as error:
                    raise ChunkvizError(f"The plug-in {name} could not be loaded ({error}); mend it, or remove it.") from error
            self._looked = True
