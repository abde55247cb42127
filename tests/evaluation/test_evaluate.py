"""Evaluation: a setting judged on a text small enough to check by eye; runs kept whole; sweeps stopped and resumed."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from chunkviz.document import Document
from chunkviz.errors import ChunkvizError, SettingError
from chunkviz.evaluation.evaluate import Corpus, evaluate
from chunkviz.evaluation.questions import Question, read_questions
from chunkviz.evaluation.run import as_json, read_run, run_of, save
from chunkviz.evaluation.sweep import grid, sweep
from chunkviz.metric import metrics
from chunkviz.pattern import patterns
from chunkviz.pipeline import Pipeline, pipeline_from
from chunkviz.place import Place
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.sentences import Sentences
from chunkviz.strategies.separator import Separator
from chunkviz.strategy import Strategy

ANIMALS = Document("The heron eats fish. The badger digs a sett. The heron nests in trees.", "animals.txt")
BOATS = Document("A sloop has one mast. A ketch has two masts.", "boats.txt")
CORPUS = [ANIMALS, BOATS]
SENTENCES = Sentences(size=8, overlap=0)  # in words: one sentence a chunk


def questions(*pairs):
    entries = [{"question": text, "answers": [quotes] if isinstance(quotes, str) else quotes} for text, quotes in pairs]
    return read_questions(json.dumps(entries).encode(), "q.json", CORPUS).questions


def pipeline(strategy=SENTENCES, k=1, **more):
    return Pipeline(strategy, tokenizer="words", embedder="hashing", k=k, **more)


def judged(asked, chosen, **more):
    return evaluate(Corpus(CORPUS), asked, chosen, **more)


def test_a_question_answered_by_its_sentence():
    result = judged(questions(("What does the badger dig?", "The badger digs a sett.")), pipeline())
    (outcome,) = result.outcomes
    assert outcome.found[0].place == Place("animals.txt", 21, 44)
    assert outcome.found[0].tokens == 5
    assert (outcome.answered, outcome.whole, outcome.rank, outcome.failure) == (True, True, 1, "")
    assert result.chunks == 5
    assert result.mean("recall") == result.mean("precision") == result.mean("mrr") == 1


def test_an_answer_cut_in_two_is_a_failure_of_chunking():
    """Six words a chunk: “The heron eats fish. The badger | digs a sett. The heron nests | in trees.”"""
    result = judged(questions(("What does the badger dig?", "The badger digs a sett.")), pipeline(Fixed(size=6, overlap=0)))
    (outcome,) = result.outcomes
    assert (outcome.answered, outcome.whole, outcome.rank, outcome.failure) == (False, False, None, "chunking")
    assert result.failures("chunking") == [0]


def test_an_answer_cut_in_two_whose_halves_are_both_found_is_answered():
    result = judged(questions(("What does the badger dig?", "The badger digs a sett.")), pipeline(Fixed(size=6, overlap=0), k=4))
    assert result.outcomes[0].answered
    assert not result.outcomes[0].whole


def test_a_whole_answer_that_stands_too_low_is_a_failure_of_ranking():
    result = judged(questions(("The heron eats what?", "The badger digs a sett.")), pipeline())
    (outcome,) = result.outcomes
    assert outcome.failure == "ranking"
    assert outcome.rank > 1
    assert result.mean("recall") == 0


def test_several_answers_are_all_needed():
    asked = questions(("Where do herons nest and what do they eat?", ["The heron eats fish.", "The heron nests in trees."]))
    one, two = (judged(asked, pipeline(k=k)).outcomes[0] for k in (1, 2))
    assert not one.answered
    assert one.failure == "ranking"
    assert two.answered
    assert two.values["recall"] == 1
    assert two.values["chunk_recall"] == 1


def test_relevance_by_quote_takes_the_same_words_elsewhere():
    text = Document("Fees are high. Boats are red. FEES ARE HIGH.", "t.txt")
    asked = [Question("Fees?", (Place("t.txt", 0, 14),))]
    result = evaluate(Corpus([text]), asked, pipeline(k=3))
    assert result.mean("chunk_precision") == pytest.approx(1 / 3)
    assert result.mean("quote_precision") == pytest.approx(2 / 3)
    assert result.mean("quote_recall") == 1


def test_text_behind_what_the_model_reads_is_named(monkeypatch):
    from chunkviz.embedder import embedders

    monkeypatch.setattr(type(embedders.get("hashing")), "limit", 6)
    whole = pipeline(Separator(separator="\n\n"))
    early, late = questions(("A?", "The heron eats fish."), ("B?", "The heron nests in trees."))
    result = judged([early, late], whole)
    assert [outcome.unseen for outcome in result.outcomes] == [False, True]


def test_patterns_are_judged_by_what_is_read():
    asked = questions(("What does the badger dig?", "The heron eats fish. The badger digs a sett."))
    window = patterns.get("sentence_window")(window=1)
    result = judged(asked, pipeline(pattern=window))
    assert result.outcomes[0].answered
    assert result.mean("precision") == pytest.approx(44 / 70)
    assert result.mean("chunk_precision") == 1


def test_there_must_be_something_to_judge():
    with pytest.raises(ChunkvizError, match="no question to judge by"):
        judged([], pipeline())
    with pytest.raises(ChunkvizError, match="make no chunk"):
        evaluate(Corpus([Document("  ", "blank.txt")]), questions(("A?", "fish")), pipeline())
    with pytest.raises(ChunkvizError, match="no document"):
        Corpus([])


def test_settings_are_written_and_read_again():
    one = Pipeline(Fixed(size=100, overlap=10), tokenizer="words", pattern=patterns.get("hybrid")(pool=9), k=7)
    assert pipeline_from(json.loads(json.dumps(one.plain()))) == one
    assert one.label == "fixed 100/10, counted in words, hybrid (pool=9), k 7"
    for wrong, words in (
        ({"strategy": {"key": "fixed", "settings": {"colour": 1}}}, "no setting “colour”"),
        ({"strategy": {"key": "fixed"}, "k": 0}, "k must be between"),
        ({"strategy": "fixed"}, "describes a strategy wrongly"),
        ([], "not an object"),
    ):
        with pytest.raises(ChunkvizError, match=words):
            pipeline_from(wrong)


ASKED = (("What does the badger dig?", "The badger digs a sett."), ("How many masts has a ketch?", "A ketch has two masts."))


def planned(*pipelines):
    return run_of(CORPUS, questions(*ASKED)).planning(pipelines)


def test_a_run_is_written_and_read_again(tmp_path):
    run = sweep(Corpus(CORPUS), planned(pipeline(), pipeline(k=2)))
    path = tmp_path / "run.json"
    save(run, path)
    again = read_run(path.read_bytes(), "run.json")
    assert again.planned == run.planned
    assert [q.answers for q in again.questions] == [q.answers for q in run.questions]
    assert again.same(run)
    assert as_json(again) == as_json(run)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda run: run.pop("run"), "is no saved run"),
        (lambda run: run.pop("planned"), "something is missing"),
        (lambda run: run["results"][0]["outcomes"].pop(), "something is missing or of a wrong kind"),
        (lambda run: run["results"][0]["outcomes"][0]["values"].update(recall="x"), "of a wrong kind"),
        (lambda run: run["results"][0]["outcomes"][0]["found"].append(["a", 5, 2, 0.1, 3]), "of a wrong kind"),
        (lambda run: run["planned"][0]["strategy"].update(key="magic"), "no strategy “magic”"),
        (lambda run: run.update(budget=True), "of a wrong kind"),
    ],
)
def test_files_that_are_no_runs_are_refused_in_one_sentence(change, words):
    plain = json.loads(as_json(sweep(Corpus(CORPUS), planned(pipeline()))))
    change(plain)
    with pytest.raises(ChunkvizError, match=words):
        read_run(json.dumps(plain).encode(), "run.json")


@pytest.mark.parametrize("data", [b"", b"{", b"[" * 100_000, b"7", b"null"])
def test_other_files_are_no_runs(data):
    with pytest.raises(ChunkvizError, match="no saved run"):
        read_run(data, "run.json")


class Stop(Exception):
    pass


def test_a_sweep_that_was_stopped_goes_on_where_it_was():
    pipelines = [pipeline(k=k) for k in (1, 2, 3)]
    kept, begun = [], []

    def stop_at_second(progress):
        if progress.done == 1 and progress.step == "asking":
            raise Stop

    with pytest.raises(Stop):
        sweep(Corpus(CORPUS), planned(*pipelines), done=kept.append, progress=stop_at_second)
    assert len(kept) == 1
    resumed = sweep(Corpus(CORPUS), kept[-1], progress=lambda progress: begun.append((progress.done, progress.at)))
    assert {at for _, at in begun} == {pipelines[1].label, pipelines[2].label, ""}
    assert [result.pipeline for result in resumed.results] == pipelines
    assert begun[-1] == (3, "")
    whole = sweep(Corpus(CORPUS), planned(*pipelines))
    for metric in metrics:
        assert [r.values(metric.key) for r in whole.results] == [r.values(metric.key) for r in resumed.results]


def test_progress_never_goes_back_and_ends_at_all():
    told = []
    sweep(Corpus(CORPUS), planned(pipeline(), pipeline(k=3)), progress=told.append)
    shares = [progress.share for progress in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert (told[-1].done, told[-1].total) == (2, 2)


def test_texts_that_settings_share_are_embedded_once(monkeypatch, tmp_path):
    from chunkviz import embedder
    from chunkviz.cache import vectors as vector_cache
    from chunkviz.embedders.hashing import Hashing

    cache = vector_cache.VectorCache(tmp_path / "v.sqlite")
    monkeypatch.setattr(embedder, "shared_cache", lambda: cache)
    monkeypatch.setattr(Hashing, "cached", True)
    made = []
    real = Hashing.encode
    monkeypatch.setattr(Hashing, "encode", lambda self, texts: made.extend(texts) or real(self, texts))
    sweep(Corpus(CORPUS), planned(pipeline(k=1), pipeline(k=2), pipeline(Sentences(size=7, overlap=0))))
    assert len(made) == len(set(made)) == 5 + 2


@dataclass(frozen=True)
class OneSize(Strategy):
    """A strategy that has neither a size nor an overlap."""

    key = "one_size"

    def split(self, document, tools):
        return []


def test_a_grid_leaves_out_what_contradicts_itself_and_takes_what_has_no_size_once():
    pipelines, notes = grid([Fixed(), OneSize()], sizes=[64, 128], overlaps=[0, 64], embedders=["hashing"], k=3)
    assert [one.label for one in pipelines] == [
        "fixed 64/0, hashing, k 3",
        "fixed 128/0, hashing, k 3",
        "fixed 128/64, hashing, k 3",
        "one_size, hashing, k 3",
    ]
    assert notes == ["Fixed size 64/64 is left out: overlap must be smaller than size; it is 64 and size is 64."]
    with pytest.raises(ChunkvizError, match="No setting is left"):
        grid([Fixed()], sizes=[64], overlaps=[64])
    with pytest.raises(SettingError, match="k must be"):
        grid([Fixed()], k=0)
    with pytest.raises(ChunkvizError, match="takes 500 at most"):
        grid([Fixed()], sizes=range(1, 1000), overlaps=[0])


def test_white_space_between_two_chunks_is_not_missed():
    text = Document("Fees are high.\n\n \nThey fell in May.", "t.txt")
    asked = [Question("Fees?", (Place("t.txt", 0, 35),))]
    result = evaluate(Corpus([text]), asked, pipeline(Sentences(size=4, overlap=0), k=2))
    assert {one.place for one in result.outcomes[0].found} == {Place("t.txt", 0, 14), Place("t.txt", 18, 35)}
    assert result.outcomes[0].answered
    assert result.mean("answered_within_budget") == 1
