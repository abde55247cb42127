"""A file is read in a process of its own as it is read here; what breaks that process costs one sentence and nothing else."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hostile import files

import chunkviz
from chunkviz.document import Block, Document
from chunkviz.errors import SettingError, UnreadableError
from chunkviz.isolation import messages, processes, worker
from chunkviz.isolation.bounds import ANSWER
from chunkviz.isolation.reading import picture_isolated, read_isolated
from chunkviz.readers.csv_table import read_csv
from chunkviz.readers.pdf import PdfOptions

SAMPLES = Path(__file__).parents[2] / "sample_docs"
NAMES = sorted(path.stem for path in (SAMPLES / "questions").glob("*.json"))
limited = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no bounds of a process")


@pytest.fixture(autouse=True, scope="module")
def _no_processes_left() -> Iterator[None]:
    yield
    processes._end_all()


@pytest.mark.parametrize("name", NAMES)
def test_every_sample_is_the_same_document_to_the_last_type(name: str) -> None:
    here, apart = chunkviz.read(SAMPLES / name), read_isolated(SAMPLES / name)
    assert apart == here
    assert repr(apart) == repr(here)  # a tuple that became a list would be another
    assert apart.id == here.id


def test_options_and_kind_go_along_and_wrong_ones_are_refused_by_name() -> None:
    report = SAMPLES / "report.pdf"
    options = PdfOptions(running="drop")
    assert read_isolated(report, options=options) == chunkviz.read(report, options=options)
    assert read_isolated(report, options={"running": "drop"}) == chunkviz.read(report, options=options)
    assert read_isolated(b"a,b\n1,2\n", "t", kind="csv") == read_csv(b"a,b\n1,2\n", "t")
    with pytest.raises(SettingError, match=r"no such options|has no setting"):
        read_isolated(b"Words.", "a.txt", options={"hyphens": "keep"})


def test_a_refusal_is_the_readers_own_sentence() -> None:
    with pytest.raises(UnreadableError, match=r"^a\.png is a picture \(PNG\); recognise its text first"):
        read_isolated(b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "a.png")
    with pytest.raises(UnreadableError, match=r"There is no file .*nowhere\.txt; check the path\."):
        read_isolated("nowhere.txt")


def test_a_page_is_drawn_apart() -> None:
    data = (SAMPLES / "report.pdf").read_bytes()
    assert picture_isolated(data, "report.pdf", 1, 0.5).startswith(b"\x89PNG")
    with pytest.raises(UnreadableError, match="There is no page 9"):
        picture_isolated(data, "report.pdf", 9, 0.5)


@limited
def test_too_much_time_is_one_sentence_and_the_next_file_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "PROCESSOR", 1)
    with pytest.raises(UnreadableError, match=r"^glyphs\.pdf takes more than 1 seconds to read and is not read; split it"):
        read_isolated(files.glyphs_on_one_spot(), "glyphs.pdf")
    assert read_isolated(b"Words.", "a.txt").text == "Words."


@limited
def test_a_process_that_waits_for_ever_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    read_isolated(b"Words.", "a.txt")
    (process,) = processes._free
    os.kill(process._process.pid, signal.SIGSTOP)
    monkeypatch.setattr(processes, "WALL", 0.2)
    with pytest.raises(UnreadableError, match=r"^a\.txt takes more than"):
        read_isolated(b"Words.", "a.txt")
    assert process._process.returncode == -signal.SIGKILL
    monkeypatch.undo()
    assert read_isolated(b"Words.", "a.txt").text == "Words."


@limited
def test_a_process_that_was_killed_while_it_waited_is_replaced() -> None:
    read_isolated(b"Words.", "a.txt")
    (process,) = processes._free
    os.kill(process._process.pid, signal.SIGKILL)
    process._process.wait()
    assert read_isolated(b"Words.", "a.txt").text == "Words."


def test_several_threads_read_at_a_time() -> None:
    found: list[str] = []
    threads = [threading.Thread(target=lambda i=i: found.append(read_isolated(b"Words %d." % i, "a.txt").text)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [f"Words {i}." for i in range(8)]
    assert len(processes._free) <= (os.cpu_count() or 1)


@limited
def test_the_copy_cannot_write_files(tmp_path: Path) -> None:
    program = (
        "import signal\nfrom chunkviz.isolation.worker import _limit\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "_limit(1_000_000_000, 5)\nwith open('made', 'wb', buffering=0) as file: file.write(b'x')"
    )
    run = subprocess.run([sys.executable, "-c", program], stderr=subprocess.PIPE, text=True, check=False, cwd=tmp_path)
    assert "File too large" in run.stderr
    assert (tmp_path / "made").read_bytes() == b""


def test_it_ends_with_the_process_that_asks() -> None:
    program = (
        "import chunkviz\nfrom chunkviz.isolation import processes\nchunkviz.read_isolated(b'Words.', 'a.txt')\n"
        "print(processes._free[0]._process.pid if processes._free else 0)"
    )
    run = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=True)
    assert run.stderr == ""
    if pid := int(run.stdout):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


# What is sent back is data like the file itself.

SENT = messages.packed_document(Document("Some words.", "a", "text", (Block("paragraph", 0, 11),)))


def test_a_document_that_was_sent_is_checked() -> None:
    assert messages.document_of(SENT).text == "Some words."
    wrong = [
        None,
        {},
        {**SENT, "text": b"bytes"},
        {**SENT, "notes": (1,)},
        {**SENT, "metadata": ()},
        {**SENT, "blocks": ((("paragraph",), 0, 1, 0, {}),)},
        {**SENT, "blocks": (("paragraph", 0, 12, 0, {}),)},  # beyond its end
        {**SENT, "blocks": (("paragraph", -1, 3, 0, {}),)},
        {**SENT, "blocks": (("paragraph", 0.0, 3.0, 0, {}),)},
        {**SENT, "blocks": (("paragraph", 0, 3, 0, "x"),)},
        {**SENT, "blocks": (("page", 0, 3, 0, {"lines": (1,)}),)},
    ]
    for value in wrong:
        with pytest.raises(messages.WrongMessageError):
            messages.document_of(value)


def test_a_message_is_read_whole_or_not_at_all() -> None:
    stream = io.BytesIO()
    messages.send(stream, {"a": ["x", 1]})
    whole = stream.getvalue()
    assert messages.received(io.BytesIO(whole)) == {"a": ("x", 1)}
    for length in range(len(whole)):
        assert messages.received(io.BytesIO(whole[:length])) is None
    for sent in (b"\xc1", b"\x01", b"\xa1\xff", b"\x91" * 5_000):  # no MessagePack; a number; no UTF-8; too deep
        with pytest.raises(messages.WrongMessageError):
            messages.received(io.BytesIO(len(sent).to_bytes(8, "big") + sent))
    with pytest.raises(messages.WrongMessageError):
        messages.received(io.BytesIO((ANSWER + 1).to_bytes(8, "big")))


def test_an_error_that_was_sent_is_one_of_ours() -> None:
    assert str(processes._error({"error": ("UnreadableError", "It is empty.")}, "a")) == "It is empty."
    for wrong in (("KeyError", "x"), ("annotations", "x"), ("UnreadableError", 1), (1, 2), 3):
        assert "broke the process" in str(processes._error({"error": wrong}, "a"))
    assert "broke the process" in str(processes._error({}, "a"))


def test_a_readers_fault_is_told_by_the_status_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    request = {"task": "document", "arguments": {"data": b"", "name": "a"}, "memory": 1 << 40, "seconds": 5}
    answers = io.BytesIO()
    for error, status in ((IndexError(), worker.BROKEN), (MemoryError(), worker.MUCH_MEMORY), (RecursionError(), worker.BROKEN)):

        def fails(arguments: object, error: BaseException = error) -> None:
            raise error

        monkeypatch.setattr(worker, "_TASKS", {"document": fails})
        assert worker._work(request, answers) == status
    assert answers.getvalue() == b""
