"""HTML made safe to parse: what would cost a parser time that grows with the square of the page is taken out before.

The depth of elements is bounded as browsers bound it (512 in Chromium: deeper elements become their neighbours), that of
bold, italic and the like more tightly, because a parser opens them again in every paragraph they are not closed in.
"""

from __future__ import annotations

import re

DEEPEST = 512
_DEEPEST_STYLE = 30
_LONG_TAG = 20_000  # characters of a tag from which its attributes are counted
_MOST_ATTRIBUTES = 2_000

_TAG = re.compile(r"<(?:(!--)|(/?)([a-zA-Z][^\s/>]{0,40}))")
_RAW = {"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"}  # hold text, whatever it looks like
_FLAT = {  # void, or closed by the next of their kind: they do not nest by themselves
    *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"),
    *("a", "nobr", "p", "li", "dt", "dd", "option", "optgroup", "tr", "td", "th", "thead", "tbody", "tfoot", "colgroup"),
    *("html", "head", "body", "h1", "h2", "h3", "h4", "h5", "h6"),
}
_STYLES = {"b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u"}


def bounded(source: str) -> tuple[str, int]:
    """(source, count): without the `count` tags that would nest too deep, without select elements (lexbor's time grows
    with the square of their options) and without thousands of attributes; time is linear."""
    kept: dict[bool, list[bool]] = {True: [], False: []}  # style elements and others that are open: was the tag kept?
    pieces: list[str] = []
    at = done = deep = 0
    missing: set[str] = set()  # ends that occur no more
    while match := _TAG.search(source, at):
        comment, closing, name = match.groups()
        name = (name or "").lower()
        at = _behind(source, "-->" if comment else ">", match.end(), missing)
        if at < 0:
            break
        instead = None
        if at - match.start() > _LONG_TAG and not comment and len(source[match.end() : at].split()) > _MOST_ATTRIBUTES:
            instead = f"<{closing}{name}>"
        if name == "select":
            instead = "</option></optgroup>" if closing else ""
        elif not comment and name not in _FLAT and name not in _RAW:
            elements = kept[name in _STYLES]
            if not closing:
                elements.append(len(elements) < (_DEEPEST_STYLE if name in _STYLES else DEEPEST))
                deep += not elements[-1]
            if elements and not (elements.pop() if closing else elements[-1]):
                instead = ""
        if instead is not None:
            pieces += source[done : match.start()], instead
            done = at
        if name in _RAW and not closing:
            at = max(_behind(source, f"</{name}", at, missing), at)
    return "".join([*pieces, source[done:]]), deep


def _behind(source: str, end: str, at: int, missing: set[str]) -> int:
    """Where the first `end` after `at` ends; -1 without one, which is looked for once only."""
    found = -1 if end in missing else source.find(end, at)
    if found < 0:
        missing.add(end)
        return -1
    return found + len(end)
