"""Word files (.docx): paragraphs, headings by their style, lists, tables and footnotes, put together as text.

Read by python-docx, whose XML parser resolves no entities. What the author cannot see on the page (deleted and hidden
text, a table of contents made by Word) is left out and counted.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..document import Block, Document
from ..errors import UnreadableError
from ..reader import Reader, readers
from .composition import Composition, Grid

if TYPE_CHECKING:
    from docx.document import Document as WordDocument

_UNPACKED = 300_000_000  # bytes of a file's unpacked parts; more are refused
_PARTS = 10_000
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_HEADING = re.compile(r"heading ([1-9])$", re.I)
_LIST = re.compile(r"list(?: bullet| number| continue)?(?: ([2-9]))?$", re.I)
_CHARACTERS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "\u2011", f"{_W}softHyphen": "\u00ad"}


def read_docx(data: bytes, name: str) -> Document:
    """Raises UnreadableError where the bytes are no Word file, or unpack to more than 300 MB."""
    word = _opened(data, name)
    page = _Word(word)
    for element in _elements(word.element.body):
        page.element(element)
    page.end_list()
    page.footnotes()
    blocks = page.composition.blocks
    metadata = {"source": name}
    if title := (word.core_properties.title or "").strip() or _first_title(blocks):
        metadata["title"] = title
    if language := (word.core_properties.language or "").strip():
        metadata["language"] = language
    counts = ", ".join(f"{what} ({count})" for what, count in sorted(page.left_out.items()))
    notes = (f"Left out of the file: {counts}.",) if counts else ()
    return Document(page.composition.text, name, "docx", blocks, metadata, notes)


class _Word:
    """The file's paragraphs and tables, one after the other, as a composition."""

    def __init__(self, word: WordDocument) -> None:
        self.word = word
        self.composition = Composition()
        self.left_out: Counter[str] = Counter()
        self.depth = 0  # of the list item that is open
        self.styles = {style.style_id: style for style in word.styles if style.type == 1}

    def element(self, element: Any) -> None:
        if element.tag == f"{_W}tbl":
            self.end_list()
            self.table(element)
        else:
            self.paragraph(element)

    def paragraph(self, element: Any) -> None:
        text = self.text(element).strip()
        names = self.style_names(element)
        if not text:
            return
        if any(name.lower().startswith("toc ") for name in names):
            self.left_out["lines of the table of contents"] += 1
            return
        level, item = self.level(element, names), self.item_level(element, names)
        if item and not level:
            self.item(item, text)
            return
        self.end_list()
        self.composition.lines(2)
        if level:
            self.composition.open("heading", level, title=" ".join(text.split()))
        else:
            self.composition.open("caption" if names[:1] == ["caption"] else "paragraph")
        self.composition.write(text)
        self.composition.close()

    def item(self, level: int, text: str) -> None:
        """A list item: deeper ones are inside the one before."""
        level = min(level, self.depth + 1)
        self.composition.lines(1 if self.depth else 2)
        while self.depth > level:
            self.close_item_and_list()
        if self.depth == level:
            self.composition.close()
        else:
            self.composition.open("list")
            self.depth += 1
        self.composition.open("item", level)
        self.composition.open("paragraph")
        self.composition.write(text)
        self.composition.close()

    def close_item_and_list(self) -> None:
        self.composition.close()
        self.composition.close()
        self.depth -= 1

    def end_list(self) -> None:
        while self.depth:
            self.close_item_and_list()

    def table(self, element: Any) -> None:
        self.composition.lines(2)
        grid = Grid(self.composition)
        look = element.find(f"{_W}tblPr/{_W}tblLook")
        first_row_named = look is not None and (
            look.get(f"{_W}firstRow") == "1" or int(look.get(f"{_W}val") or "0", 16) & 0x20 > 0
        )
        for index, row in enumerate(element.iter(f"{_W}tr")):
            if next(row.iterancestors(f"{_W}tbl")) is not element:
                continue  # of a table in a cell, whose text belongs to the cell
            grid.open_row()
            for cell in row.iter(f"{_W}tc"):
                if next(cell.iterancestors(f"{_W}tr")) is row:
                    self.cell(grid, cell)
            grid.close_row(row.find(f"{_W}trPr/{_W}tblHeader") is not None or (index == 0 and first_row_named))
        grid.close()

    def cell(self, grid: Grid, cell: Any) -> None:
        span, merged = cell.find(f"{_W}tcPr/{_W}gridSpan"), cell.find(f"{_W}tcPr/{_W}vMerge")
        columns = _number(span, 1)
        if merged is not None and merged.get(f"{_W}val") != "restart":
            grid.repeat_above(columns)
            return
        grid.open_cell(False)
        text = " ".join(" ".join(self.text(paragraph).split()) for paragraph in cell.iter(f"{_W}p"))
        if text := " ".join(text.split()):
            self.composition.write(text)
        grid.close_cell(columns)

    def footnotes(self) -> None:
        from docx.oxml import parse_xml
        from lxml.etree import XMLSyntaxError

        for related in self.word.part.rels.values():
            if related.is_external or not related.reltype.endswith(("/footnotes", "/endnotes")):
                continue
            try:
                notes = parse_xml(related.target_part.blob)
            except XMLSyntaxError:
                self.left_out["damaged parts with footnotes"] += 1
                continue
            for note in notes:
                text = " ".join(self.text(paragraph).strip() for paragraph in note.iter(f"{_W}p")).strip()
                if note.get(f"{_W}type") is None and text:
                    self.composition.lines(2)
                    self.composition.open("footnote", label=note.get(f"{_W}id") or "")
                    self.composition.write(text)
                    self.composition.close()

    def text(self, paragraph: Any) -> str:
        """The text of a paragraph as it shows: without what was deleted, moved away or hidden."""
        parts: list[str] = []
        for element in paragraph.iter(f"{_W}t", *_CHARACTERS):
            above = [
                ancestor.tag for ancestor in element.iterancestors() if ancestor.tag in (f"{_W}moveFrom", f"{_W}del", _FALLBACK)
            ]
            run = element.getparent()
            if above or element.getparent().tag == f"{_W}tabs":
                continue
            vanish = run.find(f"{_W}rPr/{_W}vanish")
            if vanish is not None and vanish.get(f"{_W}val") not in ("0", "false"):
                self.left_out["hidden texts"] += 1
                continue
            parts.append(_CHARACTERS.get(element.tag) or element.text or "")
        return "".join(parts)

    def style_names(self, paragraph: Any) -> list[str]:
        """The names of a paragraph's style and of those it is based on."""
        found = paragraph.find(f"{_W}pPr/{_W}pStyle")
        style = self.styles.get(found.get(f"{_W}val")) if found is not None else None
        names: list[str] = []
        while style is not None and len(names) < 20:
            names.append((style.name or "").lower())
            style = style.base_style
        return names

    def level(self, paragraph: Any, names: list[str]) -> int:
        """The level of a heading (1-6); 0 for any other paragraph."""
        outline = paragraph.find(f"{_W}pPr/{_W}outlineLvl")
        if outline is not None and _number(outline, 9) < 9:
            return min(6, _number(outline) + 1)
        for name in names:
            if match := _HEADING.match(name):
                return min(6, int(match[1]))
        return 1 if names[:1] == ["title"] else 0

    def item_level(self, paragraph: Any, names: list[str]) -> int:
        """The depth of a list item (from 1); 0 for any other paragraph."""
        number = paragraph.find(f"{_W}pPr/{_W}numPr/{_W}numId")
        depth = paragraph.find(f"{_W}pPr/{_W}numPr/{_W}ilvl")
        if number is not None and number.get(f"{_W}val") != "0":
            return 1 + _number(depth)
        for name in names:
            if match := _LIST.match(name):
                return int(match[1] or 1)
        return 0


def _number(element: Any, default: int = 0, base: int = 10) -> int:
    """The number in an element's `val`; the default without the element or a number that can be."""
    value = element.get(f"{_W}val") if element is not None else None
    try:
        return int(value, base) if value and len(value) < 6 else default
    except ValueError:
        return default


def _elements(body: Any) -> Iterator[Any]:
    """The paragraphs and tables of a body in order, those in content controls included."""
    waiting = list(reversed(body))
    while waiting:
        element = waiting.pop()
        if element.tag in (f"{_W}p", f"{_W}tbl"):
            yield element
        elif element.tag in (f"{_W}sdt", f"{_W}sdtContent", f"{_W}ins", f"{_W}customXml"):
            waiting += reversed(element)


def _first_title(blocks: tuple[Block, ...]) -> str:
    return next((str(block.attributes["title"]) for block in blocks if block.kind == "heading"), "")


def _opened(data: bytes, name: str) -> WordDocument:
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise UnreadableError(
            f"{name} is an old Word file (.doc) or has a password; save it as .docx without one and read it again."
        )
    import docx

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
        large = sum(part.file_size for part in parts) > _UNPACKED or len(parts) > _PARTS
        word = None if large else docx.Document(io.BytesIO(data))
        body = word is None or word.element.body
    except Exception:  # zipfile, zlib, lxml and python-docx each raise errors of their own for what is damaged
        body = None
    if body is None:
        raise UnreadableError(
            f"{name} is not a Word file chunkviz can read, or it is damaged; open it in Word and save it as .docx again."
        )
    if word is None:
        raise UnreadableError(
            f"{name} unpacks to more than {_UNPACKED / 1e6:.0f} MB and is not read; remove its pictures and save it again."
        )
    return word


def _looks_like(data: bytes, name: str) -> bool:
    return data.startswith(b"PK\x03\x04") and b"word/document.xml" in data


readers.register(Reader("docx", "Word", (".docx", ".docm", ".doc"), read_docx, _looks_like, order=220))
