"""Tokenizers: counts and places, by hand and against tiktoken itself."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkviz.tokenizer import tokenizers, tokens_of

PIECES = [
    "word ",
    " don't",
    "I'LL ",
    "x's\r\n",
    "1,234 ",
    "猫が好き。",
    "한국어 ",
    "e\u0301",
    "👨‍👩‍👧",
    "🇫🇷",
    "<|endoftext|>",
    "\n\n  ",
    "(a)b_c;",
    "Ünï ",
    "ДА нет ",
    "'s",
    "\u00a0",
    "ー々",
    "Ω≈ç",
    "\t\t",
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text(
    st.characters(exclude_categories=["Cs"]), max_size=50
)


@pytest.mark.parametrize(
    ("key", "text", "count"),
    [
        ("characters", "e\u0301 猫", 4),
        ("words", "Dr. Bo paid 3.14, i.e. too much!", 7),
        ("words", "今天天气很好。Hello, world", 8),
        ("words", "  \n ", 0),
        ("words", "สวัสดี", 4),
        ("cl100k_base", "hello world", 2),
        ("cl100k_base", "🚀", 3),
        ("o200k_base", "hello world", 2),
        ("cl100k_base", "", 0),
    ],
)  # fmt: skip
def test_counts_by_hand(key: str, text: str, count: int) -> None:
    assert tokenizers.get(key).count(text) == count
    assert len(tokens_of(text, tokenizers.get(key))) == count


def test_tokens_that_share_a_character_hold_it_whole() -> None:
    """The rocket is four bytes in three tokens: each has the one character in its span."""
    starts, ends = tokenizers.get("cl100k_base").spans("a🚀b")
    assert list(zip(starts.tolist(), ends.tolist(), strict=True)) == [(0, 1), (1, 2), (1, 2), (1, 2), (2, 3)]


@pytest.mark.parametrize("key", ["cl100k_base", "o200k_base"])
@settings(max_examples=150, deadline=None)
@given(text=TEXTS)
def test_spans_are_where_tiktoken_has_its_bytes(key: str, text: str) -> None:
    encoding = tokenizers.get(key).encoding
    starts, ends = tokenizers.get(key).spans(text)
    position, raw = 0, text.encode()
    for token, start, end in zip(encoding.encode_ordinary(text), starts.tolist(), ends.tolist(), strict=True):
        piece = encoding.decode_single_token_bytes(token)
        assert raw[position : position + len(piece)] == piece
        position += len(piece)
        assert piece in text[start:end].encode()
        assert end - start == 1 or piece.decode(errors="ignore").strip("\ufffd") in text[start:end]


@pytest.mark.parametrize("key", tokenizers.keys())
@settings(max_examples=150, deadline=None)
@given(text=TEXTS, data=st.data())
def test_counting_a_part_is_counting_its_text(key: str, text: str, data: st.DataObject) -> None:
    """The whole point of joints: the cheap count is the exact one, wherever the text is cut."""
    tokenizer = tokenizers.get(key)
    tokens = tokens_of(text, tokenizer)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=8)))
    spans = list(itertools.pairwise(cuts))
    wanted = [tokenizer.count(text[start:end]) for start, end in spans]
    assert [tokens.count(start, end) for start, end in spans] == wanted
    assert tokens.counts(*zip(*spans, strict=True)).tolist() == wanted
    for start, end in spans:
        begins = (start + tokenizer.spans(text[start:end])[0]).tolist()
        assert [tokens.start_of(number, start, end) for number in range(len(begins) + 1)] == [*begins, end]


@pytest.mark.parametrize("key", ["cl100k_base", "o200k_base"])
def test_a_long_text_encoded_in_parts_has_the_tokens_of_the_whole(key: str) -> None:
    text = "".join(PIECES) * 4_000
    starts, ends = tokenizers.get(key).spans(text)
    assert len(starts) == len(tokenizers.get(key).encoding.encode_ordinary(text))
    assert (starts[1:] <= ends[:-1]).all()
    assert (starts[0], ends[-1]) == (0, len(text))


@pytest.mark.parametrize("key", ["cl100k_base", "o200k_base", "words", "characters"])
@pytest.mark.parametrize("unit", ["a", " ", "\n", "猫", "^", "1"])
def test_a_megabyte_of_one_character(key: str, unit: str) -> None:
    tokens = tokens_of(unit * 1_000_000, tokenizers.get(key))
    covers = len(tokens) and int((tokens.ends - tokens.starts).sum())
    assert covers >= 1_000_000 or (key == "words" and unit in " \n")


def test_tiktoken_works_without_network(tmp_path: Path) -> None:
    """In a process of its own, with an empty cache and a proxy that leads nowhere."""
    code = "from chunkviz.tokenizer import tokenizers; print(tokenizers.get('o200k_base').count('hello world'))"
    environment = os.environ | {
        "CHUNKVIZ_CACHE": str(tmp_path),
        "https_proxy": "http://127.0.0.1:9",
        "HTTPS_PROXY": "http://127.0.0.1:9",
    }
    environment.pop("TIKTOKEN_CACHE_DIR", None)
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "2\n", done.stderr
