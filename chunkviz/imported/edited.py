"""Chunks that nearly stand in their document: marks stripped, a link flattened to its text, a word changed, text put in.

The method. Document and chunk become words, in lower case and without accents. Runs of words that both have say where in the
document most of the chunk lies close together; there the two are aligned word by word. A chunk is laid where what it shares
with the document, in order, is most of it, and most of what the document has between its first and last shared word.
"""

from __future__ import annotations

import re
import unicodedata
from difflib import Match, SequenceMatcher
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..span import Span

_RUN = 3  # words of a run that is looked up
_FREQUENT = 200  # places from which a run says nothing
_TRIED = 3  # stretches of the document that a chunk is aligned with
_SHARE = 0.75  # of the aligned stretch of the chunk that has to be the document's, by letters
_CERTAIN = 16  # letters that have to be shared, unless all words are
_ALIKE = 0.6  # of two words' letters, from which one may be the other with a slip in it
_LONGEST = 60  # letters of a word that is looked at for slips
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_FIRST_UNSPACED, _WEIGHT = "\u0e00", 3
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")  # of a script without spaces each letter counts as a word
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_OPENING = frozenset("*_~`[(\"'“‘«<")
_CLOSING = frozenset("*_~`])\"'”’»>")
_LEADING = re.compile(r"[^\w\s]*$")  # these two match anything
_TRAILING = re.compile(r"[^\w\s]*")
_LINK = re.compile(r"\]\([^()\s]*\)")
_HIDDEN = re.compile(rf"{_LINK.pattern}|<[^<>\n]{{1,1000}}>")

Numbers = NDArray[np.int64]


class Nearly(NamedTuple):
    """A place where a chunk nearly stands: the document's characters, and the chunk's own that are laid there."""

    span: Span
    own: Span


class _Words:
    """The words of a text: an id for each, and the characters it has."""

    def __init__(self, text: str, known: dict[str, int], learn: bool) -> None:
        self.spans = [match.span() for match in _WORD.finditer(text)]
        ids: list[int] = []
        for start, end in self.spans:
            word = _plain(text[start:end])
            ids.append(known.setdefault(word, len(known)) if learn else known.get(word, -1 - len(ids)))
        self.ids = np.array(ids, np.int64)
        weights = [end - start if end - start > 1 or text[start] < _FIRST_UNSPACED else _WEIGHT for start, end in self.spans]
        self._letters = np.concatenate([[0], np.cumsum(weights, dtype=np.int64)])

    def __len__(self) -> int:
        return len(self.spans)

    def runs(self, width: int) -> NDArray[np.uint64]:
        """A number for each run of `width` words, shape (n - width + 1,)."""
        count = max(0, len(self) - width + 1)
        total = np.zeros(count, np.uint64)
        for offset in range(width):
            total = total * np.uint64(0x9E3779B97F4A7C15) + self.ids[offset : offset + count].astype(np.uint64)
        return total

    def letters(self, first: int, last: int) -> int:
        """How many letters the words first..last-1 have; one of a script without spaces says as much as several."""
        return int(self._letters[last] - self._letters[first])


class EditedChunks:
    """A document in which edited chunks are looked up."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._known: dict[str, int] = {}
        self._words = _Words(text, self._known, learn=True)
        hidden = np.zeros(len(text) + 1, np.int64)  # what flattening leaves out: link targets, tags
        for match in _HIDDEN.finditer(text):
            hidden[match.start() : match.end()] = 1
        seen = [1 - hidden[start] for start, _ in self._words.spans]
        self._seen = np.concatenate([[0], np.cumsum(seen, dtype=np.int64)])
        self._sorted: dict[int, tuple[NDArray[np.uint64], Numbers]] = {}  # width -> the runs in order of size, and their places

    def find(self, chunk: str) -> list[Nearly]:
        """Where the chunk nearly stands: nowhere, at one place, or at several that are as good as each other."""
        words = _Words(chunk, self._known, learn=False)
        if len(words) < 2:
            return []
        width = min(_RUN, len(words))
        offsets, places = self._shared_runs(words.runs(width), width)
        if not len(places):
            return []
        begins, counts = np.unique(places - offsets, return_counts=True)
        if len(whole := begins[counts == len(words) - width + 1]):  # it stands there word for word
            return [self._placed(chunk, words, (0, len(words)), (first, first + len(words))) for first in whole.tolist()]
        found = [self._aligned(chunk, words, *stretch) for stretch in self._stretches(words, offsets, places)]
        best = max((shared for shared, _ in filter(None, found)), default=0)
        return sorted({nearly for shared, nearly in filter(None, found) if shared == best})

    def _stretches(self, words: _Words, offsets: Numbers, places: Numbers) -> list[tuple[int, int]]:
        """Stretches of the document's words, [first, last), in which most runs of the chunk lie."""
        reach = 2 * len(words) + 20
        counts = places.searchsorted(places + reach) - np.arange(len(places))
        enough = max(1, counts.max() / 2, len(words) / 10)
        stretches: list[tuple[int, int]] = []
        for i in np.argsort(-counts, kind="stable").tolist():
            if len(stretches) == _TRIED or counts[i] < enough:
                break
            end = i + int(counts[i]) - 1
            first = max(0, int(places[i] - offsets[i]) - 10)
            last = min(len(self._words), int(places[end] - offsets[end]) + len(words) + 10)
            if all(first >= other[1] - 20 or last <= other[0] + 20 for other in stretches):
                stretches.append((first, last))
        return stretches

    def _shared_runs(self, runs: NDArray[np.uint64], width: int) -> tuple[Numbers, Numbers]:
        """(offsets, places): where in the chunk and where in the document the runs stand that both have, by place."""
        if width not in self._sorted:
            own = self._words.runs(width)
            order = np.argsort(own, kind="stable")
            self._sorted[width] = own[order], order
        known, order = self._sorted[width]
        low, high = known.searchsorted(runs, "left"), known.searchsorted(runs, "right")
        counts = np.where(high - low <= _FREQUENT, high - low, 0)
        offsets = np.repeat(np.arange(len(runs)), counts)
        within = np.arange(len(offsets)) - np.repeat(np.cumsum(counts) - counts, counts)
        places = order[np.repeat(low, counts) + within]
        by_place = np.argsort(places, kind="stable")
        return offsets[by_place], places[by_place]

    def _aligned(self, chunk: str, words: _Words, first: int, last: int) -> tuple[int, Nearly] | None:
        """(letters shared, the place) of the chunk within the document's words first..last-1."""
        here = self._words
        matcher = SequenceMatcher(None, words.ids.tolist(), here.ids[first:last].tolist(), autojunk=False)
        blocks = self._without_strays([block for block in matcher.get_matching_blocks() if block.size], first)
        if not blocks:
            return None
        begin, end = blocks[0].a, blocks[-1].a + blocks[-1].size
        from_, to = first + blocks[0].b, first + blocks[-1].b + blocks[-1].size
        shared = sum(words.letters(block.a, block.a + block.size) for block in blocks)
        own = words.letters(begin, end)
        if shared < max(_CERTAIN, _SHARE * own, words.letters(0, len(words)) / 2):
            return None
        if self._seen[to] - self._seen[from_] > 2 * (end - begin) + 10:
            return None
        while begin and from_ and self._alike(chunk, words.spans[begin - 1], here.spans[from_ - 1]):
            begin, from_ = begin - 1, from_ - 1
        while end < len(words) and to < len(here) and self._alike(chunk, words.spans[end], here.spans[to]):
            end, to = end + 1, to + 1
        return shared, self._placed(chunk, words, (begin, end), (from_, to))

    def _without_strays(self, blocks: list[Match], first: int) -> list[Match]:
        """The blocks without small ones at either end that stand far from the rest, in the chunk or in the document."""
        small = max(_RUN, sum(block.size for block in blocks) / 4)
        while len(blocks) > 1 and blocks[0].size < small and self._far(blocks[0], blocks[1], blocks[0].size, first):
            del blocks[0]
        while len(blocks) > 1 and blocks[-1].size < small and self._far(blocks[-2], blocks[-1], blocks[-1].size, first):
            del blocks[-1]
        return blocks

    def _far(self, one: Match, following: Match, size: int, first: int) -> bool:
        apart = following.a - one.a - one.size
        there = self._seen[first + following.b] - self._seen[first + one.b + one.size]
        return apart >= 2 * size or bool(there > 3 * (apart + 2))

    def _alike(self, chunk: str, own: tuple[int, int], there: tuple[int, int]) -> bool:
        """Whether one word may be the other with a slip in it."""
        left, right = _plain(chunk[slice(*own)]), _plain(self._text[slice(*there)])
        return len(left) < _LONGEST and SequenceMatcher(None, left, right, autojunk=False).ratio() >= _ALIKE

    def _placed(self, chunk: str, words: _Words, own: tuple[int, int], there: tuple[int, int]) -> Nearly:
        """The words `there` of the document, for the words `own` of the chunk."""
        mine = Span(words.spans[own[0]][0], words.spans[own[1] - 1][1])
        span = Span(self._words.spans[there[0]][0], self._words.spans[there[1] - 1][1])
        return _with_marks(self._text, span, chunk, mine)


def changes(text: str, chunk: str) -> list[tuple[str, str]]:
    """What differs, in order: (what the document's `text` has, what the chunk has there instead)."""
    left, right = _TOKEN.findall(text), _TOKEN.findall(chunk)
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    found = [("".join(left[a:b]), "".join(right[c:d])) for kind, a, b, c, d in matcher.get_opcodes() if kind != "equal"]
    return [(old, new) for old, new in found if old.strip() or new.strip()]


def _plain(word: str) -> str:
    if word.isascii():
        return word.lower()
    return "".join(part for part in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(part))


def _with_marks(text: str, span: Span, chunk: str, own: Span) -> Nearly:
    """The place with the marks that cling to it: stars, quotes, what closes a link, and punctuation that the chunk has too."""
    leading = _LEADING.search(chunk[: own.start])[0]  # type: ignore[index]
    trailing = _TRAILING.match(chunk, own.end)[0]  # type: ignore[index]
    start, end = span
    first, last = own
    while start and first and text[start - 1] == chunk[first - 1] and not chunk[first - 1].isalnum():
        start, first = start - 1, first - 1
    while end < len(text) and last < len(chunk) and text[end] == chunk[last] and not chunk[last].isalnum():
        end, last = end + 1, last + 1
    while start < span.start and text[start].isspace():
        start, first = start + 1, first + 1
    while end > span.end and text[end - 1].isspace():
        end, last = end - 1, last - 1
    while start and (text[start - 1] in _OPENING or text[start - 1] in leading):
        start -= 1
    while end < len(text):
        if link := _LINK.match(text, end):
            end = link.end()
        elif text[end] in _CLOSING or text[end] in trailing:
            end += 1
        else:
            break
    if last == own.end and trailing and _TRAILING.match(text, end)[0]:  # type: ignore[index]
        end += 1  # another mark in the place of the chunk's
    first, last = min(first, own.start - len(leading)), max(last, own.end + len(trailing))
    return Nearly(Span(start, end), Span(first, last))
