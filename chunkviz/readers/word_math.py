"""Equations of Word files (Office Math) as one line of text: (a+b)/2, x^2, √(n), ∑_(i=1)^n."""

from __future__ import annotations

from typing import Any

from .word_package import M

_DEEPEST = 60  # of fractions in fractions; what is deeper is read as its bare text


def linear(element: Any, depth: int = 0) -> str:
    """The element's content on one line."""
    if depth > _DEEPEST:
        return "".join(one.text or "" for one in element.iter(f"{M}t"))
    name = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
    if name in ("t", "delText"):
        return element.text or "" if name == "t" else ""
    if name.endswith("Pr") and name != "oMathPr":
        return ""

    def inside(child: str) -> str:
        found = element.find(f"{M}{child}")
        return linear(found, depth + 1) if found is not None else ""

    def sign(parent: str, child: str, usual: str) -> str:
        found = element.find(f"{M}{parent}/{M}{child}")
        return usual if found is None else found.get(f"{M}val") or ""

    if name == "f":
        return f"{_held(inside('num'))}/{_held(inside('den'))}"
    if name in ("sSup", "sSub", "sSubSup", "sPre"):
        low, high = inside("sub"), inside("sup")
        return _held(inside("e")) + (f"_{_held(low)}" if low else "") + (f"^{_held(high)}" if high else "")
    if name == "rad":
        degree = inside("deg")
        return f"{degree if degree != '2' else ''}√({inside('e')})"
    if name == "nary":
        low, high = inside("sub"), inside("sup")
        limits = (f"_{_held(low)}" if low else "") + (f"^{_held(high)}" if high else "")
        return f"{sign('naryPr', 'chr', '∫')}{limits} {inside('e')}"
    if name == "d":
        parts = [linear(one, depth + 1) for one in element.findall(f"{M}e")]
        return sign("dPr", "begChr", "(") + sign("dPr", "sepChr", "|").join(parts) + sign("dPr", "endChr", ")")
    if name == "func":
        return f"{inside('fName')} {inside('e')}"
    if name in ("limLow", "limUpp"):
        return f"{inside('e')}{'_' if name == 'limLow' else '^'}{_held(inside('lim'))}"
    if name in ("m", "eqArr"):
        rows = element.findall(f"{M}mr") if name == "m" else element.findall(f"{M}e")
        lines = [", ".join(linear(one, depth + 1) for one in row) if name == "m" else linear(row, depth + 1) for row in rows]
        return f"[{'; '.join(lines)}]" if name == "m" else "; ".join(lines)
    return "".join(linear(child, depth + 1) for child in element)


def _held(text: str) -> str:
    """In brackets, unless it is one word or number, or in brackets already."""
    return text if text.isalnum() or (len(text) == 1) or (text[:1] + text[-1:] == "()" and text.count("(") == 1) else f"({text})"
