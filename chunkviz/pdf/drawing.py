"""The chunks drawn on a page's picture: plain rectangles and colours in, a PNG out."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from .pages import Rectangle

if TYPE_CHECKING:
    from PIL import Image

_TINT, _CHOSEN = 0.26, 0.45  # how much of the colour lies over the paper
_RAIL = 3.0  # points: the bar beside the lines of the selected chunk
_STRIPE = 4.5  # points: a stripe where chunks share text
_LETTER = 12.0  # points of the numbers
_ROOM = 2.0  # points between a line and what is drawn around it


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
    stripes of both colours. The tint darkens the paper and leaves the print black."""
    from PIL import Image, ImageChops, ImageDraw, ImageFont

    page = Image.open(io.BytesIO(png)).convert("RGB")
    scale = page.width / width
    tint, taken, stripes = Image.new("RGB", page.size, "white"), Image.new("L", page.size), _stripes(page.size, scale)
    for chunk in (chunk for chunk in chunks if chunk.boxes):
        boxes = [_pixels(box, scale, page.size) for box in chunk.boxes]
        x, y = min(box[0] for box in boxes), min(box[1] for box in boxes)
        area = x, y, max(box[2] for box in boxes), max(box[3] for box in boxes)
        own = Image.new("L", (area[2] - x, area[3] - y))
        for box in boxes:
            own.paste(255, (box[0] - x, box[1] - y, box[2] - x, box[3] - y))
        alone = ImageChops.subtract(own, taken.crop(area))
        shared = ImageChops.darker(own, stripes.crop(area))
        tint.paste(_over_white(chunk.colour, _CHOSEN if chunk.chosen else _TINT), area, ImageChops.lighter(alone, shared))
        taken.paste(255, area, own)
    page = ImageChops.multiply(page, tint)
    draw = ImageDraw.Draw(page)
    font = ImageFont.load_default(max(9.0, _LETTER * scale))
    for chunk in (chunk for chunk in chunks if chunk.boxes):
        strong = _over_black(chunk.colour)
        if chunk.chosen:
            for left, top, _, bottom in chunk.boxes:
                beside = left - _ROOM - _RAIL, top, left - 2 * _ROOM, bottom
                draw.rectangle(_pixels(beside, scale, page.size), fill=strong)
        if chunk.label:
            first = chunk.line or chunk.boxes[0]
            at = ((first[0] - _RAIL - 3 * _ROOM) * scale, (first[1] + first[3]) / 2 * scale)
            draw.text(at, chunk.label, fill=strong, font=font, anchor="rm")
    made = io.BytesIO()
    page.save(made, "PNG")
    return made.getvalue()


def _stripes(size: tuple[int, int], scale: float) -> Image.Image:
    """Diagonal stripes, as wide as the gaps between them."""
    from PIL import Image, ImageDraw

    stripes = Image.new("L", size)
    draw, wide = ImageDraw.Draw(stripes), max(2, round(_STRIPE * scale))
    for x in range(-size[1], size[0], 2 * wide):
        draw.polygon([(x, size[1]), (x + size[1], 0), (x + size[1] + wide, 0), (x + wide, size[1])], fill=255)
    return stripes


def _pixels(box: Rectangle, scale: float, size: tuple[int, int]) -> tuple[int, int, int, int]:
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
    red, green, blue = (round(part * 0.6) for part in _parts(colour))
    return red, green, blue
