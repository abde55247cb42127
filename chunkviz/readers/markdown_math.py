r"""Formulas in Markdown: their lines are no headings, lists or rules, whatever they look like.

A display formula stands between $$ and $$, \[ and \], or \begin{...} and \end{...}, without a blank line in it. For the parser of
Markdown its characters are written as letters, one for one, so that every place stays where it is.
"""

from __future__ import annotations

import re

_FENCE = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])?[ \t]*(`{3,}|~{3,})")
_BEGIN = re.compile(r"[ \t>]*(?:(\$\$)|(\\\[)|(\\begin\{))")
_ENDS = ("$$", "\\]", "\\end{")
_SIGN = re.compile(r"[^\s>]")


def without_formulas(text: str) -> str:
    """The text with an x for every character in a display formula of several lines."""
    if not any(sign in text for sign in ("$$", "\\[", "\\begin{")):
        return text
    lines = text.split("\n")
    fence, formula = "", -1
    end = ""
    for i, line in enumerate(lines):
        if fence:
            if line.strip(" \t>\r").startswith(fence) and not line.strip(" \t>\r").strip(fence[0]):
                fence = ""
        elif formula >= 0:
            if not line.strip(" \t>\r"):
                formula = -1
            elif end in line:
                lines[formula : i + 1] = [_SIGN.sub("x", one) for one in lines[formula : i + 1]]
                formula = -1
        elif found := _FENCE.match(line):
            fence = found[1]
        elif (opened := _BEGIN.match(line)) and (at := opened.lastindex):
            end = _ENDS[at - 1]
            formula = -1 if end in line[opened.end() :] else i
        elif line.rstrip().endswith("$$") and line.count("$$") == 1:
            end, formula = "$$", i
    return "\n".join(lines)
