"""A cutting one decision at a time, as plain data, for a person who wants to follow it.

Nothing is worked out again here: the recursive steps are what `natural_breaks` reports while it cuts, the semantic ones are the
parts of the strategy itself. The chunks of the last step are the chunks that the strategy makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from ..cause import separator_words
from ..chunk import Chunk
from ..cutting.natural_breaks import Cutter
from ..cutting.separators import Level
from ..phrases import counted
from ..span import Span
from ..strategies.recursive import Recursive
from ..strategies.semantic import Semantic
from ..strategy import Tools

MOST = 2000  # steps that are kept: more than a person will follow


@dataclass(frozen=True)
class Step:
    """One decision.

    kind      recursive: "separator", "large", "chunk", "done"; semantic: "sentences", "vectors", "distances", "threshold",
              "cuts", "done"
    sentence  what is decided and why, for a person
    spans     the pieces it is about, in order (of a chunk: the pieces that go into it)
    within    the part of the document it is about
    depth     how many larger pieces it is inside of
    lengths   of "chunk": tokens after each piece that joins, and last, where one did not fit, what it would have made
    made      the chunks made so far
    """

    kind: str
    sentence: str
    spans: tuple[Span, ...]
    within: Span
    depth: int = 0
    lengths: tuple[int, ...] = ()
    made: tuple[Span, ...] = ()


def recursive_steps(strategy: Recursive, tools: Tools) -> tuple[list[Step], list[Chunk]]:
    """The decisions of the recursive strategy in order, the first MOST of them, and its chunks."""
    recorder = _Recorder(strategy)
    levels = strategy.levels()
    cutter = Cutter(tools, strategy.size, strategy.overlap, strategy.measure, strategy.keep, strategy.trim, recorder)
    chunks = cutter.cut(Span(0, len(tools.document)), levels)
    whole = Span(0, len(tools.document))
    done = Step("done", f"All text is cut: {counted(len(chunks), 'chunk')}.", _spans(chunks), whole, made=_spans(chunks))
    return [*_with_results(recorder.steps, _spans(chunks)), done], chunks


def _with_results(steps: list[Step], chunks: tuple[Span, ...]) -> list[Step]:
    """The steps, each with the chunks that were there after it; a group that became none says so."""
    found, count = [], 0
    for step in steps:
        while count < len(chunks) and chunks[count].end <= step.within.start:
            count += 1
        sentence = step.sentence
        if step.kind == "chunk":
            if count < len(chunks) and step.within.contains(chunks[count]):
                count += 1
            else:
                sentence = "What is left holds nothing but white space, or nothing new: it is no chunk."
        found.append(replace(step, sentence=sentence, made=chunks[:count]))
    return found


class _Recorder:
    """Makes a step of each decision that a `Cutter` reports."""

    def __init__(self, strategy: Recursive) -> None:
        self.steps: list[Step] = []
        self._strategy = strategy
        self._open: list[tuple[Span, Level]] = []  # the larger pieces that are being cut, with the level that made them

    def __call__(self, decision: str, pieces: Any, first: int, last: int) -> None:
        if len(self.steps) >= MOST or not len(pieces):
            return
        spans = tuple(Span(*pair) for pair in zip(pieces.starts[first:last], pieces.ends[first:last], strict=True))
        within = Span(spans[0].start, spans[-1].end)
        while self._open and not self._open[-1][0].contains(within):
            self._open.pop()
        tell = {"pieces": self._separator, "large": self._large, "chunk": self._chunk}[decision]
        tell(pieces, first, last, spans, within)

    def _separator(self, pieces: Any, first: int, last: int, spans: tuple[Span, ...], within: Span) -> None:
        levels = self._strategy.levels()
        above = levels.index(self._open[-1][1]) + 1 if self._open else 0
        missing = [_called(level) for level in levels[above : levels.index(pieces.level)]]
        none = f"No {' and no '.join(missing)} in it. " if missing else ""
        where = f"the {self._open[-1][1].piece} that is too large" if self._open else "the text"
        sentence = f"{none}Cut {where} at every {_called(pieces.level)}: {counted(len(spans), pieces.level.piece)}."
        self._add("separator", sentence, spans, within)

    def _large(self, pieces: Any, first: int, last: int, spans: tuple[Span, ...], within: Span) -> None:
        length, size = pieces.lengths.length(first, last), self._strategy.size
        unit = pieces.tokens.tokenizer.unit
        fits = "fills a chunk" if length == size else "does not fit a chunk"
        self._add("large", f"This {pieces.level.piece} alone has {length:,} of {size:,} {unit}: it {fits}.", spans, within)
        self._open.append((within, pieces.level))

    def _chunk(self, pieces: Any, first: int, last: int, spans: tuple[Span, ...], within: Span) -> None:
        size, unit, piece = self._strategy.size, pieces.tokens.tokenizer.unit, pieces.level.piece
        lengths = tuple(pieces.lengths.length(first, stop) for stop in range(first + 1, min(last + 1, len(pieces)) + 1))
        kept = lengths[last - first - 1]
        sentence = f"{counted(last - first, piece)} {'become' if last - first > 1 else 'becomes'} a chunk of {kept:,} {unit}"
        over = lengths[-1] if last < len(pieces) else 0
        why = f"; with the next it would be {over:,} of {size:,}." if over else "; no more stand beside it."
        self._add("chunk", sentence + why, spans, within, lengths)

    def _add(self, kind: str, sentence: str, spans: tuple[Span, ...], within: Span, lengths: tuple[int, ...] = ()) -> None:
        depth = len(self._open)
        self.steps.append(Step(kind, sentence[:1].upper() + sentence[1:], spans, within, depth, lengths))


def semantic_steps(strategy: Semantic, tools: Tools) -> tuple[list[Step], list[Chunk]]:
    """The semantic strategy's way from sentences to chunks, and its chunks. `tools` need an embedder."""
    whole = Span(0, len(tools.document))
    chunks = strategy.split(tools.document, tools)
    curve = strategy.curve(tools)
    if not len(curve.starts):
        return [Step("done", "There is no sentence.", (), whole)], chunks
    sentences = tuple(Span(*pair) for pair in zip(curve.starts.tolist(), curve.ends.tolist(), strict=True))
    steps = [Step("sentences", f"The text has {counted(len(sentences), 'sentence')}.", sentences, whole)]
    dimension = tools.embedder.dimension if tools.embedder else 0
    neighbours = f"with {counted(strategy.window, 'neighbour')} on each side" if strategy.window else "by itself"
    words = f"Each sentence, {neighbours}, becomes a vector of {dimension} numbers."
    steps.append(Step("vectors", words, sentences, whole))
    if not len(curve):
        return [*steps, Step("done", "One sentence has no gap to cut at.", _spans(chunks), whole, made=_spans(chunks))], chunks
    far = int(curve.distances.argmax())
    gap = Span(sentences[far].start, sentences[far + 1].end)
    words = (
        f"Between neighbours the distance is 1 − cosine. The largest of {counted(len(curve), 'gap')}, "
        f"{curve.distances[far]:.2f}, "
    )
    steps.append(Step("distances", f"{words}is after sentence {far + 1}.", sentences, gap))
    threshold = strategy.threshold(curve)
    words = threshold.undecided or f"The {threshold.name} is {threshold.level:.2f}: gaps over it are cuts."
    steps.append(Step("threshold", words, sentences, whole))
    bounds = [0, *(int(cut) + 1 for cut in threshold.cuts), len(sentences)]
    parts = tuple(Span(sentences[a].start, sentences[b - 1].end) for a, b in pairwise(bounds))
    steps.append(
        Step("cuts", f"{counted(len(parts) - 1, 'gap')} passed: {counted(len(parts), 'part')}.", parts, whole, made=parts)
    )
    unit = tools.tokenizer.unit
    words = (
        f"Parts over {strategy.size:,} {unit} are cut again, those under {strategy.min_size:,} joined: "
        f"{counted(len(chunks), 'chunk')}."
    )
    return [*steps, Step("done", words, _spans(chunks), whole, made=_spans(chunks))], chunks


def _spans(chunks: Sequence[Chunk]) -> tuple[Span, ...]:
    return tuple(chunk.span for chunk in chunks)


def _called(level: Level) -> str:
    """“blank line”, “full stop, “! ” or “? ””"""
    if level.called:
        return level.called
    names = list(dict.fromkeys(separator_words(separator) for separator in level.separators))
    return names[0] if len(names) == 1 else f"{level.piece} end"
