"""Headings: see the class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..cause import END, Cause
from ..chunk import Chunk, Overlap
from ..cutting.block_breaks import breaks
from ..cutting.natural_breaks import cut
from ..cutting.packing import trimmed
from ..cutting.separators import Level
from ..document import Document
from ..params import param, smaller_overlap
from ..span import Span
from ..strategy import Strategy, Tools, strategies
from ..structure.sections import ARROW, Section, Structure, above, common, path_metadata, title

Part = tuple[Section, ...]  # neighbouring sections that become one chunk, or several where they are too large for one
_NO_OVERLAP = "A heading begins here: nothing is repeated from the section before."


@strategies.register
@dataclass(frozen=True)
class Headings(Strategy):
    """Cut where the author did: one chunk for each section, with the headings above it.

    It adds to *sentences* that a section is about one thing and has a name. The headings it stands under are put before
    it, so that “15 euros a night.” is found under “Harbour > Fees”. In

        # Harbour
        Open all year.
        ## Fees
        15 euros a night.

    there are two chunks: “# Harbour, Open all year.” and “## Fees, 15 euros a night.” with “# Harbour” before it. A heading
    with no text of its own goes with the section below it. A section larger than the size is cut again, between whole
    blocks if that helps, and no cut parts a heading from its text. Sections smaller than `min_size` join their neighbours,
    but never a section of a higher heading.

    What it still gets wrong: without headings it has nothing to go by, and sections differ in size as authors do.
    """

    label = "Headings"
    order = 50
    good_for = ("passages beside the point", "retrieval")
    size: int = param(512, "The most tokens a chunk may have; a larger section is cut again.", low=1, high=8192)
    overlap: int = param(0, "Tokens repeated inside a section that is cut again, in whole pieces.", low=0, high=4096)
    min_size: int = param(
        0, "Sections smaller than this many tokens join their neighbours.", low=0, high=4096, label="Smallest section"
    )
    levels: int = param(6, "Cut at headings of level 1 down to this one.", low=1, high=6, label="Deepest level")
    path: bool = param(True, "Put the headings above before each chunk.", label="Headings above")
    heading: bool = param(
        True, "Keep a section's own heading in its chunk; otherwise it only goes before it.", label="Own heading"
    )

    def check(self) -> None:
        smaller_overlap(self.size, self.overlap)

    @property
    def drops(self) -> bool:
        """Whether text is in no chunk: headings that only go before one."""
        return not self.heading

    def split(self, document: Document, tools: Tools) -> list[Chunk]:
        structure, levels = Structure(document), breaks(tools)
        parts = self._merged(_with_their_text(structure.sections(self.levels)), tools)
        chunks: list[Chunk] = []
        for i, part in enumerate(parts, 1):
            chunks += self._chunks(part, _closing(parts[i]) if i < len(parts) else END, structure, tools, levels)
        return chunks

    def _chunks(self, part: Part, closing: Cause, structure: Structure, tools: Tools, levels: Sequence[Level]) -> list[Chunk]:
        """The part as one chunk, or cut again where it is too large."""
        text, last = tools.document.text, part[-1].end
        start, end = trimmed(text, part[0].start if self.heading else _behind_headings(part), last)
        if start == end:  # there is nothing but headings
            start, end = trimmed(text, part[0].start, last)
        if start == end:
            return []
        pieces = [Chunk(start, end, closing)]
        if tools.tokens.count(start, end) > self.size:
            pieces = cut(tools, Span(start, end), self.size, self.overlap, levels, closing=closing)
        metadata = _metadata(part)
        chunks = []
        for i, piece in enumerate(pieces):
            context = above(structure.path(piece.start), piece.start)
            if not self.path:  # a heading that is not in its chunk goes before it all the same
                context = () if self.heading else tuple(span for span in context if span.start >= part[0].start)
            overlap = piece.overlap if i or not self.overlap else Overlap(why=_NO_OVERLAP)
            parent = Span(start, end) if len(pieces) > 1 else None
            chunks.append(replace(piece, context=context, parent=parent, overlap=overlap, metadata=metadata))
        return chunks

    def _merged(self, parts: list[Part], tools: Tools) -> list[Part]:
        """The parts, those under `min_size` joined with what follows or else with what is before."""
        if not self.min_size:
            return parts

        def small(part: Part) -> bool:
            return tools.tokens.count(part[0].start, part[-1].end) < self.min_size

        def may_join(first: Part, second: Part) -> bool:
            return second[0].level >= first[0].level and tools.tokens.count(first[0].start, second[-1].end) <= self.size

        def settle() -> None:
            if len(merged) > 1 and small(merged[-1]) and may_join(*merged[-2:]):
                merged[-2:] = [merged[-2] + merged[-1]]

        merged: list[Part] = []
        for part in parts:
            if merged and small(merged[-1]) and may_join(merged[-1], part):
                merged[-1] += part
            else:
                settle()
                merged.append(part)
        settle()
        return merged


def _with_their_text(sections: list[Section]) -> list[Part]:
    """Each section as a part; one that is nothing but a heading goes with the section below it."""
    parts: list[Part] = []
    for section in sections:
        if parts and parts[-1][-1].bare and section.level > parts[-1][-1].level:
            parts[-1] += (section,)
        else:
            parts.append((section,))
    return parts


def _behind_headings(part: Part) -> int:
    """Where a part begins without the headings it begins with."""
    first = next((section for section in part if not section.bare), part[-1])
    return first.path[-1].end if first.path else first.start


def _closing(following: Part) -> Cause:
    heading = following[0].path[-1]
    words = "Heading level {level} “{title}” begins." if title(heading) else "A heading of level {level} begins."
    return Cause("heading", words, {"level": heading.level, "title": title(heading)})


def _metadata(part: Part) -> dict[str, str]:
    """The path that all of the part's text stands under; neighbours that were joined are named together."""
    paths = [section.path for section in part if section.path and not section.bare] or [part[-1].path]
    shared = common(paths)
    names = list(dict.fromkeys(title(path[len(shared)]) for path in paths if len(path) > len(shared)))
    if len(paths) == 1 or len(shared) == len(paths[0]) or not names:
        return path_metadata(shared)
    joined = "; ".join(names)
    return path_metadata(shared) | {"section_heading": joined, "section_path": ARROW.join([*map(title, shared), joined])}
