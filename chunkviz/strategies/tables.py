"""Tables: see the class."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

import numpy as np

from ..cause import END, Cause
from ..chunk import Chunk, Overlap
from ..cutting.block_breaks import breaks, line_start
from ..cutting.natural_breaks import cut
from ..cutting.packing import Lengths, by_chunk, pack, trimmed
from ..cutting.separators import Level
from ..document import Document
from ..params import param, smaller_overlap
from ..span import Span
from ..strategy import Strategy, Tools, strategies
from ..structure.sections import Path, Structure, Table, above, path_metadata

FORMS = {"rows": "Rows as they stand, the header before them", "lines": "A line “column: value” for each cell, as added text"}
_TABLE = Cause("table", "A table begins.")
_TABLE_ENDS = Cause("table", "The table ends here.")
_NOT_REPEATED = "Rows of a table are not repeated."


@strategies.register
@dataclass(frozen=True)
class Tables(Strategy):
    """Keep a table whole if it fits, and else cut it between rows, with its header before every group of rows.

    It adds to *recursive* that “24 | 16” says nothing without the names of its columns. With `size=30` characters,

        ## Fees

        | length | summer |
        |--------|--------|
        | 5 m    | 15     |
        | 6 m    | 18     |

    gives the heading with the header, then each row, which has “## Fees” and “| length | summer |” before it. As lines,
    “length: 6 m” and “summer: 18” are put before the row: text that appears nowhere in the document and is shown as added.
    Text outside tables is cut between whole blocks, as large ones recursively.

    What it still gets wrong: a table without a header row has no names to give; a question that needs the sum of a column
    needs all of its rows at once.
    """

    label = "Tables"
    order = 70
    good_for = ()  # “By format” cuts tables with it, and everything else besides
    size: int = param(512, "The most tokens a chunk may have; a larger table is cut between rows.", low=1, high=8192)
    overlap: int = param(0, "Tokens repeated in the text outside tables, in whole pieces.", low=0, high=4096)
    form: str = param("rows", "What is put before the rows of a table.", choices=FORMS)
    path: bool = param(True, "Put the headings above and the caption before each part of a table.", label="Headings above")

    def check(self) -> None:
        smaller_overlap(self.size, self.overlap)

    def split(self, document: Document, tools: Tools) -> list[Chunk]:
        structure, levels = Structure(document), breaks(tools)
        chunks: list[Chunk] = []
        done = 0
        for table in structure.tables:
            start = self._start(table, done, tools, structure)
            chunks += self._text(Span(done, start), _TABLE, tools, structure, levels)
            chunks += self._table(table, start, tools, structure)
            done = table.block.end
        chunks += self._text(Span(done, len(document)), END, tools, structure, levels)
        if chunks and chunks[-1].cause is _TABLE_ENDS:
            chunks[-1] = replace(chunks[-1], cause=END)
        return chunks

    def _start(self, table: Table, done: int, tools: Tools, structure: Structure) -> int:
        """Where a table begins: with the headings directly above it, unless these would keep it, or its header, from
        being whole."""
        document, end, count = tools.document, table.block.end, tools.tokens.count
        first = start = line_start(document.text, table.block.start)
        for heading in reversed(structure.path(table.block.start)):
            if heading.start < done or document.solid[heading.end] < document.solid[start]:
                break
            start = heading.start
        if count(first, end) <= self.size:
            return start if count(start, end) <= self.size else first
        header = line_start(document.text, table.header.start) if table.header else first
        behind = trimmed(document.text, first, line_start(document.text, table.rows[0].start))[1] if table.rows else end
        return next((place for place in (start, first) if count(place, behind) <= self.size), header)

    def _text(self, span: Span, closing: Cause, tools: Tools, structure: Structure, levels: Sequence[Level]) -> Iterator[Chunk]:
        """The chunks of what stands between two tables."""
        pieces = cut(tools, span, self.size, self.overlap, levels, closing=closing) if span.length else []
        for i, chunk in enumerate(pieces):
            overlap = chunk.overlap if i else Overlap(why=_NOT_REPEATED)
            yield replace(chunk, overlap=overlap, metadata=path_metadata(structure.path_of(chunk.span)))

    def _table(self, table: Table, start: int, tools: Tools, structure: Structure) -> Iterator[Chunk]:
        """The chunks of a table and of the headings directly above it, which begin at `start`."""
        text, end = tools.document.text, table.block.end
        path = structure.path(table.block.start)
        begins = [line_start(text, row.start) for row in table.rows]
        head = int(not begins or tools.document.solid[start] < tools.document.solid[begins[0]])  # 1: a piece before the rows
        places = [start, *begins[1 - head :], end]
        starts, ends = map(list, zip(*(trimmed(text, a, b) for a, b in pairwise(places)), strict=True))
        flat = ["\n".join(table.lines(row, text)) if self.form == "lines" else "" for row in table.rows]
        flat = ["", *flat] if head else flat
        for first, last, would, _ in pack(len(starts), self._lengths(starts, ends, flat, tools), self.size):
            begin, stop = starts[first], ends[last - 1]
            whole, rows = (first, last) == (0, len(starts)), (max(first - head, 0), last - head)
            yield Chunk(
                begin,
                stop,
                _TABLE_ENDS if last == len(starts) else self._cause(would, tools),
                context=self._context(table, rows[0], begin, path),
                added="\n\n".join(filter(None, flat[first:last])),
                parent=None if whole else Span(start, end),
                overlap=Overlap(why=_NOT_REPEATED),
                oversize="A row is never cut, and one alone is larger than the size." if last - first == 1 else "",
                metadata=path_metadata(path) | ({} if whole or not rows[1] else {"rows": f"{rows[0] + 1}-{rows[1]}"}),
            )

    def _context(self, table: Table, row: int, begin: int, path: Path) -> tuple[Span, ...]:
        """What goes before the rows from `row` (from 0) on: headings, caption, header, and cells that reach down from above."""
        spans = list(above(path, begin)) if self.path else []
        if self.path and table.caption is not None:
            spans.append(table.caption)
        if self.form == "rows":
            spans += [table.header] if table.header is not None else []
            cells = table.rows[row].attributes.get("cells", ()) if row < len(table.rows) else ()
            spans += dict.fromkeys(Span(*cell) for cell in cells if cell[0] < cell[1])
        return tuple(span for span in spans if span.end <= begin)

    def _lengths(self, starts: list[int], ends: list[int], flat: list[str], tools: Tools) -> Lengths:
        """How long rows are together: the rows themselves or, where that is more, the lines made of them."""
        before, behind = (tools.tokens.indexes(np.array(places, np.int64)).tolist() for places in (starts, ends))
        own = by_chunk(tools.tokens, starts, ends, before, behind)
        joint = tools.tokenizer.count("\n\n")
        counts = tools.tokenizer.counts(flat)
        added = [0, *accumulate(count + joint if line else 0 for line, count in zip(flat, counts, strict=True))]
        return Lengths(
            lambda first, size: min(own.reach(first, size), bisect_right(added, added[first] + size + joint) - 1),
            own.back,
            lambda first, last: max(added[last] - added[first] - joint, own.length(first, last)),
        )

    def _cause(self, would: int, tools: Tools) -> Cause:
        numbers = {"would": would, "size": self.size, "unit": tools.tokenizer.unit}
        return Cause("row", "With the next row the chunk would have made {would} of {size} {unit}.", numbers)
