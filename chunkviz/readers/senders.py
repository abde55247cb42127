"""Who speaks, by what stands after the time on a line of a chat.

Ana: words      Ana:words      <ana> words      * ana waves      From  Ana  to  Everyone : words      ana⇥words
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .timestamps import MARKS, WHITE

_LONGEST = 80  # characters of a name
_NICK = re.compile(r"<[@+%&~! ]?([^<>\s][^<>\r\n]{0,40})>")
_ACTION = re.compile(
    rf"\*{WHITE}{{1,2}}([^\s:*()]{{1,40}}){WHITE}+(?!\([^)]*@|(?:has |is now |sets |joined|left|quit|parted|changed))"
)
_EVENT = re.compile(rf"(?:-!-|\*{{1,3}}|-->|<--|--|=!=|==){WHITE}")
_ROUTED = re.compile(
    rf"(?i:(?:from{WHITE}+(?P<sender>\S.{{0,70}}?)(?:{WHITE}+to{WHITE}+(?P<to>\S.{{0,70}}?))?)"
    rf"|(?:von|de|da|van){WHITE}+(?P<sender2>\S.{{0,70}}?){WHITE}+(?:an|à|para|a|aan){WHITE}+(?P<to2>\S.{{0,70}}?)){WHITE}*[:：](?!//)"
)
_COLUMN = re.compile(r"([^\t\r\n:]{1,40})\t")
_NO_MARKS = dict.fromkeys(map(ord, MARKS))
_COLON = re.compile("[:：]")
_QUOTES = set('"“”„«»')
_PARTICLES = frozenset(
    [
        "a",
        "al",
        "and",
        "bin",
        "da",
        "de",
        "del",
        "den",
        "der",
        "di",
        "do",
        "dos",
        "du",
        "e",
        "el",
        "la",
        "le",
        "of",
        "the",
        "ten",
        "ter",
        "van",
        "von",
        "y",
        "zu",
    ]
)


class Sender(NamedTuple):
    """name   as it is written, white space and marks of direction aside
    end    where the name with what closes it ends
    form   "sure" where only a name can stand there; "spaced" before a colon and white space; "tight" before a colon alone
    """

    name: str
    end: int
    form: str


def sender(text: str, at: int, stop: int) -> Sender | None:
    """The sender of the line whose words begin at `at`; None where they name none."""
    first = text[at]
    if first == "<" and (match := _NICK.match(text, at, stop)):
        return Sender(clean(match[1]), match.end(), "sure")
    if first == "*" and (match := _ACTION.match(text, at, stop)):
        return Sender(clean(match[1]), match.end(1), "sure")
    if first in "-*<=" and _EVENT.match(text, at, stop):
        return None
    if first in "fFvVdD" and (match := _ROUTED.match(text, at, stop)):
        return Sender(clean(match["sender"] or match["sender2"]), match.end(), "sure")
    if (match := _COLUMN.match(text, at, stop)) and any(map(str.isalnum, match[1])):
        return Sender(clean(match[1]), match.end(), "sure")
    return _before_colon(text, at, stop)


def _before_colon(text: str, at: int, stop: int) -> Sender | None:
    """A name ends with the first colon before white space, or before a letter where it looks like a name; where there is
    neither, what stands before a letter may be one."""
    tight = None
    for match in _COLON.finditer(text, at, min(stop, at + _LONGEST)):
        name, end = clean(text[at : match.start()]), match.end()
        following = text[end : end + 1] if end < stop else ""
        if match[0] == "：" or not following or following.isspace() or not following.isascii():
            return Sender(name, end, "spaced") if _possible(name) else tight
        if following == "/" or (name[-1:].isdigit() and following.isdigit()):  # an address, a time
            continue
        if tight is None and _possible(name) and not text[match.start() - 1].isspace():
            tight = Sender(name, end, "tight")
            if like_a_name(name):
                return tight
    return tight


def clean(name: str) -> str:
    return " ".join((name if name.isascii() else name.translate(_NO_MARKS)).split())


def _possible(name: str) -> bool:
    return bool(name) and not _QUOTES & set(name) and len(name.split()) <= 10


def like_a_name(name: str) -> bool:
    """Whether it is written like a person's name: up to six words, each capitalised, a number, or in a script without capitals.

    >>> [like_a_name(name) for name in ("Ben O'Neil (work)", "+49 170 0000000", "Ana left", "ana", "So this is")]
    [True, True, False, True, False]
    """
    words = re.sub(r"\([^()]*\)|\[[^\[\]]*\]", " ", name).split()
    if not words or len(words) > 6 or len(name) > _LONGEST or _QUOTES & set(name) or name[-1] in ",;!?…":
        return False
    return (len(words) == 1 and "/" not in name) or all(_capital(word) for word in words)


def _capital(word: str) -> bool:
    first = next((char for char in word if char.isalnum()), "A")
    return not first.islower() or word in _PARTICLES
