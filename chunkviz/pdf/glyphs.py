"""The characters of a PDF's page with their boxes, as PDFium gives them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .layout import Glyph

if TYPE_CHECKING:
    import pypdfium2


def glyphs_of(page: pypdfium2.PdfPage, most: int) -> tuple[tuple[float, float], list[Glyph]]:
    """((width, height), at most `most` of the page's characters in the order they are drawn); what cannot be decoded is
    U+FFFD."""
    import ctypes

    import pypdfium2.raw as pdfium

    left, bottom, right, top = page.get_bbox()
    text = page.get_textpage()
    box = pdfium.FS_RECTF()
    at = ctypes.byref(box)
    glyphs: list[Glyph] = []
    high, bold = 0, False
    fresh = True  # whether a line begins, whose font is not known yet
    for i in range(min(text.count_chars(), most)):
        code = pdfium.FPDFText_GetUnicode(text, i)
        if 0xD800 <= code < 0xDC00:
            high = code
            continue
        if 0xDC00 <= code < 0xE000:
            code, high = (0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00), 0) if high else (0xFFFD, 0)
        if code in (2, 0xFFFE):  # PDFium's marks for a hyphen at a line's end
            code = 0x2D
        if code in (10, 13):
            fresh = True
        if code in (10, 13) or not pdfium.FPDFText_GetLooseCharBox(text, i, at):
            continue
        char = chr(code) if code >= 32 else "\ufffd" if code else ""
        if char and box.top > box.bottom:
            if fresh or (glyphs and abs(glyphs[-1].bottom - (top - box.bottom)) > 1):
                bold, fresh = _is_bold(text, i), False
            char = " " if char.isspace() else char
            glyphs.append(Glyph(char, box.left - left, top - box.top, box.right - left, top - box.bottom, bold))
    text.close()
    return (right - left, top - bottom), glyphs


def _is_bold(text: pypdfium2.PdfTextPage, index: int) -> bool:
    """Whether the font of a character calls itself bold."""
    import ctypes

    import pypdfium2.raw as pdfium

    flags, name = ctypes.c_int(), ctypes.create_string_buffer(128)
    pdfium.FPDFText_GetFontInfo(text, index, name, 128, ctypes.byref(flags))
    return re.search(rb"bold|black|heavy|semibold", name.value, re.IGNORECASE) is not None
