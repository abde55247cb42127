"""Lines in reading order -> paragraphs, and how each line is joined to the next.

A paragraph goes on in the line below where that has the same type, the usual distance, and begins where a paragraph's later
lines begin: at the edge, below the text of a list item, around a centre. It ends with a line that had room for the next
line's first word, if a sentence ends there; where none does, the line end was meant (a verse, an address, a program) and is
kept. All of it is measured in the direction of the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from .columns import first_word
from .lines import Line
from .tables import PdfTable, has_leader

_LARGER = 1.08  # how much larger other type is
_EDGE = 0.5  # sizes by which lines of one edge may differ
_DENTED = 0.8  # sizes by which a first line is indented
_ROOM = 1.5  # sizes that a line which was filled may leave
_LOOSER = 1.25  # how much further than the usual the next line of a paragraph may be
_FULL = 1.6  # the same after a line that is full and ends no sentence
_NEIGHBOURS = 5  # lines above and below that show how far a column reaches
_PITCH = 1.35  # sizes between base lines where nothing else is known
_BULLET = re.compile(r"[•◦▪‣∙·*–—-]\s|\(?\d{1,3}[.)]\s|\(?[a-zA-Z]\)\s|\d{1,2}(?:\.\d{1,2})+\s")
_NUMBERED = re.compile(r"\(?\d{1,3}[.)]\s")
_ENDED = tuple(".!?:;…”\"'’)。！？؟۔")
_CHINESE = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")


@dataclass
class Paragraph:
    """Lines with what stands between each and the next: a space, a line end, nothing (Chinese, Japanese)."""

    lines: list[Line]
    joints: list[str]


def usual_pitch(pages: Iterable[list[Line | PdfTable]]) -> float:
    """The usual distance between base lines in sizes of type, over all pages."""
    counts: Counter[float] = Counter()
    for page in pages:
        for last, line in pairwise(page):
            if isinstance(last, Line) and isinstance(line, Line) and abs(last.start - line.start) < _EDGE * line.size:
                ratio = round((line.base - last.base) / line.size * 20) / 20
                if last.type == line.type and 0.9 <= ratio <= 2.5:
                    counts[ratio] += len(line.glyphs)
    return counts.most_common(1)[0][0] if counts else _PITCH


def paragraphs_of(parts: Iterable[Line | PdfTable], pitch: float) -> list[Paragraph | PdfTable]:
    """The paragraphs and tables of a page. `pitch` is the usual distance of lines in sizes."""
    parts = list(parts)
    edges = _edges(parts)
    found: list[Paragraph | PdfTable] = []
    for i, part in enumerate(parts):
        if isinstance(part, PdfTable):
            found.append(part)
            continue
        paragraph = found[-1] if found else None
        joint = _joint(paragraph, part, edges[i - 1], pitch) if isinstance(paragraph, Paragraph) else None
        if joint is not None and isinstance(paragraph, Paragraph):
            paragraph.lines.append(part)
            paragraph.joints.append(joint)
        else:
            found.append(Paragraph([part], []))
    return found


def between(last: Line, line: Line) -> str:
    """What stands between two lines of one text: nothing where Chinese or Japanese goes on."""
    return "" if _CHINESE.match(last.text[-1]) and _CHINESE.match(line.text[0]) else " "


def _edges(parts: list[Line | PdfTable]) -> list[float]:
    """For each line how far the lines near it in the same column reach, which is how far it could have reached itself."""
    edges = [part.end if isinstance(part, Line) else 0.0 for part in parts]
    ends = list(edges)
    for i, part in enumerate(parts):
        for step in (-1, 1):
            k = i
            while abs(k - i) < _NEIGHBOURS and isinstance(part, Line) and 0 <= k + step < len(parts):
                near, other = parts[k], parts[k + step]
                above, below = (other, near) if step < 0 else (near, other)
                if not isinstance(above, Line) or not isinstance(below, Line) or not _of_one_column(above, below):
                    break
                k += step
                edges[i] = max(edges[i], ends[k])
    return edges


def _of_one_column(above: Line, below: Line) -> bool:
    return above.rtl == below.rtl and above.base < below.base and _same_size(above, below)


def _same_size(one: Line, other: Line) -> bool:
    return max(one.size, other.size) <= _LARGER * min(one.size, other.size)


def _joint(paragraph: Paragraph, line: Line, edge: float, pitch: float) -> str | None:
    """What joins the line to the paragraph; None where it begins another one."""
    last = paragraph.lines[-1]
    if line.rtl != last.rtl and _is_long(line) and _is_long(last):
        return None
    if not _same_size(last, line) or _is_heading_end(last, line):
        return None
    if line.base <= last.base or (line.left > last.right and line.top < last.bottom):
        return _across(last, line)
    distance = (line.base - last.base) / line.size
    if len(paragraph.lines) > 1 and paragraph.lines[-2].base < last.base:
        pitch = max(pitch, min((last.base - paragraph.lines[-2].base) / line.size, _LOOSER * pitch))
    room = edge - last.end - first_word(line) > _ROOM * line.size
    full = not room and not last.text.endswith(_ENDED) and abs(line.start - last.start) <= _EDGE * line.size
    if distance > (_FULL if full and not line.bold else _LOOSER) * pitch:
        return None
    if has_leader(last.text):
        return "\n"
    if not _has_place(paragraph, line):
        return None
    if _BULLET.match(line.text) and not _goes_on_with_number(paragraph, line, room):
        return None
    if room and last.text.endswith(_ENDED) and (len(paragraph.lines) > 1 or not line.text[0].islower()):
        return None
    if "\t" in line.text or "\t" in last.text or (room and not line.text[0].islower()):
        return "\n"
    return between(last, line)


def _across(last: Line, line: Line) -> str | None:
    """What joins the first line of a column to the last of the column before: a sentence that goes on in small letters."""
    beside = line.left > last.right or (line.rtl and line.right < last.left)
    goes_on = not last.text.endswith(_ENDED) and line.text[0].islower()
    return between(last, line) if beside and goes_on and _is_long(last) else None


def _is_long(line: Line) -> bool:
    return len(line.glyphs) >= 8


def _is_heading_end(last: Line, line: Line) -> bool:
    """Whether bold type ends or begins between two lines."""
    if last.bold and not line.bold:
        return not line.glyphs[0].type.bold
    return line.bold and not last.bold and not last.glyphs[-1].type.bold


def _has_place(paragraph: Paragraph, line: Line) -> bool:
    """Whether the line begins where the paragraph's next line would."""
    first, last = paragraph.lines[0], paragraph.lines[-1]
    if abs(line.start - last.start) <= _EDGE * line.size:
        return True
    middle = (line.left + line.right - last.left - last.right) / 2
    if abs(middle) <= _EDGE * line.size and line.start > min(last.start, line.start) - 1 and _is_centred(paragraph, line):
        return True
    if len(paragraph.lines) > 1 and paragraph.joints[-1] != "\n":
        return first.dropped and abs(line.start - first.start) <= _EDGE * line.size
    if line.start < last.start:
        return True  # the first line was indented
    return _BULLET.match(last.text) is not None or last.dropped or _hangs(last, line)


def _hangs(last: Line, line: Line) -> bool:
    """Whether an indented second line goes on with the first, which then leaves no room for its first word."""
    return line.start - last.start <= 6 * line.size and last.end >= line.end - first_word(line)


def _is_centred(paragraph: Paragraph, line: Line) -> bool:
    """Whether both edges move in, as those of centred lines do, or out."""
    last = paragraph.lines[-1]
    return abs(abs(line.left - last.left) - abs(line.right - last.right)) <= _EDGE * line.size


def _goes_on_with_number(paragraph: Paragraph, line: Line, room: bool) -> bool:
    """Whether a number at the beginning of a line is one of the sentence, such as a day of the month."""
    first, last = paragraph.lines[0], paragraph.lines[-1]
    listed = _BULLET.match(first.text) is not None and len(paragraph.lines) == 1
    return bool(_NUMBERED.match(line.text)) and not (listed or room or last.text.endswith(_ENDED))
