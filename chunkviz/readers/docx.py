"""Word files (.docx): paragraphs, headings by their style, lists, tables, text boxes and footnotes, put together as text.

Headings and list items have the numbers Word counts for them. What does not show on the page (deleted, moved and hidden text),
and what is not part of the text's flow (headers, footers, comments, a table of contents made by Word), is left out and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..document import Block, Document
from ..reader import Reader, readers
from .composition import Composition, Grid
from .nested_lists import NestedLists
from .word_numbers import Numbering
from .word_package import Package, W, is_on, number, value
from .word_text import Texts

_HEADING = re.compile(r"heading ([1-9])$", re.I)
_LIST = re.compile(r"list(?: bullet| number| continue)?(?: ([2-9]))?$", re.I)
_WRAPPERS = {f"{W}sdt", f"{W}sdtContent", f"{W}ins", f"{W}moveTo", f"{W}customXml", f"{W}smartTag"}
_CHAIN = 20  # styles looked at that one is based on


def read_docx(data: bytes, name: str) -> Document:
    """Raises UnreadableError where the bytes are no Word file, or unpack to more than 100 MB."""
    package = Package(data, name)
    page = _Word(package)
    page.elements(package.body)
    page.lists.end()
    page.footnotes()
    page.count_asides()
    blocks = page.composition.blocks
    metadata = {"source": name}
    if title := package.properties.get("title") or _first_title(blocks):
        metadata["title"] = title
    if language := package.properties.get("language"):
        metadata["language"] = language
    counts = ", ".join(f"{what} ({count})" for what, count in sorted(page.texts.left_out.items()) if count)
    notes = (f"Left out of the file: {counts}.",) if counts else ()
    return Document(page.composition.text, name, "docx", blocks, metadata, notes)


class _Word:
    """The file's paragraphs and tables, one after the other, as a composition."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.composition = Composition()
        self.texts = Texts()
        self.lists = NestedLists(self.composition)
        styles = [style for root in package.trees("styles") for style in root.iter(f"{W}style")]
        self.styles = {value(style, "styleId"): style for style in styles}
        lists = {value(style, "styleId") or "": value(style.find(f"{W}pPr/{W}numPr/{W}numId")) or "" for style in styles}
        self.numbering = Numbering(package.trees("numbering"), lists)
        self.begun, self.begun_boxes = "", list[Any]()  # of paragraphs whose end was deleted: the next goes on with them

    def elements(self, parent: Any) -> None:
        """The paragraphs and tables of a body or a text box in order, those in content controls included."""
        for element in _inside(parent, f"{W}p", f"{W}tbl"):
            if element.tag == f"{W}tbl":
                self.lists.end()
                self.table(element)
            else:
                self.paragraph(element)

    def paragraph(self, element: Any) -> None:
        read, boxes = self.texts.read(element)
        mark = element.find(f"{W}pPr/{W}rPr")
        self.begun, self.begun_boxes = self.begun + read, self.begun_boxes + boxes
        if mark is not None and (mark.find(f"{W}del") is not None or mark.find(f"{W}moveFrom") is not None):
            return
        text, boxes = self.begun.strip(), self.begun_boxes
        self.begun, self.begun_boxes = "", []
        styles = self.chain(element)
        names = [(value(style.find(f"{W}name")) or "").lower() for style in styles]
        if text and any(name.startswith("toc ") for name in names):
            self.texts.left_out["lines of the table of contents"] += 1
        elif text:
            self.written(element, styles, names, text)
        for box in boxes:
            self.lists.end()
            self.elements(box)

    def written(self, element: Any, styles: list[Any], names: list[str], text: str) -> None:
        """A paragraph that holds something."""
        list_id, depth = self.list_of(element, styles)
        shown = self.numbering.next(list_id, depth)
        text = f"{shown} {text}" if shown else text
        level = self.level(element, styles, names)
        item = next((int(m[1] or 1) for name in names if (m := _LIST.match(name))), 0)
        if list_id and (not item or element.find(f"{W}pPr/{W}numPr") is not None):
            item = 1 + depth
        if item and not level:
            self.lists.item(item, text)
            return
        self.lists.end()
        self.composition.lines(2)
        if level:
            self.composition.open("heading", level, title=" ".join(text.split()))
        else:
            self.composition.open("caption" if names[:1] == ["caption"] else "paragraph")
        self.composition.write(text)
        self.composition.close()

    def table(self, element: Any) -> None:
        self.composition.lines(2)
        grid = Grid(self.composition)
        look = element.find(f"{W}tblPr/{W}tblLook")
        first_row_named = value(look, "firstRow") == "1" or number(value(look), 0, 16) & 0x20 > 0
        first = True
        for row in _inside(element, f"{W}tr"):
            if row.find(f"{W}trPr/{W}del") is not None:
                self.texts.left_out["deleted rows"] += 1
                continue
            grid.open_row()
            for cell in _inside(row, f"{W}tc"):
                self.cell(grid, cell)
            grid.close_row(is_on(row.find(f"{W}trPr/{W}tblHeader")) or (first and first_row_named))
            first = False
        grid.close()

    def cell(self, grid: Grid, cell: Any) -> None:
        merged = cell.find(f"{W}tcPr/{W}vMerge")
        columns = number(value(cell.find(f"{W}tcPr/{W}gridSpan")), 1)
        if merged is not None and value(merged) != "restart":
            grid.repeat_above(columns)
            return
        grid.open_cell(False)
        if text := self.inline(cell):
            self.composition.write(text)
        grid.close_cell(columns)

    def inline(self, parent: Any) -> str:
        """All paragraphs inside on one line, those of tables and text boxes in it included."""
        parts: list[str] = []
        waiting = [parent]
        while waiting:
            element = waiting.pop()
            if element.tag == f"{W}p":
                text, boxes = self.texts.read(element)
                if words := " ".join(text.split()):
                    shown = self.numbering.next(*self.list_of(element, self.chain(element)))
                    parts.append(f"{shown} {words}" if shown else words)
                waiting += reversed(boxes)
            else:
                waiting += reversed(element)
        return " ".join(parts)

    def footnotes(self) -> None:
        for root in (*self.package.trees("footnotes"), *self.package.trees("endnotes")):
            for note in root:
                if value(note, "type") is None and (text := self.inline(note)):
                    self.composition.lines(2)
                    self.composition.open("footnote", label=value(note, "id") or "")
                    self.composition.write(text)
                    self.composition.close()

    def count_asides(self) -> None:
        """What stands beside the text: counted, not read."""
        for kind, called in (("header", "headers"), ("footer", "footers")):
            roots = self.package.trees(kind)
            self.texts.left_out[called] += sum(any((t.text or "").strip() for t in root.iter(f"{W}t")) for root in roots)
        self.texts.left_out["comments"] += sum(1 for root in self.package.trees("comments") for _ in root.iter(f"{W}comment"))

    def chain(self, paragraph: Any) -> list[Any]:
        """A paragraph's style and those it is based on, the nearest first."""
        key = value(paragraph.find(f"{W}pPr/{W}pStyle"))
        found: list[Any] = []
        while key in self.styles and len(found) < _CHAIN:
            found.append(self.styles[key])
            key = value(found[-1].find(f"{W}basedOn"))
        return found

    def level(self, paragraph: Any, styles: list[Any], names: list[str]) -> int:
        """The level of a heading (1-6); 0 for any other paragraph."""
        if (outline := paragraph.find(f"{W}pPr/{W}outlineLvl")) is not None and 0 <= number(value(outline), 9) < 9:
            return min(6, number(value(outline)) + 1)
        for name in names:
            if match := _HEADING.match(name):
                return min(6, int(match[1]))
        for style in styles:
            if 0 <= number(value(style.find(f"{W}pPr/{W}outlineLvl")), 9) < 9:
                return min(6, number(value(style.find(f"{W}pPr/{W}outlineLvl"))) + 1)
        return 1 if names[:1] == ["title"] else 0

    def list_of(self, paragraph: Any, styles: list[Any]) -> tuple[str, int]:
        """(list, depth from 0) of a list item or a numbered heading, by the paragraph or its styles; ("", 0) of another."""
        list_id: str | None = None
        depth: int | None = None
        for owner in (paragraph, *styles):
            properties = owner.find(f"{W}pPr/{W}numPr")
            if properties is None:
                continue
            if list_id is None:
                list_id = value(properties.find(f"{W}numId"))
            if depth is None and properties.find(f"{W}ilvl") is not None:
                depth = min(8, max(0, number(value(properties.find(f"{W}ilvl")))))
        return ("", 0) if list_id in (None, "0") else (list_id or "", depth or 0)


def _inside(parent: Any, *tags: str) -> Iterator[Any]:
    """The children with these tags, in order, and those in content controls and insertions around them."""
    waiting = list(reversed(parent))
    while waiting:
        element = waiting.pop()
        if element.tag in tags:
            yield element
        elif element.tag in _WRAPPERS:
            waiting += reversed(element)


def _first_title(blocks: tuple[Block, ...]) -> str:
    return next((str(block.attributes["title"]) for block in blocks if block.kind == "heading"), "")


def _looks_like(data: bytes, name: str) -> bool:
    return data.startswith(b"PK\x03\x04") and b"word/document" in data


readers.register(Reader("docx", "Word", (".docx", ".docm", ".doc"), read_docx, _looks_like, order=220, libraries=("lxml.etree",)))
