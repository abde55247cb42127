"""HTML: what a reader of the page sees, as text with its structure.

No HTML parser tells where in the source a text stands, so the document's text is what is extracted: white space as a
browser shows it, a blank line around paragraphs and headings, tables as lines of cells with a tab between. Scripts,
styles, navigation and what the page hides are left out and counted in a note.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ..document import Block, Document
from ..errors import UnreadableError
from ..reader import Reader, TextOptions, decode, readers
from .bounding import bounded
from .composition import Composition, Grid
from .html_lists import ListNumbers
from .xhtml import closed, declares, is_xml

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

_WHITE = re.compile(r"[ \t\n\r\f]+")
_CHARSET = re.compile(rb"""<(?:meta|\?xml)[^>]{0,200}?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{1,40})""", re.I)
_HIDING = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I)
_BEGINS = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,2000}?-->\s*)?<(?:!doctype\s+html|html)[\s>]", re.I | re.S
)
_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|highlight|brush:)[-: ]*([\w+#-]+)")
_LEVELS = {f"h{level}": level for level in range(1, 7)}
_LISTS = ("ul", "ol", "menu", "dl", "dir")
_ITEMS = ("li", "dt", "dd")
_CODE = ("pre", "listing", "xmp")
_KINDS = {"blockquote": "quote", "figcaption": "caption", "caption": "caption", **dict.fromkeys(_LISTS, "list")}
_KINDS |= {**dict.fromkeys(_ITEMS, "item"), **dict.fromkeys(_CODE, "code"), **dict.fromkeys(_LEVELS, "heading")}
_APART = {*_LEVELS, *_LISTS, *_CODE, "p", "blockquote", "table", "figure", "hr", "fieldset", "details"}  # by a blank line
_ON_LINES = {
    *("address", "article", "aside", "body", "caption", "center", "dd", "dialog", "div", "dt", "figcaption", "footer", "form"),
    *("header", "hgroup", "html", "legend", "li", "main", "search", "section", "summary", "tbody", "td"),
    *("textarea", "tfoot", "th", "thead", "tr"),
}
_LEFT_OUT = {
    **dict.fromkeys(("script", "noscript", "template"), "scripts"),
    **dict.fromkeys(("iframe", "object", "svg", "canvas", "audio", "video"), "embedded parts"),
    "style": "styles",
    "nav": "navigation",
    **dict.fromkeys(("option", "datalist"), "choices of forms"),
}


def read_html(data: bytes, name: str) -> Document:
    """Raises UnreadableError where the bytes are no text."""
    source, notes = _decoded(data, name)
    page, about = composed(source, name)
    if page.deep:
        notes += (f"{page.deep} tags nested deeper than a browser shows were ignored; their text is kept.",)
    if page.pictures:
        notes += (f"Pictures stand in the text as the words that describe them ({page.pictures}).",)
    if page.left_out:
        counts = ", ".join(f"{what} ({count})" for what, count in sorted(page.left_out.items()))
        notes += (f"Left out of the page: {counts}.",)
    return Document(page.composition.text, name, "html", page.composition.blocks, {"source": name, **about}, notes)


def composed(source: str, name: str) -> tuple[Page, dict[str, str]]:
    """A page's text and blocks, as what composed them, with what was left out; its title and language."""
    from selectolax.lexbor import LexborHTMLParser

    if is_xml(source, name):
        if declares(source):
            raise UnreadableError(f"{name} declares entities of its own (a DTD) and is not read; save it with them filled in.")
        source = closed(source)
    source, deep = bounded(source)
    tree = LexborHTMLParser(source)
    page = Page(set(_layout(tree)), deep)
    if tree.root is not None:
        page.read(tree.root)
    return page, _metadata(tree, page.composition.blocks)


class Page:
    """One walk over the tree, with no recursion: however deep the page, Python's stack is not used up."""

    def __init__(self, layout: set[int], deep: int = 0) -> None:
        self.deep = deep  # tags that would have nested too deep
        self.layout = layout  # tables and lists that only lay the page out
        self.composition = Composition()
        self.left_out: Counter[str] = Counter()
        self.grid: Grid | None = None
        self.cells = self.verbatim = self.lists = 0  # how many of these are open
        self.inner = 0  # open tables in a cell: their text is the cell's
        self.named = 0  # open blocks whose text is no paragraph: headings, captions, code
        self.numbers: list[ListNumbers | None] = []  # of the open lists, None where a list has none
        self.marker = ""  # the number of the open item, until its text begins
        self.pictures = 0
        self.paragraph = False

    def read(self, root: LexborNode) -> None:
        opened: list[LexborNode] = []
        node: LexborNode | None = root
        while node is not None:
            entered = self.enter(node)
            if entered and (child := node.child) is not None:
                opened.append(node)
                node = child
                continue
            if entered:
                self.leave(node)
            while node.next is None and opened:
                node = opened.pop()
                self.leave(node)
            node = node.next
        self.part(1)

    def enter(self, node: LexborNode) -> bool:
        """Whether what is inside is to be read, and the node left."""
        tag = node.tag or ""
        if tag == "-text":
            self.write(node.text_content or "")
            return False
        if not node.is_element_node or tag == "title" or self.hidden(node, tag):
            return False
        if tag == "br":
            self.line_break()
            return False
        if tag == "img" or (tag == "input" and node.attributes.get("type") == "image"):
            self.picture(node)
            return False
        if tag in _APART or tag in _ON_LINES:
            if not self.is_of_grid(tag):
                self.part(self.distance(tag))
            self.open(node, tag)
        return True

    def is_of_grid(self, tag: str) -> bool:
        return self.grid is not None and not self.inner and tag in ("td", "th", "tr", "table")

    def kind(self, node: LexborNode, tag: str) -> str:
        """The kind of block the element is; "" for none, as for what only lays out the page, or stands in a cell."""
        kind = _KINDS.get(tag, "")
        return "" if node.mem_id in self.layout or (self.cells and kind in ("heading", "code")) else kind

    def distance(self, tag: str) -> int:
        """Line ends around a block; lists in lists have no blank line around them."""
        return 2 if tag in _APART and not (self.lists and tag in _LISTS) else 1

    def open(self, node: LexborNode, tag: str) -> None:
        grid, composition = self.grid, self.composition
        kind = self.kind(node, tag)
        if tag == "table" and self.cells:
            self.inner += 1
        elif tag == "table" and node.mem_id not in self.layout:
            self.grid = Grid(composition)
        elif grid is not None and not self.inner and tag == "tr":
            grid.open_row()
        elif grid is not None and not self.inner and tag in ("td", "th"):
            grid.open_cell(tag == "th")
            self.cells += 1
        elif kind:
            self.lists += kind == "list"
            composition.open(kind, _LEVELS.get(tag, self.lists if kind == "item" else 0))
            self.named += kind in ("heading", "caption", "code")
            if kind == "list":
                self.numbers.append(ListNumbers.of(node) if tag == "ol" else None)
            elif tag == "li" and self.numbers and (numbers := self.numbers[-1]):
                self.write_marker()
                self.marker = numbers.next(node)
        self.verbatim += tag in _CODE or tag == "textarea"

    def leave(self, node: LexborNode) -> None:
        tag = node.tag or ""
        if tag not in _APART and tag not in _ON_LINES:
            return
        of_grid = self.is_of_grid(tag)
        if not of_grid:
            self.part(1)
        self.verbatim -= tag in _CODE or tag == "textarea"
        self.close(node, tag)
        if not self.cells and (not of_grid or tag == "table"):
            self.composition.lines(self.distance(tag))

    def close(self, node: LexborNode, tag: str) -> None:
        grid, composition = self.grid, self.composition
        kind = self.kind(node, tag)
        if tag == "table" and self.inner:
            self.inner -= 1
        elif tag == "table" and node.mem_id not in self.layout and grid is not None:
            grid.close()
            self.grid = None
        elif grid is not None and not self.inner and tag == "tr":
            grid.close_row(node.parent is not None and node.parent.tag == "thead")
        elif grid is not None and not self.inner and tag in ("td", "th"):
            self.cells -= 1
            grid.close_cell(_number(node, "colspan"), _number(node, "rowspan"))
        elif kind:
            if kind == "list":
                self.numbers.pop()
            elif tag == "li":
                self.marker = ""
            self.lists -= kind == "list"
            self.named -= kind in ("heading", "caption", "code")
            frame = composition.frames[-1]
            if kind == "heading" and frame.begun:
                frame.attributes["title"] = " ".join(composition.since(frame).split())
            elif kind == "code":
                frame.attributes.update(language=_language(node), body=(frame.start, composition.length))
            elif kind == "caption" and grid is not None and frame.begun:
                grid.frame.attributes["caption"] = (frame.start, composition.length)
            composition.close()

    def part(self, lines: int) -> None:
        """A block begins or ends: inside a cell that is a space, elsewhere line ends."""
        if self.paragraph:
            self.composition.close()
            self.paragraph = False
        if self.cells:
            self.composition.space()
        else:
            self.composition.lines(lines)

    def line_break(self) -> None:
        if self.verbatim:
            self.composition.verbatim("\n")
        elif self.cells:
            self.composition.space()
        elif self.composition.breaks:
            self.part(2)
        else:
            self.composition.lines(1)

    def write(self, text: str) -> None:
        if self.verbatim and not self.cells:
            self.begin_paragraph(text)
            if text.strip():
                self.write_marker()
            self.composition.verbatim(text)
            return
        text = _WHITE.sub(" ", text)
        content = text.strip()
        if not content:
            self.composition.space(text)
            return
        begin = text.index(content[0])
        self.composition.space(text[:begin])
        self.begin_paragraph(text)
        self.write_marker()
        self.composition.write(content)
        self.composition.space(text[begin + len(content) :])

    def write_marker(self) -> None:
        """The number of the open item, where its text has not begun."""
        if self.marker:
            self.composition.write(self.marker)
            self.composition.space()
            self.marker = ""

    def picture(self, node: LexborNode) -> None:
        """A picture stands as the words its author gave for it."""
        if words := " ".join((node.attributes.get("alt") or "").split()):
            self.pictures += 1
            self.write(words)
        elif "alt" not in node.attributes:
            self.left_out["pictures that nothing describes"] += 1

    def begin_paragraph(self, text: str) -> None:
        if not (self.paragraph or self.cells or self.named) and text.strip():
            self.composition.open("paragraph")
            self.paragraph = True

    def hidden(self, node: LexborNode, tag: str) -> bool:
        """Whether the element is not shown, or only leads elsewhere; counted if it holds anything."""
        attributes = node.attributes
        what = _LEFT_OUT.get(tag, "")
        if not what and attributes:
            hides = (
                "hidden" in attributes or attributes.get("aria-hidden") == "true" or _HIDING.search(attributes.get("style") or "")
            )
            what = "hidden parts" if hides else "navigation" if attributes.get("role") == "navigation" else ""
            if tag == "a" and (attributes.get("href") or "").startswith("#") and (node.text() or "").strip() in ("¶", "#", "§"):
                what = "links to headings"
        if tag == "dialog" and "open" not in attributes:
            what = "hidden parts"
        if what:
            self.left_out[what] += 1
        if what == "navigation":
            self.part(1)
        return bool(what)


def _layout(tree: LexborHTMLParser) -> Iterator[int]:
    """Tables that hold headings, code or other tables, and lists that hold headings: they are no data but the page's frame.
    A table whose author gave it a caption or a header is data, whatever stands in its cells."""
    data: set[int] = set()
    for node in tree.css("caption,thead,th"):
        above = node.parent
        while above is not None and above.tag != "table":
            above = above.parent
        if above is not None:
            data.add(above.mem_id)
    for inner, outer in ((f"table,pre,{','.join(_LEVELS)}", ("table",)), (",".join(_LEVELS), (*_LISTS, *_ITEMS))):
        seen: set[int] = set()  # what stands above these has been looked at
        for node in tree.css(inner):
            above = node.parent
            while above is not None and above.mem_id not in seen:
                seen.add(above.mem_id)
                if above.tag in outer and above.mem_id not in data:
                    yield above.mem_id
                above = above.parent
    yield from (table.mem_id for table in tree.css("table[role=presentation],table[role=none]"))


def _metadata(tree: LexborHTMLParser, blocks: tuple[Block, ...]) -> dict[str, str]:
    found = {}
    title = tree.css_first("title")
    words = " ".join((title.text() or "").split()) if title is not None else ""
    words = words or next((str(block.attributes["title"]) for block in blocks if block.kind == "heading"), "")
    if words:
        found["title"] = words
    if tree.root is not None and (language := (tree.root.attributes.get("lang") or "").strip()):
        found["language"] = language
    return found


def _language(node: LexborNode) -> str:
    """The language a block of code is said to be in, by itself, by the code element in it, or by what is around it."""
    for named in (node, node.child, node.parent, node.parent.parent if node.parent is not None else None):
        if named is not None and named.is_element_node and (match := _LANGUAGE.search(named.attributes.get("class") or "")):
            return match[1].lower()
    return ""


def _number(node: LexborNode, name: str) -> int:
    value = (node.attributes.get(name) or "1").strip()
    return int(value) if value.isascii() and value.isdigit() and len(value) < 6 else 1


def _decoded(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """As `decode` has it; but where the bytes are not UTF-8, the encoding the page names is believed."""
    declared = _CHARSET.search(data, 0, 4096)
    if declared and not data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            label = declared[1].decode("ascii").lower()
            label = "cp1252" if label in ("iso-8859-1", "latin1", "latin-1", "us-ascii", "ascii") else label  # as browsers do
            with suppress(LookupError, UnicodeDecodeError):  # where it is not in the one it names, it is like any other text
                return data.decode(label, "replace" if label == "cp1252" else "strict"), (
                    f"Read as {label}, which the page names.",
                )
    return decode(data, name)


def _looks_like(data: bytes, name: str) -> bool:
    return not Path(name).suffix and _BEGINS.match(data, 0, 4096) is not None


readers.register(
    Reader(
        "html",
        "Web page",
        (".html", ".htm", ".xhtml", ".xht"),
        read_html,
        _looks_like,
        order=210,
        options=TextOptions,
        libraries=("selectolax.lexbor",),
    )
)
