"""XHTML read by a parser of HTML: what the two write differently is written as HTML has it.

In XML `<script/>` is an element with nothing in it; HTML takes it for one that was opened, and everything after it for its text.
"""

from __future__ import annotations

import html
import re

_NAMESPACE = re.compile(r"""<html\b[^>]{0,2000}\bxmlns\s*=\s*["']http://www\.w3\.org/1999/xhtml["']""", re.I)
_DECLARES = re.compile(r"<!DOCTYPE\b[^\[>]{0,2000}\[", re.I)
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
_PART = re.compile(
    r"<!--.*?-->|<!\[CDATA\[(?P<data>.*?)\]\]>|<(?P<name>[A-Za-z][\w:.-]*+)(?P<rest>(?:[^<>\"'/]++|/(?!>)|\"[^\"]*+\"|'[^']*+')*+)/>",
    re.S,
)


def is_xml(source: str, name: str) -> bool:
    """Whether a page is meant to be read by the rules of XML."""
    begin = source[:4096].lstrip("\ufeff \t\r\n")
    return name.lower().endswith((".xhtml", ".xht")) or begin.startswith("<?xml") or _NAMESPACE.search(begin) is not None


def declares(source: str) -> bool:
    """Whether the page has declarations of its own (entities, attributes), which no browser follows in a page of HTML."""
    return _DECLARES.search(source[:20_000]) is not None


def closed(source: str) -> str:
    """The page with an end for each element that is closed where it begins, and with the text of its CDATA sections."""
    return _PART.sub(_as_html, source)


def _as_html(match: re.Match[str]) -> str:
    if (data := match["data"]) is not None:
        return html.escape(data, quote=False)
    name = match["name"]
    if name is None or name.lower() in _VOID:
        return match[0]
    return f"<{name}{match['rest']}></{name}>"
