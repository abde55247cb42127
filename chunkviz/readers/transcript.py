"""Chats and transcripts: lines that begin a turn with a speaker, a time, or both. The text stays the file's.

In a chat with times, a timed line of the chat's own form always begins something new, also where it names nobody: such
lines report that somebody joined, left or changed something. Other times belong to the words they stand in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

from ..document import Block
from .senders import clean
from .timed_lines import LINE, TimedLine, timed_lines
from .timestamps import DAY_CHANGE

_NAME = r"[^\W\d_](?:[^\s:：\[\]()<>{}=\"“”,;!?/|]|[ ](?! )){0,39}"
_COLON = r"(?:：|:(?=\s|[^\x00-\x7f]|$))"  # `https://` is nobody's name
_UNTIMED = re.compile(
    rf"^[ \t\u200e]*(?:(?P<name>{_NAME})[ \t]*{_COLON}|<[@+%&~ ]?(?P<nick>[^\s<>/]{{1,30}})>(?=[ \t]))", re.MULTILINE
)
_RECORD = re.compile(
    r"\b(?:DEBUG|INFO|WARN(?:ING)?|ERROR|TRACE|FATAL|NOTICE|CRITICAL|SEVERE)\b|\[(?:\d+|error|info|notice|warn)\]"
)
_WORDS = 6  # a name has no more words; what has is the beginning of a sentence


class _Turn(NamedTuple):
    start: int
    head_end: int
    name: str
    time: str = ""


T = TypeVar("T", _Turn, TimedLine)


def looks_like(text: str) -> bool:
    """Whether most of the text's lines are turns.

    With times, three turns that name their speaker and a third of the lines are enough (a tenth, where they have dates).
    Without, a few colons must not make prose a transcript: most lines begin a turn, at least two speakers come again and
    again, and they say more than a word.
    """
    lines = sum(1 for _ in LINE.finditer(text))
    timed = timed_lines(text)
    if timed and len(timed) * (10 if timed[0].form.dated else 3) >= lines and _people_talk(text, timed):
        return True
    turns = _untimed(text)
    if len(turns) < 4 or len(turns) * 10 < lines * 6 or "</" in text:
        return False
    speakers = Counter(turn.name for turn in turns)
    again = sum(count for count in speakers.values() if count > 1)
    talk = sum(len(text[turn.head_end : end].split()) >= 3 for turn, end in _with_ends(text, turns))
    changes = len({(a.name, b.name) for a, b in pairwise(turns)})
    records = len(speakers) > 3 and changes <= len(speakers) + 1  # the same names in the same order: fields, not people
    return len(speakers) >= 2 and again * 10 >= len(turns) * 8 and talk * 2 >= len(turns) and not records


def _people_talk(text: str, lines: list[TimedLine]) -> bool:
    """Whether these are people's words: not a program's log, not a list of times with a word to each."""
    named = [line for line in lines if line.name]
    counts = Counter(line.name for line in named)
    logged = sum(_RECORD.search(text, line.start, line.head_end + 30) is not None for line in lines)
    spoken = sum(bool(text[line.head_end : end].strip()) for line, end in _with_ends(text, lines))
    if len(named) < 3 or logged * 3 >= len(lines) or spoken * 2 < len(lines):
        return False
    form = named[0].form
    if form.dated and (form.bracket or form.sign):
        return True
    again = sum(count for count in counts.values() if count > 1)
    return again * 2 >= len(named) and (len(counts) > 1 or bool(form.bracket))


def blocks(text: str) -> tuple[Block, ...]:
    """A message for each turn, with speaker, time and `head`; none where no line begins one.

    Where the chat's lines have a date, a line without a time begins nothing; where they have only a clock, it does if its
    speaker has spoken with one: “Note: …” inside a turn stays there. Where there are no times, a speaker speaks twice.
    """
    timed, untimed = timed_lines(text), _untimed(text)
    names = {line.name for line in timed if line.name}
    if names and len(timed) * 2 >= len(untimed):
        turns = [_Turn(line.start, line.head_end, line.name, line.time) for line in timed]
        if not timed[0].form.dated:
            turns = _merged(turns, [turn for turn in untimed if turn.name in names], _days(text))
    else:
        counts = Counter(turn.name for turn in untimed)
        known = {name for name, count in counts.items() if count > 1} or set(counts)
        turns = [turn for turn in untimed if turn.name in known]
    found = []
    for turn, end in _with_ends(text, turns):
        stop = turn.start + len(text[turn.start : end].rstrip())
        about = {"speaker": turn.name, "time": turn.time, "head": (turn.start, min(turn.head_end, stop))}
        found.append(Block("message", turn.start, stop, 0, {key: value for key, value in about.items() if value}))
    return tuple(found)


def _with_ends(text: str, turns: Sequence[T]) -> list[tuple[T, int]]:
    """Each turn with where the next begins."""
    return list(zip(turns, [*(turn.start for turn in turns[1:]), len(text)], strict=False))


def _merged(*kinds: list[_Turn]) -> list[_Turn]:
    """All of them in order; where the head of one holds the beginning of another, the first."""
    merged: list[_Turn] = []
    for turn in sorted(turn for turns in kinds for turn in turns):
        if not merged or (turn.start >= merged[-1].head_end and turn.start > merged[-1].start):
            merged.append(turn)
    return merged


def _untimed(text: str) -> list[_Turn]:
    found = (_Turn(match.start(), match.end(), clean(match["name"] or match["nick"])) for match in _UNTIMED.finditer(text))
    return [turn for turn in found if len(turn.name.split()) <= _WORDS]


def _days(text: str) -> list[_Turn]:
    """Lines that say which day begins, in a chat whose times are but clocks."""
    spans = (match.span() for match in LINE.finditer(text))
    return [_Turn(start, end, "") for start, end in spans if end - start < 60 and DAY_CHANGE.match(text, start, end)]
