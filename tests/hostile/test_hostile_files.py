"""Each hostile file is read, or refused in one sentence, within the bounds; and the file after it is read."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hostile import files

from chunkviz.errors import ChunkvizError
from chunkviz.isolation import processes
from chunkviz.isolation.bounds import WALL
from chunkviz.isolation.reading import read_isolated

OUTCOMES = {  # file -> a part of the sentence that refuses it, or of its text
    "forms.pdf": "MB of memory to read and is not read",
    "glyphs.pdf": "seconds to read and is not read",
    "loop.pdf": "none of its pages can be read",
    "same.pdf": "The same sentence on each page.",
    "unpacks.docx": "unpacks to more than 100 MB",
    "lies.docx": "is damaged",
    "odd.docx": "Words.\n\ncell\n\nMore.",
    "chain.docx": "Words.\n\nWords.",
    "entities.docx": "declares entities of its own (a DTD)",
    "entities.xhtml": "declares entities of its own (a DTD)",
    "nested.eml": "Subject: again",
    "parts.eml": "Subject: parts",
    "brackets.json": '{"a":{"a":',
    "brackets.ipynb": "is no notebook",
}
LARGE = {  # a part of each of these is enough to see that memory and time are in proportion
    "no-blank-lines.txt",
    "line-ends.txt",
    "commas.csv",
    "cell.csv",
    "text.html",
}


@pytest.fixture(autouse=True, scope="module")
def _no_processes_left() -> Iterator[None]:
    yield
    processes._end_all()


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "PROCESSOR", 8)  # what needs more than that is refused, and the suite has other things to do


def test_every_small_file_has_an_outcome() -> None:
    assert set(OUTCOMES) == set(files.SMALL)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no bounds of a process")
@pytest.mark.parametrize("name", OUTCOMES)
def test_a_small_file_is_read_or_refused_in_a_sentence(name: str) -> None:
    data = files.SMALL[name]()
    began = time.monotonic()
    try:
        said = read_isolated(data, name).text
    except ChunkvizError as error:
        said = str(error)
        assert said.startswith(name)
        assert said.endswith(".")
        assert "\n" not in said
    assert OUTCOMES[name] in said
    assert time.monotonic() - began < WALL + 2
    assert read_isolated(b"Words.", "a.txt").text == "Words."


@pytest.mark.parametrize("name", sorted(LARGE))
def test_a_large_file_is_read_or_refused(name: str) -> None:
    data = files.LARGE[name]()[:1_000_000]
    try:
        said = read_isolated(data, name).text
    except ChunkvizError as error:
        said = str(error)
    assert len(said) > 900_000 or "is not read; split it" in said


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    with pytest.raises(ChunkvizError, match="is a pipe or a device"):
        read_isolated(pipe)
