"""What a document is, measured, and what that speaks for."""

from __future__ import annotations

from pathlib import Path

import pytest

import chunkviz
from chunkviz.document import Document
from chunkviz.inspection.starting_point import Suggestion, suggestion
from chunkviz.inspection.written_languages import language_of, written_languages
from chunkviz.strategy import Tools
from chunkviz.tokenizer import tokenizers

SAMPLES = Path(__file__).parents[2] / "sample_docs"
GERMAN = "Das Haus ist im Winter nicht offen, und der Weg zu dem Hafen ist dann auch für die Boote zu. "
ENGLISH = "The house is not open in the winter, and the way to the harbour is then closed to boats as well. "


def of(document: Document | str, limit: int | None = None, tokenizer: str = "cl100k_base") -> Suggestion:
    document = Document(document) if isinstance(document, str) else document
    return suggestion(Tools(document, tokenizers.get(tokenizer)), limit)


def test_markdown_with_sections_tables_and_code() -> None:
    text = "# A\n\nOne.\n\n## B\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nx = 1\n```\n"
    found = of(chunkviz.read(text.encode(), "a.md"))
    assert found.strategy.key == "by_format"
    assert (
        found.sentence
        == "Markdown with 2 headings, 1 table and 1 code block: “By format” cuts it where its author did, and 256 tokens hold 100% of its sections whole."
    )


def test_the_size_is_the_smallest_that_holds_most_sections_up_to_what_the_model_reads() -> None:
    section = "## Head\n\n" + "word " * 400 + "\n\n"  # about 400 tokens
    document = chunkviz.read(("# Top\n\n" + section * 9).encode(), "a.md")
    assert of(document).strategy.size == 512  # type: ignore[attr-defined]
    limited = of(document, limit=256)
    assert limited.strategy.size == 256  # type: ignore[attr-defined]
    assert limited.sentence.endswith("; the embedding model reads no more than about 256 tokens.")
    assert "100% of its sections" not in limited.sentence


def test_plain_text_by_paragraphs_or_where_these_are_too_large_by_sentences() -> None:
    short = of(chunkviz.read((ENGLISH + "\n\n").encode() * 20, "a.txt"))
    assert (short.strategy.key, short.strategy.overlap) == ("recursive", 64)  # type: ignore[attr-defined]
    assert short.sentence.startswith(
        "Plain text of 20 paragraphs without headings or tables: “Recursive” cuts it between paragraphs"
    )
    long = of(chunkviz.read((ENGLISH * 60).encode(), "a.txt"))
    assert long.strategy.key == "sentences"


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("inventory.py", "Python with 34 functions and classes: “By format”"),
        ("transcript.txt", "A conversation of 108 messages by 5 people: “By format”"),
        ("berths.csv", "A table of 58 rows: “By format”"),
        ("report.pdf", "PDF with 23 headings, 4 tables and 5 pages: “By format”"),
        ("essay.txt", "Plain text of 1 paragraph without headings or tables: “Sentences”"),
    ],
)
def test_the_samples(name: str, begins: str) -> None:
    assert of(chunkviz.read(SAMPLES / name)).sentence.startswith(begins)


def test_nothing_and_odd_texts_have_a_suggestion() -> None:
    for text in ("", " \n ", "x" * 5000, "# " * 100, "\n" * 1000):
        for tokenizer in ("cl100k_base", "characters"):
            found = of(text, tokenizer=tokenizer)
            assert found.sentence.endswith(".")
            assert chunkviz.chunk(text, found.strategy, tokenizer) is not None


def test_languages_and_what_a_word_costs() -> None:
    assert [
        language_of(text)
        for text in (GERMAN, ENGLISH, "今日は港が開いています。", "今天天气很好。", "Порт сегодня открыт.", "x = 1")
    ] == ["German", "English", "Japanese", "Chinese", "Russian", "other"]
    document = chunkviz.read((f"{GERMAN}\n\n{ENGLISH}\n\n" * 5).encode(), "a.txt")
    tools = Tools(document, tokenizers.get("cl100k_base"))
    found = {written.language: written for written in written_languages(tools)}
    assert set(found) == {"German", "English"}
    assert abs(found["German"].share + found["English"].share - 1) < 1e-9
    words, tokens = len(GERMAN.split()), tools.tokenizer.count(GERMAN.strip())
    assert found["German"].tokens_per_word == pytest.approx(tokens / words)
    sentence = suggestion(tools).sentence
    assert "a word takes" in sentence
    assert "in German" in sentence
    assert "so a chunk holds" in sentence
