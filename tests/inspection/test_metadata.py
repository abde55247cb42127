"""What makes a chunk traceable, and the outline of a document."""

import chunkviz
from chunkviz.document import Block, Document
from chunkviz.inspection.metadata import traced
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.headings import Headings
from chunkviz.strategies.recursive import Recursive
from chunkviz.structure.outline import outline

GUIDE = "# Guide\n\nWelcome.\n\n## Fees\n\n15 euros.\n"


def test_every_chunk_says_where_it_comes_from():
    chunking = chunkviz.chunk(chunkviz.read(GUIDE.encode(), "guide.md"), Recursive(size=4, overlap=0), "words")
    last = traced(chunking, ingested_at="2026-11-29T10:00:00Z", version="3").chunks[-1]
    assert last.metadata == {
        "source": "guide.md",
        "title": "Guide",
        "kind": "markdown",
        "h1": "Guide",
        "h2": "Fees",
        "section_heading": "Fees",
        "section_path": "Guide > Fees",
        "chunk_index": 1,
        "chunk_total": 2,
        "char_start": 19,
        "char_end": 37,
        "line_start": 5,
        "line_end": 7,
        "ingested_at": "2026-11-29T10:00:00Z",
        "version": "3",
    }
    assert "version" not in traced(chunking).chunks[0].metadata


def test_what_the_strategy_says_wins():
    text = "# A\n\n## B\n\ntext\n"
    chunk = traced(chunkviz.chunk(chunkviz.read(text.encode(), "a.md"), Headings(), "words")).chunks[0]
    assert chunk.start == 0
    assert chunk.metadata["section_path"] == "A > B"  # by its place alone it would be A


def test_pages_symbols_and_speakers():
    text = "aaaa bbbb cccc"
    blocks = (
        Block("page", 0, 9, 0, {"number": 3}),
        Block("class", 0, 9, 0, {"name": "A"}),
        Block("method", 5, 9, 0, {"name": "f"}),
        Block("page", 10, 14, 0, {"number": 4}),
    )
    document = Document(text, "a", "code", blocks)
    found = [chunk.metadata for chunk in traced(chunkviz.chunk(document, Fixed(size=1, overlap=0), "words")).chunks]
    assert [(m["pages"], m.get("symbol")) for m in found] == [("3", "A"), ("3", "f"), ("4", None)]
    whole = traced(chunkviz.chunk(document, Recursive(), "words")).chunks[0]
    assert whole.metadata["pages"] == "3-4"
    said = tuple(Block("message", i, i + 4, 0, {"speaker": name}) for i, name in ((0, "Ana"), (5, "Ben"), (10, "Ana")))
    talk = traced(chunkviz.chunk(Document(text, "a", "messages", said), Recursive(), "words")).chunks[0]
    assert talk.metadata["speaker"] == "Ana, Ben"


def test_the_outline_of_headings_with_their_sections():
    text = "# A\n\nx\n\n## B\n\ny\n\n# C\n\n> # quoted\n"
    document = chunkviz.read(text.encode(), "a.md")
    assert [(e.kind, e.label, text[e.span.start : e.span.end].strip(), e.depth) for e in outline(document)] == [
        ("heading", "A", "# A\n\nx\n\n## B\n\ny", 0),
        ("heading", "B", "## B\n\ny", 1),
        ("heading", "C", "# C\n\n> # quoted", 0),
    ]


def test_the_outline_of_symbols_pages_and_speakers():
    blocks = (
        Block("page", 0, 9, 0, {"number": 3}),
        Block("class", 0, 9, 0, {"name": "A"}),
        Block("method", 5, 9, 0, {"name": "f"}),
        Block("message", 10, 12, 0, {"speaker": "Ana", "time": "00:12"}),
        Block("message", 12, 13, 0, {"speaker": "Ana"}),
        Block("message", 13, 14, 0, {"speaker": "Ben"}),
    )
    found = outline(Document("aaaa bbbb cccc", "a", "code", blocks))
    assert [(e.kind, e.label, e.span.start, e.depth) for e in found] == [
        ("class", "A", 0, 0),
        ("page", "Page 3", 0, 0),
        ("method", "f", 5, 1),
        ("message", "Ana (00:12)", 10, 0),
        ("message", "Ben", 13, 0),
    ]
