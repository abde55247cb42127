"""Python characters and UTF-16 units: JavaScript counts a character outside the basic plane (most emoji) as two."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from ..tokenizer import Positions, code_points


class Units:
    """Both countings of one text; positions are converted by how many two-unit characters stand before them."""

    def __init__(self, text: str) -> None:
        codes = code_points("" if text.isascii() else text)
        self._wide = np.flatnonzero(codes > 0xFFFF)
        self._wide_units = self._wide + np.arange(len(self._wide))

    def to_units(self, positions: ArrayLike) -> Positions:
        """Characters -> UTF-16 units, any shape.

        >>> Units("a🙂b").to_units([0, 1, 2, 3]).tolist()
        [0, 1, 3, 4]
        """
        characters = np.asarray(positions, np.int64)
        return characters + self._wide.searchsorted(characters) if len(self._wide) else characters

    def to_characters(self, positions: ArrayLike) -> Positions:
        """UTF-16 units -> characters, any shape; a place inside a character becomes its start.

        >>> Units("a🙂b").to_characters([0, 1, 2, 3, 4]).tolist()
        [0, 1, 1, 2, 3]
        """
        units = np.asarray(positions, np.int64)
        return units - self._wide_units.searchsorted(units) if len(self._wide) else units


@lru_cache(maxsize=4)
def units_of(text: str) -> Units:
    """The units of a text, kept for the texts looked at last."""
    return Units(text)
