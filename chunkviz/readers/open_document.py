"""OpenDocument texts (.odt): paragraphs, headings by their outline level, numbered lists, tables, text boxes and footnotes.

Headings and list items have their numbers. Comments, deleted text, headers, footers and a table of contents are left out and
counted; pictures stand as the words that describe them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..document import Document
from ..errors import UnreadableError
from ..phrases import counted
from ..reader import Reader, readers
from .archive import Archive
from .composition import Composition, Grid
from .open_document_numbers import Numbers
from .xml_parts import local, tree_of

NAMESPACE = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"
TEXT, TABLE, STYLE = (NAMESPACE % name for name in ("text", "table", "style"))
_WHITE = re.compile("[ \t\r\n]+")
_GROUPS = ("section", "index-body", "table-header-rows", "table-rows", "table-row-group", "soft-page-break")
_INDEXES = ("table-of-content", "alphabetical-index", "illustration-index", "table-index", "bibliography", "user-index")
_ASIDE = (
    "annotation-end",
    "bookmark",
    "ruby-text",
    "tracked-changes",
    "sequence-decls",
    "variable-decls",
    "forms",
    "event-listeners",
)
_COMMENT, _PICTURE = ("comment", "comments"), ("picture that nothing describes", "pictures that nothing describes")
_REPEATED = 1_000  # times that a cell or a row is repeated at most


def read_open_document(data: bytes, name: str) -> Document:
    """Raises UnreadableError where the bytes are no OpenDocument text, are damaged, encrypted, or unpack to too much."""
    archive = Archive(data, name)
    manifest = archive.read("META-INF/manifest.xml") if "META-INF/manifest.xml" in archive.names else b""
    if b"encryption-data" in manifest:
        raise UnreadableError(f"{name} has a password; save a copy without it and read that.")
    content, styles = tree_of(archive, "content.xml"), tree_of(archive, "styles.xml")
    body = next((one for one in content.iter() if local(one) == "text"), None) if content is not None else None
    if body is None:
        raise UnreadableError(f"{name} is no OpenDocument text; choose another kind of document, or save it as .odt.")
    page = _Text([root for root in (styles, content) if root is not None])
    page.elements(body)
    page.end()
    if styles is not None:
        for kind in ("header", "footer"):
            page.left_out[kind, f"{kind}s"] += sum(one.tag == f"{STYLE}{kind}" and _filled(one) for one in styles.iter())
    composition, metadata = page.composition, {"source": name}
    title = next((str(block.attributes["title"]) for block in composition.blocks if block.kind == "heading"), "")
    for key, text in (*_properties(tree_of(archive, "meta.xml")), ("title", title)):
        if text:
            metadata.setdefault(key, text)
    counts = ", ".join(counted(count, *names) for names, count in page.left_out.items() if count)
    notes = (f"Left out: {counts}.",) if counts else ()
    return Document(composition.text, name, "odt", composition.blocks, metadata, notes)


class _Text:
    """The paragraphs, lists and tables, one after the other, as a composition."""

    def __init__(self, roots: list[Any]) -> None:
        self.composition = Composition()
        self.left_out: Counter[tuple[str, str]] = Counter()
        self.numbers = Numbers(roots)
        self.footnotes: list[tuple[str, Any]] = []
        self.parents = {
            one.get(f"{STYLE}name"): one.get(f"{STYLE}parent-style-name") for root in roots for one in root.iter(f"{STYLE}style")
        }
        self.depth = 0  # of the open list

    def elements(self, parent: Any) -> None:
        for element in parent:
            kind = local(element)
            if kind == "h":
                self.paragraph(element, self.numbers.heading(element), _level(element))
            elif kind == "p":
                self.paragraph(element, "", 1 if self.is_title(element) else 0)
            elif kind == "list":
                self.listed(element)
            elif kind == "table":
                self.table(element)
            elif kind in _INDEXES:
                self.left_out["table of contents or index", "tables of contents and indexes"] += 1
            elif kind == "tracked-changes":
                deleted = sum(local(one) == "deletion" and _filled(one) for one in element.iter())
                self.left_out["deleted text", "deleted texts"] += deleted
            elif kind in _GROUPS:
                self.elements(element)
            elif kind in ("frame", "custom-shape", "g"):
                for box in self.boxes_of(element):
                    self.elements(box)

    def is_title(self, element: Any) -> bool:
        style = element.get(f"{TEXT}style-name")
        return "Title" in (style, self.parents.get(style))

    def paragraph(self, element: Any, number: str, level: int) -> None:
        text, boxes = self.read(element)
        text = f"{number} {text}" if number and text else text
        if text:
            self.composition.lines(1 if self.depth else 2)
            if level:
                self.composition.open("heading", level, title=" ".join(text.split()))
            else:
                self.composition.open("paragraph")
            self.composition.write(text)
            self.composition.close()
        for box in boxes:
            self.elements(box)

    def listed(self, element: Any) -> None:
        outermost = not self.depth
        self.composition.lines(2 if outermost else 1)
        self.depth += 1
        self.numbers.open(element)
        self.composition.open("list")
        for item in element:
            if local(item) not in ("list-item", "list-header"):
                continue
            self.composition.lines(1)
            self.composition.open("item", self.depth)
            number = self.numbers.next(item) if local(item) == "list-item" else ""
            for child in item:
                if local(child) in ("p", "h"):
                    self.paragraph(child, number, 0)
                    number = ""
                elif local(child) == "list":
                    self.listed(child)
            self.composition.close()
        self.composition.close()
        self.numbers.close()
        self.depth -= 1
        if outermost:
            self.composition.lines(2)

    def table(self, element: Any) -> None:
        self.composition.lines(2)
        grid = Grid(self.composition)
        for row, header in _rows(element):
            grid.open_row()
            for cell in row:
                if local(cell) != "table-cell":
                    continue
                for _ in range(_count(cell, "number-columns-repeated")):
                    grid.open_cell(False)
                    if text := self.inline(cell):
                        self.composition.write(text)
                    grid.close_cell(_count(cell, "number-columns-spanned"), _count(cell, "number-rows-spanned"))
            grid.close_row(header)
        grid.close()
        self.composition.lines(2)

    def inline(self, parent: Any) -> str:
        """All paragraphs inside on one line."""
        parts = []
        for element in parent.iter(f"{TEXT}p", f"{TEXT}h"):
            text, _ = self.read(element)  # text boxes in a cell hold paragraphs that come by themselves
            parts.append(" ".join(text.split()))
        return " ".join(filter(None, parts))

    def read(self, paragraph: Any) -> tuple[str, list[Any]]:
        """(text, boxes): a paragraph's own text, and the text boxes anchored in it."""
        parts: list[str] = []
        boxes: list[Any] = []
        waiting: list[Any] = [paragraph]
        while waiting:
            one = waiting.pop()
            if isinstance(one, str):
                parts.append(_WHITE.sub(" ", one))
                continue
            kind = local(one)
            if one is not paragraph and one.tail:
                waiting.append(one.tail)
            if kind == "s":
                parts.append(" " * min(_whole(one.get(f"{TEXT}c"), 1), _REPEATED))
            elif kind in ("tab", "line-break"):
                parts.append("\t" if kind == "tab" else "\n")
            elif kind == "note":
                self.footnotes.append((_citation(one), next((child for child in one if local(child) == "note-body"), one)))
            elif kind == "annotation":
                self.left_out[_COMMENT] += 1
            elif kind in ("frame", "custom-shape", "g"):
                boxes += self.boxes_of(one)
            elif kind not in _ASIDE:
                waiting += reversed([one.text or "", *one])
        return "".join(parts).strip(), boxes

    def boxes_of(self, frame: Any) -> list[Any]:
        """What holds paragraphs in a frame; a picture in it is the words that describe it, or counted."""
        boxes = [one for one in frame.iter() if local(one) in ("text-box", "custom-shape")]
        if not boxes and any(local(one) == "image" for one in frame.iter()):
            described = (one for one in frame if local(one) in ("desc", "title"))
            words = next((" ".join((one.text or "").split()) for one in described if (one.text or "").strip()), "")
            if not words:
                self.left_out[_PICTURE] += 1
                return []
            self.composition.lines(2)
            self.composition.open("paragraph")
            self.composition.write(words)
            self.composition.close()
        return boxes

    def end(self) -> None:
        for label, body in self.footnotes:  # those in footnotes come at their end
            if text := self.inline(body):
                self.composition.lines(2)
                self.composition.open("footnote", label=label)
                self.composition.write(text)
                self.composition.close()


def _rows(table: Any) -> Iterator[tuple[Any, bool]]:
    """The rows of a table, and whether each is of its head; an empty row is not repeated."""
    waiting = [(one, False) for one in reversed(table)]
    while waiting:
        element, header = waiting.pop()
        kind = local(element)
        if kind == "table-row":
            count = _count(element, "number-rows-repeated") if _filled(element) else 1
            yield from [(element, header)] * count
        elif kind in _GROUPS:
            waiting += [(one, header or kind == "table-header-rows") for one in reversed(element)]


def _filled(element: Any) -> bool:
    return any(text.strip() for text in element.itertext())


def _count(element: Any, name: str) -> int:
    return max(1, min(_whole(element.get(f"{TABLE}{name}"), 1), _REPEATED))


def _whole(text: str | None, default: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 9 else default


def _level(heading: Any) -> int:
    return max(1, min(6, _whole(heading.get(f"{TEXT}outline-level"), 1)))


def _citation(note: Any) -> str:
    return next(("".join(one.itertext()).strip() for one in note if local(one) == "note-citation"), "")


def _properties(meta: Any) -> Iterator[tuple[str, str]]:
    for element in meta.iter() if meta is not None else ():
        if local(element) in ("title", "language"):
            yield local(element), " ".join((element.text or "").split())


readers.register(
    Reader(
        "odt",
        "OpenDocument text",
        (".odt", ".ott"),
        read_open_document,
        lambda data, name: data.startswith(b"PK\x03\x04") and b"mimetypeapplication/vnd.oasis.opendocument.text" in data[:200],
        33,
        libraries=("lxml.etree",),
    )
)
