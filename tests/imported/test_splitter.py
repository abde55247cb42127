"""Other people's splitters as strategies: drawn where they cut, settings from their signatures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import chunkviz
from chunkviz.errors import ChunkvizError, SettingError
from chunkviz.imported.splitter import splitter_named, strategy_of
from chunkviz.params import settings_of

SAMPLES = Path(__file__).parents[2] / "sample_docs"
TEXTS = [path for path in sorted(SAMPLES.iterdir()) if path.suffix in (".md", ".txt", ".py", ".ts", ".csv", ".html", ".docx")]
TEXT = "One two three. Four five.\n\nSix seven eight nine. Ten."


def drawn(thing: Any, text: str | chunkviz.Document = TEXT, **settings: Any) -> chunkviz.Chunking:
    return chunkviz.chunk(text, strategy_of(thing, "thing")(**settings), "characters")


class Words:
    """A class of splitters with settings."""

    def __init__(self, size: int = 2, joined: str = " ", shout: bool = False, *, hidden: object = None) -> None:
        self.size, self.joined, self.shout = size, joined, shout

    def split_text(self, text: str) -> list[str]:
        words = text.split()
        groups = [self.joined.join(words[at : at + self.size]) for at in range(0, len(words), self.size)]
        return [group.upper() if self.shout else group for group in groups]


def test_a_class_with_its_settings() -> None:
    strategy = strategy_of(Words, "Words")
    assert [(one.name, one.type, one.default) for one in settings_of(strategy)] == [
        ("size", int, 2),
        ("joined", str, " "),
        ("shout", bool, False),
    ]
    chunking = drawn(Words, size=5)
    assert [chunking.text(chunk) for chunk in chunking.chunks] == [
        "One two three. Four five.",
        "Six seven eight nine. Ten.",
    ]
    assert [chunk.cause.sentence for chunk in chunking.chunks] == [
        f"thing ({__name__.partition('.')[0]}) cut here.",
        "The text ends here.",
    ]
    assert drawn(Words, size=5, shout=True).chunks[0].metadata["differs"].startswith("It nearly stands there:")


@pytest.mark.parametrize(
    "thing",
    [
        lambda text: [text[:25], text[27:]],
        lambda text: [(0, 25), (27, 53)],
        lambda text: ({"text": part} for part in (text[:25], text[27:])),
        lambda text: [{"content": text[:25], "meta": {"n": 1}}, {"content": text[27:]}],
    ],
    ids=["texts", "places", "mappings", "haystack"],
)
def test_any_callable(thing: Any) -> None:
    assert [tuple(chunk.span) for chunk in drawn(thing).chunks] == [(0, 25), (27, 53)]


def test_places_of_their_own_decide_between_repeats() -> None:
    assert [tuple(chunk.span) for chunk in drawn(lambda text: [(5, 9)], "tick tick tick").chunks] == [(5, 9)]


@pytest.mark.parametrize("thing", [lambda text: 5, lambda text: [object()], lambda text: 1 / 0, lambda text: "abc"])
def test_what_is_no_chunk_is_said_in_a_sentence(thing: Any) -> None:
    with pytest.raises(ChunkvizError):
        drawn(thing)


@pytest.mark.parametrize("spec", ["nothing", "os:nothing", "no_such_module:thing", "os:sep", ":x", "x:"])
def test_a_name_that_is_no_splitter_is_refused(spec: str) -> None:
    with pytest.raises(SettingError):
        splitter_named(spec)


def of_langchain() -> Any:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    return RecursiveCharacterTextSplitter(chunk_size=400, chunk_overlap=80)


def of_langchain_class() -> Any:
    from langchain_text_splitters import CharacterTextSplitter

    return CharacterTextSplitter


def of_chonkie() -> Any:
    return pytest.importorskip("chonkie").RecursiveChunker(tokenizer="character", chunk_size=400)


def of_llama_index() -> Any:
    return pytest.importorskip("llama_index.core.node_parser").SentenceSplitter(
        chunk_size=200, chunk_overlap=20, tokenizer=str.split
    )


def of_semchunk() -> Any:
    return pytest.importorskip("semchunk").chunkerify(len, 400)


def of_semantic_text_splitter() -> Any:
    return pytest.importorskip("semantic_text_splitter").TextSplitter(400)


@pytest.mark.parametrize(
    "make", [of_langchain, of_langchain_class, of_chonkie, of_llama_index, of_semchunk, of_semantic_text_splitter]
)
def test_splitters_of_other_libraries_are_drawn_exactly(make: Any) -> None:
    thing = make()
    for path in TEXTS:
        document = chunkviz.read(path)
        chunking = drawn(thing, document)
        covered = bytearray(len(document))
        for chunk in chunking.chunks:
            covered[chunk.start : chunk.end] = b"\1" * (chunk.end - chunk.start)
            assert "differs" not in chunk.metadata, (path.name, chunk)
        lost = sum(not held and not char.isspace() for char, held in zip(document.text, covered, strict=True))
        assert lost <= 0.01 * len(document.text), path.name


def test_settings_of_langchain_from_the_classes_it_is_made_from() -> None:
    names = {one.name: one.default for one in settings_of(strategy_of(of_langchain_class(), "C"))}
    assert (names["chunk_size"], names["chunk_overlap"], names["strip_whitespace"], names["separator"]) == (
        4000,
        200,
        True,
        "\n\n",
    )


def test_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def halves(text):\n    return [text[:25], text[27:]]\n")
    (tmp_path / "a.txt").write_text(TEXT)
    run = [sys.executable, "-m", "chunkviz", "split", "a.txt", "--splitter"]
    done = subprocess.run([*run, "mine:halves"], cwd=tmp_path, capture_output=True, text=True, check=True)
    chunks = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["start"], one["end"], one["cause"]["sentence"]) for one in chunks] == [
        (0, 25, "halves (mine) cut here."),
        (27, 53, "The text ends here."),
    ]
    settings = ["langchain_text_splitters:CharacterTextSplitter", "--set", "chunk_size=30", "--set", "chunk_overlap=0"]
    done = subprocess.run([*run, *settings], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert [json.loads(line)["text"] for line in done.stdout.splitlines()] == TEXT.split("\n\n")
    done = subprocess.run([*run, "mine:nothing"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, "There is no splitter mine:nothing" in done.stderr) == (2, True)


def test_a_plug_in_of_another_package_is_found(tmp_path: Path) -> None:
    """A strategy, as an installed package declares it: an entry point of the group chunkviz.strategies."""
    (tmp_path / "lines_plug_in.py").write_text(PLUG_IN)
    about = tmp_path / "lines_plug_in-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lines-plug-in\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[chunkviz.strategies]\nlines = lines_plug_in\n")
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    run = [sys.executable, "-m", "chunkviz", "split", str(tmp_path / "a.txt"), "--strategy", "lines_plug_in"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(Path(chunkviz.__file__).parents[1])])}
    done = subprocess.run(run, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["text"] for line in done.stdout.splitlines()] == ["one", "two"]
    (tmp_path / "lines_plug_in.py").write_text("import no_such_module\n")
    done = subprocess.run(run, env=environment, capture_output=True, text=True)
    assert (done.returncode, "The plug-in lines-plug-in could not be loaded" in done.stderr) == (2, True)


PLUG_IN = '''
import re
from dataclasses import dataclass

from chunkviz.cause import Cause
from chunkviz.chunk import Chunk
from chunkviz.strategy import Strategy, strategies


@strategies.register
@dataclass(frozen=True)
class Lines(Strategy):
    """A chunk a line."""

    label = "Lines"

    def split(self, document, tools):
        return [Chunk(*match.span(), Cause("line", "The line ends.")) for match in re.finditer(r"[^\\n]+", document.text)]
'''
