"""What kind of document this is, measured, and which strategy and size that speaks for: one sentence and a value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..document import Document
from ..reader import readers
from ..source_code.languages import LANGUAGES
from ..strategy import Strategy, Tools, strategies
from ..structure.sections import Structure
from .written_languages import UNSPACED, Written, written_languages

_SIZES = (256, 512, 1024)
_ENOUGH = 0.8  # of the pieces an author made should fit a chunk
_PLAIN = 512  # tokens, where nothing else speaks for a size
_UNITS = ("function", "method", "class")


@dataclass(frozen=True)
class Measured:
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


@dataclass(frozen=True)
class Suggestion:
    """A strategy, and the sentence that says why; `measured` holds the counts behind it."""

    strategy: Strategy
    sentence: str
    measured: Measured


def suggestion(tools: Tools, limit: int | None = None) -> Suggestion:
    """What to begin with for the document of `tools`.

    limit   about how much of this text the embedding model reads, in the tokenizer's units: no larger size is suggested
    """
    measured = Measured(tools)
    name, lengths = measured.pieces
    size, held = _size(lengths, name, limit or _SIZES[-1])
    structured = bool(measured.units or measured.headings > 1 or measured.tables or measured.count("code", "message"))
    if structured:
        strategy = strategies.get("by_format")(**{"size": size})
        does = f"“{strategy.label}” cuts it where its author did"
    elif lengths and held < 0.5:
        strategy = strategies.get("sentences")(**{"size": size, "overlap": size // 8})
        does = f"“{strategy.label}” cuts it between sentences, since most paragraphs are larger than a chunk"
    else:
        strategy = strategies.get("recursive")(**{"size": size, "overlap": size // 8})
        does = f"“{strategy.label}” cuts it between paragraphs where it can"
    unit = tools.tokenizer.unit
    fits = f", and {size} {unit} hold {held:.0%} of its {name} whole" if lengths and held >= 0.5 else ""
    cap = f"; the embedding model reads no more than about {limit} {unit}" if limit is not None and size == limit else ""
    what = _what(measured)
    return Suggestion(strategy, f"{what[:1].upper()}{what[1:]}: {does}{fits}{cap}{_tongues(measured, size)}.", measured)


def _size(lengths: list[int], name: str, limit: int) -> tuple[int, float]:
    """(size, share of the pieces it holds whole): the smallest usual size that holds enough of them; prose and rows
    have 512, since many of their pieces go into a chunk."""
    allowed = [size for size in _SIZES if size <= limit] or [limit]
    share = {size: sum(length <= size for length in lengths) / len(lengths) if lengths else 0.0 for size in allowed}
    if name in ("paragraphs", "rows", "messages"):
        size = min(_PLAIN, allowed[-1])
    else:
        size = next((size for size in allowed if share[size] >= _ENOUGH), allowed[-1])
    return size, share[size]


def _what(measured: Measured) -> str:
    """The document in words: “Markdown with 42 headings, 7 tables and 12 code blocks”."""
    document = measured.document
    if measured.units:
        language = LANGUAGES.get(str(document.metadata.get("language")))
        return f"{language.label if language else 'source code'} with {_many(measured.units, 'function or class', 'functions and classes')}"
    if document.kind == "csv":
        headers = sum(table.header is not None for table in Structure(document).tables)
        return f"a table of {_many(measured.count('row') - headers, 'row', 'rows')}"
    if messages := measured.count("message"):
        return f"a conversation of {_many(messages, 'message', 'messages')} by {_many(measured.speakers, 'person', 'people')}"
    counts = [
        (measured.headings, "heading", "headings"),
        (measured.tables, "table", "tables"),
        (measured.count("code"), "code block", "code blocks"),
        (measured.count("page"), "page", "pages"),
    ]
    parts = [_many(count, one, many) for count, one, many in counts if count]
    label = readers.get(document.kind).label if document.kind in readers else document.kind
    paragraphs = _many(measured.count("paragraph"), "paragraph", "paragraphs")
    return (
        f"{label} with {', '.join(parts[:-1])}{' and ' if len(parts) > 1 else ''}{parts[-1]}"
        if parts
        else f"{label} of {paragraphs} without headings or tables"
    )


def _many(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _tongues(measured: Measured, size: int) -> str:
    """What the size holds of each language, where there is more than one or it is not English."""
    if measured.units or measured.tools.tokenizer.unit != "tokens":
        return ""
    known = [written for written in measured.languages if written.language != "other" and written.share >= 0.05]
    if not known or [written.language for written in known] == ["English"]:
        return ""
    spaced = [written for written in known if written.language not in UNSPACED]
    words = _rates("word", spaced), _rates("character", [written for written in known if written.language in UNSPACED])
    holds = ""
    if len(spaced) > 1:
        few, many = (
            round(size / rate) for rate in (max(w.tokens_per_word for w in spaced), min(w.tokens_per_word for w in spaced))
        )
        holds = f", so a chunk holds {few} to {many} words"
    return "".join(f"; {rates}" for rates in words if rates) + holds


def _rates(unit: str, known: list[Written]) -> str:
    """“a word takes 1.3 tokens in English and 2.1 in German”"""
    parts = [
        f"{written.tokens_per_word:.1f}{' tokens' if i == 0 else ''} in {written.language}" for i, written in enumerate(known)
    ]
    return f"a {unit} takes {', '.join(parts[:-1])}{' and ' if len(parts) > 1 else ''}{parts[-1]}" if parts else ""
