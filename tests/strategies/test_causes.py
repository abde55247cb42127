"""A cause is true: what each says of a recursive cut is worked out again here from the text alone, with rules of its own."""

from __future__ import annotations

import random
import re
import time
from itertools import pairwise

import pytest

import chunkviz
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategies.separator import Separator
from chunkviz.tokenizer import tokenizers

STRENGTH = {"word": 1, "sentence": 2, "line": 3, "paragraph": 4}
WORDS = ["a", "fox", "here", "paragraph", "Antidisestablishment", "猫が好き。", "x" * 30, "e\u0301t\u00e9", "end", "I"]
GAPS = [
    " ",
    " ",
    " ",
    " ",
    ". ",
    ". ",
    "! ",
    "\n",
    "\n",
    "\n\n",
    "\n\n",
    "\r\n",
    "\r\n\r\n",
    "\r",
    "\r\r",
    "\f",
    "\n \t\n",
    "  ",
    " \n",
    "\t",
]


def random_text(seed: int) -> str:
    chance = random.Random(seed)
    return "".join(chance.choice(WORDS) + chance.choice(GAPS) for _ in range(chance.randrange(1, 40)))


def breaks(text: str) -> list[tuple[int, int, int]]:
    """(end of what is before, start of what is after, strength) of every place where prose may be cut."""
    found = []
    for match in re.finditer(r"(?<=[。！？])(?=\S)|\s+", text):
        run = match.group().replace("\r\n", "\n")
        ends = sum(run.count(end) for end in "\n\r")
        if ends > 1 or "\f" in run:
            strength = 4
        elif ends:
            strength = 3
        elif not run or (run[0] == " " and text[match.start() - 1] in ".!?") or text[match.start() - 1] in "。！？":
            strength = 2
        else:
            strength = int(" " in run)
        if strength and match.start() and match.end() < len(text):
            found.append((match.start(), match.end(), strength))
    return found


def verify(text: str, chunks: tuple[chunkviz.Chunk, ...], size: int, tokenizer: str) -> None:
    count, places = tokenizers.get(tokenizer).count, breaks(text)
    for i, chunk in enumerate(chunks):
        cause = chunk.cause
        if cause.kind == "end":
            assert i == len(chunks) - 1
            assert not text[chunk.end :].strip()
            continue
        after = chunk.end + len(text[chunk.end :]) - len(text[chunk.end :].lstrip())
        if cause.kind in ("forced", "oversize"):
            assert not re.search(r"[ \n\r\f]", text[chunk.start : chunk.end]), "there is nothing in it to cut at"
            continue
        level = STRENGTH[cause.numbers["piece"]]
        here = [strength for end, start, strength in places if (end, start) == (chunk.end, after)]
        assert here, "it is cut at a break"
        assert here[0] >= level
        assert cause.separator in text[chunk.end - 1 : after]
        stop = min((end for end, start, strength in places if end > after and strength >= level), default=len(text.rstrip()))
        begin = max((start for end, start, strength in places if start < chunk.end and strength >= level), default=0)
        begin = max(begin, len(text) - len(text.lstrip()))
        if "would" in cause.numbers:
            assert cause.numbers["would"] == count(text[chunk.start : stop]) > size, cause.sentence
        elif "before it" in cause.words:
            assert cause.numbers["alone"] == count(text[begin : chunk.end]) > size, cause.sentence
        else:
            assert cause.numbers["alone"] == count(text[after:stop]) > size, cause.sentence


@pytest.mark.parametrize(("tokenizer", "seeds", "sizes"), [("characters", 120, (7, 17)), ("words", 60, (2, 9)), ("cl100k_base", 30, (5, 16))])  # fmt: skip
def test_every_cause_is_true(tokenizer: str, seeds: int, sizes: tuple[int, ...]) -> None:
    for seed in range(seeds):
        text = random_text(seed)
        for size in sizes:
            for overlap in (0, size // 3):
                chunks = chunkviz.chunk(text, Recursive(size, overlap), tokenizer).chunks
                verify(text, chunks, size, tokenizer)
                for one, other in pairwise(chunks):
                    why = re.search(r"one more would have made (\d+) ", other.overlap.why)
                    assert not why or int(why[1]) > overlap, "one piece more of overlap would have been too much"
                    assert one.start < other.start < other.end


def test_what_fits_is_not_cut() -> None:
    """“Second para here.” has 17 characters: the blank line after it is not in the chunk and counts for nothing."""
    text = "First para here.\n\nSecond para here.\n\nThird one."
    chunking = chunkviz.chunk(text, Recursive(17, 0), "characters")
    assert [chunking.text(chunk) for chunk in chunking.chunks] == ["First para here.", "Second para here.", "Third one."]
    assert (
        chunking.chunks[0].cause.sentence == "Blank line; with the next paragraph the chunk would have made 35 of 17 characters."
    )


def test_a_piece_without_a_separator_is_not_said_to_be_cut() -> None:
    chunking = chunkviz.chunk("a, " + "x" * 9 + ", b", Separator(5, 0, ", "), "characters")
    assert [(chunk.cause.sentence, bool(chunk.oversize)) for chunk in chunking.chunks] == [
        ("“, ”; with the next piece the chunk would have made 13 of 5 characters.", False),
        ("“, ”; with the next piece the chunk would have made 12 of 5 characters.", True),
        ("The text ends here.", False),
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("One here.\rTwo here.", "Line end"),
        ("One here.\r\rTwo here.", "Blank line"),
        ("One here.\n \t \nTwo here.", "Blank line"),
        ("One here.\r\n \r\nTwo here.", "Blank line"),
        ("One here.\fTwo here.", "Page break"),
        ("One here.\n\f\nTwo here.", "Page break"),
        ("One here.\u2029Two here.", "Paragraph end"),
        ("One here.\u2028Two here.", "Line end"),
        ("One here.\r\nTwo here.", "Line end"),
    ],
)
def test_breaks_that_are_not_two_line_feeds(text: str, name: str) -> None:
    chunking = chunkviz.chunk(text, Recursive(12, 0), "characters")
    assert [chunking.text(chunk) for chunk in chunking.chunks] == ["One here.", "Two here."]
    assert chunking.chunks[0].cause.sentence.startswith(f"{name};")


@pytest.mark.parametrize("tokenizer", ["characters", "words", "cl100k_base"])
@pytest.mark.parametrize(
    "strategy",
    [
        Recursive(64, 16),
        Recursive(64, 16, trim=False),
        Recursive(64, 16, measure="pieces"),
        Recursive(64, 16, preset="langchain"),
        Separator(64, 16, "\\n"),
        Separator(64, 16, "\\n", trim=False),
    ],
)
def test_white_space_costs_no_more_than_its_length(strategy: chunkviz.strategy.Strategy, tokenizer: str) -> None:
    """Where each line end was looked at again for each candidate, a text like this took 54 seconds."""
    text = ("word " + "\n" * 8_000) * 20
    began = time.process_time()
    chunks = chunkviz.chunk(text, strategy, tokenizer).chunks
    assert time.process_time() - began < 5
    assert sum(text[chunk.start : chunk.end].count("word") for chunk in chunks) >= 20
    assert not any(text[chunk.start : chunk.end].isspace() for chunk in chunks)
