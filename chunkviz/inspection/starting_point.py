"""What kind of document this is, measured, and the change that speaks for: a strategy and a size, and why.

A size is proposed only after the document was cut with it and what the embedding model would never read of its chunks was
counted, with the model's own tokenizer.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..change import Change
from ..chunking import chunk
from ..cutting.subdocument import beginning
from ..document import Document
from ..embedder import Embedder, embedder_for
from ..phrases import counted, listed
from ..pipeline import Pipeline
from ..reader import readers
from ..source_code.languages import LANGUAGES
from ..strategy import Strategy, Tools, strategies
from ..structure.sections import Structure
from ..tokenizer import tokens_of
from .unread import longest, readings, unread_share
from .written_languages import UNSPACED, Written, written_languages

_SIZES = (256, 512, 1024)
_ENOUGH = 0.8  # of the pieces an author made should fit a chunk
_PLAIN = 512  # tokens, where nothing else speaks for a size
_UNITS = ("function", "method", "class")
SAMPLE = 100_000  # characters of a longer document that are cut to measure what is read
_SMALL = 0.001  # of the text may stay unread: one line in a long file that no size would help
_LEAST = 32  # tokens: no smaller size is proposed for the model's sake
_TRIES = 8  # sizes that are tried at most
_ROUND = 8  # sizes are multiples of this


@dataclass(frozen=True)
class Shape:
    """Counts of a document's structure. `tools` are those of the document."""

    tools: Tools

    @property
    def document(self) -> Document:
        return self.tools.document

    def count(self, *kinds: str) -> int:
        return sum(1 for _ in self.document.blocks_of(*kinds))

    @cached_property
    def headings(self) -> int:
        return len(Structure(self.document).headings)

    @cached_property
    def tables(self) -> int:
        return len(Structure(self.document).tables)

    @cached_property
    def units(self) -> int:
        """Functions, methods and classes of a source file."""
        return self.count(*_UNITS)

    @cached_property
    def speakers(self) -> int:
        return len({block.attributes.get("speaker") for block in self.document.blocks_of("message")} - {None})

    @cached_property
    def languages(self) -> list[Written]:
        """The natural languages of the text, with the tokens each takes for a word."""
        return written_languages(self.tools)

    @cached_property
    def pieces(self) -> tuple[str, list[int]]:
        """(what they are called, tokens of each): the pieces the author made, which a chunk should hold whole."""
        document = self.document
        if self.units:
            spans = [(b.start, b.end) for b in document.blocks_of("function", "method")] or [
                (b.start, b.end) for b in document.blocks_of("class")
            ]
            name = "functions"
        elif document.kind == "messages":
            spans, name = [(b.start, b.end) for b in document.blocks_of("message")], "messages"
        elif self.headings > 1:
            spans, name = [(section.start, section.end) for section in Structure(document).sections() if section.path], "sections"
        elif self.tables and not self.count("paragraph"):
            spans, name = [(b.start, b.end) for b in document.blocks_of("row")], "rows"
        else:
            spans, name = [(b.start, b.end) for b in document.blocks_of("paragraph")], "paragraphs"
        return name, self.tools.tokens.counts([a for a, _ in spans], [b for _, b in spans]).tolist() if spans else []


def starting_point(tools: Tools, before: Pipeline) -> Change:
    """What to begin with for the document of `tools`, in place of `before`: its refinements, model and search stay."""
    shape = Shape(tools)
    name, lengths = shape.pieces
    structured = bool(shape.units or shape.headings > 1 or shape.tables or shape.count("code", "message"))
    fitting = sum(length <= _PLAIN for length in lengths) >= 0.5 * len(lengths)
    purpose = "structure" if structured else "paragraphs" if fitting else "long paragraphs"
    kind = next(kind for kind in strategies if purpose in kind.good_for)
    fit = _fitted(tools, before, kind, _size(lengths, name))
    size = fit.size
    where = {"structure": _at(shape), "paragraphs": "between paragraphs where it can"}.get(
        purpose, "between sentences, since most paragraphs are larger than a chunk"
    )
    held = sum(length <= size for length in lengths) / len(lengths) if lengths and name != "rows" else 0.0
    fits = f", and {size} {tools.tokenizer.unit} hold {held:.0%} of its {name} whole" if held >= 0.5 else ""
    what = _what(shape)
    why = f"{what[:1].upper()}{what[1:]}: “{kind.label}” cuts it {where}{fits}{fit.words}{_tongues(shape, size)}."
    return Change(f"“{kind.label}” with {size:,}", before, dataclasses.replace(before, strategy=fit.strategy), why)


class _Fit(NamedTuple):
    """A strategy in the largest size tried that the model reads, and what was found of it."""

    strategy: Strategy
    size: int
    words: str


def _fitted(tools: Tools, before: Pipeline, kind: type[Strategy], size: int) -> _Fit:
    """The strategy in this size, or in the next smaller one whose chunks the model reads whole, all but `_SMALL` of them.

    Each size is tried: the document, or the beginning of a long one, is cut with it, and what the model reads of the
    chunks is counted. A chunk that is too long says by how much the size has to come down.
    """
    embedder = embedder_for(before.embedder)
    room = None if embedder.limit is None else embedder.limit - embedder.markers  # `reach` would load the model
    if room is None or not tools.document.text.strip():
        return _Fit(_of_size(kind, size), size, "")
    sampled = len(tools.document) > SAMPLE
    sample = beginning(tools.document, SAMPLE)
    ours = Tools(sample, tools.tokenizer, tools.embedder) if sampled else tools
    theirs = tokens_of(sample.text, embedder.tokenizer)
    wanted, unread = size, 0.0
    for _ in range(_TRIES):
        chunking = chunk(sample, _of_size(kind, size), tools.tokenizer, refinements=before.refinements, tools=ours)
        read = readings(chunking, embedder, theirs)
        unread = unread_share(read, chunking)
        if unread <= _SMALL or size <= _LEAST:
            break
        next_size = min(size * room // longest(read), size - size // 8)
        size = max(min(_LEAST, size), next_size - next_size % _ROUND)
    return _Fit(_of_size(kind, size), size, _read(embedder, unread, wanted if size < wanted else None, sampled))


def _read(embedder: Embedder, unread: float, wanted: int | None, sampled: bool) -> str:
    """What the model reads of the chunks proposed.

    wanted   the size that would have been proposed but for the model; None where it is
    """
    where = f" of the first {SAMPLE:,} characters" if sampled else ""
    if unread > 0:
        return f"; {embedder.label} reads all but {max(0.1, 100 * unread):.1f} % of the chunks’ text{where}"
    return f"; {embedder.label} reads every chunk{where} whole, which it would not with {wanted}" if wanted else ""


def _of_size(kind: type[Strategy], size: int) -> Strategy:
    strategy = kind()
    return strategy.resized(size) if hasattr(strategy, "size") else strategy


def _size(lengths: list[int], name: str) -> int:
    """The smallest usual size that holds enough of the pieces whole; prose, rows and messages have 512, since many of their
    pieces go into a chunk."""
    if name in ("paragraphs", "rows", "messages"):
        return _PLAIN
    enough = _ENOUGH * len(lengths)
    return next((size for size in _SIZES if sum(length <= size for length in lengths) >= enough), _SIZES[-1])


def _at(shape: Shape) -> str:
    """Where a document with structure is cut, in the words for what it is."""
    if shape.units:
        return "between functions and classes"
    if shape.count("message"):
        return "between messages"
    if shape.document.kind == "csv":
        return "between rows, with the header in front of each chunk"
    parts = [
        ("headings", shape.headings > 1),
        ("tables", bool(shape.tables)),
        ("code blocks", bool(shape.count("code"))),
    ]
    there = [name for name, found in parts if found]
    return f"at its {listed(there)}" if there else "by what its parts are"


def _what(shape: Shape) -> str:
    """The document in words: “Markdown with 42 headings, 7 tables and 12 code blocks”."""
    document = shape.document
    if shape.units:
        language = LANGUAGES.get(str(document.metadata.get("language")))
        units = counted(shape.units, "function or class", "functions and classes")
        return f"{language.label if language else 'source code'} with {units}"
    if document.kind == "csv":
        headers = sum(table.header is not None for table in Structure(document).tables)
        return f"a table of {counted(shape.count('row') - headers, 'row')}"
    if messages := shape.count("message"):
        return f"a conversation of {counted(messages, 'message')} by {counted(shape.speakers, 'person', 'people')}"
    counts = [
        (shape.headings, "heading"),
        (shape.tables, "table"),
        (shape.count("code"), "code block"),
        (shape.count("page"), "page"),
    ]
    parts = [counted(count, what) for count, what in counts if count]
    label = readers.get(document.kind).label if document.kind in readers else document.kind
    paragraphs = counted(shape.count("paragraph"), "paragraph")
    return f"{label} with {listed(parts)}" if parts else f"{label} of {paragraphs} without headings or tables"


def _tongues(shape: Shape, size: int) -> str:
    """What a word costs and a chunk holds, where a language takes more tokens for a word than another or than English."""
    if shape.units or shape.document.kind == "csv" or shape.tools.tokenizer.unit != "tokens":
        return ""
    known = [written for written in shape.languages if written.language != "other" and written.share >= 0.05]
    if not known or [written.language for written in known] == ["English"]:
        return ""
    spaced = [written for written in known if written.language not in UNSPACED]
    unspaced = [written for written in known if written.language in UNSPACED]
    costs = [written.tokens_per_word for written in spaced]
    if len(spaced) > 1 and len({f"{cost:.1f}" for cost in costs}) == 1:
        spaced = []  # “1.3 in English and 1.3 in German” says nothing
    rates = [rate for rate in (_rates("word", spaced), _rates("character", unspaced)) if rate]
    holds = f", so a chunk holds {round(size / max(costs))} to {round(size / min(costs))} words" if len(spaced) > 1 else ""
    return "".join(f"; {rate}" for rate in rates) + holds


def _rates(unit: str, known: list[Written]) -> str:
    """“a word takes 1.3 tokens in English and 2.1 in German”"""
    parts = [
        f"{written.tokens_per_word:.1f}{' tokens' if i == 0 else ''} in {written.language}" for i, written in enumerate(known)
    ]
    return f"a {unit} takes {listed(parts)}" if parts else ""
