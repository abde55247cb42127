"""Sentences: see the class."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..chunk import Chunk
from ..cutting.natural_breaks import Cutter
from ..cutting.separators import CHARACTERS, LINES, WORDS, Level
from ..document import Document
from ..params import param, smaller_overlap
from ..strategy import Strategy, Tools, strategies

_SENTENCE = Level((), "sentence", called="sentence end")
_CLAUSES = Level(("; ", ": ", ", ", "、", "，", "；"), "clause")


@strategies.register
@dataclass(frozen=True)
class Sentences(Strategy):
    """Pack whole sentences up to the size: no chunk ends in the middle of a thought.

    It adds to *recursive* that a dot is not always a full stop: “Dr. Smith came at 5 p.m.” is one sentence, and so is a
    Japanese one that ends with 。 and no space. Overlap is whole sentences too.

    With words counted and `size=8`, “Ana ran. Dr. Bo sat down. It rained all day.” gives

        Ana ran. Dr. Bo sat down. | It rained all day.

    The first two sentences make 6 words, with the third it would be 10. What it still gets wrong: paragraphs and headings
    are nothing to it, so a chunk may hold the end of one topic and the beginning of the next; a sentence larger than the
    size has to be cut, at lines, clauses or words.
    """

    label = "Sentences"
    order = 40
    good_for = ("long paragraphs", "answers cut", "retrieval")
    size: int = param(256, "The most tokens a chunk may have.", low=1, high=8192)
    overlap: int = param(0, "Tokens repeated from the chunk before, in whole sentences.", low=0, high=4096)
    language: str = param("en", "Language of the text, as a code such as en, de or ja: which abbreviations end no sentence.")

    def check(self) -> None:
        smaller_overlap(self.size, self.overlap)

    def split(self, document: Document, tools: Tools) -> list[Chunk]:
        ends = tools.sentence_ends(self.language)
        starts = np.concatenate([[0], ends[:-1]])
        return Cutter(tools, self.size, self.overlap).cut_pieces(
            starts[: len(ends)], ends, _SENTENCE, (LINES, _CLAUSES, WORDS, CHARACTERS)
        )
