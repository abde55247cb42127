"""What every reader must hold, asked of all there are through `chunkviz.read`: exact blocks, two runs alike, hostile bytes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import chunkviz
from chunkviz.document import Document
from chunkviz.errors import ChunkvizError, UnreadableError
from chunkviz.reader import readers

FOLDER = Path(__file__).parents[2] / "sample_docs"
SAMPLES = sorted(path.stem for path in (FOLDER / "questions").glob("*.json"))
KINDS = readers.keys()
ALPHABET = [
    b"Some words. ", b"\n", b"\r\n", b"\r", b"\n\n", b" ", b"\t", "größer 👩‍👧 ".encode(), b"\xff", b"\xc3", b"\0", b"\xef\xbb\xbf", b"\xff\xfe",
    b"# Head\n", b"- item\n", b"> ", b"```\n", b"---\n", b"| a | b |\n", b"|--|--|\n", b"a,b,c\n", b'"x\ny",', b"a;b\n",
    b"<p>", b"</p>", b"<table><tr><td>", b"<h1>T</h1>", b"<!-- ", b"<script>", b"&amp;", b"&#x110000;", b"<",
    b"def f(x):\n", b"class A:\n", b"    return 1\n", b"(", b"}", b'"""', b"From: a@example.org\n", b"Subject: s\n", b"Ana: hi\n", b"[00:01:02] ",
    b"WEBVTT\n\n", b"1\n00:00:01,000 --> 00:00:02,000\n", b"From a@example.org Thu Jan  4 10:00:00 2024\n",
    b"Content-Type: multipart/mixed; boundary=b\n", b"--b\n", b"On 4 Jan 2024, Ben wrote:\n", b'{"messages": [', b'"content": ["a", 1]}',
    b'{"role": "user", "content": "hi"}\n', b"[", b"]", b"{", b'"', b"%PDF-1.7\n", b"%%EOF", b"stream\n", b"endobj\n", b"PK\x03\x04",
]  # fmt: skip
PIECES = st.lists(st.sampled_from(ALPHABET), max_size=40).map(b"".join) | st.binary(max_size=300)


def name_of(kind: str) -> str:
    """A file name whose ending is the kind's own."""
    return "file" + readers.get(kind).extensions[0]


def check_document(document: Document, kind: str | None = None) -> None:
    """A text that any encoding holds, and blocks that are places in it, in order, each inside or outside of every other."""
    assert document.kind in KINDS
    assert "\ufffe" not in document.text[:1], "no byte order mark is left at the start"
    document.text.encode()
    around: list[tuple[int, int]] = []  # the blocks that are open, outermost first
    before = (0, -len(document.text) - 1)
    for block in document.blocks:
        assert 0 <= block.start < block.end <= len(document.text), f"{block} is no place in a text of {len(document.text)}"
        assert not document.text[block.start : block.end].isspace(), f"{block} holds nothing"
        assert (block.start, -block.end) >= before, f"{block} comes after one that it holds or that begins later"
        before = (block.start, -block.end)
        while around and around[-1][1] <= block.start:
            around.pop()
        assert not around or block.end <= around[-1][1], f"{block} ends outside of {around[-1]}, which it begins in"
        around.append((block.start, block.end))
        assert block.kind
        assert block.level >= 0
    for note in document.notes:
        assert note.endswith("."), f"{note!r} is no sentence"


@pytest.mark.parametrize("name", SAMPLES)
def test_blocks_of_the_samples_are_exact_and_two_runs_agree(name: str) -> None:
    data = (FOLDER / name).read_bytes()
    document = chunkviz.read(data, name)
    check_document(document)
    assert document.text.strip()
    assert document.blocks
    again = chunkviz.read(data, name)
    assert again == document
    assert again.id == document.id


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_reader_takes_or_refuses_every_sample(kind: str, name: str) -> None:
    """A person may choose the wrong kind of document in the menu."""
    read_or_refused((FOLDER / name).read_bytes(), name, kind)


def read_or_refused(data: bytes, name: str, kind: str | None) -> None:
    """A document, or one sentence that says what to do; never another exception."""
    sentence = ""
    try:
        check_document(chunkviz.read(data, name, kind))
    except ChunkvizError as error:
        sentence = str(error)
    assert not sentence or (sentence.endswith(".") and "\n" not in sentence), sentence


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("data", [b"", b" ", b"\r\n \t\n", b"\xef\xbb\xbf", b"\0"])
def test_a_file_with_nothing_in_it(kind: str, data: bytes) -> None:
    try:
        document = chunkviz.read(data, name_of(kind), kind)
    except UnreadableError:  # a PDF or a Word file is never empty
        return
    assert not document.text.strip()
    assert document.blocks == ()


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(data=PIECES)
@example(data=b"\xef\xbb\xbf\xef\xbb\xbf")
@example(data=b"[" * 5_000)
@example(data=b"<b>" * 5_000)
@example(data=b"> " * 5_000)
@example(data=b"%PDF-1.7\n" + b"<<" * 500)
@example(data=b"PK\x03\x04" + b"\0" * 60)
def test_hostile_bytes_are_a_document_or_refused(kind: str, data: bytes) -> None:
    read_or_refused(data, name_of(kind), kind)


@pytest.mark.parametrize("name", SAMPLES)
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_damaged_sample_is_a_document_or_refused(name: str, data: st.DataObject) -> None:
    """A download that ended early; a few bytes that are others."""
    whole = (FOLDER / name).read_bytes()
    damaged = bytearray(whole[: data.draw(st.integers(0, len(whole)), label="kept")])
    for place, value in data.draw(
        st.lists(st.tuples(st.integers(0, len(whole) - 1), st.integers(0, 255)), max_size=4), label="changed"
    ):
        if place < len(damaged):
            damaged[place] = value
    read_or_refused(bytes(damaged), name, None)


LONG = {  # kind -> (what stands first, what is repeated); each is of the order of a tenth of a second
    "text": (b"", b"Words of a line.\n\n"),
    "markdown": (b"", b"# Head\n\nSome *words* here.\n\n- an item\n- another\n\n"),
    "html": (b"<body>", b"<h2>Head</h2><p>Some <b>words</b> here.<ul><li>one<li>two</ul>"),
    "csv": (b"name,place,price\n", b"Ana,Quay 1,12\n"),
    "code": (b"", b"def price(x):\n    if x:\n        return x + 1\n    return 0\n\n\n"),
    "messages": (b"", b"Ana: How much is a berth?\n\nBen: Ten euros a night.\n\n"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.slow
def test_time_grows_with_the_file_and_not_with_its_square(kind: str) -> None:
    """Eight times the bytes take at most 24 times the time: a square would take 64 times. The faster of three runs each, so that
    what else the machine does counts little, and from a file on that takes long enough to be timed."""
    if kind not in LONG:
        pytest.skip("its files are containers, which are not made by repeating bytes; see the tests of the reader")
    first, repeated = LONG[kind]
    count = 100
    while seconds(kind, first + repeated * count) < 0.03:
        count *= 2
    small = min(seconds(kind, first + repeated * count) for _ in range(3))
    large = min(seconds(kind, first + repeated * count * 8) for _ in range(2))
    assert large < 24 * small


def seconds(kind: str, data: bytes) -> float:
    """Processor time of this process that reading takes: other processes do not count."""
    began = time.process_time()
    chunkviz.read(data, name_of(kind), kind)
    return time.process_time() - began
