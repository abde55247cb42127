"""Advice: the pattern of failures is counted, the suggestion changes one thing, and its effect is measured."""

from __future__ import annotations

import json

import pytest

from chunkviz.document import Document
from chunkviz.embedder import embedders
from chunkviz.evaluation.advice import effects, failings
from chunkviz.evaluation.evaluate import Corpus, evaluate
from chunkviz.evaluation.questions import read_questions
from chunkviz.pipeline import Pipeline
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.sentences import Sentences

BIRDS = ("heron", "stork", "crane", "egret", "ibis", "bittern", "gull", "tern")
TEXT = Document(" ".join(f"The {bird} of this coast eats {i} small fish each day." for i, bird in enumerate(BIRDS)), "birds.txt")
SENTENCE = 11  # words of each


def asked(*birds):
    entries = [
        {
            "question": f"How much fish does the {bird} eat?",
            "answers": [f"The {bird} of this coast eats {BIRDS.index(bird)} small fish each day."],
        }
        for bird in birds
    ]
    return read_questions(json.dumps(entries).encode(), "q.json", [TEXT]).questions


def judged(strategy, questions, k=1):
    return evaluate(Corpus([TEXT]), questions, Pipeline(strategy, tokenizer="words", embedder="hashing", k=k))


def titled(result):
    return {one.title: one for one in failings(result)}


def test_nothing_is_advised_where_nothing_failed():
    result = judged(Sentences(size=SENTENCE, overlap=0), asked(*BIRDS))
    assert result.mean("recall") == 1
    assert failings(result) == []


def test_answers_that_are_cut_ask_for_larger_chunks_overlap_or_sentences():
    result = judged(Fixed(size=6, overlap=0), asked("heron", "stork"))
    found = titled(result)["Answers cut"]
    assert found.questions == (0, 1)
    assert found.sentence.startswith("No chunk holds the whole answer of 2 of 2 questions")
    assert [one.words for one in found.changes] == [
        "chunks twice as large (12)",
        "an overlap of 1",
        "the strategy “Sentences”",
    ]
    changed = [one.after.strategy for one in found.changes]
    assert changed == [Fixed(size=12, overlap=0), Fixed(size=6, overlap=1), Sentences(size=6)]


def test_the_effect_is_that_of_evaluating_the_suggestion():
    questions = asked(*BIRDS)
    result = judged(Fixed(size=6, overlap=0), questions)
    found = titled(result)["Answers cut"]
    after = effects(found, result, Corpus([TEXT]), questions)
    for change, effect in zip(found.changes, after, strict=True):
        again = evaluate(Corpus([TEXT]), questions, change.after)
        assert effect.comparison.difference == pytest.approx(again.mean("recall") - result.mean("recall"))
        assert effect.words.startswith(f"Recall {100 * result.mean('recall'):.1f} → {100 * again.mean('recall'):.1f} %: ")
        assert effect.words.endswith(
            f"{result.mean('tokens_retrieved'):.0f} → {again.mean('tokens_retrieved'):.0f} tokens a question."
        )


def test_text_behind_the_models_window_asks_for_chunks_it_reads(monkeypatch):
    monkeypatch.setattr(type(embedders.get("hashing")), "limit", 30)
    found = titled(judged(Fixed(size=88, overlap=8), asked("heron", "tern")))["Text the model never reads"]
    assert found.questions == (1,)
    assert "after the 30 tokens" in found.sentence
    assert found.changes[0].after.strategy == Fixed(size=24, overlap=2)  # 8 of 88 was an eleventh, and 24 // 11 is 2


def test_text_read_twice_asks_for_less_overlap():
    result = judged(Fixed(size=22, overlap=11), asked("crane"), k=3)
    places = [one.place for one in result.outcomes[0].found]
    read = sum(place.length for place in places)
    once = len({c for place in places for c in range(place.start, place.end)})
    found = titled(result)["The same text read twice"]
    assert found.sentence == f"{100 * (1 - once / read):.0f} % of what is read is read twice, for 1 of 1 question."
    assert found.changes[0].after.strategy == Fixed(size=22, overlap=0)


def test_a_right_chunk_that_stands_low_asks_for_context_or_words():
    entries = [
        {"question": "How much fish does the heron eat?", "answers": ["The stork of this coast eats 1 small fish each day."]}
    ]
    questions = read_questions(json.dumps(entries).encode(), "q.json", [TEXT]).questions
    result = judged(Sentences(size=SENTENCE, overlap=0), questions, k=2)
    assert result.outcomes[0].rank > 2
    found = titled(result)["Right chunk ranked low"]
    assert "the pattern “Hybrid: words and meaning”" in [one.words for one in found.changes]
    assert all(one.after.strategy == result.pipeline.strategy for one in found.changes)
