"""Sentence window: see the class."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ..cause import END, Cause
from ..chunk import Chunk
from ..cutting.natural_breaks import cut
from ..cutting.packing import trimmed
from ..cutting.separators import CHARACTERS, LINES, WORDS, Level
from ..document import Document
from ..params import param
from ..span import Span
from ..strategy import Strategy, Tools, strategies

_CLAUSES = Level(("; ", ": ", ", ", "、", "，", "；"), "clause")
_CAUSE = Cause("sentence", "The sentence ends.")


@strategies.register
@dataclass(frozen=True)
class SentenceWindow(Strategy):
    """One sentence a chunk; its neighbours are kept as its parent, to be read with it.

    It takes *sentences* to the end: a vector that stands for one sentence stands for one thing, and is found by questions
    about just that. What is read is the window, `window` sentences before and after, by the retrieval pattern *sentence
    window* or *parent document*. With `window=1`, “Ana ran. Bo sat. It rained.” gives

        Ana ran. (Ana ran. Bo sat.) | Bo sat. (all three) | It rained. (Bo sat. It rained.)

    What it still gets wrong: “It was full.” has a vector too, and it is about nothing. There are many more vectors to keep,
    ten or twenty times those of 512-token chunks. A sentence larger than the size has to be cut.
    """

    label = "Sentence window"
    order = 90
    read_by = "sentence_window"
    window: int = param(3, "Sentences before and after that are read with each.", low=0, high=20)
    size: int = param(256, "The most tokens a chunk may have; a longer sentence is cut.", low=1, high=8192)
    language: str = param("en", "Language of the text, as a code such as en, de or ja: which abbreviations end no sentence.")

    def split(self, document: Document, tools: Tools) -> list[Chunk]:
        ends = tools.sentence_ends(self.language).tolist()
        spans = [Span(*trimmed(document.text, start, end)) for start, end in zip([0, *ends], ends, strict=False)]
        spans = [span for span in spans if span.length]
        counts = tools.tokens.counts(
            np.array([span.start for span in spans], np.int64), np.array([span.end for span in spans], np.int64)
        )
        chunks: list[Chunk] = []
        for i, (span, count) in enumerate(zip(spans, counts.tolist(), strict=True)):
            parent = Span(spans[max(0, i - self.window)].start, spans[min(len(spans) - 1, i + self.window)].end)
            cause = _CAUSE if i + 1 < len(spans) else END
            parts = (
                [Chunk(*span, cause)]
                if count <= self.size
                else cut(tools, span, self.size, 0, (LINES, _CLAUSES, WORDS, CHARACTERS), closing=cause)
            )
            chunks += [replace(part, parent=parent) for part in parts]
        return chunks
