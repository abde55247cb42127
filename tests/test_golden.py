"""Every strategy cuts every sample where it did before; `make golden` accepts a change, which a reviewer sees in the diff."""

from __future__ import annotations

import difflib

import pytest
from drawn_chunks import GOLDEN, Exact, drawing, drawn, path_of, samples

import chunkviz
from chunkviz.cause import END, Cause
from chunkviz.chunk import Chunk, Overlap
from chunkviz.chunking import Chunking
from chunkviz.span import Span
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategy import strategies
from chunkviz.tokenizer import tokenizers


@pytest.mark.parametrize("name", samples())
@pytest.mark.parametrize("key", strategies.keys())
def test_the_cuts_are_where_they_were(key: str, name: str) -> None:
    path = path_of(key, name)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    changes = list(difflib.unified_diff(before.splitlines(), drawing(key, name).splitlines(), "before", "now", lineterm="", n=1))
    assert not changes, "cuts moved; if they are right, run `make golden`:\n" + "\n".join(changes[:60])


def test_no_golden_file_is_left_over() -> None:
    wanted = {path_of(key, name) for key in strategies.keys() for name in samples()}  # noqa: SIM118  a registry is no dict
    assert set(GOLDEN.rglob("*.txt")) == wanted


def test_a_drawing_by_hand() -> None:
    text = "# Fees\nTen euros.\r\nTwo.  \n\nLost. Open"
    chunks = (
        Chunk(0, 17, Cause("size", "It is full."), tokens=4, parent=Span(0, 25)),
        Chunk(7, 23, Cause("size", "It is full."), tokens=3, context=(Span(0, 6),), overlap=Overlap(3, 2, "words", "A line.")),
        Chunk(33, 37, END, tokens=1, added="Hours", oversize="It cannot be cut."),
    )
    chunking = Chunking(chunkviz.Document(text, "a.txt"), Fixed(), tokenizers.get("words"), chunks)
    assert (
        drawn(chunking)
        == """\
fixed, a.txt: 3 chunks

  parent # Fees⏎Ten euros.␍⏎Two.␠␠
│ # Fees
│ Ten euros.
✂ 1 · 4 tokens · It is full.

  in # Fees
  repeats 2 of 3 words: A line.
┆ Ten euros.
│ ␍
│ Two.
✂ 2 · 3 tokens · It is full.

○ ␠␠
○
○ Lost.␠
  added Hours
│ Open
  oversize: It cannot be cut.
✂ 3 · 1 tokens · The text ends here.
"""
    )


def test_a_long_chunk_is_shown_at_both_ends() -> None:
    text = "a" * 60 + "b" * 200 + "c" * 60
    chunking = chunkviz.chunk(text, Fixed(size=1000, overlap=0), "characters")
    assert drawn(chunking).splitlines()[2:5] == ["│ " + "a" * 60, "│ ⋯ 200 characters ⋯", "│ " + "c" * 60]


def test_the_vectors_add_up_exactly_in_any_order() -> None:
    """Sums of products agree to the last bit, forwards, backwards and in double precision."""
    vectors = Exact().encode(["One boat, two boats, a pier.", "A pier with boats.", "…"])
    products = vectors[0] * vectors[1]
    assert float(products.sum()) == float(products[::-1].cumsum()[-1]) == float(products.astype("float64").sum())
    assert abs(vectors @ vectors.T).diagonal().tolist() == pytest.approx([1, 1, 1], abs=0.05)
