"""Natural breaks of a text, from the strongest to the weakest: levels of separators, and the pieces they leave."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import regex

from ..text import graphemes
from ..text.expression import Allowance, Expression
from ..text.line_ends import LINE_ENDS, PARAGRAPH_END
from ..tokenizer import Positions, code_points

KEEP = {
    "natural": "Where it reads best",
    "end": "With the text before",
    "start": "With the text after",
    "drop": "Leave it out",
}


@dataclass(frozen=True)
class Level:
    """Separators of one strength. An empty text among them means: between any two characters.

    separators   texts
    piece        what the text between two of them is called in a sentence ("paragraph")
    natural      where a separator belongs if nothing else is asked for: a full stop at the "end" of the piece before it,
                 a heading's marks at the "start" of the piece after
    called       what a break of this level is called in a sentence; made from the separator where empty
    expression   a regular expression, instead of texts
    """

    separators: tuple[str, ...]
    piece: str = "piece"
    natural: str = "end"
    called: str = ""
    expression: re.Pattern[str] | Expression | None = None

    def place(self, keep: str) -> str:
        """Where separators go: "start", "end" or "drop"."""
        return self.natural if keep == "natural" else keep

    @property
    def anywhere(self) -> bool:
        return "" in self.separators

    def occurs(self, text: str, start: int, end: int) -> bool:
        if self.expression is not None:
            return self.expression.search(text, start, end) is not None
        return any(text.find(separator, start, end) >= 0 for separator in self.separators)

    def pieces(self, text: str, start: int, end: int, keep: str) -> tuple[Positions, Positions]:
        """Starts and ends of the pieces of `text[start:end]`, in order, none empty.

        keep   "end" or "start": the separator belongs to the piece before it or after it, so pieces touch;
               "drop": it belongs to none; "natural": as the level has it
        """
        keep = self.place(keep)
        if self.anywhere:
            breaks = characters(text, start, end)
            return breaks[:-1], breaks[1:]
        begins, stops = _whole(text, *self._found(text, start, end), start, end)
        left = stops if keep == "end" else begins
        right = begins if keep == "start" else stops
        starts, ends = np.concatenate([[start], right]), np.concatenate([left, [end]])
        filled = starts < ends
        return starts[filled], ends[filled]

    def tears(self, text: str) -> bool:
        """Whether one of its separators begins or ends inside a character as a person sees it: the LF of a CRLF, the base of a
        letter with an accent of its own. Pieces are whole characters all the same."""
        if self.anywhere:
            return False
        begins, stops = self._found(text, 0, len(text))
        moved = _whole(text, begins, stops, 0, len(text))
        return bool((moved[0] != begins).any() or (moved[1] != stops).any())

    def separator_at(self, text: str, end: int, start: int, keep: str) -> str:
        """The separator between a piece that ends at `end` and one that begins at `start`; of a user's expression, which may
        match anything, the expression."""
        if end < start:
            return text[end:start]
        if isinstance(self.expression, Expression):
            return self.expression.pattern
        if self.expression is not None:  # ours: white space
            begin = end
            while begin and text[begin - 1].isspace():
                begin -= 1
            match = self.expression.search(text, *((start, len(text)) if self.place(keep) == "start" else (begin, end)))
            return match.group() if match else ""
        for separator in self.separators:
            if text.startswith(separator, start) if self.place(keep) == "start" else text.endswith(separator, 0, end):
                return separator
        return self.separators[0] if self.separators else ""

    def _found(self, text: str, start: int, end: int) -> tuple[Positions, Positions]:
        """Starts and ends of the separators in `text[start:end]`, none overlapping another: the first one wins."""
        if self.expression is not None:
            matches = self.expression.finditer(text, start, end)
            spans = np.array([match.span() for match in matches], np.int64).reshape(-1, 2)
            return spans[:, 0], spans[:, 1]
        found = [_places(text, separator, start, end) for separator in self.separators]
        begins = np.concatenate(found)
        stops = np.concatenate([places + len(separator) for places, separator in zip(found, self.separators, strict=True)])
        order = np.argsort(begins, kind="stable")
        begins, stops = begins[order], stops[order]
        if sum(map(len, found)) > max(map(len, found)):
            kept, reached = [], start
            for i, (begin, stop) in enumerate(zip(begins.tolist(), stops.tolist(), strict=True)):
                if begin >= reached:
                    kept.append(i)
                    reached = stop
            begins, stops = begins[kept], stops[kept]
        return begins, stops


def _whole(text: str, begins: Positions, stops: Positions, start: int, end: int) -> tuple[Positions, Positions]:
    """The separators of `text[start:end]`, widened to whole characters: one may be part of a cluster, as in “.\u0301”."""
    inner = text[start:end]
    if inner.isascii() and "\r" not in inner:
        return begins, stops
    codes = code_points(inner)
    begins = graphemes.whole(text, begins, False, codes, start)
    return begins, np.minimum(graphemes.whole(text, stops, True, codes, start), end)


def _places(text: str, separator: str, start: int, end: int) -> Positions:
    """Where `separator` begins in `text[start:end]`, each found after the end of the one before."""
    if len(separator) == 1 and text.count(separator, start, end) > 16:
        return np.flatnonzero(code_points(text[start:end]) == ord(separator)) + start
    places = []
    at = text.find(separator, start, end)
    while at >= 0:
        places.append(at)
        at = text.find(separator, at + len(separator), end)
    return np.array(places, np.int64)


def characters(text: str, start: int, end: int) -> Positions:
    """The places where `text[start:end]` can be cut between two characters as a person sees them (grapheme clusters)."""
    piece = text[start:end]
    if piece.isascii() and "\r\n" not in piece:
        return np.arange(start, end + 1, dtype=np.int64)
    ends = np.array([match.end() for match in _CLUSTER.finditer(piece)], np.int64)
    return np.concatenate([[start], ends + start])


_CLUSTER = regex.compile(r"\X")

PARAGRAPHS = Level((), "paragraph", expression=PARAGRAPH_END)
LINES = Level(LINE_ENDS, "line")
SENTENCES = Level((". ", "! ", "? ", ".\n", "。", "！", "？"), "sentence")
WORDS = Level((" ",), "word")
CHARACTERS = Level(("",), "character")

PROSE = (PARAGRAPHS, LINES, SENTENCES, WORDS, CHARACTERS)
MARKDOWN = (
    *(Level((f"\n{'#' * depth} ",), "section", natural="start") for depth in range(1, 7)),
    Level(("```\n", "~~~\n"), "code block"),
    Level(("\n***\n", "\n---\n", "\n___\n"), "part"),
    *PROSE,
)
PYTHON = (
    Level(("\nclass ",), "class", natural="start"),
    Level(("\ndef ", "\nasync def ", "\n@"), "function", natural="start"),
    Level(("\n    def ", "\n    async def ", "\n\tdef ", "\n    @"), "method", natural="start"),
    PARAGRAPHS,
    LINES,
    WORDS,
    CHARACTERS,
)
LANGCHAIN = tuple(
    Level((separator,), piece, natural="start")
    for separator, piece in (("\n\n", "paragraph"), ("\n", "line"), (" ", "word"), ("", "character"))
)

PRESETS = {
    "prose": ("Any text", PROSE),
    "markdown": ("Markdown", MARKDOWN),
    "python": ("Python", PYTHON),
    "langchain": ("LangChain’s", LANGCHAIN),
}


def levels_of(separators: Iterable[str], regular: bool = False) -> tuple[Level, ...]:
    """A user's own list, strongest first: with escapes such as \\n understood where they are written out, or as regular
    expressions, which share the time they may take."""
    allowance = Allowance()
    return tuple(
        _expression(Expression(separator, allowance)) if regular and separator else _literal(unescaped(separator))
        for separator in separators
    )


def _expression(expression: Expression) -> Level:
    written = expression.pattern
    return Level((), _PIECES.get(written, "piece"), _natural(written), f"match of “{written}”", expression)


def _literal(separator: str) -> Level:
    return Level((separator,), _PIECES.get(separator, "piece"), _natural(separator))


def _natural(separator: str) -> str:
    """A separator that opens a line (“\n## ”) belongs to what it opens, any other to what it ends."""
    return "start" if separator.startswith("\n") and separator.strip() else "end"


def unescaped(separator: str) -> str:
    """\\n, \\r and \\t written as two characters, and \\\\, as what they stand for."""
    return re.sub(r"\\([nrt\\])", lambda match: {"n": "\n", "r": "\r", "t": "\t", "\\": "\\"}[match[1]], separator)


_PIECES = {"\n\n": "paragraph", "\r\n\r\n": "paragraph", "\n": "line", ". ": "sentence", " ": "word", "": "character"}
