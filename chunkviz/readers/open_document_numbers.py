"""The numbers of an OpenDocument's headings and list items: counted, since the file holds only the rules of its list styles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .counting import letters, roman
from .xml_parts import local

_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"


@dataclass(frozen=True)
class _Level:
    """How the numbers of one level are written; `form` is "" where none is shown."""

    form: str = ""
    before: str = ""
    after: str = ""
    start: int = 1
    shown: int = 1  # how many levels' numbers are shown, its own among them


class Numbers:
    """The list styles of a file, and how far each list has counted."""

    def __init__(self, roots: list[Any]) -> None:
        self._styles: dict[str, dict[int, _Level]] = {}
        self._outline: dict[int, _Level] = {}
        for root in roots:
            for style in root.iter(f"{_TEXT}list-style"):
                self._styles[style.get(f"{_STYLE}name") or ""] = dict(_levels(style))
            for style in root.iter(f"{_TEXT}outline-style"):
                self._outline = dict(_levels(style))
        self._headings: dict[int, int] = {}
        self._kept: dict[str, dict[int, int]] = {}  # by style: counts of the list before, which a list may go on with
        self._open: list[str] = []
        self._counts: dict[int, int] = {}

    def heading(self, element: Any) -> str:
        level = _whole(element.get(f"{_TEXT}outline-level"), 1)
        unnumbered = element.get(f"{_TEXT}is-list-header") == "true"
        return "" if unnumbered else _next(self._outline, self._headings, level)

    def open(self, element: Any) -> None:
        """A list begins; one inside another has the other's style unless it names its own."""
        style = element.get(f"{_TEXT}style-name") or (self._open[-1] if self._open else "")
        if not self._open:
            goes_on = element.get(f"{_TEXT}continue-numbering") == "true" or element.get(f"{_TEXT}continue-list")
            self._counts = dict(self._kept.get(style, {})) if goes_on else {}
        self._open.append(style)

    def next(self, item: Any) -> str:
        depth = len(self._open)
        if start := _whole(item.get(f"{_TEXT}start-value"), 0):
            self._counts[depth] = start - 1
        return _next(self._styles.get(self._open[-1], {}), self._counts, depth)

    def close(self) -> None:
        style = self._open.pop()
        if not self._open:
            self._kept[style] = self._counts


def _next(levels: dict[int, _Level], counts: dict[int, int], depth: int) -> str:
    """The next number at a depth (from 1), as it is shown; deeper ones begin again."""
    level = levels.get(depth, _Level())
    counts[depth] = counts.get(depth, level.start - 1) + 1
    for deeper in [one for one in counts if one > depth]:
        del counts[deeper]
    if not level.form:
        return ""
    above = range(max(1, depth - level.shown + 1), depth + 1)
    forms = ((levels.get(one, _Level("1")), counts.get(one, 1)) for one in above)
    shown = ".".join(_written(count, one.form) for one, count in forms if one.form)
    return f"{level.before}{shown}{level.after}".strip()


def _levels(style: Any) -> Iterator[tuple[int, _Level]]:
    for one in style:
        if local(one) in ("list-level-style-number", "outline-level-style"):
            yield (
                _whole(one.get(f"{_TEXT}level"), 1),
                _Level(
                    one.get(f"{_STYLE}num-format") or "",
                    one.get(f"{_STYLE}num-prefix") or "",
                    one.get(f"{_STYLE}num-suffix") or "",
                    _whole(one.get(f"{_TEXT}start-value"), 1),
                    _whole(one.get(f"{_TEXT}display-levels"), 1),
                ),
            )


def _written(count: int, form: str) -> str:
    if form in ("i", "I") and count < 4000:
        return roman(count) if form == "i" else roman(count).upper()
    if form in ("a", "A"):
        return letters(count) if form == "a" else letters(count).upper()
    return str(count)


def _whole(text: str | None, default: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 7 else default
