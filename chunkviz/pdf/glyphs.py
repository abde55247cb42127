"""The characters of a PDF's page with their boxes, in the lines and the order in which PDFium reads them.

PDFium knows where a word ends, puts right-to-left text in the order it is read, and tells a hyphen at a line's end from one
inside; none of that is decided again here. Boxes are those of the page as it is shown: turned where the page says so.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import pypdfium2

_HYPHEN = (2, 0xFFFE)  # PDFium's marks for a hyphen that divides a word at a line's end
_LEANING = 3  # degrees by which upright text may lean
_ASCENT, _DESCENT = 1.0, 0.3  # sizes above and below the base line; some fonts claim boxes of several lines
DIVIDER = "\u00ad"  # what stands for such a hyphen here

Place = Callable[[float, float], tuple[float, float]]

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_OPENING, _CLOSING = "([{«", ")]}»"
_MIRRORED = str.maketrans(_OPENING + _CLOSING, _CLOSING + _OPENING)

UPRIGHT = (0, 90, 180, 270)  # directions in which a page can be turned to be read
_TURNED: dict[int, Callable[[float, float, float, float], tuple[float, float]]] = {  # x, y, the page's width and height
    90: lambda x, y, width, height: (y, width - x),
    180: lambda x, y, width, height: (width - x, height - y),
    270: lambda x, y, width, height: (height - y, x),
}


class Type(NamedTuple):
    """How characters are set: size in points, bold or not, and the direction of the line in degrees clockwise (90 reads
    downwards)."""

    size: float
    bold: bool = False
    turn: int = 0


class Glyph(NamedTuple):
    """A character, its box and its base line, in points from the upper left corner of the page as it is shown. Where it
    reads downwards, upwards or upside down, they are those of the page turned so that it stands upright (see `back`)."""

    char: str
    left: float
    top: float
    right: float
    bottom: float
    base: float
    type: Type


@dataclass
class PageText:
    """A page's size in points as it is shown, its lines of glyphs as PDFium reads them, and how many characters lie
    outside it."""

    width: float
    height: float
    lines: list[list[Glyph]] = field(default_factory=list)
    outside: int = 0


def text_of(page: pypdfium2.PdfPage, most: int) -> PageText:
    """At most `most` of the page's characters. A space has the gap it fills as its box; what cannot be decoded is U+FFFD."""
    import pypdfium2.raw as pdfium

    place, width, height = placement(page)
    found = PageText(width, height)
    text = page.get_textpage()
    raw, unicode_of, box_of = text.raw, pdfium.FPDFText_GetUnicode, pdfium.FPDFText_GetLooseCharBox
    box = pdfium.FS_RECTF()
    at = ctypes.byref(box)
    line: list[Glyph] = []
    high, edges, style, base = 0, (0.0, 0.0), Type(1.0), 0.0
    for i in range(min(text.count_chars(), most)):
        code = unicode_of(raw, i)
        if 0xD800 <= code < 0xDC00:
            high = code
            continue
        if 0xDC00 <= code < 0xE000:
            code, high = (0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00), 0) if high else (0xFFFD, 0)
        if code in (10, 13):
            _end(found.lines, line)
            line = []
            continue
        char = DIVIDER if code in _HYPHEN else chr(code) if code >= 32 else "\ufffd" if code else ""
        if not char:
            continue
        if char.isspace():
            if line and line[-1].char != " ":
                line.append(line[-1]._replace(char=" "))
            continue
        if not box_of(raw, i, at):
            continue
        left, top, right, bottom = box.left, box.top, box.right, box.bottom
        if top <= bottom:
            continue
        if not line or edges != (top, bottom):
            edges = top, bottom
            style, base = _style(text, i, place, (width, height))
        left, top, right, bottom = _box(place(left, top), place(right, bottom))
        if not (-1 <= (left + right) / 2 <= width + 1 and -1 <= (top + bottom) / 2 <= height + 1):
            found.outside += 1
            continue
        if turned := _TURNED.get(style.turn):
            left, top, right, bottom = _box(turned(left, top, width, height), turned(right, bottom, width, height))
        if style.turn in UPRIGHT:
            top, bottom = max(top, base - _ASCENT * style.size), min(bottom, base + _DESCENT * style.size)
        line.append(Glyph(char, left, top, right, max(top, bottom), base, style))
        if char == DIVIDER:
            _end(found.lines, line)
            line = []
    _end(found.lines, line)
    text.close()
    return found


def _end(lines: list[list[Glyph]], line: list[Glyph]) -> None:
    """File a line; its spaces take the place between their neighbours."""
    while line and line[-1].char == " ":
        line.pop()
    for i, glyph in enumerate(line):
        if glyph.char == " ":
            line[i] = space_between(line[i - 1], line[i + 1])
    if line:
        lines.append(_with_brackets(line))


def _with_brackets(line: list[Glyph]) -> list[Glyph]:
    """A line with right-to-left letters, whose brackets PDFium mirrors although some files name them as they are read: where
    none opens before it closes and mirrored each would, they are mirrored back."""
    text = "".join(glyph.char for glyph in line)
    if not RIGHT_TO_LEFT.search(text) or _balanced(text) or not _balanced(text.translate(_MIRRORED)):
        return line
    return [glyph._replace(char=glyph.char.translate(_MIRRORED)) for glyph in line]


def _balanced(text: str) -> bool:
    """Whether brackets close only after they have opened.

    >>> _balanced("a (b) c"), _balanced(")a( b"), _balanced("a (b")
    (True, False, False)
    """
    deep = 0
    for char in text:
        deep += (char in _OPENING) - (char in _CLOSING)
        if deep < 0:
            return False
    return deep == 0


def back(box: tuple[float, float, float, float], turn: int, page: tuple[float, float]) -> tuple[float, float, float, float]:
    """A box of a glyph that is turned as the page of this (width, height) shows it: (left, top, right, bottom)."""
    if turn not in _TURNED:
        return box
    left, top, right, bottom = box
    width, height = page
    return {
        90: (width - bottom, left, width - top, right),
        180: (width - right, height - bottom, width - left, height - top),
        270: (top, height - right, bottom, height - left),
    }[turn]


def _box(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float, float, float]:
    (left, top), (right, bottom) = one, other
    if right < left:
        left, right = right, left
    return (left, top, right, bottom) if top <= bottom else (left, bottom, right, top)


def space_between(last: Glyph, following: Glyph, char: str = " ") -> Glyph:
    """White space that fills the gap between two characters of a line, in whichever direction it runs."""
    left, right = (last.right, following.left) if following.left >= last.left else (following.right, last.left)
    left, right = min(left, right), max(left, right)
    if last.type.turn not in UPRIGHT:
        return last._replace(char=char)
    return Glyph(char, left, last.top, right, last.bottom, last.base, last.type)


def placement(page: pypdfium2.PdfPage) -> tuple[Place, float, float]:
    """From PDFium's coordinates to the page as it is shown, and that page's width and height."""
    left, bottom, right, top = page.get_bbox()
    wide, high = right - left, top - bottom
    places: dict[int, Place] = {
        0: lambda x, y: (x - left, top - y),
        90: lambda x, y: (y - bottom, x - left),
        180: lambda x, y: (right - x, y - bottom),
        270: lambda x, y: (top - y, right - x),
    }
    turned = page.get_rotation() % 360
    return (places[turned], high, wide) if turned in (90, 270) else (places.get(turned, places[0]), wide, high)


def _style(text: pypdfium2.PdfTextPage, index: int, place: Place, page: tuple[float, float]) -> tuple[Type, float]:
    """How a character is set, and its base line."""
    import pypdfium2.raw as pdfium

    matrix, x, y = pdfium.FS_MATRIX(), ctypes.c_double(), ctypes.c_double()
    flags, name = ctypes.c_int(), ctypes.create_string_buffer(128)
    pdfium.FPDFText_GetMatrix(text, index, matrix)
    pdfium.FPDFText_GetCharOrigin(text, index, x, y)
    pdfium.FPDFText_GetFontInfo(text, index, name, 128, ctypes.byref(flags))
    size = pdfium.FPDFText_GetFontSize(text, index) * math.hypot(matrix.c, matrix.d)
    origin = place(x.value, y.value)
    along = place(x.value + matrix.a, y.value + matrix.b)
    turn = round(math.degrees(math.atan2(along[1] - origin[1], along[0] - origin[0]))) % 360
    turn = next((upright % 360 for upright in (*UPRIGHT, 360) if abs(turn - upright) <= _LEANING), turn)
    if turned := _TURNED.get(turn):
        origin = turned(*origin, *page)
    bold = re.search(rb"bold|black|heavy|semibold", name.value, re.IGNORECASE) is not None
    return Type(max(0.1, round(abs(size), 2)), bold, turn), origin[1]
