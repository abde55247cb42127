"""chunkviz evaluate and chunkviz sweep: JSON for machines, tables for people, one sentence for what is wrong."""

from __future__ import annotations

import json

import pytest

from chunkviz.cli import main

TEXT = "The heron eats fish.\n\nThe badger digs a sett.\n\nA ketch has two masts."
QUESTIONS = [
    {"question": "What does the badger dig?", "answers": ["The badger digs a sett."]},
    {"question": "How many masts has a ketch?", "answers": ["two masts"]},
]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "text.txt").write_text(TEXT)
    (tmp_path / "questions.json").write_text(json.dumps(QUESTIONS))
    return [str(tmp_path / "questions.json"), "--corpus", str(tmp_path / "text.txt"), "--embedder", "hashing"]


FEW = ["--tokenizer", "words"]


def test_one_object_with_what_the_issue_names(files, capsys):
    given = ["--strategy", "recursive", "--set", "size=5", "--set", "overlap=0", "-k", "1", "--json", *FEW]
    assert main(["evaluate", *files, *given]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["questions"], printed["k"], printed["chunks"]) == (2, 1, 3)
    assert set(printed["published"]) == {"recall", "precision", "precision_omega", "iou"}
    assert printed["published"]["recall"] == 1
    assert printed["published"]["precision"] == pytest.approx((23 / 23 + 9 / 22) / 2)
    assert printed["metrics"]["mrr"] == 1
    assert printed["failures"] == {"chunking": 0, "ranking": 0}
    assert printed["problems"] == []


def test_the_table_names_the_failures(files, capsys):
    assert main(["evaluate", *files, "--strategy", "fixed", "--set", "size=3", "--set", "overlap=0", "-k", "1", *FEW]) == 0
    assert "because no chunk holds the answer whole (chunking)" in capsys.readouterr().out


def test_a_pattern_and_its_settings(files, capsys):
    given = ["--pattern", "hybrid", "--set", "pattern.pool=7", "--set", "size=5", "--set", "overlap=0", "--json", *FEW]
    assert main(["evaluate", *files, *given]) == 0
    assert json.loads(capsys.readouterr().out)["setting"]["pattern"] == {"key": "hybrid", "settings": {"pool": 7}}


def test_quotes_that_are_missing_are_reported_one_by_one_and_their_questions_counted(files, tmp_path, capsys):
    more = [*QUESTIONS, {"question": "Red?", "answers": ["is red", "is blue"]}]
    (tmp_path / "questions.json").write_text(json.dumps(more))
    assert main(["evaluate", *files, "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["questions"] == 2
    assert json.loads(out)["problems"] == [line for line in err.splitlines() if line.startswith("Question 3")]
    assert "the quote “is red” is not in text.txt." in err
    assert "the quote “is blue” is not in text.txt." in err
    assert "1 of 3 question is not judged" in err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[]", "holds no question"),
        ("{", "is not JSON"),
        ('[{"question": "Red?", "answers": ["is red"]}]', "No question of questions.json can be judged"),
    ],
)
def test_wrong_question_files_get_one_sentence(files, tmp_path, capsys, content, words):
    (tmp_path / "questions.json").write_text(content)
    assert main(["evaluate", *files]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err.splitlines()[-1]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["-k", "0"], "k must be between 1 and 1000"),
        (["--budget", "0"], "budget must be at least 1"),
        (["--pattern", "magic"], "no retrieval pattern “magic”"),
        (["--strategy", "magic"], "no strategy “magic”"),
        (["--embedder", "magic"], "no embedder “magic”"),
        (["--set", "pattern.pool=7"], "plain has no setting “pool”"),
    ],
)
def test_wrong_options_get_one_sentence(files, capsys, more, words):
    assert main(["evaluate", *files, *more]) == 2
    assert words in capsys.readouterr().err


def test_a_folder_is_its_files(files, tmp_path, capsys):
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "a.txt").write_text(TEXT)
    (tmp_path / "corpus" / "b.txt").write_text("Something else.")
    given = [files[0], "--corpus", str(tmp_path / "corpus"), "--embedder", "hashing", "--json"]
    assert main(["evaluate", *given, "--set", "size=5", "--set", "overlap=0", *FEW]) == 0
    assert json.loads(capsys.readouterr().out)["chunks"] == 4


SWEEP = ["--strategy", "recursive", "--strategy", "fixed", "--size", "5,9", "--overlap", "0,5", "-k", "2", *FEW]


def test_a_sweep_tries_every_combination_and_is_resumed_from_its_file(files, tmp_path, capsys, monkeypatch):
    path = str(tmp_path / "run.json")
    assert main(["sweep", *files, *SWEEP, "--save", path, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert len(first["settings"]) == 6
    assert first["settings"][0]["setting"]["strategy"] == {"key": "recursive", "settings": {"size": 5, "overlap": 0}}
    monkeypatch.setattr("chunkviz.evaluation.sweep.evaluate", lambda *given, **more: pytest.fail("it was known already"))
    assert main(["sweep", *files, *SWEEP, "--save", path, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == first


def test_a_sweep_names_no_winner_with_two_questions(files, capsys):
    assert main(["sweep", *files, *SWEEP]) == 0
    out, err = capsys.readouterr()
    assert "no setting can be named the best with 2 questions: 5 cannot be distinguished from" in out
    assert "2 questions are too few to hold some out; 8 more would do." in out
    assert "Fixed size 5/5 is left out" in err


def test_a_run_of_other_questions_is_not_gone_on_with(files, tmp_path, capsys):
    path = tmp_path / "run.json"
    assert main(["sweep", *files, *SWEEP, "--save", str(path)]) == 0
    (tmp_path / "questions.json").write_text(json.dumps(QUESTIONS[:1]))
    assert main(["sweep", *files, *SWEEP, "--save", str(path)]) == 2
    assert "is a run of other questions or documents" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--size", "a"], "is no list of whole numbers"),
        (["--by", "magic"], "no metric “magic”"),
        (["--set", "keep"], "says no value"),
        (["--set", "hybrid.pool=3"], "is for nothing that is asked for"),
        (["--set", "colour=3"], "no strategy that is asked for has a setting “colour”"),
    ],
)
def test_wrong_sweeps_get_one_sentence(files, capsys, more, words):
    assert main(["sweep", *files, *more]) == 2
    assert words in capsys.readouterr().err
