"""By format: see the class."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from ..cause import END, Cause
from ..chunk import Chunk, Overlap
from ..cutting.subdocument import moved_back, part, shifted
from ..document import Block, Document
from ..errors import MissingError
from ..params import param, settings_of, smaller_overlap
from ..source_code.blocks import structure as syntax
from ..source_code.languages import language_named
from ..span import Span
from ..strategy import Strategy, Tools, strategies
from ..structure.sections import ARROW, Structure, above, path_metadata
from ..text.graphemes import is_boundary

_CLOSED = ("quote", "list", "item", "footnote", "quoted")  # what stands in these stays in them
_NAMES = {"code": "code block", "table": "table", "text": "text"}
_HEADINGS = {"headings": "Headings", "recursive": "Recursive", "sentences": "Sentences"}
_CODE = {"code": "Code", "recursive": "Recursive", "text": "Left in the text around it"}
_TABLES = {"tables": "Tables", "recursive": "Recursive", "text": "Left in the text around it"}
_MESSAGES = {"messages": "Messages", "recursive": "Recursive", "sentences": "Sentences"}
_PLAIN = {"recursive": "Recursive", "sentences": "Sentences", "fixed": "Fixed size"}
_NOT_ACROSS = "Nothing is repeated where another kind of text begins."


class _Region(NamedTuple):
    """A stretch of one kind, "text", "code", "table" or "messages", and its block where it is one."""

    span: Span
    kind: str
    block: Block | None = None


@strategies.register
@dataclass(frozen=True)
class ByFormat(Strategy):
    """For each kind of text the strategy that knows it: what a production pipeline does.

    It adds to *headings* that a document is seldom of one kind. Sections are cut at headings, a code block by its
    functions, a table between its rows, a thread between its messages, and text with no structure recursively. The
    table of which strategy cuts what is yours to change. In a Markdown page with `min_size=0`,

        # Install                  headings:  “# Install, Run this.”
        Run this.
        ```python                  code:      the code block, by its functions, “# Install” before each
        def f(): ...
        ```
        | OS | size |              tables:    the rows, with the header and “# Install” before them
        |----|------|
        | A  | 1 MB |

    Code blocks and tables smaller than `min_size` stay in the text that explains them.

    What it still gets wrong: text and the table it speaks of are in two chunks; a reader that did not find the structure
    cannot be made up for.
    """

    label = "By format"
    order = 45
    good_for = ("structure", "retrieval")
    size: int = param(512, "The most tokens a chunk may have.", low=1, high=8192)
    overlap: int = param(0, "Tokens repeated from the chunk before, where the strategy repeats any.", low=0, high=4096)
    min_size: int = param(64, "Code blocks and tables with fewer tokens stay in the text around them.", low=0, high=8192)
    headed: str = param("headings", "Text with headings.", choices=_HEADINGS, label="Text with headings", advanced=True)
    code: str = param("code", "Source files and code blocks.", choices=_CODE, label="Code", advanced=True)
    tables: str = param("tables", "Tables.", choices=_TABLES, advanced=True)
    messages: str = param("messages", "Chats, transcripts and e-mail.", choices=_MESSAGES, advanced=True)
    plain: str = param("recursive", "Text with no structure.", choices=_PLAIN, label="Everything else", advanced=True)

    def check(self) -> None:
        smaller_overlap(self.size, self.overlap)

    def split(self, document: Document, tools: Tools) -> list[Chunk]:
        structure = Structure(document)
        chunks: list[Chunk] = []
        regions = [
            region
            for region in self._regions(document, tools, structure)
            if document.text[region.span.start : region.span.end].strip()
        ]
        for i, region in enumerate(regions):
            closing = _closing(region, regions[i + 1]) if i + 1 < len(regions) else END
            chunks += self._chunks(document, tools, structure, region, closing)
        return chunks

    def _regions(self, document: Document, tools: Tools, structure: Structure) -> Iterator[_Region]:
        """The document as stretches of one kind, in order: together they are all of its text. Headings directly above a
        code block or a table go with it."""
        whole = Span(0, len(document))
        if document.kind in ("code", "messages"):
            yield _Region(whole, document.kind)
            return
        chosen = {"code": self.code, "table": self.tables}
        at = closed = 0
        for block in document.blocks:
            if block.kind in _CLOSED:
                closed = max(closed, block.end)
            if block.start < max(at, closed) or chosen.get(block.kind, "text") == "text" or not _whole(document.text, block):
                continue
            if tools.tokens.count(block.start, block.end) < self.min_size:
                continue
            start = block.start
            for heading in reversed(structure.headings_in(at, block.start)):
                if document.text[heading.end : start].strip():
                    break
                start = heading.start
            if at < start:
                yield _Region(Span(at, start), "text")
            yield _Region(Span(start, block.end), block.kind, block)
            at = block.end
        if at < len(document):
            yield _Region(Span(at, len(document)), "text")

    def _chunks(self, document: Document, tools: Tools, structure: Structure, region: _Region, closing: Cause) -> list[Chunk]:
        """The region's chunks, cut as a document of its own, with the headings of the whole before them."""
        smaller = _document_of(document, region)
        strategy = self._strategy(region, bool(structure.headings))
        inner = Tools(smaller, tools.tokenizer, tools.embedder, tools.progress)
        found = []
        pieces = strategy.split(smaller, inner)
        for i, piece in enumerate(pieces):
            chunk = moved_back(piece, region.span.start)
            context = tuple(dict.fromkeys([*above(structure.path(chunk.start), chunk.start), *sorted(chunk.context)]))
            metadata = {**_section(chunk, structure, region), "strategy": strategy.key}
            overlap = Overlap(why=_NOT_ACROSS) if i == 0 else chunk.overlap
            cause = closing if i + 1 == len(pieces) else chunk.cause
            found.append(replace(chunk, context=context, metadata=metadata, overlap=overlap, cause=cause))
        return found

    def _strategy(self, region: _Region, headed: bool) -> Strategy:
        """The strategy for a region."""
        by_kind = {"code": self.code, "table": self.tables, "messages": self.messages}
        key = by_kind.get(region.kind, self.headed if headed else self.plain)
        return _made("recursive" if key == "text" else key, self.size, self.overlap)


@lru_cache(maxsize=32)
def _made(key: str, size: int, overlap: int) -> Strategy:
    """The strategy called `key`, with the size and the overlap where it has them."""
    cls = strategies.get(key)
    given = {"size": size, "overlap": overlap}
    return cls(**{setting.name: given[setting.name] for setting in settings_of(cls) if setting.name in given})


def _whole(text: str, block: Block) -> bool:
    return is_boundary(text, block.start) and is_boundary(text, block.end)


def _document_of(document: Document, region: _Region) -> Document:
    """The region as a document of its own; a code block with the structure of its code."""
    if region.kind in ("code", "messages") and region.block is None:
        return document
    if region.kind != "code" or region.block is None:
        return part(document, region.span)
    named = str(region.block.attributes.get("language", ""))
    language = language_named(named)
    begin, end = region.block.attributes.get("body", region.span)
    blocks: list[Block] = []
    if language is not None:
        try:
            blocks = [shifted(block, begin - region.span.start) for block in syntax(document.text[begin:end], language)[0]]
        except MissingError:
            blocks = []  # the grammar is an extra: without it the code is cut by its lines, as source files are
    return part(document, region.span, "code", blocks, language=named)


def _section(chunk: Chunk, structure: Structure, region: _Region) -> dict[str, Any]:
    """The chunk's metadata, its section named from the whole document: the strategy has seen the region alone."""
    path = structure.path_of(chunk.span)
    known = chunk.metadata.get("section_path")
    if known is None:
        return {**chunk.metadata, **path_metadata(path)}
    outer = path_metadata(tuple(heading for heading in path if heading.start < region.span.start))
    full = ARROW.join(filter(None, (outer.get("section_path"), known)))
    return {**outer, **chunk.metadata, "section_path": full}


def _closing(region: _Region, following: _Region) -> Cause:
    if following.kind == "text":
        return Cause("format", "The {what} ends.", {"what": _NAMES[region.kind]})
    return Cause("format", "A {what} begins.", {"what": _NAMES[following.kind]})
