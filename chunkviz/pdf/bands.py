"""Rows that stand side by side: a band is a row of a table, whose cells may have several lines."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median

from .lines import Line

_TALL = 12  # lines of a band, but for the row that closes it
_NEAR = 3.0  # sizes between rows of a table
_HIGHER = 1.5  # sizes by which a cell of several lines may begin above one before it that stands at its middle
TOUCH = 0.3  # sizes by which lines above one another may overlap

Interval = tuple[float, float]


@dataclass
class Band:
    """Rows that stand side by side, in the order they are read."""

    rows: list[list[Line]]
    lines: list[Line] = field(init=False)
    top: float = field(init=False)
    bottom: float = field(init=False)
    size: float = field(init=False)
    cells: list[Interval] = field(init=False)  # where its cells stand: lines above one another as one

    def __post_init__(self) -> None:
        self.lines = [line for row in self.rows for line in row]
        self.top = min(line.top for line in self.lines)
        self.bottom = max(line.bottom for line in self.lines)
        self.size = median(line.size for line in self.lines)
        self.cells = []
        for left, right in sorted((line.left, line.right) for line in self.lines):
            if self.cells and left < self.cells[-1][1]:
                self.cells[-1] = self.cells[-1][0], max(self.cells[-1][1], right)
            else:
                self.cells.append((left, right))


def bands_of(rows: list[list[Line]]) -> list[Band]:
    """Rows as bands: one that goes up again beside those before it is of one band with them."""
    bands: list[Band] = []
    for row in rows:
        band = Band([row])
        touch = TOUCH * band.size
        first, count = len(bands), 0
        while first and bands[first - 1].bottom > band.top + touch and count <= _TALL:
            first -= 1
            count += len(bands[first].rows)
        first -= _is_centred(row, bands, first)
        beside = [line for other in bands[first:] for line in other.lines if line.bottom > band.top + touch]
        if beside and count <= _TALL and _fits_beside(band, bands[first], beside):
            bands[first:] = [Band([row for other in bands[first:] for row in other.rows] + [row])]
        else:
            bands.append(band)
    return bands


def _is_centred(row: list[Line], bands: list[Band], first: int) -> bool:
    """Whether a row stands at the middle of two lines of a cell, of which `first` is the lower and the upper belongs to it."""
    if not 0 < first < len(bands) or len(bands[first - 1].lines) != 1:
        return False
    upper, lower, size = bands[first - 1].lines[0], bands[first].lines[0], row[0].size
    between = upper.base + TOUCH * size < row[0].base < lower.base - TOUCH * size
    return between and overlap((upper.left, upper.right), (lower.left, lower.right)) and upper.bottom > row[0].top - size / 2


def overlap(one: Interval, other: Interval) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def stand_below(above: list[Interval], cells: list[Interval]) -> bool:
    """Whether most cells of two rows stand below one cell of the other each."""
    for one, other in ((above, cells), (cells, above)):
        spanning = sum(sum(overlap(cell, against) for against in other) > 1 for cell in one)
        if 2 * spanning > len(one) or spanning == len(one):
            return False
    return any(overlap(cell, other) for cell in cells for other in above)


def are_of_one_table(row: list[Line], other: list[Line]) -> bool:
    """Whether two rows next to each other are rows of one table."""
    one, two = Band([row]), Band([other])
    near = min(abs(one.top - two.bottom), abs(two.top - one.bottom)) <= _NEAR * one.size
    return len(one.cells) > 1 and len(two.cells) > 1 and near and stand_below(one.cells, two.cells)


def follows(band: Band, last: Band, sizes: float = _NEAR) -> bool:
    """Whether a band stands below another, at most this many sizes of type away."""
    return -TOUCH * band.size <= band.top - last.bottom <= sizes * band.size


def _fits_beside(band: Band, first: Band, beside: list[Line]) -> bool:
    """Whether a row stands at the side of others, not across or far above them."""
    if band.bottom < first.top - _HIGHER * band.size:
        return False
    same_height = [line for line in beside if line.top < band.bottom + _HIGHER * band.size]
    return not any(overlap((line.left, line.right), (own.left, own.right)) for line in same_height for own in band.lines)
