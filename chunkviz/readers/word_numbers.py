"""The numbers Word shows before headings and list items: counted as Word counts, since the file holds only their rules.

A paragraph (or its style) names a list (`numId`) and a level; the list's definition says how a number is written ("%1.%2") and
where it begins. A number counts on until a paragraph of a higher level comes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .counting import roman
from .word_package import W, is_on, number, value

_PLACE = re.compile("%([1-9])")


@dataclass(frozen=True)
class ListLevel:
    """How numbers of one level are written."""

    start: int = 1
    form: str = "decimal"
    text: str = ""
    legal: bool = False  # all numbers in Arabic digits
    goes_on: bool = False  # not begun again after a higher level


class Numbering:
    """The lists of a file, and how far each has counted."""

    def __init__(self, roots: list[Any], style_lists: Mapping[str, str]) -> None:
        """roots: the numbering parts; style_lists: the list that a style of numbering (by its id) names"""
        self._abstract: dict[str, dict[int, ListLevel]] = {}
        self._list: dict[str, tuple[str, dict[int, ListLevel], dict[int, int]]] = {}  # numId -> definition, levels, starts
        self._counts: dict[str, dict[int, int]] = {}
        self._begun: set[tuple[str, int]] = set()
        links: dict[str, str] = {}
        for root in roots:
            for abstract in root.iter(f"{W}abstractNum"):
                key = value(abstract, "abstractNumId") or ""
                self._abstract[key] = _levels(abstract)
                if link := value(abstract.find(f"{W}numStyleLink")):
                    links[key] = style_lists.get(link, "")
            for one in root.iter(f"{W}num"):
                key = value(one.find(f"{W}abstractNumId")) or ""
                own: dict[int, ListLevel] = {}
                starts: dict[int, int] = {}
                for override in one.iter(f"{W}lvlOverride"):
                    own |= _levels(override)
                    if (begin := value(override.find(f"{W}startOverride"))) is not None:
                        starts[number(value(override, "ilvl"))] = number(begin, 1)
                self._list[value(one, "numId") or ""] = (key, own, starts)
        for key, link in links.items():
            if link in self._list:
                self._abstract[key] = self._abstract.get(self._list[link][0], {})

    def next(self, list_id: str, depth: int) -> str | None:
        """The next number of a list at a level (from 0) as it is shown, "" for a bullet; None where there is no such list."""
        if list_id not in self._list or depth > 8:
            return None
        key, own, starts = self._list[list_id]
        levels = self._abstract.get(key, {}) | own
        level = levels.get(depth, ListLevel(form="bullet"))
        counts = self._counts.setdefault(key, {})
        if depth in starts and (list_id, depth) not in self._begun:
            counts[depth] = starts[depth] - 1
        self._begun.add((list_id, depth))
        counts[depth] = counts.get(depth, level.start - 1) + 1
        for deeper in [one for one in counts if one > depth and not levels.get(one, ListLevel()).goes_on]:
            del counts[deeper]
        if level.form == "bullet":
            return ""

        def written(match: re.Match[str]) -> str:
            at = int(match[1]) - 1
            one = levels.get(at, ListLevel())
            return _written(counts.get(at, one.start), "decimal" if level.legal and at < depth else one.form)

        return " ".join(_PLACE.sub(written, level.text).split())


def _levels(parent: Any) -> dict[int, ListLevel]:
    return {
        number(value(one, "ilvl")): ListLevel(
            number(value(one.find(f"{W}start")), 1 if one.find(f"{W}start") is None else 0),
            value(one.find(f"{W}numFmt")) or "decimal",
            value(one.find(f"{W}lvlText")) or "",
            is_on(one.find(f"{W}isLgl")),
            value(one.find(f"{W}lvlRestart")) == "0",
        )
        for one in parent.iter(f"{W}lvl")
    }


def _written(count: int, form: str) -> str:
    """A number in one of Word's forms; in digits where the form has words of a language."""
    if form == "none":
        return ""
    if form == "decimalZero":
        return f"{count:02}"
    if form == "ordinal":
        return f"{count}{'th' if count % 100 in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(count % 10, 'th')}"
    if form in ("lowerLetter", "upperLetter") and 0 < count <= 780:
        repeated = chr(97 + (count - 1) % 26) * ((count - 1) // 26 + 1)
        return repeated.upper() if form == "upperLetter" else repeated
    if form in ("lowerRoman", "upperRoman") and 0 < count < 4000:
        return roman(count).upper() if form == "upperRoman" else roman(count)
    return str(count)
