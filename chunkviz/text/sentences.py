"""Sentences of a text, by sentencex (rules for many languages), as exact spans that leave nothing out."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from ..tokenizer import Positions, code_points
from . import graphemes
from .line_ends import PARAGRAPH_END

_STRETCH = 100_000  # characters given to sentencex at once
_LONG = 600  # characters from which a "sentence" is doubted
_QUOTES = re.compile('["“”„«»‘’‹›()\\[\\]{}「」『』（）]')
_SPACE = re.compile(r"\s*")
_ITEM = re.compile(
    r"\s*\(?(?:\d{1,3}|[A-Za-z]|[ivx]{1,4})[.)][^\S\n]+|.*:\s+1\.[^\S\n]+", re.S
)  # "2. " is no sentence, nor is "Do: 1. "
_NAMES_A_NUMBER = re.compile(
    r"\b(?:vols?|secs?|chaps?|ch|figs?|eqs?|nos?|nr|pp?|arts?|paras?|abs|kap|s|bd|eds?|app|tab|pts?|ver|cap|núm|ref|refs|ex|cl)\.\s+\Z",
    re.I,
)
_BEGINS_AS_NUMBER = re.compile(r"\d|[IVXLC]+\b")


def sentence_ends(text: str, language: str = "en") -> Positions:
    """Where each sentence of `text` ends, in characters, shape (n,); white space after a sentence belongs to it.

    The spans between consecutive ends cover the text without gaps. Some things are mended in what sentencex finds:
    a dot with no white space after it ends nothing (`../docs`, `...wait`); white space is no sentence of its own, nor is the
    number of an item (“2. Close the hatch.”); “vol. 3” and “Chap. II” are not cut; a paragraph's end ends a sentence;
    and since sentencex ends no sentence inside quotation marks or brackets, where one is left open it would swallow
    the rest of the paragraph, so what is longer than 600 characters is looked at again without them.
    """
    ends = list(_true_ends(text, _found(text, language)))
    start, mended = 0, []
    for end in ends:
        if end - start > _LONG:
            mended += [start + inner for inner in _found(_QUOTES.sub("-", text[start:end]), language)]
        else:
            mended.append(end)
        start = end
    breaks = [_SPACE.match(text, match.end()).end() for match in PARAGRAPH_END.finditer(text)]  # type: ignore[union-attr]
    lead = _SPACE.match(text).end()  # type: ignore[union-attr]
    every = np.union1d(np.array(mended, np.int64), np.array([end for end in breaks if end > lead], np.int64))
    return graphemes.whole(text, every, True, code_points(text))


def _true_ends(text: str, ends: list[int]) -> Iterator[int]:
    """The ends without those after the number of an item, and those between an abbreviation and its number."""
    start = 0
    for end in ends:
        if end < len(text):
            numbered = text[end - 2 : end - 1] in ".)" and end - start < 400 and _ITEM.fullmatch(text, start, end)
            if numbered or (_BEGINS_AS_NUMBER.match(text, end) and _NAMES_A_NUMBER.search(text, max(0, end - 12), end)):
                continue
        yield end
        start = end


def _found(text: str, language: str) -> list[int]:
    """The ends sentencex finds. A long text is given to it in stretches, since what it takes grows faster than the text: up to
    a blank line, which always ends a sentence, or else up to a sentence end that has two more after it. Those are the ends
    of the whole, but that a quotation mark left open swallows no more than its stretch."""
    ends: list[int] = []
    start, size = 0, _STRETCH
    while start + size < len(text):
        blank = text.rfind("\n\n", start + 1, start + size)
        stop = _SPACE.match(text, blank).end() if blank > 0 else start + size  # type: ignore[union-attr]
        found = [start + end for end in _within(text[start:stop], language)]
        if blank < 0:
            found = found[:-2]
        elif text[start:stop].isspace():
            found = []  # it belongs to the sentence that follows
        ends += found
        start, size = (found[-1], _STRETCH) if found else (start, 2 * size)
    return ends + [start + end for end in _within(text[start:], language)]


def _within(text: str, language: str) -> list[int]:
    from sentencex import get_sentence_boundaries

    ends: list[int] = []
    reached = 0  # white space is looked at once, however many boundaries lie in it
    for boundary in get_sentence_boundaries(language, text):
        end = int(boundary["end_index"])
        if end <= reached or (end < len(text) and text[end - 1] in ".!?" and not text[end].isspace()):
            continue
        reached = _SPACE.match(text, end).end()  # type: ignore[union-attr]
        if not text[ends[-1] if ends else 0 : end].isspace():
            ends.append(reached)
        elif ends:
            ends[-1] = reached
    if text and (not ends or ends[-1] < len(text)):
        ends.append(len(text))
    return ends
