"""The layout of a PDF's page: characters with their boxes -> lines in reading order -> paragraphs.

Everything is measured in the size of the type (the height of a character's box). Characters near one another are a run;
runs on one base line a row; where a gutter that hardly any run crosses parts the page into two columns of lines about
as wide as the column, the left column is read before the right one, between the rows that go across. A paragraph ends
at a wider gap, another size of type, an indented line, or a short last line that ends a sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import NamedTuple

import numpy as np

_GAP = 1.4  # sizes between characters from which they are of two runs
_SPACE = 0.15  # sizes between characters from which a space stands between them
_SAME = 0.35  # sizes by which base lines may differ in one row
_LARGER = 1.08  # how much larger other type is
_BULLET = re.compile(r"[•◦▪‣*–-]\s|\(?\d{1,3}[.)]\s|\(?[a-z]\)\s")
_ENDED = tuple(".!?:;…”\"'’)。！？")


class Glyph(NamedTuple):
    """A character and its box, in points from the page's upper left corner."""

    char: str
    left: float
    top: float
    right: float
    bottom: float
    bold: bool = False


@dataclass
class Line:
    """Glyphs on one base line, in order."""

    glyphs: list[Glyph]
    column: int = 0  # 0 across, 1 left, 2 right; of which band
    band: int = 0
    left: float = field(init=False)
    right: float = field(init=False)
    top: float = field(init=False)
    bottom: float = field(init=False)
    size: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.right = self.glyphs[0].left, max(glyph.right for glyph in self.glyphs)
        inked = [glyph for glyph in self.glyphs if not glyph.char.isspace()] or self.glyphs
        self.size = max(0.1, median(glyph.bottom - glyph.top for glyph in inked))
        self.top, self.bottom = min(glyph.top for glyph in inked), max(glyph.bottom for glyph in inked)

    @property
    def base(self) -> float:
        return self.glyphs[0].bottom

    @property
    def text(self) -> str:
        return "".join(glyph.char for glyph in self.glyphs)


def rows(glyphs: list[Glyph]) -> list[list[Line]]:
    """Runs of neighbouring glyphs in rows: from top to bottom, in a row from left to right."""
    drawn: list[list[Glyph]] = []
    for glyph in glyphs:
        last = drawn[-1][-1] if drawn else None
        if last is None or not _follows(last, glyph):
            if glyph.char.isspace():
                continue
            drawn.append([])
        drawn[-1].append(glyph)
    runs = [Line(_stripped(run)) for run in drawn]
    runs.sort(key=lambda run: (run.base, run.left))
    found: list[list[Line]] = []
    for run in runs:
        if found and abs(run.base - found[-1][0].base) <= _SAME * min(run.size, found[-1][0].size):
            found[-1].append(run)
        else:
            found.append([run])
    return [_joined(sorted(row, key=lambda run: run.left)) for row in found]


def paragraphs(rows: list[list[Line]]) -> list[list[Line]]:
    """The paragraphs of these rows in reading order, each a list of lines."""
    found: list[list[Line]] = []
    for line in lines_of(_in_reading_order([run for row in rows for run in row])):
        if found and _goes_on(found[-1], line):
            found[-1].append(line)
        else:
            found.append([line])
    return found


def _follows(last: Glyph, glyph: Glyph) -> bool:
    size = max(0.1, last.bottom - last.top)
    return abs(glyph.bottom - last.bottom) <= _SAME * size and -0.5 * size <= glyph.left - last.right <= _GAP * size


def _stripped(run: list[Glyph]) -> list[Glyph]:
    while run[-1].char.isspace():
        run = run[:-1]
    return run


def _joined(row: list[Line]) -> list[Line]:
    """Runs of a row that were drawn apart and stand next to each other, as one; spaces where there is room for one."""
    result: list[list[Glyph]] = []
    for run in row:
        if result and run.left - result[-1][-1].right <= _GAP * run.size:
            result[-1] += _with_space(result[-1][-1], run.glyphs[0], run.size) + run.glyphs
        else:
            result.append(list(run.glyphs))
    return [Line(_spaced(glyphs)) for glyphs in result]


def _spaced(glyphs: list[Glyph]) -> list[Glyph]:
    size = median(glyph.bottom - glyph.top for glyph in glyphs)
    spaced = glyphs[:1]
    for glyph in glyphs[1:]:
        spaced += [*_with_space(spaced[-1], glyph, size), glyph]
    return spaced


def _with_space(last: Glyph, glyph: Glyph, size: float) -> list[Glyph]:
    if last.char.isspace() or glyph.char.isspace() or glyph.left - last.right <= _SPACE * size:
        return []
    return [Glyph(" ", last.right, last.top, glyph.left, last.bottom)]


def _in_reading_order(runs: list[Line]) -> list[Line]:
    gutter = _gutter(runs)
    if gutter is None:
        return runs
    body = median(run.size for run in runs)
    ordered: list[Line] = []
    left: list[Line] = []
    right: list[Line] = []
    band = 0

    def flush() -> None:
        nonlocal band
        if min(len(left), len(right)) < 3:  # a line at the side, no columns
            ordered.extend(sorted(left + right, key=lambda run: (run.base, run.left)))
        else:
            low = max(run.bottom for run in right)
            last = range(max(0, len(left) - 2), len(left))  # a heading there belongs to what goes across below
            behind = next((i for i in last if left[i].size > body * _LARGER and left[i].top >= low), len(left))
            high = min(run.top for run in right)
            above = next((i for i, run in enumerate(left) if run.bottom > high), 0)  # before the columns begin
            band += 1
            for column, part in ((0, left[:above]), (1, left[above:behind]), (2, right), (0, left[behind:])):
                for run in part:
                    run.column, run.band = column, band if column else 0
                ordered.extend(part)
        left.clear()
        right.clear()

    for run in runs:
        if run.right <= gutter:
            left.append(run)
        elif run.left >= gutter:
            right.append(run)
        else:
            flush()
            ordered.append(run)
    flush()
    return ordered


def _gutter(runs: list[Line]) -> float | None:
    """Where a gutter parts the page into two columns of text; None where none does."""
    if len(runs) < 8:
        return None
    lefts, rights = np.array([run.left for run in runs]), np.array([run.right for run in runs])
    low, high = float(lefts.min()), float(rights.max())
    candidates = np.linspace(low + 0.3 * (high - low), low + 0.7 * (high - low), 161)
    crossing = np.searchsorted(np.sort(lefts), candidates) - np.searchsorted(np.sort(rights), candidates, "right")
    best = np.flatnonzero(crossing == crossing.min())
    at = float(candidates[best[np.abs(best - 80).argmin()]])
    left, right = rights <= at, lefts >= at
    if min(left.sum(), right.sum()) < 4:
        return None
    # widths against the columns' own: cells of a table are narrow, lines of text nearly fill their column
    for side in (left, right):
        column = float(rights[side].max() - lefts[side].min())
        if float(np.median(rights[side] - lefts[side])) < 0.6 * column:
            return None
    return at


def lines_of(runs: list[Line]) -> list[Line]:
    """Runs of one row and column as one line, with a tab between: the cells of a table."""
    cells: list[list[Line]] = []
    for run in runs:
        last = cells[-1][-1] if cells else None
        same = last is not None and (last.column, last.band) == (run.column, run.band) and run.left >= last.right
        if last is not None and same and abs(run.base - last.base) <= _SAME * min(run.size, last.size):
            cells[-1].append(run)
        else:
            cells.append([run])
    return [_with_tabs(row) if len(row) > 1 else row[0] for row in cells]


def _with_tabs(row: list[Line]) -> Line:
    glyphs = list(row[0].glyphs)
    for last, run in pairwise(row):
        glyphs += [Glyph("\t", last.right, last.top, run.left, last.bottom), *run.glyphs]
    return Line(glyphs, row[0].column, row[0].band)


def _goes_on(paragraph: list[Line], line: Line) -> bool:
    """Whether `line` goes on with the paragraph."""
    last = paragraph[-1]
    text, before = line.text, last.text
    if max(line.size, last.size) > _LARGER * min(line.size, last.size) or _BULLET.match(text):
        return False
    if (line.column, line.band) != (last.column, last.band):
        return last.column == 1 and line.column == 2 and not before.endswith(_ENDED) and text[:1].islower()
    if not -0.5 * line.size <= line.top - last.bottom <= 0.5 * line.size:
        return False
    if "\t" in text or "\t" in before:
        return "\t" in text and "\t" in before
    edge = min(part.left for part in paragraph)
    right = max(part.right for part in paragraph)
    indented = line.left > edge + 0.8 * line.size and len(paragraph) > 1
    short = before.endswith(_ENDED) and len(paragraph) > 1 and last.right < right - 0.25 * (right - edge)
    return not indented and not short
