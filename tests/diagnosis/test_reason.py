"""A rule that is registered is printed everywhere: account, report and command here, the page in tests/pages/test_debug.py."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tiny_embedder import Tiny

from chunkviz.chunking import Chunking, chunk
from chunkviz.cli import main, parser
from chunkviz.diagnosis.explanation import Explanation
from chunkviz.diagnosis.measure import explain
from chunkviz.diagnosis.reason import FATE, reason, reasons
from chunkviz.diagnosis.wording import account, cause
from chunkviz.document import Document
from chunkviz.exports import failure_report
from chunkviz.pattern import Search, patterns
from chunkviz.pipeline import Pipeline
from chunkviz.search.exact_index import ExactIndex
from chunkviz.span import Span
from chunkviz.strategies.sentences import Sentences

TEXT = "The heron eats fish. It costs three crowns. The boat fee is due."
QUESTION, ANSWER = "boat fee fish", "It costs three crowns."


@pytest.fixture
def dated() -> Iterator[None]:
    """A reason under a title of its own, weaker than all others."""

    @reason("How old it is", 999, key="dated")
    def rule(found: Explanation) -> str:
        """The answer is older than the question."""
        return f"The answer to “{found.question}” is out of date."

    yield
    del reasons._found["dated"]


def failed() -> tuple[Explanation, Chunking, Pipeline]:
    tiny = Tiny(dimension=100_003)
    pipeline = Pipeline(Sentences(size=5, overlap=0), tokenizer="words", embedder="hashing", k=1)
    chunking = chunk(Document(TEXT, "boats.txt"), pipeline.strategy, "words")
    search = Search(ExactIndex.of(chunking, tiny), tiny, {chunking.document.id: chunking})
    start = TEXT.index(ANSWER)
    found = explain(QUESTION, Span(start, start + len(ANSWER)), chunking, search, patterns.get("plain")(), 1)
    return found, chunking, pipeline


SENTENCE = "The answer to “boat fee fish” is out of date."


@pytest.mark.usefixtures("dated")
def test_a_new_rule_is_in_the_account_and_in_both_reports() -> None:
    found, chunking, pipeline = failed()
    assert found.causes[-1] == "dated"
    section = account(found, chunking)[-1]
    assert (section.title, section.sentences) == ("How old it is", (SENTENCE,))
    assert f"## How old it is\n\n- {SENTENCE}\n" in failure_report.markdown(found, chunking, pipeline)
    assert f"<h2>How old it is</h2><ul><li>{SENTENCE}</li></ul>" in failure_report.html(found, chunking, pipeline)


@pytest.mark.usefixtures("dated")
@pytest.mark.parametrize("as_json", [True, False])
def test_a_new_rule_is_printed_by_the_command(as_json: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "boats.txt"
    path.write_text(TEXT)
    given = ["--strategy", "sentences", "--set", "size=5", "--set", "overlap=0", "--tokenizer", "words", "--embedder", "hashing"]
    shown = ["--json"] if as_json else []
    assert main(["explain", QUESTION, "--answer", ANSWER, str(path), "-k", "1", "--no-remedies", *given, *shown]) == 0
    out = capsys.readouterr().out
    if as_json:
        printed = json.loads(out)
        assert printed["causes"][-1] == "dated"
        assert printed["because"][-1] == SENTENCE
    else:
        assert f"How old it is\n  {SENTENCE}\n" in out + "\n"


@pytest.mark.usefixtures("dated")
def test_the_help_of_the_command_defines_every_reason() -> None:
    explaining = parser()._subparsers._group_actions[0].choices["explain"]  # type: ignore[union-attr,index,call-overload]
    text = " ".join(explaining.format_help().split())
    assert "dated The answer is older than the question." in text
    for one in reasons:
        assert f"{one.key} {one.about}" in text


def test_the_strongest_reason_is_the_cause() -> None:
    found, _, _ = failed()
    assert found.causes == ["context_missing", "ranked_low"]
    assert cause(found) == found.reasons[0].sentence
    assert found.reasons[-1].section == FATE
    # chunk 3 has two words of the question, chunk 1 has one, chunk 2 none
    assert (
        found.reasons[-1].sentence
        == "2 chunks are nearer to the question than chunk 2, which holds the answer; only 1 passage is read."
    )


def test_the_public_keys_stay_as_they_are() -> None:
    assert reasons.keys() == [
        "uncovered",
        "cut",
        "truncated",
        "duplicates",
        "filtered",
        "approximated",
        "diluted",
        "context_missing",
        "ranked_low",
    ]
    assert all(one.about for one in reasons)
