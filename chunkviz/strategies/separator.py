"""Separator: see the class."""

from __future__ import annotations

from dataclasses import dataclass

from ..chunk import Chunk
from ..cutting.natural_breaks import Cutter
from ..cutting.packing import MEASURES
from ..cutting.separators import KEEP, levels_of
from ..document import Document
from ..params import param, smaller_overlap
from ..strategy import Strategy, Tools, strategies
from ..text.expression import check_expressions


@strategies.register
@dataclass(frozen=True)
class Separator(Strategy):
    """Cut at one separator only, and put neighbouring pieces together up to the size.

    It adds to *fixed size* that a cut falls where the author left a break: LangChain's CharacterTextSplitter.

    With `separator="\\n\\n"` and `size=12` characters, “One.\\n\\nTwo.\\n\\nA long third one.” gives

        One.⏎⏎Two. | A long third one.

    The first two paragraphs make 10 characters with the blank line between them; the third has 17 and stays whole,
    larger than the size, because there is no blank line inside it. That is what it gets wrong: a piece without the
    separator is never cut, and such chunks are marked as over the size.
    """

    label = "Separator"
    order = 20
    good_for = ()  # needs to know where to cut
    size: int = param(512, "The most tokens pieces may have together.", low=1, high=8192)
    overlap: int = param(64, "Tokens repeated from the chunk before, in whole pieces.", low=0, high=4096, within="size")
    separator: str = param("\\n\\n", "What to cut at; \\n is a line end. Empty: between any two characters.")
    regex: bool = param(
        False, "Read the separator as a regular expression.", label="Regular expression", advanced=True, by_hand=True
    )
    keep: str = param(
        "natural", "Where the separator goes when the text is cut at it.", choices=KEEP, label="Keep it", advanced=True
    )
    trim: bool = param(True, "Leave the white space around a chunk out of it.", label="Trim white space", advanced=True)
    measure: str = param(
        "chunk",
        "What is compared with the size: the tokens of the chunk’s own text, which then never go over "
        "it, or the sum of its pieces’ tokens, as LangChain counts.",
        choices=MEASURES,
        advanced=True,
    )

    def check(self) -> None:
        smaller_overlap(self.size, self.overlap)
        if self.regex:
            check_expressions("separator", (self.separator,))

    def split(self, document: Document, tools: Tools) -> list[Chunk]:
        (level,) = levels_of([self.separator], self.regex)
        starts, ends = level.pieces(document.text, 0, len(document), self.keep)
        return Cutter(tools, self.size, self.overlap, self.measure, self.keep, self.trim).merge(starts, ends, level)
