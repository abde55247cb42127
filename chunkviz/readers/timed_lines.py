"""The lines of a chat that begin with a time, or with a name and a time; and who speaks on them.

[00:12:31] Name: words     12/03/2026, 14:05 - Name: words     09:41:03 From Name to Everyone : words     [12:01] <name> words
Name (00:12:31): words     Name  00:12:31 (words below)        [9:41 AM] Name (words below)               Name ⏎ 9:41 AM ⏎ words
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from .senders import clean, like_a_name, sender
from .timestamps import BARE, FENCED, MARKS, WHITE

LINE = re.compile(r"[^\r\n]*\S")
_LEAD = re.compile(rf"[\s{MARKS}]*")
_CLOCKISH = re.compile(r"\d[:.h]\d\d")
_BEFORE = re.compile(BARE)
_IN_BRACKETS = re.compile(rf"[\[(]{WHITE}*(?P<time>{FENCED}){WHITE}*[\])]")
_SIGN = re.compile(rf"(?P<sign>{WHITE}*(?:[-–—|](?=\s|$)|[:,](?=\s|$)))?[{MARKS}\s]*")
_NAME_BRACKETS = re.compile(rf"(?P<name>[^\r\n]{{1,70}}?)[\s,]*[\[(]{WHITE}*(?P<time>{FENCED}){WHITE}*[\])]{WHITE}*[:：]?")
_NAME_TIME = re.compile(rf"(?P<name>[^\r\n]{{1,70}}?)(?:{WHITE}*[—–·•|,]{WHITE}*|{WHITE}+)(?P<time>{FENCED}){WHITE}*$")
_NEAR = 160  # characters of a line in which its time and name stand


class Form(NamedTuple):
    """What the lines of one chat have in common; lines of other forms that hold a time belong to somebody's words."""

    name_first: bool
    bracket: str
    dated: bool
    sign: str


class TimedLine(NamedTuple):
    """stamp_end   where the time with its brackets and what separates it from the words ends
    name, name_end   the speaker and where the head ends with it; "" where the line names nobody
    sure   the name stands where only a name can stand; else it has to look like one, or come again
    below   nothing but time and name: the words stand on the lines below
    """

    start: int
    stamp_end: int
    time: str
    form: Form
    name: str = ""
    name_end: int = 0
    sure: bool = False
    below: bool = False

    @property
    def head_end(self) -> int:
        return self.name_end if self.name else self.stamp_end

    def nameless(self) -> TimedLine:
        return self._replace(name="", below=False)


def timed_lines(text: str) -> list[TimedLine]:
    """The timed lines of the form most of them have, in order."""
    found = _found(text)
    counts = Counter(line.name for line in found if line.name)
    credible = {name for name, count in counts.items() if count > 1 or like_a_name(name)}
    reports = {name for name in counts.keys() - credible if _begins_with_another(name, counts)}
    found = [
        line if not line.name or line.name in credible or (line.sure and line.name not in reports) else line.nameless()
        for line in found
        if line.name in credible or not line.form.name_first
    ]
    forms = Counter(line.form for line in found)
    usual = max(forms, key=lambda form: (forms[form], form), default=None)
    if usual is None:
        return []
    kept = [line for line in found if line.form.dated == usual.dated and forms[line.form] * 4 >= forms[usual]]
    if sum(line.below for line in kept) * 2 < len(kept):
        kept = [line.nameless() if line.below and not line.form.name_first else line for line in kept]
    return kept


def _begins_with_another(name: str, names: Counter[str]) -> bool:
    """Whether it is another's name and more words: “Ana changed the description: …” is a report, not Ana's words."""
    words = name.split()
    return any(" ".join(words[:count]) in names for count in range(1, len(words)))


def _found(text: str) -> list[TimedLine]:
    """Every line that may be one."""
    found: list[TimedLine] = []
    lines = [match.span() for match in LINE.finditer(text)]
    for i, (start, stop) in enumerate(lines):
        at = _LEAD.match(text, start, stop).end()  # type: ignore[union-attr]
        if not _CLOCKISH.search(text, at, min(stop, at + _NEAR)):
            continue
        before, after = (lines[i - 1] if i else None), (lines[i + 1] if i + 1 < len(lines) else None)
        line = _time_first(text, start, at, stop, before, after) or _name_first(text, start, at, stop)
        if line:
            found.append(line)
    return found


def _time_first(
    text: str, start: int, at: int, stop: int, before: tuple[int, int] | None, after: tuple[int, int] | None
) -> TimedLine | None:
    bracket = text[at] if text[at] in "[(" else ""
    match = (_IN_BRACKETS if bracket else _BEFORE).match(text, at, stop)
    if not match:
        return None
    follows = _SIGN.match(text, match.end(), stop)
    assert follows is not None  # every part of it is optional
    if not bracket and follows.end() == match.end() < stop:
        return None  # 9:30ish
    time = " ".join((match["time"] if bracket else match[0]).split())
    form = Form(False, bracket, match["day"] is not None, (follows["sign"] or "").strip())
    line = TimedLine(start, follows.end("sign") if follows["sign"] else match.end(), time, form)
    words = follows.end()
    if words >= stop:
        return _name_on_another_line(text, line, before, after)
    if who := sender(text, words, stop):
        fenced = form.dated and bool(bracket or form.sign)  # what stands between such a time and a colon is a name
        sure = who.form == "sure" or (who.form == "spaced" and fenced)
        return line._replace(name=who.name, name_end=who.end, sure=sure)
    if bracket and after is not None and like_a_name(name := clean(text[words:stop])):
        return line._replace(name=name, name_end=stop, below=True)
    return line


def _name_on_another_line(text: str, line: TimedLine, before: tuple[int, int] | None, after: tuple[int, int] | None) -> TimedLine:
    """A time alone: the name stands on the line above, or begins the line below."""
    if before is not None and line.start - before[1] <= 2 and like_a_name(name := clean(text[slice(*before)])):
        form = line.form._replace(name_first=True)
        return line._replace(start=before[0], form=form, name=name, name_end=line.stamp_end, below=True)
    if after is not None and (who := sender(text, *after)) and like_a_name(who.name):
        return line._replace(name=who.name, name_end=who.end)
    return line


def _name_first(text: str, start: int, at: int, stop: int) -> TimedLine | None:
    near = min(stop, at + _NEAR)
    match, below = None, False
    if text.find("[", at, near) >= 0 or text.find("(", at, near) >= 0:
        match = _NAME_BRACKETS.match(text, at, near)
    if not match and near == stop and _CLOCKISH.search(text, max(at, stop - 16), stop):
        match, below = _NAME_TIME.match(text, at, stop), True
    if not match:
        return None
    who = sender(text, at, match.end("name")) if below else None  # from Ana Lima to everyone:  9:41
    name = who.name if who else clean(match["name"]).strip("[]:")
    end = match.end() if not below else match.end("time")
    form = Form(True, "" if below else "[", match["day"] is not None, "")
    time = " ".join(match["time"].split())
    return TimedLine(start, end, time, form, name, end, below=below or match.end() >= stop)
