"""Putting a document's text together from a format that has none of its own (HTML, Word), with its blocks.

White space is never written when it is met but when text follows it, so that every block ends with a character a reader
sees. Tables become lines of cells with a tab between two, as a browser copies them: a cell that spans columns is written
once and followed by empty ones, a cell that spans rows is written in its first row only. Each row knows the spans of all
cells that stand in it, wherever they are written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..document import Block

_COLUMNS = 1000  # most columns of a table; as in HTML
_SPANNED = 200_000  # most cells a document's spans may fill in all; after that a cell fills its own place only


@dataclass
class Frame:
    """A block that is open; it begins with the first text written while it is."""

    kind: str
    level: int = 0
    attributes: dict[str, Any] = field(default_factory=dict)
    start: int = -1
    index: int = -1

    @property
    def begun(self) -> bool:
        return self.start >= 0


class Composition:
    """A text that grows, and the blocks open in it, outermost first."""

    def __init__(self) -> None:
        self.length = 0
        self.frames: list[Frame] = []
        self.spare = _SPANNED
        self._parts: list[str] = []
        self._blocks: list[Block | None] = []
        self._begun = 0  # how many of the frames have begun
        self.breaks = 0  # line ends due before the next text
        self._tabs, self._space = 0, ""

    @property
    def text(self) -> str:
        return "".join(self._parts)

    @property
    def blocks(self) -> tuple[Block, ...]:
        return tuple(block for block in self._blocks if block is not None)

    @property
    def line_begins(self) -> bool:
        """Whether the next text written begins a line or a cell."""
        return not self.length or bool(self.breaks or self._tabs)

    def space(self, between: str = " ") -> None:
        """White space before the next text, unless a line begins there."""
        if between and not self.line_begins:
            self._space = between

    def lines(self, count: int) -> None:
        """At least this many line ends before the next text."""
        self.breaks, self._tabs, self._space = max(self.breaks, count), 0, ""

    def tab(self) -> None:
        self._tabs, self._space = self._tabs + 1, ""

    def write(self, text: str) -> None:
        """Text that neither begins nor ends with white space that should be left out; not empty."""
        if self.length:
            self._put("\n" * self.breaks + "\t" * self._tabs or self._space)
        self.breaks, self._tabs, self._space = 0, 0, ""
        for frame in self.frames[self._begun :]:
            frame.start, frame.index = self.length, len(self._blocks)
            self._blocks.append(None)
        self._begun = len(self.frames)
        self._put(text)

    def verbatim(self, text: str) -> None:
        """Text with its own white space, that at its end put off until more follows."""
        if self.line_begins:
            text = text.lstrip("\r\n")
        if content := text.rstrip():
            lead = self._space if not self.line_begins else ""
            self._space = ""
            self.write(lead + content)
            self._space = text[len(content) :]
        elif not self.line_begins:
            self._space += text

    def open(self, kind: str, level: int = 0, **attributes: Any) -> Frame:
        frame = Frame(kind, level, attributes)
        self.frames.append(frame)
        return frame

    def close(self) -> Frame:
        """Close the innermost block; it is filed if anything was written in it and its kind is not empty."""
        frame = self.frames.pop()
        self._begun = min(self._begun, len(self.frames))
        if frame.begun and frame.kind:
            self._blocks[frame.index] = Block(frame.kind, frame.start, self.length, frame.level, frame.attributes)
        return frame

    def since(self, frame: Frame) -> str:
        """What was written since the frame began."""
        taken: list[str] = []
        missing = self.length - frame.start
        for part in reversed(self._parts):
            if missing <= 0:
                break
            taken.append(part[-missing:])
            missing -= len(part)
        return "".join(reversed(taken))

    def _put(self, text: str) -> None:
        if text:
            self._parts.append(text)
            self.length += len(text)


class Grid:
    """A table as it is composed: which cell stands in which column of which row."""

    def __init__(self, composition: Composition) -> None:
        self.composition = composition
        self.frame = composition.open("table")
        self.header: list[tuple[int, int]] = []  # spans of the header rows
        self.titles: list[list[str]] = []  # titles above each column
        self.seen_body = False
        self._down: dict[int, tuple[int, tuple[int, int], str]] = {}  # column -> rows left, span and text of the cell above
        self._row: list[tuple[tuple[int, int], str]] = []
        self._above: list[tuple[tuple[int, int], str]] = []

    def open_row(self) -> None:
        self.composition.lines(1)
        self.composition.open("row")
        self._row, self._above = [], self._row
        self._all_headers = True

    def open_cell(self, header: bool) -> None:
        self._fill()
        if self._row:
            self.composition.tab()
        self._all_headers &= header
        self.composition.open("")

    def close_cell(self, columns: int = 1, rows: int = 1) -> None:
        """The cell just written spans so many columns and rows."""
        composition = self.composition
        frame = composition.close()
        span = (frame.start, composition.length) if frame.begun else (composition.length, composition.length)
        text = composition.since(frame) if frame.begun else ""
        columns = max(1, min(columns, _COLUMNS - len(self._row), composition.spare + 1))
        rows = max(1, min(rows, 65_534))
        composition.spare -= columns - 1
        for column in range(columns):
            if rows > 1:
                self._down[len(self._row)] = (rows - 1, span, text)
            if column:
                composition.tab()
            self._row.append((span, text))

    def repeat_above(self, columns: int = 1) -> None:
        """The cell above reaches down into this row."""
        for _ in range(max(1, min(columns, _COLUMNS - len(self._row)))):
            if self._row:
                self.composition.tab()
            nothing = (self.composition.length, self.composition.length), ""
            self._row.append(self._above[len(self._row)] if len(self._row) < len(self._above) else nothing)

    def close_row(self, header: bool = False) -> None:
        """`header`: whether the row is surely one of the table's head."""
        self._fill()
        frame = self.composition.frames[-1]
        frame.attributes["cells"] = tuple(span for span, _ in self._row)
        is_header = bool(self._row) and not self.seen_body and (header or self._all_headers)
        if is_header and frame.begun:
            frame.attributes["header"] = True
            self.header.append((frame.start, self.composition.length))
            for column, (_, text) in enumerate(self._row):
                while len(self.titles) <= column:
                    self.titles.append([])
                if text and text not in self.titles[column]:
                    self.titles[column].append(text)
        elif frame.begun:
            self.seen_body = True
        self.composition.close()

    def close(self) -> None:
        if self.header:
            self.frame.attributes["header"] = (self.header[0][0], self.header[-1][1])
            self.frame.attributes["columns"] = tuple(" ".join(titles) for titles in self.titles)
        self.composition.close()

    def _fill(self) -> None:
        """Put the cells from rows above that reach down to the place where the next cell of this row would stand."""
        while (below := self._down.get(len(self._row))) and self.composition.spare > 0:
            rows, span, text = below
            if rows > 1:
                self._down[len(self._row)] = (rows - 1, span, text)
            else:
                del self._down[len(self._row)]
            if self._row:
                self.composition.tab()
            self.composition.spare -= 1
            self._row.append((span, text))
