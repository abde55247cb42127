"""Subtitles and captions, SRT and WebVTT: each cue a message with its times and, where the file says it, its speaker.

Numbers, times, placement and styling are no part of the text; a voice (`<v Ana>`) is written as “Ana: ”. Cues stand on
lines of their own. Of captions that roll (a cue shows the line before once more) each line is written once.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from .senders import clean, like_a_name
from .writing import Writing

_CLOCK = r"(?:\d{1,4}:)?\d{1,2}:\d{2}[.,]\d{1,3}"
_TIMING = re.compile(rf"[ \t]*({_CLOCK})[ \t]*-{{1,2}}>[ \t]*({_CLOCK})(?=\s|$)")
_VTT = re.compile("\ufeff?WEBVTT(?=[ \t\r\n]|$)")
_SRT = re.compile(rf"\s*(?:\d+[ \t]*\n+)?{_TIMING.pattern}")
_BLANK = re.compile(r"\n(?:[ \t]*\n)+")
_APART = {
    "NOTE": ("note of the file's maker", "notes of the file's maker"),
    "STYLE": ("style sheet", "style sheets"),
    "REGION": ("region", "regions"),
}
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?[ \t]+([^>\n]{1,200})>")
_TAG = re.compile(
    r"</?(?:i|b|u|s|c|v|em|strong|font|span|ruby|rt|lang)(?:[.\s][^<>\n]{0,200})?>|<\d[\d:.]{3,15}>|\{\\[^{}\n]{0,100}\}", re.I
)
_WORD_TIME = re.compile(r"<\d\d[\d:.]{3,13}>")
_LABEL = re.compile(
    r"(?:>>[ \t]*|-[ \t]?)?(?:\[(?P<fenced>[^\[\]\n:]{1,40})\]|(?P<name>[^\s:<>\[\]-][^:<>\[\]\n]{0,39}?))[ \t]?:(?=\s)"
)
_SURE = re.compile(r"\w+ (?:\d+|[A-Z])$|[^a-z]*[A-Z][^a-z]+$")  # Speaker 1, NARRATOR


class _Cue(NamedTuple):
    start: str
    end: str
    lines: list[str]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


class _Speech(NamedTuple):
    """`voice`: the speaker where the file names one apart from the words."""

    cue: _Cue
    voice: str
    lines: list[str]


def looks_like(text: str) -> bool:
    return bool(_VTT.match(text) or _SRT.match(text[:1000].replace("\r", "\n")))


def written(text: str) -> Writing:
    """The cues of a text that looks like subtitles, each on lines of its own."""
    writing = Writing()
    speeches = list(_speeches(list(_cues(text, writing)), _VTT.match(text) is not None, writing))
    names = _names(speeches)
    for cue, voice, lines in speeches:
        for label, words in [(f"{voice}:", "\n".join(lines))] if voice else _labelled(lines, names):
            about = {"speaker": voice or _name(label), "time": cue.start, "until": cue.end}
            writing.message(label, " ", words, about)
            writing.write("\n")
    return writing


def _cues(text: str, writing: Writing) -> Iterator[_Cue]:
    """Blocks between blank lines hold a cue each, as a rule; also read are cues with no blank line between them, and
    words that go on after one."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff\n")
    is_vtt = _VTT.match(text) is not None
    cue: _Cue | None = None
    for number, block in enumerate(_BLANK.split(text)):
        lines = block.strip("\n").split("\n")
        if is_vtt and not number:
            if title := lines[0].removeprefix("WEBVTT").strip(" \t-–:"):
                writing.metadata["title"] = title
            first = next((i for i, line in enumerate(lines) if _TIMING.match(line)), len(lines))
            lines = lines[first:]  # before are header fields
        kind = re.match(r"(?:NOTE|STYLE|REGION)(?=\s|$)", block) if is_vtt else None
        if kind and not any(map(_TIMING.match, lines[:2])):
            writing.left_out[_APART[kind[0]]] += 1
            continue
        begun = False  # whether a cue has begun in this block
        for i, line in enumerate(lines):
            if timing := _TIMING.match(line):
                if cue:
                    yield cue
                cue, begun = _Cue(timing[1], timing[2], []), True
            elif i + 1 < len(lines) and _TIMING.match(lines[i + 1]) and (line.strip().isdigit() or not begun):
                continue  # the cue's number or name
            elif cue:
                cue.lines.append(line)
            else:
                writing.left_out["line before the first cue", "lines before the first cue"] += bool(line.strip())
    if cue:
        yield cue


def _speeches(cues: list[_Cue], is_vtt: bool, writing: Writing) -> Iterator[_Speech]:
    """What is said in each cue, by each voice."""
    rolling = is_vtt and any(_WORD_TIME.search(cue.text) for cue in cues)
    last = ""
    for cue in cues:
        pieces = _VOICE.split(cue.text)  # words before the first voice, then voice, words, voice, words ...
        spoken = False
        for voice, words in zip(["", *pieces[1::2]], pieces[::2], strict=True):
            words = _TAG.sub("", words)
            lines = [line.strip() for line in (html.unescape(words) if is_vtt else words).split("\n")]
            lines = [line for line in lines if line]
            while rolling and lines and lines[0] == last:
                writing.left_out["line shown again", "lines shown again"] += 1
                lines, spoken = lines[1:], True
            if lines:
                last, spoken = lines[-1], True
                yield _Speech(cue, clean(html.unescape(voice)), lines)
        writing.left_out["cue without words", "cues without words"] += not spoken


def _names(speeches: list[_Speech]) -> set[str]:
    """Labels before words that are names: “Speaker 1: …”; others where they come again, or most cues have one."""
    found = [_name(match[0]) for speech in speeches for line in speech.lines if (match := _LABEL.match(line))]
    counts = Counter(name for name in found if like_a_name(name) and len(name.split()) <= 4)
    usual = sum(counts.values()) * 3 >= len(speeches) * 2
    return {name for name, count in counts.items() if count > 1 or _SURE.match(name) or usual}


def _name(label: str) -> str:
    return clean(label).strip(">-:[] ")


def _labelled(lines: list[str], names: set[str]) -> list[tuple[str, str]]:
    """(label, words) of each part of a cue that begins with a name; the label is "" where none stands there."""
    parts: list[tuple[str, str]] = []
    for line in lines:
        match = _LABEL.match(line)
        if match and _name(match[0]) in names:
            parts.append((match[0], line[match.end() :].strip()))
        elif parts:
            parts[-1] = parts[-1][0], f"{parts[-1][1]}\n{line}".strip("\n")
        else:
            parts.append(("", line))
    return parts
