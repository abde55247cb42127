"""What is filled into a PDF's form, as lines of glyphs in their places. PDFium keeps it apart from the page's text."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from .glyphs import Glyph, PageText, Type, placement

if TYPE_CHECKING:
    import pypdfium2

_MOST = 2000  # fields of a page that are read
_LONGEST = 10_000  # characters of a field
_TALLEST = 12.0  # points: size of type in a field, which no one states
_CHECKED = "[x]"


def add_fields(page: pypdfium2.PdfPage, text: PageText) -> int:
    """Put the values of the page's fields beside the lines they stand next to; how many there are. A box that is ticked is
    `[x]`; empty fields and boxes are nothing."""
    count = 0
    for value, box in _fields(page):
        glyphs = _written(value, box)
        at = _line_before(text.lines, glyphs[0])
        text.lines.insert(at, glyphs)
        count += 1
    return count


def _fields(page: pypdfium2.PdfPage) -> list[tuple[str, tuple[float, float, float, float]]]:
    """(value, box on the page as it is shown) of the fields that are filled in."""
    import pypdfium2.raw as pdfium

    form = page.formenv
    if form is None:
        return []
    place, _, _ = placement(page)
    found = []
    for i in range(min(pdfium.FPDFPage_GetAnnotCount(page), _MOST)):
        annotation = pdfium.FPDFPage_GetAnnot(page, i)
        if not annotation:
            continue
        try:
            rectangle = pdfium.FS_RECTF()
            value = " ".join(_value(form, annotation).split())
            if value and pdfium.FPDFAnnot_GetRect(annotation, rectangle):
                x0, y0 = place(rectangle.left, rectangle.top)
                x1, y1 = place(rectangle.right, rectangle.bottom)
                found.append((value, (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))))
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)
    return found


def _value(form: pypdfium2.PdfFormEnv, annotation: object) -> str:
    import pypdfium2.raw as pdfium

    kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation)
    if kind in (pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON):
        return _CHECKED if pdfium.FPDFAnnot_IsChecked(form, annotation) else ""
    if kind not in (pdfium.FPDF_FORMFIELD_TEXTFIELD, pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX):
        return ""
    size = min(pdfium.FPDFAnnot_GetFormFieldValue(form, annotation, None, 0), 2 * _LONGEST)
    if size <= 2:
        return ""
    buffer = (ctypes.c_ushort * (size // 2))()
    pdfium.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, size)
    return bytes(buffer).decode("utf-16-le", "replace").rstrip("\0")


def _written(value: str, box: tuple[float, float, float, float]) -> list[Glyph]:
    """The value's characters, spread over the field from its left edge."""
    left, top, right, bottom = box
    style = Type(max(1.0, min(_TALLEST, 0.8 * (bottom - top))))
    step = min(0.5 * style.size, (right - left) / len(value))
    base = (top + bottom) / 2 + 0.35 * style.size
    return [
        Glyph(char, left + i * step, base - style.size, left + (i + 1) * step, base + 0.3 * style.size, base, style)
        for i, char in enumerate(value)
    ]


def _line_before(lines: list[list[Glyph]], field: Glyph) -> int:
    """The place in reading order: after the nearest line to the left on the same height, else after those above."""
    same = [
        (field.left - line[-1].right, i + 1)
        for i, line in enumerate(lines)
        if abs(line[0].base - field.base) <= field.type.size and line[-1].right <= field.left + 1
    ]
    if same:
        return min(same)[1]
    return max((i + 1 for i, line in enumerate(lines) if line[0].base < field.base), default=0)
