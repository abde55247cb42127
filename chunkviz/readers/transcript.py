"""Chats and transcripts: lines that begin a turn with a speaker, a time, or both.

Name: words                         [00:12:31] Name: words
12:31 - Name: words                 12/03/2026, 14:05 - Name: words
Name (00:12:31): words              Name  00:12:31      (the words on the lines below)
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from ..document import Block

_TIME = r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ T]+)?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?:[ \u202f]?[AaPp]\.?[Mm]\.?)?Z?"
_NAME = r"[^\W\d_](?:[^\s:：\[\]()<>{}=\"“”,;!?/|]|[ ](?! )){0,39}"
_COLON = r"(?:：|:(?=\s|[^\x00-\x7f]|$))"  # `https://` is nobody's name
_TURN = re.compile(
    rf"^[ \t\u200e]*(?:"
    rf"[\[(]?(?P<t1>{_TIME})[\])]?[ \t]*[-–—|]?[ \t]*(?P<n1>{_NAME})[ \t]*{_COLON}"
    rf"|(?P<n2>{_NAME}?)[ \t]*[\[(](?P<t2>{_TIME})[\])][ \t]*[:：]?"
    rf"|(?P<n3>{_NAME}?)[ \t]+(?P<t3>{_TIME})[ \t]*$"
    rf"|(?P<n4>{_NAME})[ \t]*{_COLON}"
    rf")",
    re.MULTILINE,
)
_LINE = re.compile(r"^[^\r\n]*\S", re.MULTILINE)
_WORDS = 6  # a name has no more words; what has is the beginning of a sentence


class _Turn:
    """A line that may begin a turn."""

    def __init__(self, match: re.Match[str]) -> None:
        self.start, self.head_end = match.start(), match.end()
        self.name = " ".join((match["n1"] or match["n2"] or match["n3"] or match["n4"]).split())
        self.time = match["t1"] or match["t2"] or match["t3"] or ""
        self.likely = len(self.name.split()) <= _WORDS


def looks_like(text: str) -> bool:
    """Whether most of the text's lines are turns.

    With times, three turns and a third of the lines are enough. Without, a few colons must not make prose a
    transcript: most lines begin a turn, at least two speakers come again and again, and they say more than a word.
    """
    turns = _turns(text)
    lines = sum(1 for _ in _LINE.finditer(text))
    timed = [turn for turn in turns if turn.time]
    if len(timed) >= 3 and len(timed) * 3 >= lines:
        return True
    if len(turns) < 4 or len(turns) * 10 < lines * 6:
        return False
    speakers = Counter(turn.name for turn in turns)
    again = sum(count for count in speakers.values() if count > 1)
    ends = [turn.start for turn in turns[1:]] + [len(text)]
    talk = sum(len(text[turn.head_end : end].split()) >= 3 for turn, end in zip(turns, ends, strict=True))
    changes = len({(a.name, b.name) for a, b in pairwise(turns)})
    records = len(speakers) > 3 and changes <= len(speakers) + 1  # the same names in the same order: fields, not people
    return len(speakers) >= 2 and again * 10 >= len(turns) * 8 and talk * 2 >= len(turns) and not records


def blocks(text: str) -> tuple[Block, ...]:
    """A message for each turn, with speaker, time and `head`; none where no line begins one.

    Where any turn has a time, a line without one begins a turn only if its speaker has spoken with one: “Note: …” inside
    a turn stays there. Where none has, its speaker speaks at least twice.
    """
    turns = _turns(text)
    timed = {turn.name for turn in turns if turn.time}
    counts = Counter(turn.name for turn in turns)
    known = timed or {name for name, count in counts.items() if count > 1} or set(counts)
    turns = [turn for turn in turns if turn.time or turn.name in known]
    found = []
    for turn, end in zip(turns, [*(turn.start for turn in turns[1:]), len(text)][: len(turns)], strict=True):
        stop = turn.start + len(text[turn.start : end].rstrip())
        about = {"speaker": turn.name, "time": turn.time, "head": (turn.start, turn.head_end)}
        found.append(Block("message", turn.start, stop, 0, {key: value for key, value in about.items() if value}))
    return tuple(found)


def _turns(text: str) -> list[_Turn]:
    found = (_Turn(match) for match in _TURN.finditer(text))
    return [turn for turn in found if turn.likely]
