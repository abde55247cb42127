"""PDFium's lines of glyphs -> rows: what stands side by side on one base line, in the order it is read.

Everything is measured in the size of the type. A line is parted where a gap is too wide for one between words (cells of a
table, columns drawn together), and two that PDFium parts are one where the second goes on right after the first (after a
raised number, for instance).
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass, field

from .glyphs import RIGHT_TO_LEFT, Glyph, Type, space_between

WIDE = 0.9  # sizes between characters from which they are of two cells
_SPACE = 0.15  # sizes between lines that go on from which a space stands between them
_SAME = 0.3  # sizes by which base lines may differ in one row
_RAISED = 0.65  # the same for characters that are smaller
_SMALLER = 0.85
_DROPPED = 1.8  # how much larger than the line beside it a letter at the beginning of a chapter is
_ASCENT, _DESCENT = 0.75, 0.2  # sizes from the base line to where ink usually ends


@dataclass
class Line:
    """Glyphs in the order they are read, most of them on one base line."""

    glyphs: list[Glyph]
    type: Type = field(init=False)
    base: float = field(init=False)
    left: float = field(init=False)
    right: float = field(init=False)
    text: str = field(init=False)
    rtl: bool = field(init=False)

    def __post_init__(self) -> None:
        self.type = Counter(glyph.type for glyph in self.glyphs).most_common(1)[0][0]
        self.base = next(glyph.base for glyph in self.glyphs if glyph.type == self.type)
        self.left, self.right = min(glyph.left for glyph in self.glyphs), max(glyph.right for glyph in self.glyphs)
        self.text = "".join(glyph.char for glyph in self.glyphs)
        self.rtl = bool(RIGHT_TO_LEFT.search(self.text)) and _runs_leftwards(self.text)

    @property
    def size(self) -> float:
        return self.type.size

    @property
    def top(self) -> float:
        return self.base - _ASCENT * self.size

    @property
    def bottom(self) -> float:
        return self.base + _DESCENT * self.size

    @property
    def start(self) -> float:
        """Where the line begins, measured in the direction it is read."""
        return -self.right if self.rtl else self.left

    @property
    def end(self) -> float:
        return -self.left if self.rtl else self.right

    @property
    def bold(self) -> bool:
        return all(glyph.type.bold for glyph in self.glyphs)

    @property
    def dropped(self) -> bool:
        """Whether the line begins with a letter several lines high."""
        return self.glyphs[0].type.size >= _DROPPED * self.size and len(self.glyphs) > 2


def rows_of(drawn: list[list[Glyph]]) -> list[list[Line]]:
    """The rows of upright lines, in PDFium's order; the lines of a row stand side by side, apart by a wide gap."""
    rows: list[list[Line]] = []
    for line in (Line(part) for glyphs in drawn for part in _parted(glyphs)):
        last = rows[-1][-1] if rows else None
        if last is not None and _begins(last, line):
            rows[-1][-1] = Line(last.glyphs + line.glyphs)
        elif last is not None and _beside(last, line) and (gap := _gap(last, line)) >= -_SAME * last.size:
            if gap <= WIDE * max(last.size, line.size):
                apart = gap > _SPACE * last.size or _is_mark(last, line)
                between = [space_between(last.glyphs[-1], line.glyphs[0])] if apart else []
                rows[-1][-1] = Line(last.glyphs + between + line.glyphs)
            else:
                rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def joined(row: list[Line], char: str) -> Line:
    """The lines of a row as one, with `char` in the gaps."""
    glyphs = list(row[0].glyphs)
    for line in row[1:]:
        glyphs += [space_between(glyphs[-1], line.glyphs[0], char), *line.glyphs]
    return Line(glyphs)


def _parted(glyphs: list[Glyph]) -> list[list[Glyph]]:
    """A line of PDFium's parted at its wide gaps and where it goes on elsewhere; never inside a word."""
    wide = WIDE * max(glyph.type.size for glyph in glyphs)
    if any(RIGHT_TO_LEFT.match(glyph.char) for glyph in glyphs):
        return _parted_as_seen(glyphs, wide)
    parts: list[list[Glyph]] = [[]]
    right = glyphs[0].right
    for i, glyph in enumerate(glyphs):
        if glyph.char == " ":
            last, following = glyphs[i - 1], glyphs[i + 1]
            elsewhere = following.right < parts[-1][0].left or abs(following.base - last.base) > wide
            if following.left - right > wide or (following.left < last.left - wide and elsewhere):
                parts.append([])
                right = following.right
            elif parts[-1]:
                parts[-1].append(glyph)
            continue
        if parts[-1] and abs(glyph.base - parts[-1][0].base) > 2 * wide and parts[-1][-1].char != " ":
            glyph = parts[-1][-1]._replace(char=glyph.char, left=parts[-1][-1].right)  # PDFium misplaces parts of some words
        right = max(right, glyph.right)
        parts[-1].append(glyph)
    return [part for part in parts if part]


def _parted_as_seen(glyphs: list[Glyph], wide: float) -> list[list[Glyph]]:
    """The same for a line that runs both ways: gaps are those between what stands next to each other on the page."""
    ink = sorted((glyph for glyph in glyphs if glyph.char != " "), key=lambda glyph: glyph.left)
    cuts, right = [], ink[0].right
    for glyph in ink:
        if glyph.left - right > wide:
            cuts.append(glyph.left)
        right = max(right, glyph.right)
    parts: list[tuple[int, list[Glyph]]] = []
    for glyph in glyphs:
        number = sum(cut <= glyph.left for cut in cuts)
        if glyph.char == " " and parts:
            number = parts[-1][0]
        if not parts or parts[-1][0] != number:
            parts.append((number, []))
        parts[-1][1].append(glyph)
    for _, part in parts:
        while part and part[-1].char == " ":
            part.pop()
    return [part for _, part in parts if part]


def _beside(last: Line, line: Line) -> bool:
    """Whether two lines stand on one base line, or one of them is raised or lowered beside the other."""
    larger, smaller = max(last.size, line.size), min(last.size, line.size)
    apart = abs(line.base - _nearest_base(last, line))
    return apart <= _SAME * larger or (smaller <= _SMALLER * larger and apart <= _RAISED * larger)


def _nearest_base(last: Line, line: Line) -> float:
    return min((last.base, last.glyphs[-1].base), key=lambda base: abs(base - line.base))


def _gap(last: Line, line: Line) -> float:
    """From where one line ends to where the next begins; negative where that is before its end."""
    return last.left - line.right if last.rtl and line.rtl else line.left - last.right


def _is_mark(last: Line, line: Line) -> bool:
    """Whether `last` is the raised number in front of a footnote."""
    return last.text.isdigit() and last.size <= _SMALLER * line.size


def _begins(last: Line, line: Line) -> bool:
    """Whether `last` is the letter, several lines high, with which `line` begins."""
    return (
        len(last.glyphs) <= 2
        and last.text[0].isalpha()
        and last.size >= _DROPPED * line.size
        and -_SAME * line.size <= _gap(last, line) <= last.size
        and last.base - last.size <= line.base < last.base
    )


def _runs_leftwards(text: str) -> bool:
    """Whether the first letter with a direction runs from right to left.

    >>> _runs_leftwards("1. \u05e9\u05dc\u05d5\u05dd"), _runs_leftwards("The word \u05e9\u05dc\u05d5\u05dd")
    (True, False)
    """
    kinds = (unicodedata.bidirectional(char) for char in text)
    return next((kind != "L" for kind in kinds if kind in ("L", "R", "AL")), False)
