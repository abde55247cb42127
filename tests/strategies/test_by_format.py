"""The strategy `by_format`: each kind of text by the strategy that knows it, with exact places."""

from __future__ import annotations

from pathlib import Path

import pytest

import chunkviz
from chunkviz.search.chunk_metadata import facts
from chunkviz.strategies.by_format import ByFormat

SAMPLES = Path(__file__).parents[2] / "sample_docs"
PAGE = """\
# Install

Run this.

```python
def first():
    return 'ö' * 100

def second():
    return 2
```

Then look here.

## Sizes

| OS | size |
|----|------|
| A  | 1 MB |
| B  | 2 MB |

> | in | a quote |
> |----|---------|
> | it | stays   |
"""


def cut(text: str, name: str = "a.md", tokenizer: str = "characters", **chosen: object) -> chunkviz.Chunking:
    return chunkviz.chunk(chunkviz.read(text.encode(), name), ByFormat(**chosen), tokenizer)


def seen(chunking: chunkviz.Chunking) -> list[tuple[str, str]]:
    return [(chunk.metadata["strategy"], chunking.text(chunk)) for chunk in chunking.chunks]


def test_each_kind_of_text_by_its_own_strategy() -> None:
    chunking = cut(PAGE, size=200, min_size=0)
    assert seen(chunking) == [
        ("headings", "# Install\n\nRun this."),
        ("code", "```python\ndef first():\n    return 'ö' * 100\n\ndef second():\n    return 2\n```"),
        ("headings", "Then look here."),
        ("tables", "## Sizes\n\n| OS | size |\n|----|------|\n| A  | 1 MB |\n| B  | 2 MB |"),
        ("headings", "> | in | a quote |\n> |----|---------|\n> | it | stays   |"),
    ]
    assert [chunk.cause.sentence for chunk in chunking.chunks] == [
        "A code block begins.",
        "The code block ends.",
        "A table begins.",
        "The table ends.",
        "The text ends here.",
    ]
    assert [[PAGE[a:b] for a, b in chunk.context] for chunk in chunking.chunks] == [
        [],
        ["# Install"],
        ["# Install"],
        ["# Install"],
        ["# Install", "## Sizes"],
    ]
    assert chunking.chunks[1].metadata["section_path"] == "Install"
    assert [one["line_start"] for one in facts(chunking)][1] == 5
    assert [one["line_end"] for one in facts(chunking)][1] == 11


def test_a_large_code_block_by_its_functions_a_large_table_by_its_rows() -> None:
    chunking = cut(PAGE, size=50, min_size=0)
    code = [text for strategy, text in seen(chunking) if strategy == "code"]
    assert code == ["```python\ndef first():\n    return 'ö' * 100", "def second():\n    return 2\n```"]
    rows = [chunk for chunk in chunking.chunks if chunk.metadata["strategy"] == "tables"]
    assert [PAGE[a:b] for a, b in rows[-1].context][:2] == ["# Install", "## Sizes"]
    assert PAGE[slice(*rows[-1].context[2])].startswith("| OS | size |")
    assert chunking.text(rows[-1]).endswith("| B  | 2 MB |")


def test_small_ones_stay_and_the_table_can_be_changed() -> None:
    assert {strategy for strategy, _ in seen(cut(PAGE, size=400, min_size=400))} == {"headings"}
    assert {strategy for strategy, _ in seen(cut(PAGE, min_size=0, code="text", tables="recursive"))} == {"headings", "recursive"}
    assert {strategy for strategy, _ in seen(cut("One. Two.\n", "a.txt", plain="sentences"))} == {"sentences"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("inventory.py", {"code"}),
        ("widget.ts", {"code"}),
        ("thread.eml.txt", {"messages"}),
        ("transcript.txt", {"messages"}),
        ("support_chat.jsonl", {"messages"}),
        ("winter_storage.vtt", {"messages"}),
        ("berths.csv", {"tables"}),
        ("essay.txt", {"recursive"}),
        ("manual.md", {"headings", "code", "tables"}),
        ("prices.html", {"headings", "code", "tables"}),
        ("report.pdf", {"headings", "tables"}),
        ("handbook.docx", {"headings", "tables"}),
    ],
)
def test_the_samples(name: str, expected: set[str]) -> None:
    document = chunkviz.read(SAMPLES / name)
    chunking = chunkviz.chunk(document, ByFormat(size=200, min_size=20))
    assert {chunk.metadata["strategy"] for chunk in chunking.chunks} == expected
    assert max(chunk.tokens or 0 for chunk in chunking.chunks) <= 200
    covered = bytearray(len(document))
    for chunk in chunking.chunks:
        covered[chunk.start : chunk.end] = b"\1" * (chunk.end - chunk.start)
    assert not [i for i, char in enumerate(document.text) if not covered[i] and not char.isspace()]


def test_the_same_chunks_as_the_strategy_alone_on_a_file_of_one_kind() -> None:
    from chunkviz.strategies.code import Code

    document = chunkviz.read(SAMPLES / "inventory.py")
    alone = chunkviz.chunk(document, Code(size=300)).chunks
    assert [chunk.span for chunk in chunkviz.chunk(document, ByFormat(size=300)).chunks] == [chunk.span for chunk in alone]


@pytest.mark.slow
def test_thousands_of_blocks_take_time_in_proportion() -> None:
    text = "# H\n\ntext\n\n```python\ndef f():\n    return 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n" * 1500
    assert len(cut(text, tokenizer="cl100k_base", min_size=0)) == 4500
