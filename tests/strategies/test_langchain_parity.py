"""The same chunks as LangChain's text splitters with the same settings, and every difference listed with its reason.

Compared as texts, chunk for chunk, on the public evaluation corpora (where they are) and the sample documents.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import regex
from langchain_text_splitters import CharacterTextSplitter, RecursiveCharacterTextSplitter, TokenTextSplitter

import chunkviz
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategies.separator import Separator
from chunkviz.tokenizer import tokenizers

ROOT = Path(__file__).parents[2]
CORPORA = sorted((ROOT.parent / "shared/data/chroma_eval/corpora").glob("*.md"))
SAMPLES = sorted(p for p in (ROOT / "sample_docs").iterdir() if p.suffix in (".md", ".txt", ".py", ".ts"))
TEXTS = [pytest.param(path, id=path.name) for path in [*CORPORA, *SAMPLES]]
tokenizers.get("cl100k_base").encoding  # noqa: B018  loaded without network; LangChain then finds it loaded
KEEPS = {"start": "start", "end": "end", "drop": False}
LENGTHS = {"characters": len, "cl100k_base": lambda text: len(tokenizers.get("cl100k_base").encoding.encode_ordinary(text))}
SIZES = {"characters": ((1000, 0), (400, 100)), "cl100k_base": ((256, 0), (128, 32))}


def text_of(path: Path) -> str:
    """The file's text. Difference 4: a CRLF is one character as a person sees it and never cut, LangChain cuts between \\r
    and \\n; so line ends are made plain here. Difference 5: clusters (an emoji of several code points, a flag) stay whole;
    they are left out here and compared in `test_clusters_stay_whole`."""
    text = path.read_bytes().decode().replace("\r\n", "\n")
    return text if path.name != "multilingual.txt" else "".join(part for part in regex.findall(r"\X", text) if len(part) == 1)


def ours(text: str, strategy: chunkviz.strategy.Strategy, tokenizer: str) -> list[str]:
    chunking = chunkviz.chunk(text, strategy, tokenizer)
    return [chunking.text(chunk) for chunk in chunking.chunks]


def new(chunks: list[str]) -> list[str]:
    """LangChain's chunks without those that say nothing new.

    Difference 1: with strip_whitespace=False it returns chunks of nothing but white space.
    Difference 2: with overlap, a piece that is only white space makes it return the end of the chunk before once more.
    """
    kept: list[str] = []
    for chunk in chunks:
        if chunk.strip() and not (kept and kept[-1].endswith(chunk) and len(chunk) < len(kept[-1])):
            kept.append(chunk)
    return kept


def same(ours: list[str], theirs: list[str], dropped: bool) -> None:
    """Difference 3: where separators are dropped and several stand in a row, LangChain joins the pieces with one, so
    that its chunk's text is nowhere in the document; ours is the document's own text. White space is compared as one."""
    if dropped:
        ours, theirs = ([" ".join(text.split()) for text in texts] for texts in (ours, theirs))
    assert ours == theirs


@pytest.mark.parametrize("path", TEXTS)
@pytest.mark.parametrize("tokenizer", LENGTHS)
@pytest.mark.parametrize("keep", KEEPS)
def test_recursive_and_separator(path: Path, tokenizer: str, keep: str) -> None:
    text = text_of(path)
    for (size, overlap), trim in zip(SIZES[tokenizer], (True, False), strict=True):
        their = {
            "chunk_size": size,
            "chunk_overlap": overlap,
            "length_function": LENGTHS[tokenizer],
            "keep_separator": KEEPS[keep],
            "strip_whitespace": trim,
        }
        our = {"size": size, "overlap": overlap, "keep": keep, "trim": trim}
        recursive = new(RecursiveCharacterTextSplitter(**their).split_text(text))
        same(new(ours(text, Recursive(**our, preset="langchain", measure="pieces"), tokenizer)), recursive, keep == "drop")
        separator = new(CharacterTextSplitter(**their).split_text(text))
        same(new(ours(text, Separator(**our, measure="pieces"), tokenizer)), separator, keep == "drop")


@pytest.mark.parametrize("path", TEXTS)
def test_fixed(path: Path) -> None:
    """Difference 6: TokenTextSplitter cuts characters in half where a token does, and writes U+FFFD into the text."""
    text = text_of(path)
    for size, overlap in SIZES["cl100k_base"]:
        splitter = TokenTextSplitter(encoding_name="cl100k_base", chunk_size=size, chunk_overlap=overlap)
        theirs, mine = splitter.split_text(text), ours(text, Fixed(size, overlap, measure="pieces"), "cl100k_base")
        broken = [i for i, chunk in enumerate(theirs) if "\ufffd" in chunk]
        until = broken[0] if broken else len(theirs)
        assert mine[: until - 1] == theirs[: until - 1]
        assert not any("\ufffd" in chunk for chunk in mine)
        if not broken:
            assert mine == theirs


def test_clusters_stay_whole() -> None:
    """Difference 5, by eye: LangChain's last resort cuts between code points, ours between characters a person sees."""
    text = "👨‍👩‍👧" * 2
    splitter = RecursiveCharacterTextSplitter(chunk_size=5, chunk_overlap=0)
    assert splitter.split_text(text) == ["👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"]
    assert RecursiveCharacterTextSplitter(chunk_size=4, chunk_overlap=0).split_text(text)[0] == "👨\u200d👩\u200d"
    assert ours(text, Recursive(4, 0, preset="langchain"), "characters") == ["👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"]


def test_larger_than_the_size() -> None:
    """Difference 7, with the measure "chunk" only: what has no separator left is cut by force, where LangChain returns
    it too large (and with its white space: difference 8); with "pieces" it is returned too large as well, and marked."""
    text = "x" * 25 + " y"
    levels = ("\n", " ")
    theirs = RecursiveCharacterTextSplitter(
        separators=list(levels), chunk_size=10, chunk_overlap=0, keep_separator="end"
    ).split_text(text)
    assert theirs == ["x" * 25 + " ", "y"]
    assert ours(text, Recursive(10, 0, separators=levels), "characters") == ["x" * 10, "x" * 10, "xxxxx", "y"]
    marked = chunkviz.chunk(text, Recursive(10, 0, separators=levels, measure="pieces"), "characters").chunks
    assert [(chunk.tokens, bool(chunk.oversize)) for chunk in marked] == [(25, True), (1, False)]


def test_sums_of_pieces_are_not_counts_of_chunks() -> None:
    """Why there are two measures: LangChain adds up the tokens of pieces, and its chunks can be over their size."""
    text = text_of(ROOT / "sample_docs/manual.md")
    theirs = chunkviz.chunk(text, Recursive(64, 8, preset="langchain", measure="pieces"))
    exact = chunkviz.chunk(text, Recursive(64, 8, preset="langchain"))
    assert exact.numbers.oversize == 0
    assert exact.numbers.tokens_max <= 64
    assert all(bool(chunk.oversize) == (chunk.tokens > 64) for chunk in theirs.chunks)
