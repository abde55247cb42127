"""PowerPoint presentations (.pptx): each slide a page, its title a heading, its texts, lists and tables, then its speaker notes.

The shapes of a slide come in the order of the file, the title first. What the slide takes from its master (dates, footers, slide
numbers), charts, drawings without words and comments are left out and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..document import Document
from ..errors import UnreadableError
from ..phrases import counted
from ..reader import Reader, readers
from .archive import Archive
from .composition import Composition, Grid
from .counting import letters, roman
from .nested_lists import NestedLists
from .xml_parts import local, relations, tree_of

_TITLES = ("title", "ctrTitle")
_OF_MASTER = ("dt", "ftr", "sldNum", "hdr")
_BULLETED = ("", "body", "obj")  # placeholders whose paragraphs are list items, as their layouts have it
_FRAMES = {"chart": ("chart", "charts"), "diagram": ("diagram", "diagrams"), "ole": ("embedded file", "embedded files")}
_PICTURE = ("picture that nothing describes", "pictures that nothing describes")


def read_presentation(data: bytes, name: str) -> Document:
    """Blocks: "page" (`number`), "heading" (`title`), "paragraph" (`role` "notes" of speaker notes), "list", "item", "table".
    Raises UnreadableError where the bytes are no presentation, are damaged, or unpack to too much."""
    archive = Archive(data, name)
    main = next((one.target for one in relations(archive, "") if one.kind == "officeDocument"), "ppt/presentation.xml")
    root = tree_of(archive, main)
    if root is None or local(root) != "presentation":
        raise UnreadableError(f"{name} is no PowerPoint presentation; choose another kind of document.")
    targets = {one.key: one.target for one in relations(archive, main) if one.kind == "slide"}
    named = [_relation_of(one) for one in root.iter() if local(one) == "sldId"]
    slides = _Slides(archive)
    for number, part in enumerate((targets[key] for key in named if key in targets), 1):
        slides.slide(number, part)
    document_notes = slides.notes(sum(part.startswith("ppt/comments/") for part in archive.names))
    composition = slides.composition
    title = next((str(block.attributes["title"]) for block in composition.blocks if block.kind == "heading"), "")
    metadata = {"source": name} | ({"title": title} if title else {})
    return Document(composition.text, name, "presentation", composition.blocks, metadata, document_notes)


class _Slides:
    """The slides, one after the other, as a composition."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.composition = Composition()
        self.lists = NestedLists(self.composition)
        self.left_out: Counter[tuple[str, str]] = Counter()
        self.hidden: list[int] = []
        self.spoken = 0
        self.counts: dict[int, int] = {}  # of numbered items, by level

    def slide(self, number: int, part: str) -> None:
        root = tree_of(self.archive, part)
        if root is None:
            self.left_out["slide that is missing", "slides that are missing"] += 1
            return
        self.composition.lines(2)
        self.composition.open("page", number=number)
        if root.get("show") in ("0", "false"):
            self.hidden.append(number)
        shapes = list(_shapes(root))
        for shape in sorted(shapes, key=lambda shape: _placeholder(shape) not in _TITLES):
            self.shape(shape)
        for relation in relations(self.archive, part):
            if relation.kind == "notesSlide" and (notes := tree_of(self.archive, relation.target)) is not None:
                self.spoken += self.speaker_notes(notes)
        self.composition.close()

    def speaker_notes(self, root: Any) -> bool:
        before = self.composition.length
        for shape in _shapes(root):
            if _placeholder(shape) == "body":
                for paragraph in _paragraphs(shape):
                    self.part("paragraph", _text(paragraph), role="notes")
        return self.composition.length > before

    def shape(self, shape: Any) -> None:
        kind, placeholder = local(shape), _placeholder(shape)
        if placeholder in _OF_MASTER:
            self.left_out["date, footer or slide number", "dates, footers and slide numbers"] += 1
        elif kind == "graphicFrame":
            self.frame(shape)
        elif kind == "pic":
            about = next((one for one in shape.iter() if local(one) == "cNvPr"), None)
            words = " ".join((about.get("descr") or "").split()) if about is not None else ""
            if words:
                self.part("paragraph", words)
            else:
                self.left_out[_PICTURE] += 1
        elif placeholder in _TITLES:
            title = " ".join(" ".join(_text(paragraph) for paragraph in _paragraphs(shape)).split())
            self.part("heading", title, 1, title=title)
        else:
            self.counts.clear()
            for paragraph in _paragraphs(shape):
                self.paragraph(paragraph, placeholder in _BULLETED and placeholder is not None)
            self.lists.end()

    def paragraph(self, paragraph: Any, bulleted: bool) -> None:
        text = _text(paragraph)
        properties = next((one for one in paragraph if local(one) == "pPr"), None)
        bullets = {local(one): one for one in properties} if properties is not None else {}
        if not text or "buNone" in bullets or not (bulleted or "buChar" in bullets or "buAutoNum" in bullets):
            self.lists.end()
            self.part("paragraph", text)
            return
        level = 1 + _whole(properties.get("lvl") if properties is not None else None, 0, 8)
        for deeper in [one for one in self.counts if one > level or (one == level and "buAutoNum" not in bullets)]:
            del self.counts[deeper]
        if (numbered := bullets.get("buAutoNum")) is not None:
            self.counts[level] = self.counts.get(level, _whole(numbered.get("startAt"), 1, 32_767) - 1) + 1
            text = f"{_numbered(self.counts[level], numbered.get('type') or '')} {text}"
        self.lists.item(level, text)

    def part(self, kind: str, text: str, level: int = 0, **about: str) -> None:
        if text:
            self.composition.lines(2)
            self.composition.open(kind, level, **about)
            self.composition.write(text)
            self.composition.close()

    def frame(self, frame: Any) -> None:
        """A table; what else stands in a frame is counted."""
        table = next((one for one in frame.iter() if local(one) == "tbl"), None)
        if table is None:
            data = next((one for one in frame.iter() if local(one) == "graphicData"), None)
            uri = (data.get("uri") or "") if data is not None else ""
            what = next(
                (names for word, names in _FRAMES.items() if uri.rstrip("/").endswith(word)), ("other object", "other objects")
            )
            self.left_out[what] += 1
            return
        properties = next((one for one in table if local(one) == "tblPr"), None)
        headed = properties is not None and properties.get("firstRow") in ("1", "true")
        self.composition.lines(2)
        grid = Grid(self.composition)
        for place, row in enumerate(one for one in table if local(one) == "tr"):
            grid.open_row()
            for cell in (one for one in row if local(one) == "tc"):
                if cell.get("hMerge") in ("1", "true") or cell.get("vMerge") in ("1", "true"):
                    continue
                grid.open_cell(False)
                if text := " ".join(" ".join(_text(paragraph) for paragraph in _paragraphs(cell)).split()):
                    self.composition.write(text)
                grid.close_cell(_whole(cell.get("gridSpan"), 1, 1000), _whole(cell.get("rowSpan"), 1, 65_534))
            grid.close_row(headed and not place)
        grid.close()
        self.composition.lines(2)

    def notes(self, comments: int) -> tuple[str, ...]:
        """What the user should know of the reading."""
        self.left_out["part with comments", "parts with comments"] += comments
        found = []
        if self.spoken:
            found.append(f"Speaker notes stand after the text of their slide ({counted(self.spoken, 'slide')}).")
        if self.hidden:
            shown = ", ".join(map(str, self.hidden[:10]))
            found.append(f"{counted(len(self.hidden), 'hidden slide is', 'hidden slides are')} read: {shown}.")
        if counts := [counted(count, *names) for names, count in self.left_out.items() if count]:
            found.append(f"Left out: {', '.join(counts)}.")
        return tuple(found)


def _shapes(root: Any) -> Iterator[Any]:
    """The shapes, tables and pictures of a slide in order, those of groups among them."""
    tree = next((one for one in root.iter() if local(one) == "spTree"), None)
    waiting = list(reversed(tree)) if tree is not None else []
    while waiting:
        element = waiting.pop()
        kind = local(element)
        if kind in ("sp", "graphicFrame", "pic"):
            yield element
        elif kind == "grpSp" or (kind == "AlternateContent" and len(element)):
            waiting += reversed(element if kind == "grpSp" else element[0])  # the first of several ways to draw the same


def _placeholder(shape: Any) -> str | None:
    """What a shape is a place for; "" for the text of a slide without a kind, None for a shape of the author's own."""
    for element in shape.iter():
        if local(element) == "ph":
            return element.get("type") or ""
        if local(element) == "txBody":
            break
    return None


def _paragraphs(shape: Any) -> Iterator[Any]:
    return (element for element in shape.iter() if local(element) == "p")


def _text(paragraph: Any) -> str:
    parts = []
    for element in paragraph.iter():
        kind = local(element)
        parts.append("\n" if kind == "br" else (element.text or "").replace("\v", "\n") if kind == "t" else "")
    return "".join(parts).strip()


def _relation_of(element: Any) -> str:
    """The relation that an element names: its attribute `id` of a namespace."""
    return next((str(value) for key, value in element.attrib.items() if str(key).endswith("}id")), "")


def _whole(text: str | None, default: int, most: int) -> int:
    return min(int(text), most) if text and text.isascii() and text.isdigit() and len(text) < 9 else default


def _numbered(count: int, form: str) -> str:
    """A number as PowerPoint writes it: alphaLcPeriod, romanUcParenBoth, arabicParenR …"""
    if form.startswith("alpha"):
        shown = letters(count)
    else:
        shown = roman(count) if form.startswith("roman") and count < 4000 else str(count)
    shown = shown.upper() if "Uc" in form else shown
    if form.endswith("ParenBoth"):
        return f"({shown})"
    return shown + (")" if form.endswith("ParenR") else "" if form.endswith("Plain") else ".")


readers.register(
    Reader(
        "presentation",
        "Presentation (PowerPoint)",
        (".pptx", ".pptm", ".ppsx"),
        read_presentation,
        lambda data, name: data.startswith(b"PK\x03\x04") and b"ppt/presentation.xml" in data,
        31,
        libraries=("lxml.etree",),
    )
)
