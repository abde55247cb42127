"""Sentences of a text, by sentencex (rules for many languages), as exact spans that leave nothing out."""

from __future__ import annotations

import re

import numpy as np

from . import graphemes
from .tokenizer import Positions, code_points

_LONG = 600  # characters from which a "sentence" is doubted
_QUOTES = re.compile('["“”„«»‘’‹›()\\[\\]{}「」『』（）]')
_SPACE = re.compile(r"\s*")


def sentence_ends(text: str, language: str = "en") -> Positions:
    """Where each sentence of `text` ends, in characters, shape (n,); white space behind a sentence belongs to it.

    The spans between consecutive ends cover the text without gaps. Three things are mended in what sentencex finds:
    a dot with no white space behind it ends nothing (`../docs`, `...wait`); white space is no sentence of its own;
    and since sentencex ends no sentence inside quotation marks or brackets, where one is left open it would swallow
    the rest of the paragraph, so what is longer than 600 characters is looked at again without them.
    """
    ends = _found(text, language)
    start, mended = 0, []
    for end in ends:
        if end - start > _LONG:
            mended += [start + inner for inner in _found(_QUOTES.sub("-", text[start:end]), language)]
        else:
            mended.append(end)
        start = end
    return graphemes.whole(text, np.array(mended, np.int64), True, code_points(text))


def _found(text: str, language: str) -> list[int]:
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
