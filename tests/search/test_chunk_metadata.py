"""What makes a chunk traceable, and the outline of a document."""

import hashlib

import pytest
from tiny_embedder import Tiny

import chunkviz
from chunkviz.document import Block, Document
from chunkviz.search.chunk_metadata import facts
from chunkviz.strategies.by_format import ByFormat
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.headings import Headings
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategy import strategies
from chunkviz.structure.outline import outline

GUIDE = "# Guide\n\nWelcome.\n\n## Fees\n\n15 euros.\n"


def test_every_chunk_says_where_it_comes_from():
    chunking = chunkviz.chunk(chunkviz.read(GUIDE.encode(), "guide.md"), Recursive(size=4, overlap=0), "words")
    last = list(facts(chunking))[-1]
    assert last == {
        "source": "guide.md",
        "title": "Guide",
        "name": "guide.md",
        "document": chunking.document.id,
        "format": "markdown",
        "kind": "prose",
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
        "tokens": 4,
        "content_hash": hashlib.sha256(b"## Fees\n\n15 euros.").hexdigest()[:16],
    }


@pytest.mark.parametrize("key", strategies.keys())
def test_a_chunk_stands_in_the_section_of_its_text_whatever_cut_it(key: str) -> None:
    """A chunk that begins with headings is about what follows them, and a part of a document keeps the headings above it."""
    text = "# Refunds Policy\n\n## EU Customers\n\n### Window\n\nYou may return it within fourteen days.\n"
    chunking = chunkviz.chunk(chunkviz.read(text.encode(), "a.md"), strategies.get(key)(), embedder=Tiny())
    found = [one for one in facts(chunking) if "fourteen" in text[one["char_start"] : one["char_end"]]]
    assert found
    for one in found:
        assert one["section_heading"] == "Window"
        assert one["section_path"] == "Refunds Policy > EU Customers > Window"


def test_a_table_in_a_section_keeps_the_sections_above_it() -> None:
    rows = "".join(f"| berth {i} | {i} m |\n" for i in range(60))
    text = f"# Harbour\n\n## Berths\n\nThey are these.\n\n| name | length |\n| --- | --- |\n{rows}\nAfter it.\n"
    chunking = chunkviz.chunk(chunkviz.read(text.encode(), "a.md"), ByFormat(size=64, min_size=0))
    assert {one["section_path"] for one in facts(chunking)} == {"Harbour > Berths"}
    assert {one["kind"] for one in facts(chunking)} == {"prose", "table"}


def test_what_the_strategy_says_wins():
    text = "# A\n\n## B\n\ntext\n"
    (found,) = facts(chunkviz.chunk(chunkviz.read(text.encode(), "a.md"), Headings(), "words"))
    assert (found["char_start"], found["section_path"]) == (0, "A > B")  # by its place alone it would be A


def test_pages_symbols_and_speakers():
    text = "aaaa bbbb cccc"
    blocks = (
        Block("page", 0, 9, 0, {"number": 3}),
        Block("class", 0, 9, 0, {"name": "A"}),
        Block("method", 5, 9, 0, {"name": "f"}),
        Block("page", 10, 14, 0, {"number": 4}),
    )
    document = Document(text, "a", "code", blocks)
    found = list(facts(chunkviz.chunk(document, Fixed(size=1, overlap=0), "words")))
    assert [(m["page"], m["pages"], m.get("symbol")) for m in found] == [(3, "3", "A"), (3, "3", "f"), (4, "4", None)]
    (whole,) = facts(chunkviz.chunk(document, Recursive(), "words"))
    assert (whole["page"], whole["page_end"], whole["pages"]) == (3, 4, "3-4")
    said = tuple(Block("message", i, i + 4, 0, {"speaker": name}) for i, name in ((0, "Ana"), (5, "Ben"), (10, "Ana")))
    (talk,) = facts(chunkviz.chunk(Document(text, "a", "messages", said), Recursive(), "words"))
    assert (talk["speaker"], talk["kind"]) == ("Ana, Ben", "message")


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
