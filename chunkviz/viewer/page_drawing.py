"""The chunks drawn on a page's picture, in the tints and widths they have in the text: rectangles and colours in, a PNG out."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..pdf.pages import Rectangle
from .palette import ON_WHITE, PRINTED_LABEL, WIDTHS

if TYPE_CHECKING:
    from PIL import Image

_LETTER = 12.0  # points of the numbers
_ROOM = 2.0  # points between a line and what is drawn around it
_SHOWN = 4  # of more chunks over one place, the first two and the last two have stripes, as in the text

_Pixels = tuple[int, int, int, int]  # left, top, right, bottom
_Numbers = NDArray[np.integer[Any]]  # one for each pixel, shape (height, width)


class Drawn(NamedTuple):
    """A chunk on a page.

    boxes    the rectangles of its lines, in points from the page's upper left corner
    colour   "#rrggbb"
    label    what stands in the margin, such as its number; "" for nothing
    chosen   whether it stands out
    line     the whole line in which it begins, which the label stands beside; its first box where None
    """

    boxes: Sequence[Rectangle]
    colour: str
    label: str = ""
    chosen: bool = False
    line: Rectangle | None = None


def drawn(png: bytes, width: float, chunks: Sequence[Drawn]) -> bytes:
    """The picture `png` of a page that is `width` points wide, with the chunks tinted on it; where chunks share text it has
    stripes of their colours. The tint darkens the paper and leaves the print black."""
    from PIL import Image, ImageChops

    page = Image.open(io.BytesIO(png)).convert("RGB")
    scale = page.width / width
    present = [chunk for chunk in chunks if chunk.boxes]
    page = ImageChops.multiply(page, Image.fromarray(_tinted(page.size, scale, present)))
    _draw_margin(page, scale, present)
    made = io.BytesIO()
    page.save(made, "PNG")
    return made.getvalue()


def _tinted(size: tuple[int, int], scale: float, chunks: Sequence[Drawn]) -> NDArray[np.uint8]:
    """White paper with the chunks' tints, shape (height, width, 3)."""
    masks = [_mask([_pixels(box, scale, size) for box in chunk.boxes]) for chunk in chunks]
    holding = np.zeros(size[::-1], np.int16)  # how many chunks hold each pixel
    strong = np.zeros(size[::-1], bool)
    for chunk, (area, mask) in zip(chunks, masks, strict=True):
        holding[area] += mask
        strong[area] |= mask & chunk.chosen
    paper = np.full((*size[::-1], 3), 255, np.uint8)
    stripe, before = _stripes(size, scale), np.zeros_like(holding)
    for chunk, (area, mask) in zip(chunks, masks, strict=True):
        seen = mask & _has_turn(stripe[area], before[area], holding[area])
        for is_shared, share in ((False, ON_WHITE.tint), (True, ON_WHITE.stripe)):
            for is_strong, more in ((False, 0.0), (True, ON_WHITE.selected)):
                here = seen & ((holding[area] > 1) == is_shared) & (strong[area] == is_strong)
                paper[area][here] = _over_white(chunk.colour, share + more)
        before[area] += mask
    return paper


def _has_turn(stripe: _Numbers, before: _Numbers, holding: _Numbers) -> NDArray[np.bool_]:
    """Whether a pixel's stripe is one of the chunk that `before` others come before, of `holding` chunks over the pixel."""
    turn = np.where(before < _SHOWN // 2, before, before - np.maximum(0, holding - _SHOWN))
    hidden = (before >= _SHOWN // 2) & (turn < _SHOWN // 2)
    return ~hidden & (stripe % np.clip(holding, 1, _SHOWN) == turn)


def _mask(boxes: Sequence[_Pixels]) -> tuple[tuple[slice, slice], NDArray[np.bool_]]:
    """The rows and columns around the boxes, and which pixels of them lie in a box."""
    x, y = min(box[0] for box in boxes), min(box[1] for box in boxes)
    mask = np.zeros((max(box[3] for box in boxes) - y, max(box[2] for box in boxes) - x), bool)
    for left, top, right, bottom in boxes:
        mask[top - y : bottom - y, left - x : right - x] = True
    return (slice(y, y + mask.shape[0]), slice(x, x + mask.shape[1])), mask


def _stripes(size: tuple[int, int], scale: float) -> _Numbers:
    """For each pixel the number of the diagonal stripe it lies in, counted from the upper left corner."""
    x, y = np.arange(size[0]), np.arange(size[1])[:, None]
    across: _Numbers = ((x + y) / (np.sqrt(2) * WIDTHS.stripe * scale)).astype(np.int64)
    return across


def _draw_margin(page: Image.Image, scale: float, chunks: Sequence[Drawn]) -> None:
    """The bar beside the lines of the chosen chunk, and the labels."""
    from PIL import ImageDraw, ImageFont

    draw = ImageDraw.Draw(page)
    font = ImageFont.load_default(max(9.0, _LETTER * scale))
    for chunk in chunks:
        strong = _over_black(chunk.colour)
        if chunk.chosen:
            for left, top, _, bottom in chunk.boxes:
                beside = left - _ROOM - WIDTHS.bar, top, left - 2 * _ROOM, bottom
                draw.rectangle(_pixels(beside, scale, page.size), fill=strong)
        if chunk.label:
            first = chunk.line or chunk.boxes[0]
            at = ((first[0] - WIDTHS.bar - 3 * _ROOM) * scale, (first[1] + first[3]) / 2 * scale)
            draw.text(at, chunk.label, fill=strong, font=font, anchor="rm")


def _pixels(box: Rectangle, scale: float, size: tuple[int, int]) -> _Pixels:
    """The box with some room around it in whole pixels of a picture of this size: at least one pixel, never outside."""
    left, top, right, bottom = box
    x, y = (min(size[0] - 1, max(0, round((left - _ROOM) * scale))), min(size[1] - 1, max(0, round((top - _ROOM) * scale))))
    return (
        x,
        y,
        min(size[0], max(x + 1, round((right + _ROOM) * scale))),
        min(size[1], max(y + 1, round((bottom + _ROOM) * scale))),
    )


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _over_white(colour: str, share: float) -> tuple[int, int, int]:
    """`share` of the colour on white paper.

    >>> _over_white("#000000", 0.2)
    (204, 204, 204)
    """
    red, green, blue = (round(255 - (255 - part) * share) for part in _parts(colour))
    return red, green, blue


def _over_black(colour: str) -> tuple[int, int, int]:
    """The colour darkened, so that yellow too is read on white."""
    red, green, blue = (round(part * PRINTED_LABEL) for part in _parts(colour))
    return red, green, blue
