"""What a document is, measured, and what that speaks for."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

import chunkviz
from chunkviz.change import Change
from chunkviz.document import Document
from chunkviz.embedder import embedders
from chunkviz.inspection.starting_point import SAMPLE, starting_point
from chunkviz.inspection.unread import readings, unread_share
from chunkviz.inspection.written_languages import language_of, written_languages
from chunkviz.pipeline import Pipeline
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategy import Tools
from chunkviz.tokenizer import tokenizers, tokens_of

SAMPLES = Path(__file__).parents[2] / "sample_docs"
GERMAN = "Das Haus ist im Winter nicht offen, und der Weg zu dem Hafen ist dann auch für die Boote zu. "
ENGLISH = "The house is not open in the winter, and the way to the harbour is then closed to boats as well. "


@pytest.fixture(autouse=True)
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    reading(monkeypatch, None)


def reading(monkeypatch: pytest.MonkeyPatch, limit: int | None) -> None:
    """Let the model “hashing”, which counts words, read no more than `limit` of them."""
    monkeypatch.setattr(type(embedders.get("hashing")), "limit", limit)


def of(document: Document | str, tokenizer: str = "cl100k_base") -> Change:
    document = Document(document) if isinstance(document, str) else document
    return starting_point(Tools(document, tokenizers.get(tokenizer)), Pipeline(Fixed(), tokenizer=tokenizer, embedder="hashing"))


def unread(document: Document, found: Change) -> float:
    """The share of all chunks' text that the model does not read, counted anew."""
    model = embedders.get("hashing")
    chunking = chunkviz.chunk(document, found.after.strategy, tokenizers.get(found.after.tokenizer))
    return unread_share(readings(chunking, model, tokens_of(document.text, model.tokenizer)), chunking)


def test_markdown_with_sections_tables_and_code() -> None:
    text = "# A\n\nOne.\n\n## B\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nx = 1\n```\n"
    found = of(chunkviz.read(text.encode(), "a.md"))
    assert found.after.strategy.key == "by_format"
    assert (
        found.why
        == "Markdown with 2 headings, 1 table and 1 code block: “By format” cuts it at its headings, tables and code blocks, "
        "and 256 tokens hold 100% of its sections whole."
    )


def test_the_size_is_the_smallest_that_holds_most_sections() -> None:
    section = "## Head\n\n" + "word " * 400 + "\n\n"  # about 400 tokens
    document = chunkviz.read(("# Top\n\n" + section * 9).encode(), "a.md")
    assert of(document).after.strategy.size == 512  # type: ignore[attr-defined]


@pytest.mark.parametrize("dense", ["word ", "a.b(c)[d] "])  # 1 and 7 tokens a word of the model
def test_a_size_is_measured_on_its_chunks_before_it_is_said(monkeypatch: pytest.MonkeyPatch, dense: str) -> None:
    reading(monkeypatch, 200)
    section = "## Head\n\n" + dense * 400 + "\n\n"
    document = chunkviz.read(("# Top\n\n" + section * 9).encode(), "a.md")
    found = of(document)
    assert unread(document, found) <= 0.001
    if dense == "word ":  # 400 words in a section: only the model keeps the size under 512
        assert 100 < found.after.strategy.size < 300  # type: ignore[attr-defined]
        assert "reads every chunk whole, which it would not with 512" in found.why
        assert "of its sections whole" not in found.why


def test_where_one_part_is_dense_the_whole_is_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the mean, 512 characters of this text are 30 of the model's words, and its second half would not be read."""
    reading(monkeypatch, 64)
    document = chunkviz.read(
        ("extraordinarily-long-name " * 40 + "\n\n" + "a b c d e f g h " * 60 + "\n\n").encode() * 3, "a.txt"
    )
    found = of(document, "characters")
    assert unread(document, found) <= 0.001
    assert (
        unread(
            document,
            dataclasses.replace(found, after=dataclasses.replace(found.after, strategy=found.after.strategy.resized(512))),
        )
        > 0.1
    )


def test_of_a_long_document_the_beginning_is_measured_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    reading(monkeypatch, 100)
    document = chunkviz.read((ENGLISH + "\n\n").encode() * (2 * SAMPLE // len(ENGLISH)), "a.txt")
    assert "reads every chunk of the first 100,000 characters whole, which it would not with 512" in of(document).why


def test_plain_text_by_paragraphs_or_where_these_are_too_large_by_sentences() -> None:
    short = of(chunkviz.read((ENGLISH + "\n\n").encode() * 20, "a.txt"))
    assert (short.after.strategy.key, short.after.strategy.overlap) == ("recursive", 64)  # type: ignore[attr-defined]
    assert short.why.startswith("Plain text of 20 paragraphs without headings or tables: “Recursive” cuts it between paragraphs")
    long = of(chunkviz.read((ENGLISH * 60).encode(), "a.txt"))
    assert long.after.strategy.key == "sentences"


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("inventory.py", "Python with 34 functions and classes: “By format” cuts it between functions and classes"),
        ("transcript.txt", "A conversation of 108 messages by 5 people: “By format” cuts it between messages"),
        ("berths.csv", "A table of 58 rows: “By format” cuts it between rows, with the header in front of each chunk."),
        ("report.pdf", "PDF with 23 headings, 4 tables and 5 pages: “By format”"),
        ("essay.txt", "Plain text of 1 paragraph without headings or tables: “Sentences”"),
    ],
)
def test_the_samples(name: str, begins: str) -> None:
    assert of(chunkviz.read(SAMPLES / name)).why.startswith(begins)


def test_nothing_and_odd_texts_have_a_suggestion() -> None:
    for text in ("", " \n ", "x" * 5000, "# " * 100, "\n" * 1000):
        for tokenizer in ("cl100k_base", "characters"):
            found = of(text, tokenizer=tokenizer)
            assert found.why.endswith(".")
            assert chunkviz.chunk(text, found.after.strategy, tokenizer) is not None


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
    sentence = of(document).why
    assert "a word takes" in sentence
    assert "in German" in sentence
    assert "so a chunk holds" in sentence


def test_languages_whose_words_cost_alike_are_not_compared() -> None:
    both = "The house is not open in the winter.", "Das Haus ist im Winter nicht offen."
    document = chunkviz.read(("\n\n".join(text + " " + text for text in both) + "\n\n").encode() * 5, "a.txt")
    found = {one.language: one.tokens_per_word for one in written_languages(Tools(document, tokenizers.get("cl100k_base")))}
    assert set(found) == {"English", "German"}
    assert {f"{rate:.1f}" for rate in found.values()} == {"1.1"}
    assert "a word takes" not in of(document).why


def test_no_model_is_loaded_to_propose_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    model = embedders.get("all-MiniLM-L6-v2")

    def loaded(self: object) -> None:
        raise AssertionError("the model was loaded")

    monkeypatch.setattr(type(model), "loaded", property(loaded))
    document = chunkviz.read(SAMPLES / "inventory.py")
    found = starting_point(Tools(document, tokenizers.get("cl100k_base")), Pipeline(Fixed()))
    assert "all-MiniLM-L6-v2 reads every chunk whole, which it would not with 256" in found.why
