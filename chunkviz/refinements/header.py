"""A contextual header before every chunk: see the class."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ..chunk import Chunk
from ..cutting.block_breaks import breaks
from ..cutting.recutting import in_order, pieces_of
from ..document import Document
from ..errors import SettingError
from ..params import param
from ..refinement import Refinement, refinements
from ..strategy import Tools
from ..structure.sections import Structure, path_metadata

_NAME = re.compile(r"\{(\w*)\}")
_NAMES = ("title", "section", "heading", "source", "symbol", "speaker", "page")


@refinements.register
@dataclass(frozen=True)
class Header(Refinement):
    """Say before each chunk where it comes from: “[Document: Harbour guide | Section: Fees > Summer]”.

    A chunk that says “It costs 15 euros.” is then found by a question about the harbour's fees. The header is made, and
    appears nowhere in the document, so it is shown as added text. A part between two | whose names are all empty is left
    out. Headings that the chunk had before it are in the header's section and go.
    """

    label = "Contextual header"
    order = 90
    template: str = param(
        "[Document: {title} | Section: {section}]",
        f"The header; it may name {', '.join('{' + name + '}' for name in _NAMES)}.",
    )
    size: int = param(
        0,
        "The most tokens header and chunk may have together; a chunk too large for that is cut again. "
        "With 0 the header is not counted.",
        low=0,
        high=8192,
    )

    def check(self) -> None:
        for name in _NAME.findall(self.template):
            if name not in _NAMES:
                raise SettingError(f"template names {{{name}}}, which there is not; it may name {', '.join(_NAMES)}.")

    def refine(self, chunks: list[Chunk], document: Document, tools: Tools) -> list[Chunk]:
        structure = Structure(document)
        headings = {heading.span for heading in structure.headings} if "{section}" in self.template else set()
        levels = breaks(tools)

        def pieces(chunk: Chunk) -> Iterator[Chunk]:
            header = filled(self.template, _facts(chunk, document, structure))
            headed = replace(
                chunk,
                added="\n".join(filter(None, (header, chunk.added))),
                context=tuple(span for span in chunk.context if span not in headings),
            )
            room = self.size - tools.tokenizer.count(header + "\n")
            if not self.size or tools.tokens.count(chunk.start, chunk.end) <= room:
                yield headed
                return
            if room < 1:
                raise SettingError(f"size must leave room for text; it is {self.size} and a header has {self.size - room}.")
            yield from pieces_of(headed, tools, room, 0, levels)

        return in_order(piece for chunk in chunks for piece in pieces(chunk))


def filled(template: str, facts: Mapping[str, str]) -> str:
    """The template with what is known; parts between | that name only what is not known are left out.

    >>> filled("[Document: {title} | Section: {section}]", {"title": "Guide"})
    '[Document: Guide]'
    """
    opening, body, closing = re.fullmatch(r"(\[?)(.*?)(\]?)", template, re.S).groups()  # type: ignore[union-attr]
    parts = [part for part in body.split("|") if not (names := _NAME.findall(part)) or any(facts.get(name) for name in names)]
    text = _NAME.sub(lambda match: facts.get(match[1], ""), "|".join(parts)).strip()
    return f"{opening}{text}{closing}" if text else ""


def _facts(chunk: Chunk, document: Document, structure: Structure) -> dict[str, str]:
    metadata = {**document.metadata, **path_metadata(structure.path_of(chunk.span)), **chunk.metadata}
    names = {"section": "section_path", "heading": "section_heading", "page": "pages"}
    return {name: str(metadata.get(names.get(name, name), "")) for name in _NAMES}
