"""The numbers a browser shows before the items of an ordered list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .counting import letters, roman

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_STYLE = re.compile(
    r"list-style(?:-type)?\s*:[^;]*?\b(decimal|lower-alpha|lower-latin|upper-alpha|upper-latin|lower-roman|upper-roman|none)\b"
)
_FORMS = {"a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}


@dataclass
class ListNumbers:
    """How far one list has counted, and how its numbers are written."""

    following: int
    step: int
    form: str

    @classmethod
    def of(cls, node: LexborNode) -> ListNumbers:
        backwards = "reversed" in node.attributes
        style = _STYLE.search(node.attributes.get("style") or "")
        form = style[1] if style else _FORMS.get(node.attributes.get("type") or "", "decimal")
        first = _whole(node.attributes.get("start"))
        if first is None:
            first = sum(child.tag == "li" for child in node.iter()) if backwards else 1
        return cls(first, -1 if backwards else 1, form)

    def next(self, node: LexborNode) -> str:
        """The number of an item, which may say its own."""
        own = _whole(node.attributes.get("value"))
        count = self.following if own is None else own
        self.following = count + self.step
        return "" if self.form == "none" else f"{self._written(count)}."

    def _written(self, count: int) -> str:
        if self.form.endswith(("alpha", "latin")) and count > 0:
            written = letters(count)
        elif self.form.endswith("roman") and 0 < count < 4000:
            written = roman(count)
        else:
            return str(count)
        return written.upper() if self.form.startswith("upper") else written


def _whole(text: str | None) -> int | None:
    text = (text or "").strip()
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 9 else None
