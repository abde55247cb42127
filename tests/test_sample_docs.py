"""The sample documents keep their promises: quotes are exact, truths fall where they say, scripts make the files."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
from pathlib import Path

import pytest

from chunkviz.reader import read, readers

FOLDER = Path(__file__).parents[1] / "sample_docs"
QUESTIONS = sorted((FOLDER / "questions").glob("*.json"))
DOCUMENTS = [path.stem for path in QUESTIONS]
AS_STORED = {".md", ".tex", ".rst", ".txt", ".py", ".ts"}  # kinds whose text is the file, decoded


def questions(name: str) -> list[dict]:
    return json.loads((FOLDER / "questions" / f"{name}.json").read_text(encoding="utf-8"))


def stored(name: str) -> str:
    return (FOLDER / name).read_bytes().decode("utf-8")


def answers(name: str) -> list[tuple[str, int | None]]:
    """(quote, which of its occurrences is meant, None if it must be the only one)"""
    found = []
    for question in questions(name):
        for answer in question["answers"]:
            found.append((answer, None) if isinstance(answer, str) else (answer["quote"], answer["occurrence"]))
    return found


def check_quotes(name: str, text: str) -> None:
    for quote, occurrence in answers(name):
        places = [match.start() for match in re.finditer(re.escape(quote), text)]
        if occurrence is None:
            assert len(places) == 1, f"{name}: {quote!r} occurs {len(places)} times"
        else:
            assert len(places) > max(occurrence, 1), f"{name}: {quote!r} occurs {len(places)} times"


def made_by(script: str) -> bytes:
    spec = importlib.util.spec_from_file_location(f"sample_{script}", FOLDER / f"{script}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.build()


def test_every_document_has_questions_and_a_line_in_the_readme():
    files = {path.name for path in FOLDER.iterdir() if path.is_file()}
    documents = {name for name in files if name != "README.md" and not name.startswith("make_")}
    assert documents == set(DOCUMENTS)
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in readme for name in documents)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_ten_to_twenty_questions_each_asked_once_with_a_reason(name):
    asked = questions(name)
    assert 10 <= len(asked) <= 20
    assert len({question["question"] for question in asked}) == len(asked)
    for question in asked:
        assert set(question) == {"question", "answers", "why_hard"}
        assert question["question"].strip()
        assert question["why_hard"].strip()
        assert question["answers"]


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if Path(name).suffix in AS_STORED])
def test_quotes_are_in_the_stored_text(name):
    check_quotes(name, stored(name))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_quotes_are_in_the_text_as_it_is_read(name):
    ending = Path(name).suffix
    if ending not in AS_STORED and not any(ending in reader.extensions for reader in readers):
        pytest.skip(f"there is no reader for {ending} yet")
    check_quotes(name, read(FOLDER / name).text)


def test_topics_of_the_transcript_begin_with_a_turn():
    text = stored("transcript.txt")
    turns = {match.start() for match in re.finditer(r"^\[\d\d:\d\d:\d\d\] \w+: ", text, re.MULTILINE)}
    topics = json.loads((FOLDER / "truth" / "transcript.json").read_text(encoding="utf-8"))["topics"]
    assert len(topics) >= 6
    assert [topic["start"] for topic in topics] == sorted({topic["start"] for topic in topics})
    for topic in topics:
        assert topic["start"] in turns
        assert text.startswith(topic["turn"], topic["start"])
        line = text[topic["start"] :].split("\n")[0]
        assert topic["start"] < topic["exact"] < topic["start"] + len(line)


def test_topics_of_the_essay_begin_with_a_sentence():
    text = stored("essay.txt")
    topics = json.loads((FOLDER / "truth" / "essay.json").read_text(encoding="utf-8"))["topics"]
    for topic in topics:
        assert text.startswith(topic["begins"], topic["start"])
        assert topic["start"] == 0 or text[: topic["start"]].endswith(". ")


def test_the_essay_is_one_line_and_the_multilingual_text_keeps_its_line_ends():
    assert len(stored("essay.txt").splitlines()) == 1
    text = stored("multilingual.txt")
    assert text.count("\r\n") == text.count("\n") == text.count("\r") > 40


@pytest.mark.parametrize("name", ["manual.md", "transcript.txt", "dosage.txt", "berths.csv", "prices.html", "inventory.py"])
def test_other_texts_have_no_carriage_returns(name):
    assert "\r" not in stored(name)  # else offsets of the truths would depend on git's settings


def test_the_python_module_compiles_and_has_a_long_function_and_nested_ones():
    tree = ast.parse(stored("inventory.py"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert max(node.end_lineno - node.lineno + 1 for node in functions) > 60
    assert any(isinstance(inner, ast.FunctionDef) for node in functions for inner in node.body)


@pytest.mark.parametrize(
    ("script", "name", "needs"),
    [
        ("make_docx", "handbook.docx", "docx"),
        ("make_pdf", "report.pdf", "fpdf"),
        ("make_xlsx", "boat_lifts.xlsx", "openpyxl"),
        ("make_pptx", "crew_briefing.pptx", "docx"),
        ("make_epub", "lamp_keeper.epub", "docx"),
        ("make_odt", "club_statutes.odt", "docx"),
    ],
)
def test_the_scripts_make_the_binary_files(script, name, needs):
    pytest.importorskip(needs)
    made = made_by(script)
    assert made == made_by(script)
    assert made == (FOLDER / name).read_bytes()
