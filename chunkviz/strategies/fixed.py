"""Fixed size: see the class."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..cause import END, Cause
from ..chunk import Chunk, Overlap
from ..cutting.packing import MEASURES, trimmed
from ..document import Document
from ..params import param, smaller_overlap
from ..strategy import Strategy, Tools, strategies
from ..text import graphemes
from ..tokenizer import Positions, Tokens

_FEWEST, _MOST = 4, 1024  # windows tried together


@strategies.register
@dataclass(frozen=True)
class Fixed(Strategy):
    """Cut every `size` tokens, whatever the words say: the yardstick for all others.

    Nothing is simpler or faster, and every chunk but the last has the same size. With `size=4` and `overlap=1` words,
    “a b c d e f g h” gives

        a b c d | d e f g | g h

    What it gets wrong: nearly every cut falls in the middle of a sentence, so that a question's answer is often torn in
    two; overlap is the only insurance against it. The cut never falls inside a character: where tokens do (an emoji of
    several tokens), it moves back to the character's beginning.
    """

    label = "Fixed size"
    order = 10
    good_for = ()  # cuts whatever stands at the size: the yardstick, no remedy
    size: int = param(512, "Tokens in each chunk.", low=1, high=8192)
    overlap: int = param(64, "Tokens repeated from the chunk before.", low=0, high=4096, within="size")
    measure: str = param(
        "chunk",
        "What is compared with the size: the tokens of the chunk’s own text, which then never go over "
        "it, or the sum of its pieces’ tokens, as LangChain counts.",
        choices=MEASURES | {"pieces": "The whole text’s tokens"},
        advanced=True,
    )

    def check(self) -> None:
        smaller_overlap(self.size, self.overlap)

    def split(self, document: Document, tools: Tools) -> list[Chunk]:
        """Windows over the text's tokens. Those that can be taken as they are are taken many at a time; one that cuts
        a character, or whose text by itself has more tokens than in the whole, is fitted by itself."""
        tokens, text = tools.tokens, document.text
        if not text.strip():
            return []
        spans: list[tuple[int, int]] = []
        at_once, reach = _FEWEST, _behind(tokens, len(tokens))
        while not spans or spans[-1][1] < reach:
            start = self._next(tokens, *spans[-1]) if spans else self._first(tokens)
            plain = self._plain(tokens, start, at_once)
            at_once = min(2 * at_once, _MOST) if len(plain) == at_once else _FEWEST
            spans += plain or [self._fitted(tokens, start, spans[-1][1] if spans else 0)]
        numbers = {"size": self.size, "unit": tools.tokenizer.unit}
        full = Cause("size", "The chunk is full: {size} {unit}.", numbers)
        alone = Cause("oversize", "One character alone is larger than the size ({size} {unit}).", numbers)
        chunks = []
        for start, end in spans:
            if not text[start:end].isspace() and start < end:
                one = graphemes.cluster(text, start + 1)[1] >= end > start + 1 or end == start + 1
                over = one and tokens.count(start, end) > self.size
                oversize = alone.sentence if over else _PIECES
                cause = END if end == spans[-1][1] else alone if over else full
                chunks.append(Chunk(start, end, cause, overlap=Overlap(why=_WHY), oversize=oversize))
        return chunks

    def _plain(self, tokens: Tokens, start: int, at_once: int) -> list[tuple[int, int]]:
        """At most `at_once` windows from `start` on that need no fitting, up to the first that does."""
        first, stride = tokens.index(start), self.size - self.overlap
        if first >= len(tokens) or (first and tokens.ends[first - 1] > start):
            return []
        windows = np.arange(first, min(len(tokens), first + at_once * stride), stride)
        windows = windows[: 1 + int(np.searchsorted(windows + self.size, len(tokens)))]  # to the one that reaches the end
        stops = np.minimum(windows + self.size, len(tokens))
        starts = tokens.starts[windows]
        starts[0] = start
        ends = np.array([_behind(tokens, int(stop)) for stop in stops], np.int64)
        good = _between(tokens, windows) & _between(tokens, stops)
        if self.measure == "chunk":
            good &= tokens.counts(starts, ends) <= self.size
            good[1:] &= tokens.counts(starts[1:], ends[:-1]) <= self.overlap
        count = int(np.argmin(good)) if not good.all() else len(good)
        return list(zip(starts[:count].tolist(), ends[:count].tolist(), strict=True))

    def _first(self, tokens: Tokens) -> int:
        """Where the first window begins: with the text, or after white space that is not counted."""
        gap = int(tokens.starts[0]) if len(tokens) else 0
        return trimmed(tokens.text, 0, len(tokens.text))[0] if gap else 0

    def _fitted(self, tokens: Tokens, start: int, reached: int) -> tuple[int, int]:
        """The window from `start`, or from the first character after it from which one gets beyond `reached`."""
        end = self._end(tokens, start)
        while end <= reached:
            start = graphemes.ceil(tokens.text, start + 1)
            end = self._end(tokens, start)
        return start, end

    def _end(self, tokens: Tokens, start: int) -> int:
        """Where the window from `start` ends: with a whole character, within the size, but after one character at least."""
        text, stop = tokens.text, tokens.index(start) + self.size
        end = graphemes.floor(text, _behind(tokens, stop))
        while self.measure == "chunk" and end > start and tokens.count(start, end) > self.size:
            end = graphemes.floor(text, end - 1)
        return end if end > start else graphemes.ceil(text, start + 1)

    def _next(self, tokens: Tokens, start: int, end: int) -> int:
        """Where the window after start..end begins: with a whole character, after `start`, within the overlap."""
        text, index = tokens.text, tokens.index(end)
        first = max(0, index - self.overlap)
        position = 0 if not first else int(tokens.starts[first]) if first < len(tokens) else end
        if first and position < end:  # a character that the token before shares is left out
            position = max(position, int(tokens.ends[first - 1]))
        position = max(graphemes.ceil(text, position), graphemes.ceil(text, start + 1))
        following = int(tokens.starts[index]) if index < len(tokens) else end
        position = min(position, trimmed(text, end, following + 1)[0] if following > end else end)
        while self.measure == "chunk" and position < end and tokens.count(position, end) > self.overlap:
            position = graphemes.ceil(tokens.text, position + 1)
        return position


def _behind(tokens: Tokens, index: int) -> int:
    """Where a window ends that the token `index` does not belong to: before that token, what is not counted between
    (words) included, white space not."""
    end = int(tokens.starts[index]) if index < len(tokens) else len(tokens.text)
    before = min(index, len(tokens)) - 1
    last = int(tokens.ends[before]) if before >= 0 else 0
    if last >= end:
        return end
    first, stop = trimmed(tokens.text, last, end)
    return stop if first < stop else last


def _between(tokens: Tokens, indexes: Positions) -> NDArray[np.bool_]:
    """Whether the text can be cut before each of these tokens without tearing a character; shape as `indexes`."""
    last = len(tokens) - 1
    inner = (indexes > 0) & (indexes <= last)
    before, after = tokens.ends[np.clip(indexes - 1, 0, last)], tokens.starts[np.clip(indexes, 0, last)]
    good = ~inner | (before <= after)
    for i in np.flatnonzero(good & inner).tolist():
        good[i] = graphemes.is_boundary(tokens.text, int(before[i])) and graphemes.is_boundary(tokens.text, int(after[i]))
    return good


_WHY = "It begins with a whole character and counts as a text of its own."
_PIECES = "Its tokens were counted in the whole text; by itself it has more."
