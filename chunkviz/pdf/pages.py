"""Pages of a PDF: opened safely, pictured, and where on them a span of the document stands.

PDFium is not thread-safe, so all of it runs under one lock.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..document import Block, Document
from ..errors import UnreadableError
from ..span import Span

if TYPE_CHECKING:
    import pypdfium2

LOCK = threading.RLock()
_LARGEST = 16_000_000  # pixels of a page's picture
_ENCRYPTED = 4  # PDFium's error code for a missing or wrong password

Rectangle = tuple[float, float, float, float]


class PageLine(NamedTuple):
    """A line on a page and its characters [start, end) of the document's text.

    `top` and `bottom` are points from the page's upper edge; `edges` holds the left and right edge of each character in
    tenths of a point from the page's left edge, as unsigned 16-bit integers, little end first. In a line that reads up or
    down (`turned`) they are the upper and lower edges, and `top` and `bottom` the line's left and right ones.
    """

    start: int
    end: int
    top: float
    bottom: float
    edges: bytes
    turned: bool = False


@contextmanager
def opened(data: bytes, name: str) -> Iterator[pypdfium2.PdfDocument]:
    """The PDF, closed again afterwards. Raises UnreadableError where it is encrypted or damaged."""
    import pypdfium2

    with LOCK:
        try:
            pdf = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            if getattr(error, "err_code", None) == _ENCRYPTED or "password" in str(error).lower():
                raise UnreadableError(f"{name} is encrypted; save a copy without its password and read that.") from None
            raise UnreadableError(
                f"{name} is damaged or no PDF; open and save it with a PDF program, or export it again."
            ) from None
        try:
            yield pdf
        finally:
            pdf.close()


def page_picture(data: bytes, page: int, scale: float = 1.5) -> bytes:
    """A PNG of page `page` (from 1), `scale` pixels to a point, less where it would be over 16 million pixels."""
    with opened(data, "The file") as pdf:
        if not 1 <= page <= len(pdf):
            raise UnreadableError(f"There is no page {page}; the file has {len(pdf)}.")
        width, height = pdf[page - 1].get_size()
        scale = min(scale, (_LARGEST / max(1.0, width * height)) ** 0.5)
        picture = pdf[page - 1].render(scale=scale).to_pil()
    png = io.BytesIO()
    picture.save(png, "PNG")
    return png.getvalue()


def places(document: Document, span: Span) -> list[tuple[int, Rectangle]]:
    """Where a span of a PDF's text stands: (page from 1, (left, top, right, bottom)) for each line it touches, in points
    from the page's upper left corner. Empty for documents that are not PDFs."""
    found = []
    for page in document.blocks_of("page"):
        if page.start >= span.end:
            break
        if page.end > span.start:
            found += [(page.attributes["number"], box) for box in _boxes(page, span)]
    return found


def _boxes(page: Block, span: Span) -> Iterator[Rectangle]:
    for line in page.attributes.get("lines", ()):
        first, last = max(span.start, line.start), min(span.end, line.end)
        if first < last:
            edges = np.frombuffer(line.edges, "<u2").reshape(-1, 2)[first - line.start : last - line.start] / 10
            low, high = float(edges[:, 0].min()), float(edges[:, 1].max())
            yield (line.top, low, line.bottom, high) if line.turned else (low, line.top, high, line.bottom)
