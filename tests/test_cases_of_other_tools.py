"""Inputs known to break other tools of this kind, with what is right: the ones that plain strategies have to hold.

The issue where such a fault was reported stands beside each.
"""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import pytest
import regex

import chunkviz
from chunkviz import cli
from chunkviz.errors import SettingError
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategies.sentences import Sentences
from chunkviz.strategies.separator import Separator

HARBOUR = (
    "The harbour office opens at nine and closes at five, except on market days, when it opens at seven. Boats over ten "
    "metres pay a berth fee that depends on their length and on the season. Receipts are kept for six years.\n"
)
FAMILY = "👨‍👩‍👧‍👦"


def texts(text: str, strategy: chunkviz.strategy.Strategy, tokenizer: str = "characters") -> list[str]:
    chunking = chunkviz.chunk(text, strategy, tokenizer)
    return [chunking.text(chunk) for chunk in chunking.chunks]


def test_places_are_true_when_sentences_repeat() -> None:  # langchain#29884, #17642
    text = HARBOUR * 3
    chunks = chunkviz.chunk(text, Fixed(10, 5)).chunks
    assert [chunk.start for chunk in chunks[:4]] == [0, 27, 51, 74]
    assert text[27:74] == " nine and closes at five, except on market days"
    assert all(later.start < earlier.end for earlier, later in itertools.pairwise(chunks))
    assert chunks[-1].end == len(text)


def test_starts_never_go_backwards() -> None:  # langchain#21475
    chunks = chunkviz.chunk("tick tock tick tock", Recursive(5, 0, separators=(" ", "")), "characters").chunks
    assert [chunk.start for chunk in chunks] == [0, 5, 10, 15]


def test_leading_dots_are_text() -> None:  # llama_index PR#18054
    text = "Open ../docs/readme then ./run and ...wait. Then go to ../../etc. Done."
    assert texts(text, Sentences(14), "cl100k_base") == [
        "Open ../docs/readme then ./run and ...wait.",
        "Then go to ../../etc. Done.",
    ]


@pytest.mark.parametrize("overlap", [0, 1])
def test_no_cut_inside_a_character(overlap: int) -> None:  # chonkie#629, langchain PR#18997
    text = "äöü 猫が好き 👋🏻 ok 🇫🇷🇵🇹 👨‍👩‍👧‍👦 e\u0301a\u0308 done " * 6
    chunking = chunkviz.chunk(text, Fixed(2, overlap))
    edges = {0, *(match.end() for match in regex.finditer(r"\X", text))}
    for chunk in chunking.chunks:
        assert {chunk.start, chunk.end} <= edges
        assert chunk.tokens == chunking.tokenizer.count(chunking.text(chunk))
        assert "\ufffd" not in chunking.text(chunk)
        assert chunk.tokens <= 2 or len(regex.findall(r"\X", chunking.text(chunk))) == 1


def test_clusters_stay_whole_and_say_so() -> None:  # found while planning
    chunking = chunkviz.chunk(FAMILY * 2 + "e\u0301" * 2, Recursive(3, 0), "characters")
    assert [chunking.text(chunk) for chunk in chunking.chunks] == [FAMILY, FAMILY, "e\u0301", "e\u0301"]
    assert chunking.chunks[0].cause.sentence == "One character alone is larger than the size: 7 of 3 characters."
    assert chunking.chunks[0].oversize == "One character alone is larger than the size."


def test_sizes_count_characters_never_bytes() -> None:  # chonkie PR#636, #536
    text = "食べ物と飲み物。" * 60
    chunking = chunkviz.chunk(text, Recursive(64, 8), "characters")
    assert all(chunk.tokens == 64 for chunk in chunking.chunks[:-1])
    assert all(chunking.text(chunk).endswith("。") for chunk in chunking.chunks)
    assert all(chunk.overlap.got == 8 for chunk in chunking.chunks[1:])


def test_a_size_smaller_than_one_character() -> None:  # llama_index PR#21900, semchunk
    chunking = chunkviz.chunk("🚀猫", Recursive(1, 0))
    assert [chunking.text(chunk) for chunk in chunking.chunks] == ["🚀", "猫"]
    assert "larger than the size: 3 of 1 tokens" in chunking.chunks[0].cause.sentence


def test_special_tokens_are_ordinary_text() -> None:  # langchain#923, open-webui#27094
    text = "The manual says <|endoftext|> ends a text and <|fim_prefix|> starts a gap."
    chunking = chunkviz.chunk(text, Fixed(6, 0))
    assert "".join(texts(text, Fixed(6, 0), "cl100k_base")) == text
    # The, manual, says, “ <”, “|”, “endo”, “ft” | “ext”, “|>” …: as one special token it would be a single token
    assert chunking.text(chunking.chunks[0]) == "The manual says <|endoft"
    assert chunking.tokenizer.count("<|endoftext|>") > 1


def test_no_separator_is_left() -> None:  # langchain#6958
    chunking = chunkviz.chunk("x" * 50 + " y", Recursive(10, 0, separators=("\n\n", "\n", " ")), "characters")
    assert [chunk.tokens for chunk in chunking.chunks] == [10, 10, 10, 10, 10, 1]
    assert chunking.chunks[0].cause.kind == "forced"
    assert chunking.chunks[0].cause.sentence.startswith("Forced: ")


def test_separator_keeps_a_piece_whole_and_marks_it() -> None:  # langchain#6958, #528
    chunking = chunkviz.chunk("x" * 50, Separator(10, 0, "\n\n"), "characters")
    assert [(chunk.start, chunk.end) for chunk in chunking.chunks] == [(0, 50)]
    assert chunking.chunks[0].oversize == "The paragraph has no separator inside it to cut at."
    assert chunking.numbers.oversize == 1


def test_a_sentence_larger_than_the_size_is_cut() -> None:  # chonkie#170
    text = "q " * 100 + ". Short one. " + "w " * 100
    chunking = chunkviz.chunk(text, Sentences(10))
    assert max(chunk.tokens or 0 for chunk in chunking.chunks) <= 10
    assert any("Short one." in chunking.text(chunk) for chunk in chunking.chunks)


def test_overlap_nearly_as_large_as_the_size() -> None:  # mempalace#2056, mastra#24128
    chunking = chunkviz.chunk("abc\n" * 50, Recursive(50, 49), "characters")
    spans = [(chunk.start, chunk.end) for chunk in chunking.chunks]
    assert spans[:3] == [(0, 47), (4, 51), (8, 55)]
    assert len(set(spans)) == len(spans) == 39
    assert chunking.numbers.tokens_max <= 50


@pytest.mark.parametrize("cls", [Fixed, Recursive, Sentences, Separator])
def test_overlap_as_large_as_the_size_is_refused(cls: type) -> None:  # litellm#38980, mastra#19211
    with pytest.raises(SettingError, match=re.escape("overlap must be smaller than size; it is 5 and size is 5.")):
        cls(size=5, overlap=5)


def test_overlap_is_kept_in_forced_cuts() -> None:  # haystack#11767
    chunking = chunkviz.chunk("abcdefghij", Recursive(5, 2, separators=("\n\n", "")), "characters")
    assert [chunking.text(chunk) for chunk in chunking.chunks] == ["abcde", "defgh", "ghij"]
    assert [chunk.overlap.got for chunk in chunking.chunks] == [0, 2, 2]


def test_overlap_never_begins_inside_a_word() -> None:  # unstructured#2886
    text = HARBOUR * 4
    for strategy in (Recursive(120, 30), Sentences(120, 30), Recursive(60, 30, separators=(" ",))):
        chunks = chunkviz.chunk(text, strategy, "characters").chunks
        assert all(chunk.start == 0 or not (text[chunk.start - 1].isalnum() and text[chunk.start].isalnum()) for chunk in chunks)


def test_a_run_of_punctuation_ends() -> None:  # semchunk 4.0 notes
    chunking = chunkviz.chunk("-" * 20_000 + "\n" + "=" * 20_000, Recursive(64, 0))
    assert chunking.numbers.tokens_max <= 64
    assert sum(chunk.end - chunk.start for chunk in chunking.chunks) == 40_000


def test_a_fence_closing_is_no_chunk_of_its_own() -> None:  # text-splitter#798
    text = "Intro text here.\n\n```python\ndef first():\n    return 1\n\ndef second():\n    return 2\n```\n\nend\n"
    assert "```" not in [chunk.strip() for chunk in texts(text, Recursive(12, 0), "cl100k_base")]


def test_abbreviations_end_no_sentence() -> None:  # langchain, chonkie, llama_index
    text = (
        "Dr. Smith came at 5 p.m. on Jan. 3. He paid $3.14, i.e. too much. See Fig. 2. The U.S. office, e.g. in Boston, agreed."
    )
    four = [
        "Dr. Smith came at 5 p.m. on Jan. 3.",
        "He paid $3.14, i.e. too much.",
        "See Fig. 2.",
        "The U.S. office, e.g. in Boston, agreed.",
    ]
    assert texts(text, Sentences(9), "words") == [four[0], f"{four[1]} {four[2]}", four[3]]  # 9 | 6 + 3 | 7 words


def test_a_chinese_page_is_many_words() -> None:  # llama_index#19761
    text = "今天天气很好。我们去公园散步吧！你觉得怎么样？"
    assert texts(text, Sentences(10)) == ["今天天气很好。", "我们去公园散步吧！", "你觉得怎么样？"]
    assert chunkviz.chunk(text, Fixed(100, 0), "words").chunks[0].tokens == 20  # 6 + 8 + 6 characters, no punctuation


def test_a_regular_expression_is_never_written_into_the_text() -> None:  # langchain#39569
    assert texts("AAA   BBB\t\tCCC", Separator(3, 0, r"\s+", regex=True)) == ["AAA", "BBB", "CCC"]
    assert texts("AAA   BBB\t\tCCC", Separator(20, 0, r"\s+", regex=True, keep="drop")) == ["AAA   BBB\t\tCCC"]


CASES = Path(__file__).parents[2] / "shared/cases/cases.json"
REFUSED = {"overlap-equal-size"}  # what is right there is a sentence


@pytest.mark.model
@pytest.mark.skipif(not CASES.exists(), reason="the cases are not part of the repository")
def test_every_case_as_it_is_written_is_cut_with_nothing_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What each case is about is tested by itself, here and beside the strategies; this runs them all as a user would."""
    for case in json.loads(CASES.read_text("utf-8")):
        file = tmp_path / case["name"]
        file.write_bytes(case["text"].encode())
        settings = dict(case["settings"])
        command = ["split", str(file), "--strategy", settings.pop("strategy", "recursive")]
        command += ["--tokenizer", settings.pop("tokenizer", "cl100k_base")]
        for name, value in settings.items():
            command += ["--set", f"{name}={value if isinstance(value, str) else json.dumps(value)}"]
        assert cli.main(command) == (2 if case["id"] in REFUSED else 0), case["id"]
        told = capsys.readouterr().out.splitlines()
        text = chunkviz.read(file).text
        covered = set()
        for line in map(json.loads, told):
            assert text[line["start"] : line["end"]] == line["text"], case["id"]
            covered |= set(range(line["start"], line["end"]))
        lost = "" if case["id"] in REFUSED else "".join(char for i, char in enumerate(text) if i not in covered)
        assert not lost.strip(), case["id"]
