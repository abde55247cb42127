"""Rich Text Format (.rtf): paragraphs, headings by their style, tables, footnotes; list numbers as the file has them.

Pictures, headers, footers, comments, deleted and hidden text are left out and counted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from ..document import Document
from ..errors import UnreadableError
from ..phrases import counted
from ..reader import Reader, readers
from .composition import Composition, Grid
from .nested_lists import NestedLists
from .rtf_characters import Characters
from .rtf_controls import Control, controls

_CHARACTERS = {
    **{"tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "bullet": "•", "qmspace": " "},
    **{"lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "emspace": "\u2003", "enspace": "\u2002"},
    **{"zwj": "\u200d", "zwnj": "\u200c"},
}
_LEFT_OUT = {
    "pict": ("picture", "pictures"),
    "object": ("embedded file", "embedded files"),
    "annotation": ("comment", "comments"),
    **dict.fromkeys(("header", "headerl", "headerr", "headerf"), ("header", "headers")),
    **dict.fromkeys(("footer", "footerl", "footerr", "footerf"), ("footer", "footers")),
}
_SKIPPED = (
    "colortbl",
    "listtable",
    "listoverridetable",
    "rsidtbl",
    "generator",
    "fldinst",
    "themedata",
    "xe",
    "tc",
    "nonshppict",
)
_DESTINATIONS = {
    **{"footnote": "note", "title": "title", "stylesheet": "styles", "fonttbl": "fonts", "info": "nowhere"},
    **{"listtext": "marker", "pntext": "marker"},
}
_HIDDEN = ("hidden or deleted text", "hidden or deleted texts")


@dataclass(frozen=True)
class _State:
    """What holds inside a group: where its characters go ("" the text), how they are encoded, whether they show."""

    goes_to: str = ""
    font: int = -1
    skips: int = 1  # characters that stand for one given by its number
    hidden: bool = False


@dataclass
class _Paragraph:
    parts: list[str] = field(default_factory=list)
    style: int = 0
    outline: int = 9
    in_table: bool = False
    depth: int = 0  # of a list's item, from 0
    marker: str | None = None  # what stands before an item, as the file has it

    def text(self) -> str:
        return "".join(self.parts).strip()


def read_rtf(data: bytes, name: str) -> Document:
    """Raises UnreadableError where the bytes are no Rich Text."""
    if not data.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"{\\rtf"):
        raise UnreadableError(f"{name} is no Rich Text (RTF); choose another kind of document.")
    page = _Page()
    for control in controls(data):
        page.take(control)
    page.end()
    composition, metadata = page.composition, {"source": name}
    first = next((str(block.attributes["title"]) for block in composition.blocks if block.kind == "heading"), "")
    if title := "".join(page.title).strip() or first:
        metadata["title"] = title
    counts = ", ".join(counted(count, *names) for names, count in page.left_out.items() if count)
    notes = (f"Left out: {counts}.",) if counts else ()
    return Document(composition.text, name, "rtf", composition.blocks, metadata, notes)


class _Page:
    """The file's paragraphs and tables as a composition, one control after the other."""

    def __init__(self) -> None:
        self.composition = Composition()
        self.lists = NestedLists(self.composition)
        self.left_out: Counter[tuple[str, str]] = Counter()
        self.title: list[str] = []
        self.state = _State()
        self.above: list[_State] = []
        self.headings: dict[int, int] = {}  # style -> level
        self.style = 0  # the one whose name is read
        self.style_name: list[str] = []
        self.characters = Characters()
        self.paragraph = _Paragraph()
        self.note: list[str] = []
        self.notes: list[str] = []
        self.row: list[str] = []
        self.cell: list[str] = []
        self.grid: Grid | None = None
        self.optional = False

    def take(self, control: Control) -> None:
        word, number = control.word, control.number
        if word == "" and control.raw:
            self.characters.add(control.raw)
            return
        self.write(self.characters.taken(self.state.font))
        if word == "{":
            self.above.append(self.state)
        elif word == "}":
            self.close()
        elif word == "*":
            self.optional = True
            return
        elif word == "":
            self.write(control.text)
        elif word == "u":
            self.write(self.characters.unicode(number or 0, self.state.skips))
        elif word in _CHARACTERS:
            self.write(_CHARACTERS[word])
        else:
            if not self.destination(word) and not self.format(word, number):
                self.structure(word)
        self.optional = False

    def write(self, text: str) -> None:
        if not text:
            return
        if self.state.hidden and self.state.goes_to in ("", "note", "marker"):
            self.left_out[_HIDDEN] += bool(text.strip())
        elif self.state.goes_to == "":
            self.paragraph.parts.append(text)
        elif self.state.goes_to == "note":
            self.note.append(text)
        elif self.state.goes_to == "title":
            self.title.append(text)
        elif self.state.goes_to == "style":
            self.style_name.append(text)
        elif self.state.goes_to == "marker":
            self.paragraph.marker = (self.paragraph.marker or "") + text

    def close(self) -> None:
        before, self.state = self.state, self.above.pop() if self.above else _State()
        self.characters.end_group()
        if before.goes_to == "style" and self.style_name:
            name = "".join(self.style_name).strip(" ;").lower()
            self.style_name = []
            if name.startswith("heading ") and name[8:9].isdigit():
                self.headings[self.style] = min(6, max(1, int(name[8])))
            elif name == "title":
                self.headings[self.style] = 1
        elif before.goes_to == "note" and self.state.goes_to != "note":
            self.notes.append(" ".join("".join(self.note).split()))
            self.note = []

    def destination(self, word: str) -> bool:
        """Whether the word says where the characters of its group go."""
        goes_to = _DESTINATIONS.get(word, "")
        if word in _LEFT_OUT:
            self.left_out[_LEFT_OUT[word]] += self.state.goes_to != "nowhere"
            goes_to = "nowhere"
        elif word in _SKIPPED or (self.optional and not goes_to and word not in ("cs", "ts", "shppict", "shpinst", "shptxt")):
            goes_to = "nowhere"
        if goes_to == "title" and self.state.goes_to != "nowhere":  # it is a word of the file's properties alone
            return False
        if goes_to and (self.state.goes_to != "nowhere" or word == "title"):
            self.state = replace(self.state, goes_to=goes_to)
        return bool(goes_to)

    def format(self, word: str, number: int | None) -> bool:
        """Whether the word says how characters are encoded or shown, or of what style a paragraph is."""
        if word in ("ansicpg", "mac", "pc", "pca"):
            self.characters.code_page(word, number)
        elif word == "uc":
            self.state = replace(self.state, skips=min(max(number or 0, 0), 8))
        elif word == "f":
            self.state = replace(self.state, font=number or 0)
        elif word == "fcharset":
            self.characters.charset(self.state.font, number)
        elif word in ("v", "deleted"):
            self.state = replace(self.state, hidden=number != 0)
        elif word == "plain":
            self.state = replace(self.state, hidden=False)
        elif word == "s" and self.state.goes_to in ("styles", "style"):
            self.style = number or 0
            self.state = replace(self.state, goes_to="style")
        elif word in ("s", "outlinelevel", "intbl", "pard", "ilvl"):
            self.of_paragraph(word, number or 0)
        else:
            return False
        return True

    def of_paragraph(self, word: str, number: int) -> None:
        if word == "pard":
            self.paragraph = _Paragraph(self.paragraph.parts)
        elif word == "s":
            self.paragraph.style = number
        elif word == "outlinelevel":
            self.paragraph.outline = number
        elif word == "ilvl":
            self.paragraph.depth = min(max(number, 0), 8)
        else:
            self.paragraph.in_table = True

    def structure(self, word: str) -> None:
        if word in ("par", "sect", "page") and self.state.goes_to == "note":
            self.note.append(" ")
        elif self.state.goes_to:
            return
        elif word in ("par", "sect", "page"):
            self.end_paragraph()
        elif word in ("cell", "nestcell"):
            self.cell.append(self.paragraph.text())
            self.row.append(" ".join(" ".join(self.cell).split()))
            self.cell, self.paragraph.parts = [], []
        elif word == "row":
            self.end_row()

    def end_paragraph(self) -> None:
        paragraph, text = self.paragraph, self.paragraph.text()
        self.paragraph = replace(paragraph, parts=[], marker=None)
        if paragraph.in_table:
            self.cell.append(text)
        elif text:
            self.end_table()
            self.written(paragraph, text)

    def written(self, paragraph: _Paragraph, text: str) -> None:
        if paragraph.marker is not None:
            shown = paragraph.marker.strip()
            self.lists.item(1 + paragraph.depth, f"{shown} {text}" if any(map(str.isalnum, shown)) else text)
            return
        self.lists.end()
        outline = min(paragraph.outline + 1, 6) if 0 <= paragraph.outline < 9 else 0
        level = self.headings.get(paragraph.style, outline)
        self.composition.lines(2)
        if level:
            self.composition.open("heading", level, title=" ".join(text.split()))
        else:
            self.composition.open("paragraph")
        self.composition.write(text)
        self.composition.close()

    def end_row(self) -> None:
        if self.grid is None:
            self.lists.end()
            self.composition.lines(2)
            self.grid = Grid(self.composition)
        self.grid.open_row()
        for text in self.row[:1000]:
            self.grid.open_cell(False)
            if text:
                self.composition.write(text)
            self.grid.close_cell()
        self.grid.close_row()
        self.row = []

    def end_table(self) -> None:
        if self.grid is not None:
            self.grid.close()
            self.grid = None

    def end(self) -> None:
        """What waits is written, then the footnotes."""
        self.write(self.characters.taken(self.state.font))
        self.state = _State()
        if self.row or self.cell:
            self.structure("cell")
            self.end_row()
        self.end_paragraph()
        self.end_table()
        self.lists.end()
        for text in filter(None, self.notes):
            self.composition.lines(2)
            self.composition.open("footnote")
            self.composition.write(text)
            self.composition.close()


readers.register(
    Reader("rtf", "Rich Text (RTF)", (".rtf",), read_rtf, lambda data, name: data[:20].lstrip().startswith(b"{\\rtf"), 34)
)
