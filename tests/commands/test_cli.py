"""The command line: what it prints, to the byte, and what it says of wrong input."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from chunkviz import cli
from chunkviz.commands import app
from chunkviz.reader import readers
from chunkviz.refinement import refinements
from chunkviz.strategy import strategies

ROOT = Path(__file__).parents[2]
TEXT = "Berth fees.\r\n\r\nBoats over ten metres pay 20 crowns. 猫 👨‍👩‍👧 pay nothing.\r\n\r\nReceipts are kept.\n"
KEYS = ["number", "start", "end", "text", "tokens", "cause", "overlap", "context", "added", "oversize", "metadata"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "fees.txt"
    path.write_bytes(TEXT.encode())
    return path


class Told:
    """A command run in this process: its status, and what it wrote."""

    def __init__(self, capfd: pytest.CaptureFixture[str], *argv: object) -> None:
        self.status = cli.main([str(argument) for argument in argv])
        self.out, self.err = capfd.readouterr()

    @property
    def chunks(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Any:
    return lambda *argv: Told(capfd, *argv)


def _process(*argv: object, **more: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "chunkviz", *map(str, argv)], capture_output=True, check=False, **more)


def test_split_prints_an_object_a_line_with_exact_places(run: Any, file: Path) -> None:
    told = run("split", file, "--strategy", "recursive", "--tokenizer", "characters", "--set", "size=60", "--set", "overlap=0")
    assert (told.status, told.err) == (0, "")
    assert [(c["start"], c["end"], c["text"]) for c in told.chunks] == [
        (0, 11, "Berth fees."),
        (15, 72, "Boats over ten metres pay 20 crowns. 猫 👨‍👩‍👧 pay nothing."),
        (76, 94, "Receipts are kept."),
    ]
    for number, chunk in enumerate(told.chunks, 1):
        assert list(chunk) == KEYS
        assert chunk["number"] == number
        assert chunk["tokens"] == chunk["end"] - chunk["start"]
        assert TEXT[chunk["start"] : chunk["end"]] == chunk["text"]
        assert (chunk["context"], chunk["added"], chunk["oversize"]) == ([], "", False)
        assert chunk["metadata"]["source"] == "fees.txt"
        assert chunk["cause"]["sentence"].endswith(".")
    assert [chunk["cause"]["kind"] for chunk in told.chunks] == ["separator", "separator", "end"]


def test_text_prints_the_very_bytes_that_places_count(file: Path) -> None:
    assert _process("text", file).stdout == TEXT.encode()


def test_text_of_another_encoding_is_utf8_and_a_note_says_how_it_was_read(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_bytes(b"\xff\xfe" + TEXT.encode("utf-16-le"))
    told = _process("text", path)
    assert told.stdout == TEXT.encode()
    assert told.stderr.decode() == "A byte order mark (UTF-16) at the start was dropped.\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16"])
def test_output_is_utf8_whatever_the_terminal_says(file: Path, encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "LC_ALL": "C", "PYTHONUTF8": "0"}
    told = _process("split", file, "--strategy", "fixed", env=environment)
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout.decode("utf-8"))["text"].startswith("Berth fees.\r\n\r\nBoats")
    assert "猫 👨‍👩‍👧".encode() in told.stdout


def test_standard_input_is_read_with_its_name_and_kind(file: Path) -> None:
    markdown = b"# Top\n\nbody\n"
    told = _process("split", "-", "--name", "notes.md", input=markdown)
    assert json.loads(told.stdout)["metadata"]["source"] == "notes.md"
    assert _process("text", "-", "--kind", "text", input=TEXT.encode()).stdout == TEXT.encode()


def test_a_list_is_given_as_json(run: Any, file: Path) -> None:
    told = run(
        "split",
        file,
        "--tokenizer",
        "characters",
        "--set",
        'separators=["\\r\\n\\r\\n", " "]',
        "--set",
        "size=40",
        "--set",
        "overlap=0",
    )
    assert told.chunks[0]["text"] == "Berth fees."
    assert told.chunks[0]["cause"]["separator"] == "\r\n\r\n"


def test_how_a_kind_is_read_is_given_by_name(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "script"
    path.write_text("def f():\n    return 1\n")
    told = run("split", path, "--kind", "code", "--read", "language=python")
    assert told.chunks[0]["metadata"]["language"] == "python"
    told = run("split", path, "--kind", "code", "--read", "language=klingon")
    assert (told.status, told.out) == (2, "")
    assert told.err.startswith("language must be one of auto, ")


def test_a_refinement_has_its_settings_under_its_key(run: Any, file: Path) -> None:
    plain = run("split", file, "--tokenizer", "words", "--set", "size=6", "--set", "overlap=0").chunks
    told = run(
        "split",
        file,
        "--tokenizer",
        "words",
        "--set",
        "size=6",
        "--set",
        "overlap=0",
        "--refine",
        "overlap",
        "--set",
        "overlap.before=1",
    )
    assert [chunk["end"] for chunk in told.chunks] == [chunk["end"] for chunk in plain]
    assert told.chunks[0]["start"] == 0
    assert told.chunks[1]["overlap"]["asked"] == told.chunks[1]["overlap"]["got"] == 1
    assert TEXT[told.chunks[1]["start"] : plain[1]["start"]].split() == ["fees."]


def test_a_table_in_place_of_json(run: Any, file: Path) -> None:
    told = run("split", file, "--tokenizer", "characters", "--set", "size=60", "--set", "overlap=0", "--csv")
    rows = list(csv.DictReader(io.StringIO(told.out, newline="")))
    assert rows[0]["text"] == "Berth fees."
    assert len(rows) == 3


def test_a_page_in_place_of_json(run: Any, file: Path, tmp_path: Path) -> None:
    told = run("split", file, "--html", tmp_path / "out.html")
    assert (told.status, told.out) == (0, "")
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "Boats over ten metres" in page


@pytest.mark.parametrize("text", ["", " \n\t \n "])
def test_an_empty_text_gives_no_lines_and_no_error(run: Any, tmp_path: Path, text: str) -> None:
    path = tmp_path / "empty.txt"
    path.write_text(text)
    for key in ("fixed", "separator", "recursive", "sentences"):
        told = run("split", path, "--strategy", key)
        assert (told.status, told.out, told.err) == (0, "", "")


WRONG = [
    (["split"], "The following arguments are required: FILE; see chunkviz split --help."),
    (["split", "no.txt"], "There is no file no.txt; check the path."),
    (["split", "."], ". is a folder; give a file."),
    (["split", "FILE", "--size", "5"], "Unrecognized arguments: --size 5; see chunkviz --help."),
    (["split", "FILE", "--set", "size=0"], "size must be between 1 and 8192; it is 0."),
    (["split", "FILE", "--set", "size=ten"], "size must be a whole number; “ten” is not."),
    (["split", "FILE", "--set", "size=a\nb"], "size must be a whole number; “a\\nb” is not."),
    (["split", "FILE", "--set", "size"], "--set size says no value; write it as name=value."),
    (["split", "FILE", "--set", "=5"], "--set =5 says no value; write it as name=value."),
    (
        ["split", "FILE", "--set", "overlap.before=2"],
        "--set overlap.before is for a refinement that is not asked for; add --refine overlap.",
    ),
    (["split", "FILE", "--csv", "--html", "x"], "Argument --html: not allowed with argument --csv; see chunkviz split --help."),
    (["split", "FILE", "--html", "no/such/folder.html"], "no/such/folder.html: No such file or directory."),
    (["split", "FILE", "--read", "x"], "--read x says no value; write it as name=value."),
    (
        ["split", "FILE", "--read", "x=1"],
        "fees.txt, read as Plain text, has no setting “x”; it has: encoding.",
    ),
    (["app", "no.txt"], "There is no file no.txt; check the path."),
]


@pytest.mark.parametrize(("argv", "sentence"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_wrong_input_is_one_sentence_and_status_2(
    run: Any, file: Path, monkeypatch: pytest.MonkeyPatch, argv: list[str], sentence: str
) -> None:
    monkeypatch.chdir(file.parent)
    told = run(*(file.name if word == "FILE" else word for word in argv))
    assert (told.status, told.out, told.err) == (2, "", sentence + "\n")


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ([], "The following arguments are required: COMMAND"),
        (["chop"], "invalid choice: 'chop'"),
        (["split", "FILE", "--strategy", "magic"], "There is no strategy “magic”; there are: "),
        (["split", "FILE", "--tokenizer", "magic"], "There is no tokenizer “magic”; there are: "),
        (["split", "FILE", "--refine", "magic"], "There is no refinement “magic”; there are: "),
        (["split", "FILE", "--kind", "magic"], "There is no kind of document “magic”; there are: "),
        (["split", "FILE", "--embedder", "magic"], "There is no embedder “magic”; there are: "),
        (["split", "FILE", "--set", "colour=red"], "recursive has no setting “colour”; it has: size, "),
        (["split", "FILE", "--set", "size=5", "--set", "overlap=5"], "overlap"),
        (["split", "zeroes.bin"], "zeroes.bin could not be decoded as text"),
    ],
)
def test_what_is_not_there_is_named_with_what_is(
    run: Any, file: Path, monkeypatch: pytest.MonkeyPatch, argv: list[str], says: str
) -> None:
    monkeypatch.chdir(file.parent)
    Path("zeroes.bin").write_bytes(bytes(range(256)))
    told = run(*(file.name if word == "FILE" else word for word in argv))
    assert (told.status, told.out) == (2, "")
    assert says in told.err
    assert told.err.count("\n") == 1
    assert told.err.endswith(".\n")


def test_a_reader_that_stops_reading_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("word " * 200_000)
    command = [
        sys.executable,
        "-m",
        "chunkviz",
        "split",
        str(path),
        "--strategy",
        "fixed",
        "--set",
        "size=1",
        "--set",
        "overlap=0",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b'{"number": 1, ')
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) == 0


def test_every_strategy_is_listed_with_its_settings(run: Any) -> None:
    listed = json.loads(run("strategies", "--json").out)
    assert [one["key"] for one in listed["strategies"]] == strategies.keys()
    assert [one["key"] for one in listed["refinements"]] == refinements.keys()
    fixed = next(one for one in listed["strategies"] if one["key"] == "fixed")
    assert fixed["label"] == "Fixed size"
    size = fixed["settings"][0]
    assert size == {
        "name": "size",
        "type": "whole number",
        "default": 512,
        "low": 1,
        "high": 8192,
        "choices": [],
        "help": "Tokens in each chunk.",
    }


def test_the_list_for_people_names_defaults_bounds_and_choices(run: Any) -> None:
    told = run("strategies").out
    assert "fixed: Fixed size\n" in told
    assert "--set size=512\n        Tokens in each chunk. (whole number between 1 and 8192)\n" in told
    assert "(one of: chunk, pieces)" in told
    assert "--set overlap.before=32\n" in told
    assert "--read language=auto\n" in told
    assert "--tokenizer KEY: cl100k_base, o200k_base, characters, words" in told
    for key in [*strategies.keys(), *refinements.keys(), *readers.keys()]:
        assert f"\n{key}: " in f"\n{told}"


def test_the_app_is_served_on_a_file_handed_over_by_the_environment(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[Any] = []
    monkeypatch.setattr(os, "execve", lambda *call: ran.append(call))
    monkeypatch.chdir(file.parent)
    cli.main(["app", file.name, "--no-browser", "--port", "8700"])
    ((program, argv, environment),) = ran
    assert program == sys.executable
    assert argv[1:5] == ["-m", "streamlit", "run", str(ROOT / "app.py")]
    assert {"--server.headless=true", "--server.port=8700"} <= set(argv)
    assert environment["CHUNKVIZ_OPEN"] == str(file)
    assert not any(file.name in argument for argument in argv)
    assert Path.cwd() == ROOT  # where .streamlit/config.toml is


@pytest.mark.parametrize(
    ("options", "trusted"),
    [
        ([], "1"),
        (["--address", "127.0.0.1"], "1"),
        (["--address", "0.0.0.0"], ""),
        (["--address", "192.168.1.20"], ""),
        (["--address", "0.0.0.0", "--trust-visitors"], "1"),
        (["--shared"], ""),  # after a proxy on this machine
    ],
)
def test_who_may_name_folders_is_decided_by_who_serves(
    run: Any, monkeypatch: pytest.MonkeyPatch, options: list[str], trusted: str
) -> None:
    ran: list[Any] = []
    monkeypatch.setattr(os, "execve", lambda *call: ran.append(call))
    monkeypatch.setenv("CHUNKVIZ_TRUST_VISITORS", "1")  # of a server around this one: it decides nothing
    told = run("app", *options).out
    ((_, argv, environment),) = ran
    assert environment["CHUNKVIZ_TRUST_VISITORS"] == trusted
    assert ("--server.maxUploadSize=10" in argv) == (not trusted)
    assert told.startswith("Visitors may upload files, and name" if trusted else "Shared mode: ")


def test_models_for_the_apps_menu_are_checked_and_handed_over(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[Any] = []
    monkeypatch.setattr(os, "execve", lambda *call: ran.append(call))
    told = run("app", "--embedder", "openai:small@elsewhere")
    assert (told.status, ran) == (2, [])
    assert told.err == "“elsewhere” is no address of a server; it should look like http://127.0.0.1:8080/v1.\n"
    run("app", "--embedder", "openai:small@http://127.0.0.1:9/v1/", "--embedder", "openai:large@http://127.0.0.1:9/v1")
    ((_, _, environment),) = ran
    assert environment["CHUNKVIZ_EMBEDDERS"] == "openai:small@http://127.0.0.1:9/v1\nopenai:large@http://127.0.0.1:9/v1"


def test_an_installation_without_the_app_says_so(run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(app, "APP", tmp_path / "app.py")
    told = run("app")
    assert told.status == 2
    assert told.err == (
        "This installation has no app, which the repository holds beside the package; clone it and run make app there.\n"
    )


def test_help_names_every_command_and_says_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["--help"])
    assert left.value.code == 0
    told = capsys.readouterr().out
    for command in ("split", "text", "strategies", "app"):
        assert f"    {command} " in told.replace("\n", " \n")
