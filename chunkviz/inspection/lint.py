"""Lint of a chunking: what a careful reader would mark in it, each finding with its place and a sentence.

Cuts through tables, code, list items and functions; headings parted from their text; chunks that begin with a word that
points back or end in mid-sentence; chunks too small to mean anything; chunks that say the same twice.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..chunk import Chunk
from ..chunking import Chunking
from ..document import Block
from ..numbers import mid_sentence
from ..phrases import counted
from ..span import Span
from ..structure.block_lookup import Nested
from ..structure.sections import Structure, title
from ..text.near_duplicates import near_duplicates

TINY = 16  # tokens (or words); a chunk with fewer is tiny, unless it is all there is
WITHOUT_SENTENCES = ("code", "csv")  # kinds of document whose lines are no sentences
_FIRST_WORD = re.compile(r"[\W_]*(\w[\w'’]*)")

# Words at the beginning of a chunk that only mean something with the text before it.
_POINTS_BACK = {
    "en": "he she it they him her them his its their this that these those such both former latter however therefore thus hence "
    "moreover furthermore additionally consequently nevertheless nonetheless instead otherwise "
    "meanwhile likewise similarly but and "
    "or so also then yet accordingly conversely besides afterwards",
    "de": "er sie es ihn ihm ihr ihre ihren dies diese dieser dieses diesen jener jene jenes aber "
    "jedoch deshalb daher deswegen darum "
    "außerdem zudem ferner dennoch trotzdem dadurch dabei dafür dagegen dazu danach sondern denn oder und also somit folglich",
    "fr": "il elle ils elles celui celle ceux celles ceci cela ce cette ces mais donc car cependant toutefois pourtant ainsi "
    "puis ensuite néanmoins et ou",
    "es": "él ella ellos ellas esto eso este esta estos estas ese esa pero además entonces luego así y o",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """`kind` to group by, the chunk's index (from 0), the place in the document, and a sentence that says what is wrong."""

    kind: str
    chunk: int
    span: Span
    sentence: str


def lint(chunking: Chunking, tiny: int = TINY) -> list[Finding]:
    """The findings in order of chunk and place; time grows with the text and the number of chunks.

    tiny   chunks with fewer of the tokenizer's units (of characters: four times as many) are reported, if that is less
           than a quarter of the size
    """
    found = [
        *_cut_blocks(chunking, "code", "fence_cut", "A block of code is cut here: it begins in one chunk and ends in another."),
        *_cut_blocks(chunking, "item", "item_cut", "A list item is cut here: its beginning and its end are in different chunks."),
        *_cut_blocks(
            chunking, "function", "function_cut", "A function is cut here: “{name}” begins in one chunk and ends in another."
        ),
        *_cut_blocks(
            chunking, "method", "function_cut", "A method is cut here: “{name}” begins in one chunk and ends in another."
        ),
        *_cut_tables(chunking),
        *_lonely_headings(chunking),
        *_points_back(chunking),
        *_mid_sentence(chunking),
        *_tiny(chunking, tiny),
        *_said_twice(chunking),
    ]
    return sorted(found, key=lambda finding: (finding.chunk, finding.span, finding.kind))


def _ends(chunking: Chunking) -> Iterator[tuple[int, Chunk, int]]:
    """(index, chunk, place) of each cut: a chunk's end with text after it that the chunk does not hold."""
    solid = chunking.document.solid
    for index, chunk in enumerate(chunking.chunks):
        if solid[-1] > solid[chunk.end]:
            yield index, chunk, chunk.end


def _cut_blocks(chunking: Chunking, kind: str, name: str, words: str) -> Iterator[Finding]:
    """Innermost blocks of a kind that no chunk holds whole, at the cuts inside them."""
    blocks = Nested(chunking.document.blocks_of(kind))
    solid, whole = chunking.document.solid, _Whole(chunking.chunks)
    for index, _, end in _ends(chunking):
        block = blocks.holding(end - 1, end + 1)
        if block is not None and solid[block.start] < solid[end] < solid[block.end] and not whole.holds(block):
            sentence = words.format(name=block.attributes.get("name", "")) if "{" in words else words
            yield Finding(name, index, Span(max(block.start, end - 1), end), sentence)


def _cut_tables(chunking: Chunking) -> Iterator[Finding]:
    """Rows that are cut, and rows in a chunk that has neither the table's header nor lines made with it before them."""
    structure, solid, whole = Structure(chunking.document), chunking.document.solid, _Whole(chunking.chunks)
    rows = Nested(chunking.document.blocks_of("row"))
    for index, _, end in _ends(chunking):
        row = rows.holding(end - 1, end + 1)
        if row is not None and solid[row.start] < solid[end] < solid[row.end] and not whole.holds(row):
            yield Finding("table_cut", index, Span(end - 1, end), "A table is cut in the middle of a row.")
    for index, chunk in enumerate(chunking.chunks):
        table = structure.table_at(chunk.start)
        if table is None or table.header is None or chunk.start <= table.header.start or chunk.added:
            continue
        if not any(span.contains(table.header) for span in chunk.context):
            sentence = "A table is cut: this chunk holds rows of it without the header that names their columns."
            yield Finding("table_cut", index, Span(chunk.start, min(chunk.end, table.block.end)), sentence)


def _lonely_headings(chunking: Chunking) -> Iterator[Finding]:
    """Headings that are the last thing in a chunk while their text is in the next."""
    solid = chunking.document.solid
    headings = Structure(chunking.document).headings
    ends = [heading.end for heading in headings]
    for index, chunk, end in _ends(chunking):
        i = bisect_right(ends, end) - 1
        if i < 0 or headings[i].start < chunk.start or solid[headings[i].end] < solid[end]:
            continue
        following = headings[i + 1] if i + 1 < len(headings) else None
        has_text = following is None or solid[following.start] > solid[headings[i].end] or following.level > headings[i].level
        if has_text:
            sentence = f"The chunk ends with the heading “{title(headings[i])}”, whose text is in the next chunk."
            yield Finding("heading_alone", index, headings[i].span, sentence)


def _points_back(chunking: Chunking) -> Iterator[Finding]:
    document = chunking.document
    if document.kind in WITHOUT_SENTENCES:
        return
    language = str(document.metadata.get("language", "en")).lower()[:2]
    words = set(_POINTS_BACK.get(language, _POINTS_BACK["en"]).split())
    headings = {heading.start for heading in document.blocks_of("heading", "code", "row", "table", "message")}
    for index, chunk in enumerate(chunking.chunks):
        match = _FIRST_WORD.match(document.text, chunk.start, min(chunk.end, chunk.start + 80))
        if index and match and chunk.start not in headings and match[1].lower() in words:
            sentence = f"The chunk begins with “{match[1]}”, which points back to text before it."
            yield Finding("points_back", index, Span(*match.span(1)), sentence)


def _mid_sentence(chunking: Chunking) -> Iterator[Finding]:
    """Ends in mid-sentence, ends of blocks that hold no sentences (headings, rows, code …) not counted."""
    document = chunking.document
    if document.kind in WITHOUT_SENTENCES:
        return
    ends = {block.end for block in document.blocks if block.kind not in ("page", "quote")}
    for index in mid_sentence(chunking):
        end = chunking.chunks[index].end
        if end not in ends and document.solid[end] < document.solid[-1]:
            yield Finding("mid_sentence", index, Span(end - 1, end), "The chunk ends in the middle of a sentence.")


def _tiny(chunking: Chunking, tiny: int) -> Iterator[Finding]:
    unit = chunking.tokenizer.unit
    least = min(tiny * 4 if unit == "characters" else tiny, (chunking.size or 10**9) // 4)
    for index, chunk in enumerate(chunking.chunks):
        if len(chunking) > 1 and (count := chunk.tokens or 0) < least:
            amount = counted(count, unit.removesuffix("s"))
            yield Finding("tiny", index, chunk.span, f"The chunk has {amount}: too little to be found by its meaning.")


def _said_twice(chunking: Chunking) -> Iterator[Finding]:
    for first, second, share in near_duplicates([chunking.text(chunk) for chunk in chunking.chunks]):
        one, other = chunking.chunks[first], chunking.chunks[second]
        if not one.span.overlaps(other.span):
            sentence = f"The chunk says nearly the same as chunk {first + 1} ({share:.0%} of their words in the same order)."
            yield Finding("near_duplicate", second, other.span, sentence)


class _Whole:
    """Whether one chunk holds a block from its beginning to its end."""

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        self.starts: list[int] = []
        self.reach: list[int] = []
        for chunk in chunks:
            self.starts.append(chunk.start)
            self.reach.append(max(chunk.end, self.reach[-1] if self.reach else 0))

    def holds(self, block: Block) -> bool:
        """`starts` grow, so of the chunks that begin at or before the block the furthest end decides."""
        i = bisect_right(self.starts, block.start) - 1
        return i >= 0 and self.reach[i] >= block.end
