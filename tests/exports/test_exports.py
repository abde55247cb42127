"""What is taken away from a chunking: every place and text in it, and code that makes the very same chunks."""

from __future__ import annotations

import csv as tables
import hashlib
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import chunkviz
from chunkviz.cache.folder import cache_folder
from chunkviz.cause import END, Cause
from chunkviz.chunk import Chunk, Overlap
from chunkviz.chunking import Chunking
from chunkviz.errors import ChunkvizError
from chunkviz.exports import code
from chunkviz.exports.csv import COLUMNS, csv
from chunkviz.exports.jsonl import jsonl
from chunkviz.refinements.overlap import Overlap as AddOverlap
from chunkviz.span import Span
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategies.sentences import Sentences
from chunkviz.strategies.separator import Separator
from chunkviz.strategy import strategies
from chunkviz.tokenizer import tokenizers

TEXT = "# Fees\n\nBoats pay a fee. It depends on length.\n\nReceipts are kept, “always”, for 6 years.\n"


def _written_by_hand() -> Chunking:
    """Two chunks with everything a chunk can have."""
    text = "Fees\r\nUp to 5 m: 10\u2028Over: 20 👍"
    document = chunkviz.Document(text, "fees.txt", metadata={"source": "fees.txt", "title": "Fees"})
    first = Chunk(0, 19, Cause("size", "It has {tokens} of {size}.", {"tokens": 19, "size": 20}, "\u2028"), 19)
    second = Chunk(
        15,
        29,
        END,
        14,
        context=(Span(0, 4),),
        added='A "table" of fees.',
        parent=Span(0, 29),
        overlap=Overlap(5, 4, "characters", "Whole words only."),
        oversize="One word.",
        metadata={"title": "Fees > Over", "lines": [2, 3]},
    )
    return Chunking(document, Fixed(), tokenizers.get("characters"), (first, second))


def test_a_line_of_json_for_each_chunk_with_the_documented_keys() -> None:
    first, second = (json.loads(line) for line in jsonl(_written_by_hand()).splitlines())
    assert first == {
        "number": 1,
        "start": 0,
        "end": 19,
        "text": "Fees\r\nUp to 5 m: 10",
        "tokens": 19,
        "cause": {"kind": "size", "sentence": "It has 19 of 20.", "numbers": {"tokens": 19, "size": 20}, "separator": "\u2028"},
        "overlap": {"asked": 0, "got": 0, "unit": "tokens", "why": ""},
        "context": [],
        "added": "",
        "oversize": False,
        "metadata": {"source": "fees.txt", "title": "Fees"} | _place(0, 0, 19, 1, 2),
    }
    assert second == {
        "number": 2,
        "start": 15,
        "end": 29,
        "text": ": 10\u2028Over: 20 ",
        "tokens": 14,
        "cause": {"kind": "end", "sentence": "The text ends here.", "numbers": {}, "separator": None},
        "overlap": {"asked": 5, "got": 4, "unit": "characters", "why": "Whole words only."},
        "context": [[0, 4]],
        "added": 'A "table" of fees.',
        "oversize": "One word.",
        "metadata": {"source": "fees.txt", "title": "Fees > Over", "lines": [2, 3], "parent_start": 0, "parent_end": 29}
        | _place(1, 15, 29, 2, 2),
    }


def _place(index: int, start: int, end: int, first: int, last: int) -> dict[str, Any]:
    """What every chunk's metadata says of its document and its place."""
    document = _written_by_hand().document
    return {
        "name": document.name,
        "document": document.id,
        "format": "text",
        "kind": "prose",
        "chunk_index": index,
        "chunk_total": 2,
        "char_start": start,
        "char_end": end,
        "line_start": first,
        "line_end": last,
        "tokens": end - start,
        "content_hash": hashlib.sha256(document.text[start:end].encode()).hexdigest()[:16],
    }


def test_no_character_of_a_text_looks_like_a_line_end_in_json_lines() -> None:
    text = "a\u0085b\u2028c\u2029d\x0be\x0cf\x1cg\r\nh 猫 👍"
    lines = jsonl(chunkviz.chunk(text, Fixed(size=100, overlap=0), "characters"))
    assert lines.count("\n") == len(lines.splitlines()) == 1
    assert json.loads(lines)["text"] == text
    assert "猫 👍" in lines  # what can be read is left readable


def test_a_table_holds_the_same_with_its_line_ends_and_quotation_marks() -> None:
    head, first, second = tables.reader(io.StringIO(csv(_written_by_hand()), newline=""))
    assert tuple(head) == COLUMNS
    one, two = dict(zip(head, first, strict=True)), dict(zip(head, second, strict=True))
    assert one["text"] == "Fees\r\nUp to 5 m: 10"
    assert (one["number"], one["start"], one["end"], one["tokens"]) == ("1", "0", "19", "19")
    assert (one["cause"], one["why"], one["oversize"], one["context"]) == ("size", "It has 19 of 20.", "", "")
    assert (two["overlap_asked"], two["overlap_got"], two["oversize"]) == ("5", "4", "One word.")
    assert (two["added"], json.loads(two["context"])) == ('A "table" of fees.', [[0, 4]])
    assert json.loads(two["metadata"])["parent_end"] == 29


def test_an_empty_document_gives_no_lines_and_a_table_with_a_head_only() -> None:
    chunking = chunkviz.chunk("", Recursive())
    assert jsonl(chunking) == ""
    assert csv(chunking) == ",".join(COLUMNS) + "\r\n"


SAMPLES = sorted(
    path for path in (Path(__file__).parents[2] / "sample_docs").iterdir() if path.is_file() and path.suffix != ".pdf"
)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_every_strategy_on_every_sample_is_plain_data_with_exact_places(path: Path) -> None:
    document = chunkviz.read(path)
    for strategy in strategies:
        if strategy.embeds:
            continue
        chunking = chunkviz.chunk(document, strategy())
        records = [json.loads(line) for line in jsonl(chunking).splitlines()]
        assert [record["number"] for record in records] == list(range(1, len(chunking) + 1))
        assert all(document.text[record["start"] : record["end"]] == record["text"] for record in records)


# Code


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to run copied code in, with tiktoken's ranks where LangChain finds them without a network."""
    tokenizers.get("cl100k_base").count("unpacks the ranks")
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(cache_folder("tiktoken")))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _run(source: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(source, "copied", "exec"), names)
    return names


def _chunking(
    folder: Path, text: str, strategy: Any, tokenizer: str = "cl100k_base", name: str = "a.txt", **more: Any
) -> Chunking:
    (folder / name).write_bytes(text.encode())
    return chunkviz.chunk(chunkviz.read(folder / name), strategy, tokenizer, **more)


@pytest.mark.parametrize(
    "strategy",
    [
        Fixed(size=9, overlap=2),
        Separator(size=20, overlap=0, separator="\\n", keep="start"),
        Recursive(size=12, overlap=3),
        Recursive(size=20, overlap=0, separators=("\n\n", '"', "")),
        Sentences(size=15),
    ],
)
def test_the_copied_code_makes_the_same_chunks(here: Path, strategy: Any, capsys: pytest.CaptureFixture[str]) -> None:
    chunking = _chunking(here, TEXT, strategy, refinements=[AddOverlap(before=2)])
    again = _run(code.chunkviz(chunking))["chunking"]
    assert again == chunking
    assert len(again) > 1
    assert chunking.text(chunking.chunks[-1]) in capsys.readouterr().out


def test_the_copied_code_reads_as_a_person_would_write_it() -> None:
    chunking = chunkviz.chunk(chunkviz.read(TEXT.encode(), "fees.txt"), Recursive(overlap=0), "o200k_base")
    assert code.chunkviz(chunking).splitlines()[:5] == [
        "import chunkviz",
        "from chunkviz.strategies.recursive import Recursive",
        "",
        "document = chunkviz.read('fees.txt')",
        "chunking = chunkviz.chunk(document, Recursive(size=512, overlap=0), tokenizer='o200k_base')",
    ]


def test_a_file_whose_name_does_not_tell_its_kind_is_read_by_its_kind(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "page").write_text(TEXT)
    document = chunkviz.read(here / "page", kind="markdown")
    chunking = chunkviz.chunk(document, Recursive(size=20, overlap=0))
    assert _run(code.chunkviz(chunking))["chunking"] == chunking


def _langchain_chunks(chunking: Chunking) -> list[str] | None:
    """The chunks of the copied LangChain code; None where it says why there is none."""
    source = code.langchain(chunking)
    if source.startswith("#"):
        assert source.count("\n") == 1
        assert source.endswith(".\n")
        return None
    return _run(source)["chunks"]  # type: ignore[no-any-return]


def _texts(chunking: Chunking) -> list[str]:
    return [chunking.text(chunk) for chunk in chunking.chunks]


@pytest.mark.parametrize(
    ("strategy", "tokenizer"),
    [
        (Fixed(size=5, overlap=2), "cl100k_base"),
        (Fixed(size=7, overlap=0), "o200k_base"),
        (Separator(size=12, overlap=4, separator="\\n", measure="pieces"), "cl100k_base"),
        (Separator(size=30, overlap=10, separator=" ", keep="drop", measure="pieces"), "characters"),
        (Separator(size=30, overlap=0, separator="[ ,.]", regex=True, keep="end", measure="pieces"), "characters"),
        (Recursive(size=30, overlap=8, measure="pieces"), "characters"),
        (Recursive(size=8, overlap=2, measure="pieces"), "cl100k_base"),
        (Recursive(size=8, overlap=2, measure="pieces", preset="langchain", trim=False), "o200k_base"),
        (Recursive(size=20, overlap=5, separators=("\\n\\n", ". ", " ", ""), keep="start", measure="pieces"), "characters"),
        (Recursive(size=20, overlap=5, separators=("\\n\\n", " ", ""), keep="drop", measure="pieces"), "characters"),
    ],
)
def test_the_langchain_code_gives_these_very_chunks(here: Path, strategy: Any, tokenizer: str) -> None:
    text = (TEXT * 3).replace("“", '"').replace("”", '"')
    chunking = _chunking(here, text, strategy, tokenizer)
    assert len(chunking) > 3
    assert _langchain_chunks(chunking) == _texts(chunking)


@pytest.mark.parametrize(
    ("strategy", "tokenizer", "text", "says"),
    [
        (Sentences(size=20), "cl100k_base", TEXT, "no splitter that cuts as Sentences does"),
        (Recursive(size=20, overlap=0), "cl100k_base", TEXT, "set measure to “pieces”"),
        (Recursive(size=20, overlap=0), "words", TEXT, "counted in Words"),
        (Recursive(size=50, overlap=0, preset="markdown"), "characters", TEXT, "on the same side"),
        (Recursive(size=50, overlap=0, keep="drop"), "characters", TEXT, "regular expression"),
        (Separator(size=5, overlap=0, separator="(a)", regex=True), "characters", TEXT, "groups"),
        (Recursive(size=2, overlap=0, measure="pieces"), "characters", "👨‍👩‍👧👨‍👩‍👧", "several code points"),
        (Fixed(size=4, overlap=0), "characters", TEXT, "an encoding of tiktoken"),
        (Fixed(size=1, overlap=0), "cl100k_base", "猫👍🏽é", "even inside a character"),
    ],
)
def test_where_langchain_gives_other_chunks_a_sentence_says_why(strategy: Any, tokenizer: str, text: str, says: str) -> None:
    source = code.langchain(chunkviz.chunk(text, strategy, tokenizer))
    assert source.startswith("# LangChain") or source.startswith("# Where LangChain")
    assert says in source
    assert source.count("\n") == 1


def test_a_refinement_has_no_langchain_code() -> None:
    chunking = chunkviz.chunk(TEXT, Recursive(measure="pieces"), refinements=[AddOverlap(before=3)])
    assert code.langchain(chunking) == "# LangChain has nothing like the refinement “Repeat neighbouring text”.\n"


def test_special_tokens_in_the_text_do_not_stop_the_langchain_code(here: Path) -> None:
    text = "Say <|endoftext|> to end. " * 5
    for strategy in (Fixed(size=6, overlap=0), Recursive(size=12, overlap=0, measure="pieces")):
        chunking = _chunking(here, text, strategy)
        assert _langchain_chunks(chunking) == _texts(chunking)


_pieces = st.lists(
    st.sampled_from(["a", "bcd", "Word", ". ", " ", "  ", "\n", "\n\n", ",", "(x)", "é", "猫", "👍🏽", "12"]), max_size=60
)
_strategies = st.one_of(
    st.builds(Fixed, size=st.integers(1, 12), overlap=st.integers(0, 5)),
    st.builds(
        Separator,
        size=st.integers(1, 25),
        overlap=st.integers(0, 8),
        separator=st.sampled_from(["\\n\\n", "\\n", " ", ". ", ""]),
        keep=st.sampled_from(["natural", "start", "end", "drop"]),
        trim=st.booleans(),
        measure=st.sampled_from(["chunk", "pieces"]),
    ),
    st.builds(
        Recursive,
        size=st.integers(1, 25),
        overlap=st.integers(0, 8),
        preset=st.sampled_from(["prose", "langchain", "markdown", "python"]),
        keep=st.sampled_from(["natural", "start", "end", "drop"]),
        trim=st.booleans(),
        measure=st.sampled_from(["chunk", "pieces"]),
    ),
)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), pieces=_pieces, tokenizer=st.sampled_from(["characters", "cl100k_base"]))
def test_wherever_langchain_code_is_given_it_gives_these_chunks(
    here: Path, data: st.DataObject, pieces: list[str], tokenizer: str
) -> None:
    try:
        strategy = data.draw(_strategies)
    except ChunkvizError:  # an overlap that is not smaller than the size
        assume(False)
    chunking = _chunking(here, "".join(pieces), strategy, tokenizer)
    theirs = _langchain_chunks(chunking)
    assume(theirs is not None)
    assert theirs == _texts(chunking)
