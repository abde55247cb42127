"""Lists of a format that gives each item a level and no list around it (Word, PowerPoint): composed as lists inside items."""

from __future__ import annotations

from .composition import Composition


class NestedLists:
    """The list that is open; `depth` is that of its item, 0 where none is."""

    def __init__(self, composition: Composition) -> None:
        self.composition = composition
        self.depth = 0

    def item(self, level: int, text: str) -> None:
        """An item of a level from 1: deeper ones are inside the one before."""
        composition, level = self.composition, min(level, self.depth + 1)
        composition.lines(1 if self.depth else 2)
        while self.depth > level:
            self._close()
        if self.depth == level:
            composition.close()
        else:
            composition.open("list")
            self.depth += 1
        composition.open("item", level)
        composition.open("paragraph")
        composition.write(text)
        composition.close()

    def end(self) -> None:
        while self.depth:
            self._close()

    def _close(self) -> None:
        self.composition.close()
        self.composition.close()
        self.depth -= 1
