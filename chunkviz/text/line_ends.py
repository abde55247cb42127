"""Where lines and paragraphs of plain text end, whoever wrote it: one definition for readers, cuts, sentences and numbers.

A line ends at \\n, \\r\\n, a lone \\r and the rarer characters that say so. A paragraph ends at a line that holds nothing but
white space, and at a form feed, which begins a new page.
"""

from __future__ import annotations

import re

LINE_ENDS = ("\r\n", "\n", "\r", "\f", "\v", "\x85", "\u2028", "\u2029")

_ANY = r"[\n\r\f\v\x85\u2028\u2029]"
_LINE_END = rf"{_ANY}(?:(?<=\r)\n)?+"
_WITHIN = r"[^\S\n\r\f\v\x85\u2028\u2029]"  # white space inside a line

LINE_END = re.compile(_LINE_END)
PARAGRAPH_END = re.compile(rf"{_LINE_END}(?:(?:{_WITHIN}*+{_LINE_END})++|(?<=[\f\u2029]))")
