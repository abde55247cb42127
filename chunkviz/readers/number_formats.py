"""A spreadsheet's value as the sheet shows it, by its number format (ECMA-376 part 1, 18.8.30)."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import Any

_LITERAL = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]|\[[^\]]*\]|_.|\*.')
_DIGITS = re.compile(r"[#0?][#0?,]*(?:\.[#0?]+)?")
_DATE = re.compile(r"yyyy|yy|mmmm|mmm|mm|m|dddd|ddd|dd|d|hh|h|ss|s|am/pm|a/p", re.I)
_WRITTEN = {"yyyy": "%Y", "yy": "%y", "mmmm": "%B", "mmm": "%b", "dddd": "%A", "ddd": "%a", "dd": "%d", "hh": "%H", "ss": "%S"}


def shown(value: Any, number_format: str = "General") -> str:
    """The value as text. Formats that are not known (fractions, exponents) show the number as it is.

    >>> shown(1234.5, "#,##0.00"), shown(0.125, "0.0%"), shown(-3, '0" m";(0" m")'), shown(3.0)
    ('1,234.50', '12.5%', '(3 m)', '3')
    >>> shown(datetime(2026, 3, 9, 7, 5), "dd.mm.yyyy"), shown(datetime(2026, 3, 9, 7, 5), "d/m/yy h:mm AM/PM")
    ('09.03.2026', '9/3/26 7:05 AM')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return _number(value, number_format)
    if isinstance(value, datetime | date | time):
        return _moment(value, number_format)
    if isinstance(value, timedelta):
        minutes, seconds = divmod(round(value.total_seconds()), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    return str(value)


def _number(value: float, number_format: str) -> str:
    sections = number_format.split(";")
    own_sign = value < 0 and len(sections) > 1 and bool(sections[1])
    section = sections[1] if own_sign else sections[0]
    literals: list[str] = []

    def kept(found: re.Match[str]) -> str:
        literals.append(found[1] or found[2] or found[3] or "")
        return "\0"

    pattern = _LITERAL.sub(kept, section)
    digits = _DIGITS.search(pattern)
    if digits is None or "E" in pattern.upper() or "/" in pattern:
        return _general(value)
    places = len(digits[0].partition(".")[2])
    number = abs(value) if own_sign else value
    percent = pattern.count("%")
    written = f"{number * 100**percent:{',' if ',' in digits[0] else ''}.{places}f}"
    around = pattern[: digits.start()] + "\1" + pattern[digits.end() :]
    for literal in literals:
        around = around.replace("\0", literal, 1)
    sign = "-" if written.startswith("-") else ""
    return (sign + around.replace("\1", written.removeprefix("-"))).strip()


def _general(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.11g}"


def _moment(value: datetime | date | time, number_format: str) -> str:
    """By the format's letters; `m` beside hours or seconds is minutes."""
    pattern = _LITERAL.sub(lambda found: found[1] or found[2] or found[3] or "", number_format.split(";")[0])
    twelve = re.search(r"am/pm|a/p", pattern, re.I) is not None
    if not _DATE.search(pattern) or pattern.lower() == "general":
        return value.isoformat(" ") if isinstance(value, datetime) else value.isoformat()
    parts: list[str] = []
    before, at = "", 0
    for found in _DATE.finditer(pattern):
        letters = found[0].lower()
        minutes = letters in ("m", "mm") and (before.startswith("h") or re.match(r"[^a-z]*s", pattern[found.end() :], re.I))
        parts += [pattern[at : found.start()], _letters(value, letters, bool(minutes), twelve)]
        before, at = letters, found.end()
    return ("".join(parts) + pattern[at:]).strip()


def _letters(value: datetime | date | time, letters: str, minutes: bool, twelve: bool) -> str:
    if letters in ("am/pm", "a/p"):
        return value.strftime("%p")
    if minutes or (letters in ("m", "mm") and isinstance(value, time)):
        number = getattr(value, "minute", 0)
    elif letters in ("m", "mm"):
        number = getattr(value, "month", 0)
    elif letters in ("h", "hh"):
        hour = getattr(value, "hour", 0)
        number = (hour % 12 or 12) if twelve else hour
    elif letters in ("d", "s"):
        number = getattr(value, {"d": "day", "s": "second"}[letters], 0)
    else:
        return value.strftime(_WRITTEN[letters])
    return f"{number:02}" if len(letters) == 2 else str(number)
