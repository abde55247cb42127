"""Ways of cutting one text as strips under each other: each chunk a bar as long as its text, an answer as a band through all."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from ..span import Span

WIDE, LABEL, BAR, GAP = 1000, 20, 46, 36  # in the units of the picture: its width, a label's type, a strip, what is between two
MOST = 400  # bars drawn of a strip; what comes after them is drawn as one grey bar


class DrawnStrip(NamedTuple):
    """label: said above the strip; spans: its chunks, in order of start, in characters; they may overlap."""

    label: str
    spans: Sequence[Span]


def svg(strips: Sequence[DrawnStrip], shown: Span, colours: Sequence[str], answer: Span | None = None, title: str = "") -> str:
    """The strips as one SVG picture, 1,000 units wide, as text to be put into a page.

    shown    the stretch of text that the width stands for; chunks are clipped to it
    colours  of the chunks, in turn, as CSS colours
    answer   drawn as a framed band through every strip
    title    what the picture says, for those who cannot see it
    """
    rows = [_row(strip, shown, colours, GAP * (i + 1) + BAR * i + 6 * i) for i, strip in enumerate(strips)]
    height = len(strips) * (BAR + GAP + 6)
    band = ""
    if answer is not None and (clipped := _clipped(answer, shown)):
        x, width = _bar(clipped, shown)
        band = (
            f'<rect class="answer" x="{x:.1f}" y="{GAP - 5}" width="{max(4.0, width):.1f}" height="{height - GAP + 4}" '
            'rx="3" fill="none" '
            'stroke="currentColor" stroke-width="3" stroke-dasharray="7 4"/>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {height + 4}" role="img" aria-label="{escape(title)}" '
        f'font-size="{LABEL}" fill="currentColor">{"".join(rows)}{band}</svg>'
    )


def _row(strip: DrawnStrip, shown: Span, colours: Sequence[str], y: float) -> str:
    """A strip with its label; a chunk that begins before the one before it has ended stands a little lower, so that the
    overlap shows."""
    drawn = [f'<text x="0" y="{y - 7}">{escape(strip.label)}</text>']
    inside = [(i, one) for i, span in enumerate(strip.spans) if (one := _clipped(span, shown))]
    end, low = -1, False
    for i, span in inside[:MOST]:
        low = span.start < end and not low
        end = max(end, span.end)
        x, width = _bar(span, shown)
        top, tall = (y + 8, BAR - 8) if low else (y, BAR - 8 if _overlapped(strip.spans, i) else BAR)
        drawn.append(
            f'<rect x="{x:.1f}" y="{top}" width="{max(1.0, width - 2):.1f}" height="{tall}" rx="3" '
            f'fill="{escape(colours[i % len(colours)])}" '
            'fill-opacity=".75"/>'
        )
    if len(inside) > MOST:
        x, width = _bar(Span(inside[MOST][1].start, inside[-1][1].end), shown)
        drawn.append(
            f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{BAR}" rx="3" fill="currentColor" fill-opacity=".3"/>'
        )
    return "".join(drawn)


def _overlapped(spans: Sequence[Span], i: int) -> bool:
    """Whether this chunk and the next share text."""
    return i + 1 < len(spans) and spans[i + 1].start < spans[i].end


def _clipped(span: Span, shown: Span) -> Span | None:
    start, end = max(span.start, shown.start), min(span.end, shown.end)
    return Span(start, end) if start < end else None


def _bar(span: Span, shown: Span) -> tuple[float, float]:
    """Where the bar of a span begins, and how wide it is."""
    scale = WIDE / max(1, shown.end - shown.start)
    return (span.start - shown.start) * scale, (span.end - span.start) * scale
