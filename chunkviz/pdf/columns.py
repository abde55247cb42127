"""Columns: where those of a table stand, and those of a page that were drawn line by line across it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from .bands import Band, Interval, follows, overlap
from .lines import Line

_CLOSE = 3.0  # sizes between what stands in one column though nothing of it overlaps
_TIGHT = 1.0  # sizes between lines of a column
_FULL = 0.8  # share of a column's lines that have no room for the next line's first word
_CERTAIN = 4  # rows from which full lines alone show a column of text


def are_text(group: Sequence[Band]) -> bool:
    """Whether the cells of these rows are lines of text that go on in the cell below: hardly any line has room for the first
    word of the next, and few begin like something new."""
    width = len(group[0].cells)
    if any(len(band.rows) != 1 or len(band.rows[0]) != width for band in group):
        return False
    return all(_is_text(column) for column in zip(*(band.rows[0] for band in group), strict=True))


def _is_text(lines: Sequence[Line]) -> bool:
    """Whether these lines, one above the other, are one text."""
    edge, pairs = max(line.end for line in lines), len(lines) - 1
    full = sum(last.end + first_word(line) > edge for last, line in pairwise(lines))
    goes_on = sum(line.text[0].islower() and last.text[-1] not in ".:;!?" for last, line in pairwise(lines))
    words = median(len(line.text.split()) for line in lines)
    long = words >= 3 or (words == 1 and median(len(line.text) for line in lines) >= 12)
    if any(line.text[0].isdigit() for line in lines[1:]) and not goes_on:
        return False
    return long and full >= _FULL * pairs and (len(lines) >= _CERTAIN or 2 * goes_on >= pairs)


def first_word(line: Line) -> float:
    """The width of a line's first word and the space before it."""
    glyphs = line.glyphs[: len(line.text.split(maxsplit=1)[0])] if line.text.strip() else []
    width = max(glyph.right for glyph in glyphs) - min(glyph.left for glyph in glyphs) if glyphs else 0.0
    return width + 0.2 * line.size


def text_end(bands: list[Band], at: int, end: int) -> int:
    """After the lines that go on in one of the columns alone, where the others have ended."""
    columns = Band([row for band in bands[at:end] for row in band.rows]).cells
    while end < len(bands):
        band = bands[end]
        alone = len(band.lines) == 1 and sum(overlap(band.cells[0], column) for column in columns) == 1
        if not alone or not follows(band, bands[end - 1], _TIGHT):
            break
        end += 1
    return end


def by_column(bands: list[Band]) -> list[list[Line]]:
    """The lines of each column, in the order columns are read."""
    lines = [line for band in bands for line in band.lines]
    columns = columns_of(lines)
    found: list[list[Line]] = [[] for _ in columns]
    for line in lines:
        found[column_of(columns, line)].append(line)
    return found[::-1] if run_leftwards(lines) else found


def run_leftwards(lines: Sequence[Line]) -> bool:
    return 2 * sum(line.rtl for line in lines) > len(lines)


def columns_of(lines: Sequence[Line]) -> list[Interval]:
    """Where the columns stand: narrow lines first; one that reaches over several columns makes none."""
    columns: list[Interval] = []
    for line in sorted(lines, key=lambda line: line.right - line.left):
        own = line.left, line.right
        at = bisect_right([column[0] for column in columns], own[0])
        touched = [i for i in range(max(0, at - 1), len(columns)) if overlap(columns[i], own)][:2]
        if not touched:
            columns.insert(at, own)
        elif len(touched) == 1:
            i = touched[0]
            columns[i] = min(columns[i][0], own[0]), max(columns[i][1], own[1])
    return columns


def merged(columns: list[Interval], bands: Sequence[Band]) -> list[Interval]:
    """Neighbours of which no row has both as one: a word above the numbers that stand further right."""
    filled = [{column_of(columns, line) for line in band.lines} for band in bands]
    found: list[Interval] = []
    members: list[set[int]] = []
    for i, column in enumerate(columns):
        both = found and any(i in row and row & members[-1] for row in filled)
        if found and not both and column[0] - found[-1][1] < _CLOSE * bands[0].size:
            found[-1] = found[-1][0], column[1]
            members[-1].add(i)
        else:
            found.append(column)
            members.append({i})
    return found


def column_of(columns: list[Interval], line: Line) -> int:
    """The column a line stands in: the first it overlaps, else the nearest."""
    at = bisect_right([column[0] for column in columns], line.left)
    near = range(max(0, at - 1), min(len(columns), at + 1))
    touched = [i for i in near if overlap(columns[i], (line.left, line.right))]
    return touched[0] if touched else min(near, key=lambda i: max(columns[i][0] - line.right, line.left - columns[i][1]))
