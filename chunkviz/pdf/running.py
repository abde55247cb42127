"""Running heads and feet: rows that stand at one place, in one type, on most pages.

They say the same on each, or all but one number, which counts the pages. A row that goes on a table, or stands as near to
the text as the text's own lines do, is text however often it comes again.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .bands import are_of_one_table
from .lines import Line

_EDGE = 0.15  # share of the page's height in which heads and feet stand
_DEEP = 2  # rows from the edge that are looked at
_MOST = 0.5  # share of the pages that have a row at this place
_MATCHED = 0.5  # share of the rows at a place that come again, from which one with the page's number belongs to them
_APART = 1.8  # sizes between base lines from which a row stands apart from the text
_OTHER = 1.08  # how much larger other type is
_LONGEST = 150  # characters
_NUMBERS = 8  # numbers of a row that are tried as the page's
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}

Row = list[Line]
Place = tuple[int, int]  # base line in points, size in half points


class _Candidate(NamedTuple):
    page: int
    row: int  # its index on the page
    place: Place
    keys: tuple[tuple[str, int | None], ...]  # what it and each of its cells say; with each number left out, and how far
    # that is from the page's


def running_rows(pages: Sequence[list[Row]], heights: Sequence[float]) -> list[set[int]]:
    """For each page the indexes of the rows that are running heads and feet."""
    edges = [_edge_rows(rows, height) for rows, height in zip(pages, heights, strict=True)]
    candidates = [_candidate(page, row, pages[page]) for page, sides in enumerate(edges) for side in sides for row in side]
    again = _coming_again(candidates, len(pages))
    found: list[set[int]] = []
    for page, (rows, sides) in enumerate(zip(pages, edges, strict=True)):
        order = sorted(range(len(rows)), key=lambda i: rows[i][0].base)
        own: set[int] = set()
        for side, inwards in zip(sides, (1, -1), strict=True):
            for row in reversed(side):  # from the text outwards
                inner = order.index(row) + inwards
                neighbour = order[inner] if 0 <= inner < len(order) else None
                if (page, row) in again and (neighbour is None or neighbour in own or _stands_apart(rows[row], rows[neighbour])):
                    own.add(row)
        found.append(own)
    if all(len(own) == len(rows) for own, rows in zip(found, pages, strict=True)):
        return [set() for _ in pages]  # nothing but what comes again: that is the text
    return found


def _edge_rows(rows: list[Row], height: float) -> tuple[list[int], list[int]]:
    """The rows nearest to the upper and the lower edge, the outermost first."""
    order = sorted(range(len(rows)), key=lambda i: rows[i][0].base)
    upper = [i for i in order[:_DEEP] if rows[i][0].bottom < _EDGE * height]
    lower = [i for i in order[::-1][:_DEEP] if rows[i][0].top > (1 - _EDGE) * height and i not in upper]
    return upper, lower


def _candidate(page: int, row: int, rows: list[Row]) -> _Candidate:
    text = " ".join(line.text for line in rows[row]).lower()[: 2 * _LONGEST]
    keys: list[tuple[str, int | None]] = [(text, None)]
    numbers = list(_NUMBER.finditer(text))
    for match in numbers[: _NUMBERS // 2] + numbers[_NUMBERS // 2 :][-_NUMBERS // 2 :]:
        keys.append((f"{text[: match.start()]}#{text[match.end() :]}", _value(match[0]) - page))
    keys += [(f"{i}:{line.text.lower()}", None) for i, line in enumerate(rows[row]) if len(rows[row]) > 1]
    line = rows[row][0]
    return _Candidate(page, row, (round(line.base), round(2 * line.size)), tuple(keys))


def _value(number: str) -> int:
    """The value of a number in digits or small roman ones.

    >>> _value("12"), _value("xiv"), _value("ix")
    (12, 14, 9)
    """
    if number.isdigit():
        return int(number[:9])
    values = [_ROMAN[letter] for letter in number.lower()]
    return sum(-value if value < max(values[i + 1 :], default=0) else value for i, value in enumerate(values))


def _coming_again(candidates: list[_Candidate], pages: int) -> set[tuple[int, int]]:
    """(page, row) of the candidates that come again at one place."""
    least = 2 if pages < 8 else 3
    at: defaultdict[Place, list[_Candidate]] = defaultdict(list)
    for candidate in candidates:
        at[candidate.place].append(candidate)
    again: set[tuple[int, int]] = set()
    for place in at:
        here = [candidate for near in _near(place) for candidate in at.get(near, ())]
        if len({candidate.page for candidate in here}) < max(least, _MOST * pages):
            continue
        counts = Counter(key for candidate in here for key in set(candidate.keys))
        matched = [candidate for candidate in here if any(counts[key] >= least for key in candidate.keys)]
        again.update((candidate.page, candidate.row) for candidate in matched)
        if len(matched) >= _MATCHED * len(here):
            again.update(_numbered(here))
    return again


def _near(place: Place) -> Iterator[Place]:
    yield from ((place[0] + up, place[1] + larger) for up in (-1, 0, 1) for larger in (-1, 0, 1))


def _numbered(here: list[_Candidate]) -> Iterator[tuple[int, int]]:
    """Those that begin or end with the page's number, whatever else they say."""
    ends = {
        (candidate.page, candidate.row): {
            apart for key, apart in candidate.keys if apart is not None and "#" in (key[:1], key[-1:])
        }
        for candidate in here
    }
    counts = Counter(apart for values in ends.values() for apart in values)
    if counts:
        counting = counts.most_common(1)[0][0]
        yield from (where for where, values in ends.items() if counting in values)


def _stands_apart(row: Row, inner: Row) -> bool:
    """Whether a row is apart from the one next to it, towards the middle of the page."""
    line, other = row[0], inner[0]
    if are_of_one_table(row, inner):
        return False
    if max(line.size, other.size) > _OTHER * min(line.size, other.size) or line.bold != other.bold:
        return True
    return abs(line.base - other.base) > _APART * max(line.size, other.size)
