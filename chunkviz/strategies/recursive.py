"""Recursive: see the class."""

from __future__ import annotations

from dataclasses import dataclass

from ..chunk import Chunk
from ..cutting.natural_breaks import cut
from ..cutting.packing import MEASURES
from ..cutting.separators import KEEP, PRESETS, Level, levels_of
from ..document import Document
from ..params import param, smaller_overlap
from ..span import Span
from ..strategy import Strategy, Tools, strategies
from ..text.expression import check_expressions


@strategies.register
@dataclass(frozen=True)
class Recursive(Strategy):
    """Cut at the largest natural break that helps: blank lines first, then line ends, sentences, words, characters.

    It adds to *separator* that a paragraph too large for a chunk is not left too large: it alone is cut at the next
    smaller break. Most production pipelines start here, with about 512 tokens and an eighth of overlap.

    With `size=14` characters and no overlap, “Red fox.\\n\\nA hen sat. It slept.” is cut at the blank line (with the next
    paragraph it would have made 29 of 14), and then the second paragraph, itself 19 characters, at its full stop:

        Red fox. | A hen sat. | It slept.

    What it still gets wrong: a heading may end up at the end of a chunk and its text in the next; a sentence that only
    makes sense with the one before it may be cut off from it; it knows nothing of meaning.
    """

    label = "Recursive"
    order = 30
    good_for = ("paragraphs", "retrieval")
    size: int = param(512, "The most tokens a chunk may have.", low=1, high=8192)
    overlap: int = param(64, "Tokens repeated from the chunk before, in whole pieces.", low=0, high=4096, within="size")
    preset: str = param(
        "prose",
        "Which breaks are tried, strongest first. Any text: blank lines, line ends, sentences, words. "
        "Markdown: headings and fences before them. Python: classes, functions, lines. LangChain’s: "
        "blank lines, line ends, spaces.",
        choices={key: label for key, (label, _) in PRESETS.items()},
        label="Cut at the breaks of",
    )
    separators: tuple[str, ...] = param(
        (),
        "Your own breaks, strongest first, instead of the preset's; \\n is a line end, an empty one cuts anywhere.",
        advanced=True,
    )
    regex: bool = param(
        False, "Read your own breaks as regular expressions.", label="Regular expressions", advanced=True, by_hand=True
    )
    keep: str = param(
        "natural", "Where a separator goes when the text is cut at it.", choices=KEEP, label="Separator", advanced=True
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
            check_expressions("separators", self.separators)

    def levels(self) -> tuple[Level, ...]:
        """The breaks tried, strongest first."""
        return levels_of(self.separators, self.regex) if self.separators else PRESETS[self.preset][1]

    def split(self, document: Document, tools: Tools) -> list[Chunk]:
        span = Span(0, len(document))
        return cut(tools, span, self.size, self.overlap, self.levels(), measure=self.measure, keep=self.keep, trim=self.trim)
