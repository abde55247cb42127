"""What headings and tables say about the places of a document: the path of headings at a position, sections, tables.

A heading inside a quote, a list item or a table is part of that block's text and begins no section.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ..document import Block, Document
from ..span import Span

Path = tuple[Block, ...]  # headings, outermost first
_CLOSED = {"quote", "list", "item", "table", "quoted"}  # headings inside these begin no section
ARROW = " > "  # between the titles of a path


@dataclass(frozen=True, slots=True)
class Section:
    """The text from one heading to the next; `path` holds the headings it stands under and, last, its own.

    The text before the first heading is a section with an empty path and level 0. `bare` is true where nothing follows
    the heading.
    """

    start: int
    end: int
    path: Path = ()
    bare: bool = False

    @property
    def level(self) -> int:
        return self.path[-1].level if self.path else 0


@dataclass(frozen=True, slots=True)
class Table:
    """A table's block, its rows without those of the header, and where its header and caption are (None without)."""

    block: Block
    rows: tuple[Block, ...]
    header: Span | None = None
    caption: Span | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(self.block.attributes.get("columns", ()))

    def lines(self, row: Block, text: str) -> list[str]:
        """A row of the document's `text` as “column: value” lines; cells with nothing in them are left out."""
        found = []
        for number, (start, end) in enumerate(row.attributes.get("cells") or ((row.start, row.end),)):
            name = self.columns[number] if number < len(self.columns) else ""
            if value := " ".join(cell_value(text, start, end).split()):
                found.append(f"{name or f'column {number + 1}'}: {value}")
        return found


class Structure:
    """The headings and tables of one document, looked up by position. Made in time linear in its blocks."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def headings(self) -> list[Block]:
        """The headings that begin sections, in order."""
        found, closed = [], 0
        for block in self.document.blocks:
            if block.kind in _CLOSED:
                closed = max(closed, block.end)
            elif block.kind == "heading" and block.start >= closed:
                found.append(block)
        return found

    @cached_property
    def tables(self) -> list[Table]:
        """The tables that are in no other table, in order."""
        found: list[Table] = []
        table: Block | None = None
        rows: list[Block] = []
        for block in self.document.blocks:
            if table is not None and block.start >= table.end:
                found.append(_table(table, rows))
                table = None
            if table is None and block.kind == "table":
                table, rows = block, []
            elif table is not None and block.kind == "row" and not (rows and block.start < rows[-1].end):
                rows.append(block)
        return [*found, _table(table, rows)] if table is not None else found

    def path(self, position: int) -> Path:
        """The headings that the character at `position` stands under; a heading stands under itself."""
        index = bisect_right(self._starts, position) - 1
        return self.paths[index] if index >= 0 else ()

    def path_of(self, span: Span) -> Path:
        """The headings that a text stands under: where it begins with headings, those that what follows them stands under."""
        at, text = span.start, self.document.text
        for heading in self.headings_in(span.start, span.end):
            if text[at : heading.start].strip():
                break
            at = max(at, min(heading.end, span.end - 1))
        return self.path(at)

    @cached_property
    def paths(self) -> list[Path]:
        """The path of every heading, itself included."""
        return _paths(self.headings)

    def sections(self, deepest: int = 6) -> list[Section]:
        """The document cut at its headings of level 1 to `deepest`: together they are all of its text."""
        headings = [heading for heading in self.headings if heading.level <= deepest]
        ends = [heading.start for heading in headings] + [len(self.document)]
        found = [Section(0, ends[0])] if ends[0] > 0 else []
        for path, end in zip(_paths(headings), ends[1:], strict=True):
            bare = not self.document.text[path[-1].end : end].strip()
            found.append(Section(path[-1].start, end, path, bare))
        return found

    def table_at(self, position: int) -> Table | None:
        """The table that the character at `position` is in."""
        index = bisect_right(self.tables, position, key=lambda table: table.block.start) - 1
        return self.tables[index] if index >= 0 and position < self.tables[index].block.end else None

    def headings_in(self, start: int, end: int) -> list[Block]:
        """The headings that begin in `[start, end)`."""
        return self.headings[bisect_left(self._starts, start) : bisect_left(self._starts, end)]

    @cached_property
    def _starts(self) -> list[int]:
        return [heading.start for heading in self.headings]


def cell_value(text: str, start: int, end: int) -> str:
    """What a cell says, without the marks of its format: Markdown's `\\|`, CSV's doubled quotation marks."""
    value = text[start:end].replace("\\|", "|")
    quoted = start > 0 and text[start - 1] == '"' and text[end : end + 1] == '"'
    return value.replace('""', '"') if quoted else value


def title(heading: Block) -> str:
    return str(heading.attributes.get("title", ""))


def above(path: Iterable[Block], position: int) -> tuple[Span, ...]:
    """The headings of a path that end before `position`: what goes before a chunk that begins there."""
    return tuple(heading.span for heading in path if heading.end <= position)


def path_metadata(path: Path) -> dict[str, str]:
    """A path as flat metadata: `h1` … `h6`, `section_heading` (the innermost title), `section_path` (“Harbour > Fees”)."""
    if not path:
        return {}
    titles = {f"h{heading.level}": title(heading) for heading in path}
    return {**titles, "section_heading": title(path[-1]), "section_path": ARROW.join(map(title, path))}


def common(paths: list[Path]) -> Path:
    """The headings that all paths begin with."""
    shortest = min(paths, key=len)
    for i, heading in enumerate(shortest):
        if any(path[i] is not heading for path in paths):
            return shortest[:i]
    return shortest


def _paths(headings: list[Block]) -> list[Path]:
    paths: list[Path] = []
    path: Path = ()
    for heading in headings:
        while path and path[-1].level >= heading.level:
            path = path[:-1]
        path = (*path, heading)
        paths.append(path)
    return paths


def _table(block: Block, rows: list[Block]) -> Table:
    header, caption = block.attributes.get("header"), block.attributes.get("caption")
    return Table(
        block,
        tuple(row for row in rows if not row.attributes.get("header")),
        Span(*header) if header else None,
        Span(*caption) if caption else None,
    )
