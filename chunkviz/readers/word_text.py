"""The text of a Word paragraph as it shows: runs, symbols, equations; what is deleted, moved away or hidden is counted."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .word_math import linear
from .word_package import M, W, is_on, number, value

_COMPATIBLE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_CHARACTERS = {f"{W}tab": "\t", f"{W}br": "\n", f"{W}cr": "\n", f"{W}noBreakHyphen": "\u2011", f"{W}softHyphen": "\u00ad"}
_GONE = {f"{W}del": "deleted texts", f"{W}moveFrom": "texts moved to another place"}
_ASIDE = {f"{W}pPr", f"{W}rPr", f"{W}sdtPr", f"{W}instrText", f"{W}delText", f"{W}rt"}
_SYMBOL = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", strict=True))
_SYMBOL |= dict(zip("abcdefghijklmnopqrstuvwxyz", "αβχδεφγηιϕκλμνοπθρστυϖωξψζ", strict=True))
_SYMBOL |= dict(zip("\x22\x24\xa2\xa3\xa5\xab\xac\xad\xae\xaf\xb0\xb1\xb2\xb3\xb4", "∀∃′≤∞↔←↑→↓°±″≥×", strict=True))
_SYMBOL |= dict(zip("\xb6\xb7\xb8\xb9\xba\xbb\xc7\xc8\xce\xd1\xd6\xdb\xde\xe5\xf2", "∂•÷≠≡≈∩∪∈∇√⇔⇒∑∫", strict=True))
_DINGBATS = dict(zip("\x4a\x4c\x6c\x6e\x6f\xa7\xa8\xd8\xe0\xfb\xfc\xfd\xfe", "☺☹●■□▪◻➢→✗✓☒☑", strict=True))
_FONTS = {"symbol": _SYMBOL, "wingdings": _DINGBATS}


class Texts:
    """Reads paragraphs; `left_out` counts what does not show."""

    def __init__(self) -> None:
        self.left_out: Counter[str] = Counter()

    def read(self, paragraph: Any) -> tuple[str, list[Any]]:
        """(text, boxes): the paragraph's own text, and the contents of the text boxes anchored in it. With a stack of its own:
        however deep the elements, Python's is not used up."""
        parts: list[str] = []
        boxes: list[Any] = []
        waiting = list(reversed(paragraph))
        while waiting:
            element = waiting.pop()
            tag = element.tag
            if tag == f"{W}t":
                parts.append(element.text or "")
            elif tag in _CHARACTERS:
                parts.append(_CHARACTERS[tag])
            elif tag == f"{W}sym":
                parts.append(self.symbol(element))
            elif tag in (f"{M}oMath", f"{M}oMathPara"):
                parts.append(linear(element))
            elif tag == f"{W}txbxContent":
                boxes.append(element)
                parts.append(" ")
            elif tag in _GONE:
                self.left_out[_GONE[tag]] += 1
            elif tag == f"{W}r" and is_on(element.find(f"{W}rPr/{W}vanish")):
                self.left_out["hidden texts"] += any(True for _ in element.iter(f"{W}t"))
            elif tag == f"{_COMPATIBLE}AlternateContent":
                choices = element.findall(f"{_COMPATIBLE}Choice")
                waiting += choices[:1] or list(element)
            elif tag not in _ASIDE:
                waiting += reversed(element)
        return "".join(parts), boxes

    def symbol(self, element: Any) -> str:
        """A character given by its place in a font."""
        code = number(value(element, "char"), 0, 16)
        font = (value(element, "font") or "").lower()
        table = _FONTS.get(font)
        place = chr(code - 0xF000 if 0xF000 <= code < 0xF100 else code) if 0 < code < 0xD800 or 0xE000 <= code < 0x110000 else ""
        if table is not None and place in table:
            return table[place]
        if place and not 0xE000 <= code < 0xF900 and table is None:
            return place
        self.left_out["symbols of a font"] += 1
        return " "
