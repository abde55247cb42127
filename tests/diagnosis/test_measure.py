"""Planted failures: one cause each, found from documents small enough to check by eye, and in the samples with the real model.

With `Tiny` a text's vector counts its words, so a similarity is worked out by hand: words in common over the root of the
product of the lengths (where no word repeats).
"""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path

import pytest
from tiny_embedder import Tiny

from chunkviz.cause import Cause
from chunkviz.chunk import Chunk
from chunkviz.chunking import Chunking, chunk
from chunkviz.cli import main
from chunkviz.diagnosis import wording as accounts
from chunkviz.diagnosis.measure import explain
from chunkviz.diagnosis.missing_words import has, lacking
from chunkviz.diagnosis.remedies import effect_words, neighbours, remedies
from chunkviz.document import Block, Document
from chunkviz.embedder import embedder_for
from chunkviz.evaluation.evaluate import Corpus, evaluate
from chunkviz.evaluation.questions import Question, find_quote, read_questions
from chunkviz.exports import failure_report
from chunkviz.imported.chunks_file import Imported
from chunkviz.imported.placed_index import placed
from chunkviz.pattern import Search, patterns, retrieve
from chunkviz.pipeline import Pipeline
from chunkviz.reader import read
from chunkviz.search.exact_index import ExactIndex
from chunkviz.search.record import Record, records_of
from chunkviz.span import Span
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategy import strategies

SAMPLES = Path(__file__).parents[2] / "sample_docs"
TINY = Tiny(dimension=100_003)
PLAIN = patterns.get("plain")()
CUT = Cause("test", "The test cut here.")


def cut_into(pieces, *, between=" ", left_out=(), metadata=(), blocks=()) -> Chunking:
    """A document of these pieces, each a chunk, but for those left out."""
    starts = [sum(len(one) + len(between) for one in pieces[:i]) for i in range(len(pieces))]
    chunks = [
        Chunk(start, start + len(piece), CUT, metadata=metadata[i] if metadata else {})
        for i, (start, piece) in enumerate(zip(starts, pieces, strict=True))
        if i not in left_out
    ]
    document = Document(between.join(pieces), "planted.txt", blocks=tuple(blocks))
    return chunk(document, Imported(tuple(chunks)), "words")


def asked(question, answer, chunking, *, k=1, embedder=TINY, index=None, pattern=PLAIN, **filters):
    span = Span(chunking.document.text.index(answer), chunking.document.text.index(answer) + len(answer))
    index = index or ExactIndex.of(chunking, embedder)
    search = Search(index, embedder, {chunking.document.id: chunking}, **filters)
    return explain(question, span, chunking, search, pattern, k)


def whole_parts(found):
    return [(one.number, one.whole, one.rank, one.found) for one in found.holders]


def test_what_was_retrieved_has_no_cause():
    found = asked("boat fee", "boat fee three", cut_into(["Heron eats fish.", "The boat fee three crowns."]))
    assert (found.rank, found.causes) == (1, [])
    assert whole_parts(found) == [(1, True, 1, True)]
    assert found.holders[0].score == pytest.approx(2 / math.sqrt(2 * 5), abs=1e-4)


def test_uncovered():
    found = asked("boat fee", "boat fee three", cut_into(["Heron eats fish.", "The boat fee three crowns."], left_out=[1]))
    assert (found.causes, found.holders) == (["uncovered"], ())
    assert found.uncovered == (Span(21, 35),)


def test_uncovered_in_part_is_also_cut():
    pieces = ["The boat fee", "is three", "crowns."]
    found = asked("boat fee", "boat fee is three crowns", cut_into(pieces, left_out=[1]))
    assert found.causes[:2] == ["uncovered", "cut"]
    assert found.uncovered == (Span(13, 21),)


def test_white_space_that_no_chunk_holds_is_not_missing():
    found = asked("boat fee", "fee \n\n is", cut_into(["The boat fee", "is three."], between=" \n\n "), k=2)
    assert found.uncovered == ()


HALVES = ["The boat fee", "is three crowns.", "Heron eats fish."]


def test_cut_says_where_and_why_and_how_much_was_retrieved():
    found = asked("boat fee", "fee is three", cut_into(HALVES))
    assert found.causes == ["cut", "context_missing", "ranked_low"]
    assert [(one.whole, one.found) for one in found.holders] == [(False, True), (False, False)]
    assert [(cut.at, cut.number, cut.why) for cut in found.cuts] == [(12, 0, "The test cut here.")]
    assert found.reasons[0].sentence == (
        "The answer is cut: 2 chunks hold a part of it and none holds it whole; 1 of them was retrieved."
    )
    assert accounts.verdict(found) == "Not retrieved: the one passage does not hold the whole answer."


def test_an_answer_whose_pieces_were_all_retrieved_is_retrieved_in_pieces():
    found = asked("boat fee crowns", "fee is three", cut_into(HALVES), k=2)
    assert (found.causes, found.rank, found.completed_by) == ([], 2, (1, 2))
    assert accounts.verdict(found) == (
        "Retrieved in pieces: passages 1 and 2 of 2 hold the answer together, and a reader has to join them."
    )
    assert accounts.cause(found) == ""
    (where, *_) = accounts.account(found, cut_into(HALVES))
    assert "It is cut after “fee”, where chunk 1 ends: The test cut here." in where.sentences


def test_in_an_overlap_two_chunks_hold_it_whole():
    text = "Boats pay a fee of three crowns."
    document = Document(text, "planted.txt")
    overlapping = (Chunk(0, 15, CUT), Chunk(6, 32, CUT))
    found = asked("fee", "pay a fee", chunk(document, Imported(overlapping), "words"))
    assert [(one.number, one.whole, one.shared) for one in found.holders] == [(0, True, (1,)), (1, True, (0,))]
    assert found.causes == []


class Short(Tiny):
    """Reads four words."""

    limit = 4

    def encode(self, texts):
        return super().encode([" ".join(text.split()[:4]) for text in texts])


def test_truncated():
    chunking = cut_into(["Heron eats fish. Badger digs. Boat fee three.", "boat in harbour"])
    found = asked("boat fee", "Boat fee three", chunking, embedder=Short(dimension=100_003))
    assert found.causes == ["truncated", "diluted", "ranked_low"]
    assert found.holders[0].unread.start == chunking.document.text.index("digs")
    read = asked("boat fee", "Heron eats fish", chunking, embedder=Short(dimension=100_003))
    assert "truncated" not in read.causes


def test_duplicates():
    pieces = ["boat fee today"] * 3 + ["boat in harbour pays one fee or two"]
    found = asked("boat fee", "boat in harbour", cut_into(pieces), k=2)
    assert (found.subject.rank, found.distinct_rank) == (4, 2)
    assert found.causes[0] == "duplicates"
    assert [one.repeats for one in found.winners] == [None, 1]
    different = ["boat fee today", "boat fee yesterday", "boat fee tomorrow", pieces[3]]
    assert "duplicates" not in asked("boat fee", "boat in harbour", cut_into(different), k=2).causes


def test_filtered():
    chunking = cut_into(["Boat fee three.", "Heron eats fish."], metadata=[{"page": 1}, {"page": 2}])
    found = asked("boat fee", "Boat fee three", chunking, where={"page": 2})
    assert found.causes == ["filtered"]
    assert whole_parts(found) == [(0, True, None, False)]
    assert found.holders[0].score == pytest.approx(2 / math.sqrt(6), abs=1e-3)
    assert asked("boat fee", "Boat fee three", chunking, where_document={"$contains": "fish"}).causes == ["filtered"]
    assert asked("boat fee", "Boat fee three", chunking, where={"page": 1}).causes == []


class Approximate:
    """An index whose search never finds its first record, as a graph that was not walked far enough."""

    def __init__(self, exact):
        self._exact, self.records, self.vectors = exact, exact.records, exact.vectors

    def __len__(self):
        return len(self._exact)

    def search(self, vector, k, where=None, where_document=None):
        first = self._exact.records()[0].id
        return [hit for hit in self._exact.search(vector, k + 1, where, where_document) if hit.record.id != first][:k]


def test_approximated():
    chunking = cut_into(["Boat fee three.", "Heron eats fish."])
    found = asked("boat fee", "Boat fee three", chunking, index=Approximate(ExactIndex.of(chunking, TINY)))
    assert (found.causes, found.exact_rank) == (["approximated"], 1)


def test_diluted():
    filling = "Heron eats fish. Badger digs deep. Otter swims far. Swans breed here."
    found = asked("boat fee", "Boat fee three.", cut_into([f"{filling} Boat fee three.", "boat in harbour"]))
    assert found.causes == ["diluted", "ranked_low"]
    assert found.alone == pytest.approx(2 / math.sqrt(6), abs=1e-3)
    assert found.score_at_k == pytest.approx(1 / math.sqrt(2 * 3), abs=1e-3)
    assert [round(one.score, 2) for one in found.sentences] == [0, 0, 0, 0, 0.82]


def test_context_missing_in_the_headings():
    pieces = ["Saver tickets", "It is paid back in full.", "Ticket refund office opens at nine daily."]
    heading = Block("heading", 0, 13, 1, {"title": "Saver tickets"})
    found = asked("refund saver ticket", "It is paid back", cut_into(pieces, left_out=[0], blocks=[heading], between="\n\n"))
    assert found.causes == ["context_missing", "ranked_low"]
    assert found.score_at_k == pytest.approx(2 / math.sqrt(3 * 7), abs=1e-3)
    after, headings = found.surroundings
    assert (after.kind, after.words) == ("after", ("refund", "ticket"))
    assert after.score == pytest.approx(2 / math.sqrt(3 * 13), abs=1e-3)
    assert (headings.kind, headings.words, headings.text) == ("headings", ("saver", "ticket"), "Saver tickets")
    assert headings.score == pytest.approx(1 / math.sqrt(3 * 8), abs=1e-3)


def test_context_missing_in_the_chunk_before():
    pieces = ["The connection timeout ends a call.", "Thirty seconds is its default.", "The connection timeout of old servers."]
    found = asked("connection timeout", "Thirty seconds", cut_into(pieces), k=1)
    assert found.causes == ["context_missing", "ranked_low"]
    assert {one.number for one in found.surroundings} == {0, 2}
    assert found.lacks == ("connection", "timeout")


def test_ranked_low_alone():
    found = asked("boat fee", "Three crowns each", cut_into(["Three crowns each.", "Heron eats fish.", "Boat fee."]))
    assert found.causes == ["ranked_low"]
    assert [one.words for one in found.winners] == [("boat", "fee")]


def test_a_pattern_that_reads_more_retrieves_what_is_cut():
    chunking = cut_into(["The boat fee", "is three crowns.", "Heron eats fish."])
    assert asked("boat fee", "fee is three", chunking, pattern=patterns.get("sentence_window")()).causes == []


def test_words_that_are_lacking_in_no_form():
    assert lacking("Which tickets are refunded by the harbour?", "A ticket is refundable") == ("harbour",)
    assert lacking("What is the fee?", "No word of it") == ("fee",)
    assert has("Harbours and parties", ["party", "harbour", "boat"]) == ("party", "harbour")


def test_chunks_of_an_index_made_elsewhere_get_their_places():
    made = cut_into(["The boat fee is three crowns.", "Heron eats fish."])
    foreign = [Record(f"{i}", one.text) for i, one in enumerate(records_of(made))]
    index = ExactIndex(foreign, TINY.embed([one.text for one in foreign]))
    laid, index = placed(index, made.document, "words")
    assert [one.span for one in laid.chunking.chunks] == [one.span for one in made.chunks]
    assert asked("boat fee", "fee is three", laid.chunking, index=index).rank == 1


def test_a_filter_set_later_does_not_see_the_words_of_what_it_hides():
    chunking = cut_into(["Heron eats fish.", "Boat fee three."], metadata=[{"page": 1}, {"page": 2}])
    search = Search(ExactIndex.of(chunking, TINY), TINY, {chunking.document.id: chunking})
    hybrid = patterns.get("hybrid")()
    assert [one.text for one in retrieve("boat fee", search, hybrid, 1)] == ["Boat fee three."]
    narrowed = dataclasses.replace(search, where={"page": 1})
    assert [one.text for one in retrieve("boat fee", narrowed, hybrid, 5)] == ["Heron eats fish."]
    span = chunking.chunks[1].span
    assert explain("boat fee", span, chunking, search, hybrid, 1).causes == []
    assert explain("boat fee", span, chunking, narrowed, hybrid, 1).causes == ["filtered"]


# What would have worked

TEXT = "The heron eats fish and the otter swims. The boat fee is\n\nthree crowns a night. The badger digs a deep sett."


def planted() -> tuple[Chunking, Pipeline, Span]:
    pipeline = Pipeline(Recursive(size=13, overlap=0), tokenizer="words", embedder="hashing", k=1)
    chunking = chunk(Document(TEXT, "planted.txt"), pipeline.strategy, "words")
    start = TEXT.index("The boat fee")
    return chunking, pipeline, Span(start, TEXT.index(" a night"))


def test_every_remedy_does_what_it_says():
    chunking, pipeline, answer = planted()
    tried = remedies("What is the boat fee?", answer, chunking, pipeline)
    worked = [one for one in tried if one.worked]
    assert worked
    assert [one.rank for one in worked] == sorted(one.rank for one in worked)
    assert tried[: len(worked)] == worked
    for one in worked:
        again = chunk(chunking.document, one.pipeline.strategy, "words", refinements=one.pipeline.refinements)
        found = asked(
            "What is the boat fee?",
            TEXT[answer.start : answer.end],
            again,
            embedder=embedder_for("hashing"),
            pattern=one.pipeline.pattern,
            k=one.pipeline.k,
        )
        assert found.rank == one.rank, one.words


def test_neighbours_change_one_thing_and_stay_in_bounds():
    chunking, pipeline, _ = planted()
    options = list(neighbours(pipeline, chunking))
    assert ("chunks half as large (6)", 1) in [(one.words, one.extent) for one in options]
    assert len({one.after for one in options}) == len(options)
    assert pipeline not in [one.after for one in options]
    smallest = Pipeline(Recursive(size=1, overlap=0), tokenizer="words", embedder="hashing")
    assert all(getattr(one.after.strategy, "size", 1) >= 1 for one in neighbours(smallest, chunking))


def test_leaving_the_filter_away_is_tried():
    chunking, pipeline, answer = planted()
    tried = remedies("boat fee crowns", answer, chunking, pipeline, where_document={"$contains": "badger"})
    assert "without the filter" in [one.words for one in tried]


def test_the_effect_on_other_questions_is_measured():
    chunking, pipeline, answer = planted()
    questions = [
        Question("What is the boat fee?", places(chunking.document, TEXT[answer.start : answer.end])),
        Question("What does the heron eat?", places(chunking.document, "heron eats fish")),
    ]
    larger = Pipeline(Recursive(size=100, overlap=0), tokenizer="words", embedder="hashing", k=1)
    before, after = (evaluate(Corpus([chunking.document]), questions, one) for one in (pipeline, larger))
    assert effect_words(before, after) == "Answered of 2 questions: 1 now, 2 with it; 1 gained, 0 lost."


def places(document, quote):
    place, _ = find_quote(quote, None, [document])
    return (place,)


# The command

DOSE = "Adults take the syrup three times a day. The largest amount for adults in a day\nis\n30 ml. Shake the bottle well."


@pytest.fixture
def dose(tmp_path):
    path = tmp_path / "dose.txt"
    path.write_text(DOSE)
    return str(path)


FEW = ["--tokenizer", "words", "--embedder", "hashing", "--set", "overlap=0"]


def test_the_command_prints_what_the_issue_names(dose, capsys):
    given = ["--strategy", "fixed", "--set", "size=17", "-k", "1", "--json", *FEW]
    assert main(["explain", "largest amount for adults", "--answer", "in a day is 30 ml", dose, *given]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["answer"]["text"] == "in a day\nis\n30 ml"
    assert [(one["number"], one["whole"]) for one in printed["holders"]] == [(1, False), (2, False)]
    assert [one["number"] for one in printed["ranks"]] == [1, 2]
    assert sorted(one["rank"] for one in printed["ranks"]) == [1, 2]
    assert printed["causes"][0] == "cut"
    assert len(printed["because"]) == len(printed["causes"])
    assert printed["remedies"]
    assert all(one["rank"] == 1 and one["tokens"] > 0 and one["setting"] for one in printed["remedies"])


def test_the_command_says_the_same_to_people(dose, capsys):
    assert main(["explain", "largest amount", "--answer", "30 ml", dose, "--set", "size=100", *FEW]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Retrieved: passage 1 of 5 holds the answer whole.")
    assert "Chunk 1 holds all of it." in out


def test_a_quote_that_is_not_there_is_one_sentence(dose, capsys):
    assert main(["explain", "largest amount", "--answer", "31 ml", dose, *FEW]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "The quote “31 ml” is not in dose.txt.\n")
    assert main(["explain", "how to take it", "--answer", "Shake the bottles well.", dose, *FEW]) == 2
    hint = "The nearest passage is “Shake the bottle well.”"
    assert capsys.readouterr().err == f"The quote “Shake the bottles well.” is not in dose.txt. {hint}\n"


def test_a_quote_in_several_places_is_said(dose, capsys):
    given = ["explain", "largest amount", "--answer", "adults", dose, "--json", "--no-remedies", *FEW]
    assert main(given) == 0
    assert main([*given, "--occurrence", "7"]) == 2
    assert main(["explain", "how often", "--answer", "a day", dose, "--json", "--no-remedies", *FEW]) == 0
    err = capsys.readouterr().err
    assert "occurs in 2 places; the first is taken; --occurrence says which one." in err


def test_chunks_from_elsewhere(dose, tmp_path, capsys):
    (tmp_path / "chunks.json").write_text(
        json.dumps([{"text": "Adults take the syrup three times a day."}, {"text": "Shake the bottle well."}])
    )
    given = ["--chunks", str(tmp_path / "chunks.json"), "--json", *FEW]
    assert main(["explain", "largest amount", "--answer", "30 ml", dose, *given]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["causes"], printed["holders"]) == (["uncovered"], [])
    assert printed["remedies"]


def test_a_chroma_database(dose, tmp_path, capsys):
    from chunkviz.index import About, Store

    chunking = chunk(read(dose), Recursive(size=20, overlap=0), "words")
    embedder = embedder_for("hashing")
    store = Store.folder(tmp_path / "db")
    store.make("dose", About.of(chunking, embedder)).add(records_of(chunking), embedder)
    store.close()
    given = ["--db", str(tmp_path / "db"), "--json", "--no-remedies", *FEW]
    assert main(["explain", "largest amount for adults", "--answer", "30 ml", dose, *given]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["chunks"] == len(chunking)
    assert printed["retrieved"]


# The report

HOSTILE = "The fee is <script>alert(1)</script> *three* [crowns](x). Heron eats fish."


@pytest.mark.parametrize("make", [failure_report.html, failure_report.markdown])
def test_a_report_holds_every_sentence_and_no_markup_of_the_text(make):
    chunking = cut_into([HOSTILE, "boat fee <b>now</b>"])
    pipeline = Pipeline(chunking.strategy, tokenizer="words", embedder="hashing", k=1)
    found = asked("boat <i>fee</i>", "The fee is <script>alert(1)</script>", chunking)
    report = make(found, chunking, pipeline, [])
    assert "<script>alert" not in report
    assert "<b>now" not in report
    assert "<i>fee" not in report
    for section in accounts.account(found, chunking, []):
        assert section.title in report
    assert "ranked_low" in found.causes


# In the samples, with the real model: the document, the question's number, how it is cut, k, and the causes

PLANTED = [
    ("dosage.txt", 0, "recursive", {"size": 128, "overlap": 0}, 5, []),
    ("dosage.txt", 8, "recursive", {"size": 64, "overlap": 0}, 3, []),  # cut, and all pieces retrieved
    ("manual.md", 11, "recursive", {"size": 64, "overlap": 0}, 3, []),  # cut, and all pieces retrieved
    ("dosage.txt", 1, "recursive", {"size": 1024, "overlap": 0}, 1, ["truncated", "diluted", "ranked_low"]),
    ("manual.md", 2, "recursive", {"size": 1024, "overlap": 0}, 1, ["truncated", "ranked_low"]),
    ("thread.eml.txt", 0, "recursive", {"size": 64, "overlap": 48}, 3, ["duplicates", "diluted", "ranked_low"]),
    ("dosage.txt", 7, "recursive", {"size": 64, "overlap": 0}, 3, ["diluted", "ranked_low"]),
    ("manual.md", 6, "recursive", {"size": 128, "overlap": 0}, 3, ["diluted", "ranked_low"]),
    ("refunds.md", 3, "recursive", {"size": 128, "overlap": 0}, 3, ["context_missing", "ranked_low"]),
    ("dosage.txt", 1, "recursive", {"size": 64, "overlap": 0}, 3, ["context_missing", "ranked_low"]),
    ("dosage.txt", 9, "recursive", {"size": 64, "overlap": 0}, 3, ["ranked_low"]),
]


def sample(name, number):
    document = read(SAMPLES / name)
    question = read_questions((SAMPLES / "questions" / f"{name}.json").read_bytes(), f"{name}.json", [document]).questions[number]
    return document, question.text, document.text[slice(*question.answers[0].span)]


@pytest.mark.model
@pytest.mark.parametrize(("name", "number", "key", "settings", "k", "causes"), PLANTED)
def test_planted_in_the_samples(name, number, key, settings, k, causes):
    document, question, answer = sample(name, number)
    found = asked(
        question, answer, chunk(document, strategies.get(key)(**settings)), k=k, embedder=embedder_for("all-MiniLM-L6-v2")
    )
    assert found.causes == causes


@pytest.mark.model
def test_planted_in_the_samples_left_out_filtered_and_approximated():
    model = embedder_for("all-MiniLM-L6-v2")
    document = read(SAMPLES / "thread.eml.txt")
    dropped = chunk(document, strategies.get("messages")(signatures="drop"))
    assert asked("When is the office open?", "Office hours: Tuesday to Thursday", dropped, embedder=model).causes == ["uncovered"]
    document, question, answer = sample("dosage.txt", 0)
    chunking = chunk(document, Recursive(size=128, overlap=0))
    assert (
        asked(question, answer, chunking, k=5, embedder=model, where_document={"$contains": "antidote"}).causes[0] == "filtered"
    )
    exact = ExactIndex.of(chunking, model)
    holder = next(one for one in exact.records() if answer in one.text)
    rest = [one for one in exact.records() if one.id != holder.id]
    first = ExactIndex([holder, *rest], exact.vectors([one.id for one in [holder, *rest]]))
    assert asked(question, answer, chunking, k=5, index=Approximate(first), embedder=model).causes == ["approximated"]
