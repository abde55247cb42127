"""What would be sent to the model, and why a chunk was found."""

from __future__ import annotations

import numpy as np
import pytest
from tiny_embedder import Tiny

from chunkviz.diagnosis.sentence_scores import Sentence, why
from chunkviz.embedder import embedder_for
from chunkviz.search.hits import Hit, Passage
from chunkviz.search.prompt import budget, share_repeated
from chunkviz.search.record import Record
from chunkviz.span import Span
from chunkviz.tokenizer import tokenizers

TEXT = "one two three four five six seven eight nine ten"
WORDS = tokenizers.get("words")


def passage(start, end, rank, document="d"):
    span = Span(start, end)
    return Passage(document, f"{document}.txt", span, TEXT[start:end], 0.5, rank, (Hit(Record("x", TEXT[start:end]), 0.5, rank),))


def test_a_budget_by_hand():
    passages = [passage(0, 18, 1), passage(8, 23, 2), passage(0, 18, 3, "e")]  # 4, 3 and 4 words
    frame = 28 + 3  # the instructions have 28 words, “Question: Which number?” has 3
    whole = budget("Which number? ", passages, WORDS, 1_000, 3, 3.5)
    assert [line.tokens for line in whole.lines] == [4, 3, 4]
    assert [line.total for line in whole.lines] == [frame + 6, frame + 11, frame + 17]  # each with its number and name
    assert whole.lines[1].repeated == (Span(8, 18),)  # “three four”
    assert [round(share_repeated(line), 3) for line in whole.lines] == [0, 0.667, 0]
    assert (whole.expected, whole.used, whole.repeated) == (10, frame + 17, 2)  # round(3 x 3.5)
    assert whole.prompt.endswith(
        "say so.\n\n[1] d.txt\none two three four\n\n[2] d.txt\nthree four five\n\n[3] e.txt\none two "
        "three four\n\nQuestion: Which number?\n"
    )


def test_what_does_not_fit_is_not_sent():
    passages = [passage(0, 18, 1), passage(0, 48, 2), passage(0, 3, 3)]
    tight = budget("Which?", passages, WORDS, 30 + 6 + 2, 3, 5)
    assert [line.fits for line in tight.lines] == [True, False, False]  # the third would fit alone, but not after the second
    assert tight.used == 30 + 6
    assert "[2]" not in tight.prompt
    assert budget("Which?", [], WORDS, 10, 3, 5).prompt.count("(no passages)") == 1


def test_a_question_or_passage_that_looks_like_the_frame_changes_nothing():
    odd = Passage("d", "{question}", Span(0, 10), "{passages} {question}", 0.5, 1, ())
    assert "[1] {question}\n{passages} {question}\n\nQuestion: {passages}" in budget("{passages}", [odd], WORDS, 999, 1, 1).prompt


def test_the_best_sentence_and_dilution_by_hand():
    embedder = Tiny(dimension=4096)
    text = "Intro. Boats pay ten euros. Dogs are free. The office opens at nine. End."
    span = Span(7, 68)
    vector = embedder.embed(["Boats pay"])[0]
    score = float(embedder.embed([text[7:68]])[0] @ vector)
    found = why(vector, text, span, score, embedder)
    assert [text[slice(*one.span)] for one in found.sentences] == [
        "Boats pay ten euros.",
        "Dogs are free.",
        "The office opens at nine.",
    ]
    assert np.allclose(
        [one.score for one in found.sentences], [2 / np.sqrt(2 * 4), 0, 0], atol=1e-3
    )  # two words of two and of four
    assert found.best == found.sentences[0]
    assert found.dilution == pytest.approx(2 / np.sqrt(8) - 2 / np.sqrt(2 * 12), abs=1e-3)
    assert found.unread is None


def test_a_chunk_of_one_sentence_is_not_diluted():
    embedder = Tiny()
    vector = embedder.embed(["Boats"])[0]
    found = why(vector, "Boats pay.", Span(0, 10), float(embedder.embed(["Boats pay."])[0] @ vector), embedder)
    assert found.sentences == (Sentence(Span(0, 10), pytest.approx(found.score)),)
    assert found.dilution == pytest.approx(0, abs=1e-6)


def test_where_the_model_stops_reading():
    class Short(Tiny):
        limit, markers = 7, 2

    text = "zero one two three four five six seven"
    embedder = Short()
    vector = embedder.embed(["one"])[0]
    assert why(vector, text, Span(5, 38), 0.1, embedder).unread == 29  # five words are read: one to five
    assert why(vector, text, Span(5, 38), 0.1, embedder, before="A header").unread == 19  # two of the five are the header's
    assert why(vector, text, Span(5, 18), 0.1, embedder).unread is None


@pytest.mark.model
def test_a_large_chunk_hides_its_best_sentence():
    embedder = embedder_for("all-MiniLM-L6-v2")
    text = (
        "The bakery opens at six. " * 6
        + "A parrot may travel free of charge on its owner's shoulder. "
        + "The library lends sheet music. " * 6
    )
    vector = embedder.embed(["Do parrots pay on the train?"])[0]
    found = why(vector, text, Span(0, len(text)), float(embedder.embed([text])[0] @ vector), embedder)
    assert text[slice(*found.best.span)].startswith("A parrot")
    assert found.dilution > 0.15
