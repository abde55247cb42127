"""Parent and child: see the class."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..cause import END, Cause
from ..chunk import Chunk, Overlap
from ..cutting.block_breaks import breaks
from ..cutting.natural_breaks import cut
from ..cutting.packing import trimmed
from ..cutting.separators import Level
from ..document import Document
from ..errors import SettingError
from ..params import param, smaller_overlap
from ..span import Span
from ..strategy import Strategy, Tools, strategies
from ..structure.sections import Section, Structure, path_metadata, title

_NO_OVERLAP = "A new parent begins: nothing is repeated from the one before."
_DEEPEST = 6


@strategies.register
@dataclass(frozen=True)
class ParentChild(Strategy):
    """Cut twice: small chunks to be found, inside large ones to be read.

    It adds to *headings* that the piece that is embedded and the piece that is returned need not be the same. Children of
    `size` tokens are about one thing, so a question finds them; each knows its parent, and the retrieval pattern *parent
    document* returns that. Where the document has headings, a parent is the largest section, with all its subsections,
    that is no larger than `parent_size`; a text without headings is cut into parents at its natural breaks.

    With words counted, `size=4` and `parent_size=9`, “# Fees\\n\\nBoats pay ten euros. Canoes pay two.\\n\\n# Hours\\n\\nOpen all
    day.” has two parents, the two sections, and three children:

        (# Fees, Boats pay | ten euros. | Canoes pay two.)   (# Hours, Open all | day.)

    What it still gets wrong: a child is as blind to its surroundings as any small chunk, so what is never found brings no
    parent; and a parent is read whole, however little of it was meant.
    """

    label = "Parent and child"
    order = 80
    read_by = "parent_document"
    size: int = param(256, "The most tokens a child may have: what is embedded and found.", low=1, high=8192, label="Child size")
    parent_size: int = param(2048, "The most tokens a parent may have: what is read.", low=1, high=65536)
    overlap: int = param(0, "Tokens repeated between children of one parent, in whole pieces.", low=0, high=4096)

    def check(self) -> None:
        smaller_overlap(self.size, self.overlap)
        if self.parent_size < self.size:
            raise SettingError(f"parent_size must be at least size; it is {self.parent_size} and size is {self.size}.")

    def split(self, document: Document, tools: Tools) -> list[Chunk]:
        structure, levels = Structure(document), breaks(tools)
        chunks: list[Chunk] = []
        for parent, cause in self._parents(structure.sections(), tools, levels):
            for i, child in enumerate(cut(tools, parent, self.size, self.overlap, levels, closing=cause)):
                overlap = child.overlap if i or not self.overlap else Overlap(why=_NO_OVERLAP)
                metadata = path_metadata(structure.path_of(child.span))
                chunks.append(replace(child, parent=parent, overlap=overlap, metadata=metadata))
        return chunks

    def _parents(self, sections: list[Section], tools: Tools, levels: tuple[Level, ...]) -> Iterator[tuple[Span, Cause]]:
        """The parents, none of them blank, and why each ends where it ends."""
        groups = list(self._groups(sections, 1, tools))
        for group, following in zip(groups, [*groups[1:], None], strict=False):
            closing = _closing(following[0]) if following else END
            start, end = trimmed(tools.document.text, group[0].start, group[-1].end)
            if start == end:
                continue
            if tools.tokens.count(start, end) <= self.parent_size:
                yield Span(start, end), closing
                continue
            for part in cut(tools, Span(start, end), self.parent_size, 0, levels, closing=closing):
                yield part.span, part.cause

    def _groups(self, sections: list[Section], level: int, tools: Tools) -> Iterator[list[Section]]:
        """Neighbouring sections that are a parent together; a group still too large cannot be parted at headings."""
        if not sections:
            return
        if level > _DEEPEST or len(sections) == 1 or tools.tokens.count(sections[0].start, sections[-1].end) <= self.parent_size:
            yield sections
            return
        group: list[Section] = []
        for section in sections:
            if section.level <= level and group and not all(one.bare for one in group):
                yield from self._groups(group, level + 1, tools)
                group = []
            group.append(section)
        yield from self._groups(group, level + 1, tools)


def _closing(following: Section) -> Cause:
    heading = following.path[-1]
    words = (
        "Heading level {level} “{title}” begins: a new parent."
        if title(heading)
        else "A heading of level {level} begins: a new parent."
    )
    return Cause("heading", words, {"level": heading.level, "title": title(heading)})
