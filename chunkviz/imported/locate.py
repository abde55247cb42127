"""Laying chunks that were cut elsewhere back onto their document: where each stands, or why that cannot be said.

The method. Both texts are squeezed (see `normalized_text`). Each chunk is looked up by fingerprints of a few short runs of it,
all chunks in one pass over the document, so the time grows with the document plus the chunks; the places where its rarest
run stands are then compared in full. A text that stands at several places is placed by its neighbours where they leave
one choice: the places between two certain neighbours are as many as the chunks with this text, or just one of them joins
on to a neighbour. What a chunk says of its own place decides between the places where it stands. A chunk that stands nowhere
as it is, is looked up by its words (see `edited`). What is left is not located; nothing is guessed.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..phrases import counted, shortened
from ..span import Span
from ..tokenizer import Positions
from .edited import EditedChunks, Nearly, changes
from .normalized_text import Squeezed

_WIDTH = 16  # squeezed characters of a run
_CERTAIN = 24  # squeezed characters a text must have if what stands before it is not in the document
_MOST = 10_000  # places of one run that are looked at
_ROUNDS = 20
_SHOWN = 3  # differences of an edited chunk that are spelled out
_PATH = re.compile(r"[^\n]+ [>›»] [^\n]*\n*")  # a heading path put in front of a chunk


@dataclass(frozen=True, slots=True)
class Located:
    """Where a chunk stands.

    span     its own text in the document; None where it was not located
    how      "exact", "normalised" (up to white space and Unicode form), "edited" (it nearly stands there) or "" where it was
             not located
    header   what stands before its own text in the chunk and not in the document there (a heading path put in front)
    why      a sentence: why it was not located, how it differs where it was edited, or ""
    """

    span: Span | None
    how: str = ""
    header: str = ""
    why: str = ""


@dataclass
class _Piece:
    """A chunk while it is looked for. `own`: where its own text begins, squeezed. `places`: where that may stand. `nearly`: by
    these places, where an edited chunk does."""

    text: str
    squeezed: Squeezed
    own: int = 0
    places: list[int] = field(default_factory=list)
    place: int | None = None
    why: str = ""
    nearly: dict[int, Nearly] = field(default_factory=dict)

    @property
    def length(self) -> int:
        return len(self.squeezed) - self.own


def locate(text: str, chunks: Sequence[str], claims: Sequence[int | None] = ()) -> list[Located]:
    """Where each of the chunks stands in `text`; they should be given in the order they were cut in.

    claims   for each of them, the character at which it says it begins, or None
    """
    document = Squeezed(text)
    distinct = {chunk: _Piece(chunk, Squeezed(chunk)) for chunk in dict.fromkeys(chunks)}
    _look_up(document, list(distinct.values()))
    _look_up_edited(text, document, [piece for piece in distinct.values() if piece.own or not piece.places])
    pieces = [replace(piece) for piece in map(distinct.__getitem__, chunks)]
    for piece, claim in zip(pieces, claims, strict=False):
        if claim is not None and len(piece.places) > 1:
            piece.place = _claimed(document, piece, claim)
    _choose(pieces)
    return [_located(text, document, piece) for piece in pieces]


def _look_up(document: Squeezed, pieces: list[_Piece]) -> None:
    """Find all places where each piece may stand; where the whole of it appears nowhere, those of its end."""
    found: dict[int, dict[int, Positions]] = {}
    by_width: dict[int, list[tuple[_Piece, NDArray[np.uint64]]]] = defaultdict(list)
    for piece in pieces:
        if len(piece.squeezed):
            width = min(_WIDTH, len(piece.squeezed))
            by_width[width].append((piece, piece.squeezed.fingerprints(width)))
    for width, members in by_width.items():
        wanted = np.unique(np.concatenate([prints[_offsets(len(prints))] for _, prints in members]))
        found[width] = _positions(document.fingerprints(width), wanted)
        for piece, prints in members:
            _find(document, piece, prints, found[width])


def _offsets(runs: int) -> list[int]:
    """Which of a chunk's runs are looked up: the first, the last and some between."""
    return sorted({(runs - 1) * part // 5 for part in range(6)})


def _positions(prints: NDArray[np.uint64], wanted: NDArray[np.uint64]) -> dict[int, Positions]:
    """Where each of the wanted fingerprints, which are sorted, stands among `prints`."""
    likely = np.zeros(1 << 16, bool)  # whether a wanted one begins with these bits: most of the document is passed by it
    likely[(wanted >> np.uint64(48)).astype(np.int64)] = True
    at = np.flatnonzero(likely[(prints >> np.uint64(48)).astype(np.int64)])
    index = np.minimum(wanted.searchsorted(prints[at]), len(wanted) - 1)
    same = wanted[index] == prints[at]
    at, index = at[same], index[same]
    order = np.argsort(index, kind="stable")
    at, index = at[order], index[order]
    edges = index.searchsorted(np.arange(len(wanted) + 1))
    return {int(value): at[edges[i] : edges[i + 1]] for i, value in enumerate(wanted.tolist())}


def _find(document: Squeezed, piece: _Piece, prints: NDArray[np.uint64], found: dict[int, Positions]) -> None:
    runs = [(found[int(prints[offset])], offset) for offset in _offsets(len(prints))]
    positions, offset = min(runs, key=lambda run: len(run[0]))
    if len(positions) > _MOST:
        piece.why = f"Its text stands at more than {_MOST:,} places."
        return
    text = piece.squeezed.text
    piece.places = [at - offset for at in positions.tolist() if at >= offset and document.text.startswith(text, at - offset)]
    for positions, offset in sorted(runs, key=lambda run: len(run[0])):
        if not piece.places and 0 < len(positions) <= _MOST and len(piece.squeezed) >= _CERTAIN:
            _find_end(document, piece, positions - offset)
    if not piece.places:
        piece.why = "Its text does not stand in the document."


def _find_end(document: Squeezed, piece: _Piece, starts: Positions) -> None:
    """Look for a chunk that had something put in front: the longest part up to its end that stands in the document, if the
    whole chunk, with what was put in front, began at one of `starts`."""
    codes = piece.squeezed.codes
    ends = starts + len(codes)
    ends = ends[ends <= len(document)]
    lengths = [_common_end(codes, document.codes[max(0, end - len(codes)) : end]) for end in ends.tolist()]
    if not lengths:
        return
    longest = max(lengths)
    own = _behind_space(piece, len(codes) - longest)
    rest = len(codes) - own
    header = piece.text[: piece.squeezed.places[own]] if rest else ""
    if rest >= _CERTAIN and (rest * 2 >= len(codes) or header.rstrip(" \t").endswith("\n")):
        piece.own = own
        piece.places = sorted(end - rest for end, length in zip(ends.tolist(), lengths, strict=True) if length == longest)


def _common_end(left: NDArray[np.uint32], right: NDArray[np.uint32]) -> int:
    count = min(len(left), len(right))
    differ = np.flatnonzero(left[len(left) - count :] != right[len(right) - count :])
    return count - int(differ[-1]) - 1 if len(differ) else count


def _behind_space(piece: _Piece, own: int) -> int:
    """The first squeezed character from `own` on that stands after white space in the chunk: a header ends with a word.

    A few words at the end of the header's line may stand in the document as well, such as a heading that the text itself
    stands under: they are the header's, and the chunk's own text begins on the next line.
    """
    places, text = piece.squeezed.places, piece.text
    while own < len(places) and not (places[own] and text[places[own] - 1].isspace()):
        own += 1
    if own < len(places) and "\n" not in text[places[own - 1] + 1 : places[own]]:
        line = int(places.searchsorted(text.find("\n", places[own]) % (len(text) + 1)))
        if line - own < _CERTAIN:
            return line
    return own


def _look_up_edited(text: str, document: Squeezed, pieces: list[_Piece]) -> None:
    """Find where those pieces nearly stand of which no more than the end, or nothing, stands in the document."""
    edited: EditedChunks | None = None
    for piece in pieces:
        if not len(piece.squeezed) or len(piece.places) > 1:
            continue
        edited = edited or EditedChunks(text)
        found = edited.find(piece.text)
        header = piece.text[: piece.squeezed.places[piece.own]] if piece.own else ""
        if not found or (header and (_PATH.fullmatch(header) or found[0].own.start > len(header) / 2)):
            continue
        piece.own, piece.why = 0, ""
        piece.nearly = {int(document.places.searchsorted(nearly.span.start)): nearly for nearly in found}
        piece.places = sorted(piece.nearly)


def _claimed(document: Squeezed, piece: _Piece, claim: int) -> int | None:
    """The place, of those where the piece may stand, that begins where it says; None where none does."""
    begin = int(piece.squeezed.places[piece.own]) if len(piece.squeezed) else 0
    lead = len(piece.text) - len(piece.text.lstrip())
    wanted = {claim + begin, claim + lead, claim}  # with a header counted, or not; a splitter may count blanks it has trimmed
    return next((place for place in piece.places if int(document.places[place]) in wanted), None)


def _choose(pieces: list[_Piece]) -> None:
    """Decide on a place for each piece, first where there is one only, then by the neighbours, until nothing changes."""
    for piece in pieces:
        if piece.place is None and len(piece.places) == 1:
            piece.place = piece.places[0]
    for _ in range(_ROUNDS):
        if not (_by_number(pieces) or _by_neighbour(pieces)):
            break
    for piece in pieces:
        if piece.place is None and not piece.why:
            piece.why = f"Its text stands at {len(piece.places)} places, and its neighbours do not tell which is meant."


def _by_number(pieces: list[_Piece]) -> bool:
    """Place equal texts in order where as many of them as there are places lie between two certain neighbours."""
    changed = False
    for first, last, low, high in _gaps(pieces):
        same: dict[str, list[_Piece]] = defaultdict(list)
        for piece in pieces[first:last]:
            if piece.place is None and piece.places:
                same[piece.text].append(piece)
        for group in same.values():
            places = group[0].places
            between = places[bisect_right(places, low) : bisect_left(places, high)]
            if len(between) == len(group):
                changed = True
                for piece, place in zip(group, between, strict=True):
                    piece.place = place
    return changed


def _by_neighbour(pieces: list[_Piece]) -> bool:
    """Place a text where it joins on to, or overlaps with, the chunk before or after it, at one place only."""
    changed = False
    for i, piece in enumerate(pieces):
        if piece.place is not None or not piece.places:
            continue
        before = pieces[i - 1] if i else None
        behind = pieces[i + 1] if i + 1 < len(pieces) else None
        choices = set()
        if before is not None and before.place is not None:
            low = max(before.place, before.place + before.length - piece.length)
            choices.update(
                piece.places[bisect_right(piece.places, low) : bisect_right(piece.places, before.place + before.length)]
            )
        if behind is not None and behind.place is not None:
            joined = piece.places[
                bisect_left(piece.places, behind.place - piece.length) : bisect_left(piece.places, behind.place)
            ]
            choices = choices & set(joined) or choices | set(joined)
        if len(choices) == 1:
            piece.place = choices.pop()
            changed = True
    return changed


def _gaps(pieces: list[_Piece]) -> Iterator[tuple[int, int, int, float]]:
    """(first, last, low, high): runs of pieces without a place, and the places of the certain ones around them.

    Certain are the most pieces whose places rise in the order they are given; one that is out of this order stands where it
    stands, but says nothing about its neighbours.
    """
    placed = [(i, piece.place) for i, piece in enumerate(pieces) if piece.place is not None]
    anchors = _rising(placed)
    edges: list[tuple[int, float]] = [(-1, -1), *anchors, (len(pieces), float("inf"))]
    for (before, low), (behind, high) in pairwise(edges):
        if behind - before > 1:
            yield before + 1, behind, int(low), high


def _rising(placed: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence whose second members rise."""
    lowest: list[int] = []  # the lowest end of a rising run of each length
    ends: list[int] = []
    previous: list[int] = []
    for number, (_, place) in enumerate(placed):
        length = bisect_left(lowest, place)
        previous.append(ends[length - 1] if length else -1)
        if length == len(lowest):
            lowest.append(place)
            ends.append(number)
        else:
            lowest[length], ends[length] = place, number
    run, at = [], ends[-1] if ends else -1
    while at >= 0:
        run.append(placed[at])
        at = previous[at]
    return run[::-1]


def _located(text: str, document: Squeezed, piece: _Piece) -> Located:
    if piece.place is None:
        return Located(None, why=piece.why if len(piece.squeezed) else "It holds nothing but white space.")
    if (nearly := piece.nearly.get(piece.place)) is not None:
        return _nearly(text, piece.text, nearly)
    span = document.span(piece.place, piece.place + piece.length)
    begin = int(piece.squeezed.places[piece.own]) if piece.own else 0
    own = piece.text[begin:]
    before, behind = len(own) - len(own.lstrip()), len(own) - len(own.rstrip())
    wide = Span(span.start - before, span.end + behind)
    if wide.start >= 0 and text[wide.start : wide.end] == own:
        return Located(wide, "exact", piece.text[:begin])
    return Located(span, "normalised", piece.text[:begin])


def _nearly(text: str, chunk: str, nearly: Nearly) -> Located:
    """An edited chunk, with what stands before its own text, where that takes lines of its own, as its header."""
    header = chunk[: nearly.own.start]
    if not header.rstrip(" \t").endswith("\n"):
        header = ""
    found = changes(text[slice(*nearly.span)], chunk[len(header) :])
    words = [_change(old, new) for old, new in found[:_SHOWN]]
    more = f", and {counted(len(found) - _SHOWN, 'more change')}" if len(found) > _SHOWN else ""
    return Located(nearly.span, "edited", header, f"It nearly stands there: {'; '.join(words)}{more}.")


def _change(old: str, new: str) -> str:
    old, new = (shortened(words.strip(), Span(0, len(words.strip())), 40) for words in (old, new))
    if not new:
        return f"it lacks “{old}”"
    return f"“{new}” instead of “{old}”" if old else f"“{new}” is added"
