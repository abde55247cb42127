"""LaTeX: the text as it is in the file; sections, lists, code, tables and formulas with exact places.

No command is carried out: macros, files to be read in and references stay as they are written. What stands before the document
begins is the preamble, and comments are comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..document import Block, Document
from ..reader import Reader, TextOptions, decode, readers

_SECTIONS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
_CODE = ("verbatim", "verbatim*", "lstlisting", "minted", "Verbatim", "alltt")
_LISTS = ("itemize", "enumerate", "description", "compactitem", "compactenum")
_TABLES = ("tabular", "tabular*", "tabularx", "tabulary", "longtable", "array", "tblr")
_QUOTES = ("quote", "quotation", "verse", "abstract")
_TOKEN = re.compile(
    r"(?P<comment>(?<!\\)(?:\\\\)*+%[^\n]*)|\\(?P<edge>begin|end)\s*\{(?P<name>[A-Za-z]{1,40}\*?)\}"
    rf"|\\(?P<section>{'|'.join(_SECTIONS)})\*?\s*(?:\[[^\]\n]{{0,300}}\]\s*)?(?=\{{)"
    r"|\\(?P<item>item)(?![A-Za-z])[ \t]*(?:\[[^\]\n]{0,300}\])?|(?P<blank>\n[ \t\r]*\n\s*)"
)
_LANGUAGE = re.compile(r"\[[^\]\n]{0,300}?language=\{?([\w+#]{1,30})|\{([\w+#-]{1,30})\}")
_ROW_END = re.compile(r"(?<!\\)\\\\(?:\*|\[[^\]\n]{0,30}\])?")
_RULE = re.compile(r"(?:\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot)(?![A-Za-z])\s*)+")
_TITLE = re.compile(r"\\title\s*(?:\[[^\]\n]{0,300}\]\s*)?(?=\{)")
_LONGEST = 2_000  # characters of a title or an argument


class _Frame(NamedTuple):
    """An environment that is open: its name, its kind of block, and where that block is; "" and -1 without one."""

    name: str
    kind: str
    place: int


def read_tex(data: bytes, name: str) -> Document:
    """Raises UnreadableError where the bytes are no text."""
    text, notes = decode(data, name)
    blocks = tex_blocks(text)
    metadata = {"source": name}
    named = _TITLE.search(text)
    first = next((str(block.attributes["title"]) for block in blocks if block.kind == "heading"), "")
    if title := (_words(text[slice(*_braced(text, named.end()))]) if named else "") or first:
        metadata["title"] = title
    return Document(text, name, "tex", blocks, metadata, notes)


def tex_blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a text, in order of start, outer before inner; time is linear in the text."""
    return tuple(_Scan(text).blocks())


class _Scan:
    """One pass over the marks that end paragraphs: sections, environments, items, blank lines and comments."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[Block] = []
        self.frames: list[_Frame] = []
        self.reach = 0  # where the last block ended
        self.begun = 0  # where the paragraph that is open began
        self.depth = 0  # of open lists
        self.endless: set[str] = set()  # environments that end no more
        named = set(re.findall(r"\\(part|chapter|section)(?![A-Za-z])", text))
        self.highest = next((i for i, name in enumerate(_SECTIONS[:3]) if name in named), 2)

    def blocks(self) -> list[Block]:
        at = self.preamble()
        self.begun = at
        while match := _TOKEN.search(self.text, at):
            if match["comment"] is not None:
                at = self.comment(match)
            else:
                self.paragraph(match.start())
                at = self.begun = max(self.mark(match), match.end())
        self.paragraph(len(self.text))
        while self.frames:
            self.close(len(self.text.rstrip()))
        return self.found

    def preamble(self) -> int:
        begin = re.search(r"\\begin\s*\{document\}", self.text)
        if begin is None:
            return 0
        if (content := self.text[: begin.start()].strip()) and (start := self.text.index(content[0])) >= 0:
            self.file("front_matter", start, start + len(content))
        return begin.end()

    def file(self, kind: str, start: int, end: int, level: int = 0, **attributes: object) -> None:
        self.found.append(Block(kind, start, end, level, attributes))
        self.reach = max(self.reach, end)

    def comment(self, match: re.Match[str]) -> int:
        """A comment that has its line for itself ends a paragraph; another is a part of it."""
        start = match.start("comment")
        line = self.text.rfind("\n", 0, start) + 1
        if self.text[line:start].strip() or not match[0].startswith("%"):
            return match.end()
        self.paragraph(start)
        self.file("comment", start, start + len(match[0].rstrip()))
        self.begun = match.end()
        return match.end()

    def paragraph(self, end: int) -> None:
        """File what stands since the last mark, where it holds anything."""
        part = self.text[self.begun : end]
        if content := part.strip():
            start = self.begun + len(part) - len(part.lstrip())
            self.file("paragraph", start, start + len(content))

    def mark(self, match: re.Match[str]) -> int:
        """File what begins or ends here; where reading goes on."""
        if section := match["section"]:
            start, end = _braced(self.text, match.end())
            level = min(6, max(1, _SECTIONS.index(section) - self.highest + 1))
            self.file("heading", match.start(), end + 1, level, title=_words(self.text[start:end]))
            return end + 1
        if match["item"]:
            self.item(match)
        elif match["edge"] == "begin":
            return self.begin(match["name"], match)
        elif match["edge"] == "end":
            self.end(match["name"], match.end())
        return match.end()

    def begin(self, name: str, match: re.Match[str]) -> int:
        if name in _CODE or name in _TABLES:
            end = -1 if name in self.endless else self.text.find(f"\\end{{{name}}}", match.end())
            if end < 0:
                self.endless.add(name)
                return match.end()
            stop = end + len(name) + 6
            if name in _CODE:
                language = _LANGUAGE.match(self.text, match.end())
                body = self.text.find("\n", match.end(), end) + 1 or match.end()
                about = (language[1] or language[2]).lower() if language else ""
                self.file("code", match.start(), stop, language=about, body=(body, max(body, end)))
            else:
                self.table(match.start(), match.end(), end, stop)
            return stop
        kind = "list" if name in _LISTS else "quote" if name in _QUOTES else ""
        self.frames.append(_Frame(name, kind, len(self.found) if kind else -1))
        self.depth += kind == "list"
        if kind:
            self.file(kind, match.start(), match.end())
        return match.end()

    def item(self, match: re.Match[str]) -> None:
        while self.frames and self.frames[-1].kind != "list":
            if self.frames[-1].kind == "item":
                self.close(self.reach)
                break
            if not self.depth:
                return
            self.close(self.reach)
        if self.frames:
            self.frames.append(_Frame("", "item", len(self.found)))
            self.file("item", match.start(), match.end(), self.depth)

    def end(self, name: str, end: int) -> None:
        """Close what is open down to this environment; an end of what never began is text."""
        if not any(frame.name == name for frame in self.frames[-60:]):
            return
        while self.frames[-1].name != name:
            self.close(self.reach)
        self.close(end)

    def close(self, end: int) -> None:
        frame = self.frames.pop()
        self.depth -= frame.kind == "list"
        if frame.place >= 0:
            block = self.found[frame.place]
            self.reach = max(self.reach, end)
            last = self.reach if frame.kind == "item" else max(end, self.reach)
            self.found[frame.place] = Block(block.kind, block.start, last, block.level)

    def table(self, start: int, begin: int, end: int, stop: int) -> None:
        """A table; its rows end at two backslashes, its cells at an ampersand."""
        place = len(self.found)
        self.file("table", start, stop)
        while (group := _braced(self.text, begin))[1] > group[0] >= begin and not self.text[begin : group[0] - 1].strip():
            begin = group[1] + 1  # the columns' declaration, and the width before it
            if begin >= end:
                return
        rows = list(_rows(self.text, begin, end))
        for first, last in rows:
            self.file("row", first, last, cells=tuple(_cells(self.text, first, last)))
        if len(rows) > 1 and _RULE.search(self.text, rows[0][1], rows[1][0]):  # a line under the first row makes it the header
            header = self.found[place + 1]
            columns = tuple(self.text[slice(*cell)] for cell in header.attributes["cells"])
            self.found[place] = Block("table", start, stop, 0, {"header": rows[0], "columns": columns})
            self.found[place + 1] = Block("row", *rows[0], 0, {**header.attributes, "header": True})
        self.reach = stop


def _rows(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    at = begin
    for match in [*_ROW_END.finditer(text, begin, end), None]:
        last = match.start() if match else end
        first = at
        while (lead := re.compile(r"\s+").match(text, first, last) or _RULE.match(text, first, last)) is not None:
            first = lead.end()
        if content := text[first:last].strip():
            yield first, first + len(content)
        at = match.end() if match else end


def _cells(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    at = first
    for match in [*re.finditer(r"(?<!\\)&", text[first:last]), None]:
        stop = first + match.start() if match else last
        content = text[at:stop].strip()
        start = at + (text[at:stop].index(content) if content else 0)
        yield start, start + len(content)
        at = stop + 1


def _braced(text: str, at: int) -> tuple[int, int]:
    """Where the content of the braces that open at `at` (after white space) begins and ends; (at, at) where none do, or they are
    not closed within 2,000 characters."""
    brace = re.compile(r"\s*\{").match(text, at, at + 100)
    if brace is None:
        return at, at
    deep = 1
    for match in re.compile(r"\\.|[{}]", re.S).finditer(text, brace.end(), brace.end() + _LONGEST):
        deep += (match[0] == "{") - (match[0] == "}")
        if deep == 0:
            return brace.end(), match.start()
    return at, at


def _words(source: str) -> str:
    """A title without its commands.

    >>> _words(r"The \\emph{lock} \\& its~gate\\label{x}")
    'The lock & its gate'
    """
    source = re.sub(r"\\(?:label|footnote|thanks|index)\s*\{[^{}]*\}", "", source)
    source = re.sub(r"\\([&%$#_{}])", r"\1", re.sub(r"\\[A-Za-z]+\*?\s*", "", source).replace("\\\\", " "))
    return " ".join(source.replace("~", " ").replace("{", "").replace("}", "").split())


readers.register(Reader("tex", "LaTeX", (".tex", ".latex", ".ltx"), read_tex, order=203, options=TextOptions))
