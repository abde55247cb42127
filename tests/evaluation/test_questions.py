"""Questions: every form is read, every quote is found where it stands or is reported, and what is written is read again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chunkviz.document import Document
from chunkviz.errors import ChunkvizError
from chunkviz.evaluation.questions import Question, as_csv, as_json, read_questions
from chunkviz.place import Place

HARBOUR = Document("The office opens at nine. Boats pay a fee.\nBoats pay a fee. 🚢 Done.", "harbour.txt")
FERRY = Document("Ferries are free\nfor children.", "ferry.md")
BOTH = [HARBOUR, FERRY]


def reading(value, name="questions.json", documents=BOTH):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return read_questions(data, name, documents)


def test_a_quote_becomes_the_place_where_it_stands():
    found = reading([{"question": "When?", "answers": ["opens at nine"], "why_hard": "It is not."}])
    assert found.questions == [Question("When?", (Place("harbour.txt", 11, 24),), note="It is not.")]
    assert HARBOUR.text[11:24] == "opens at nine"
    assert found.problems == []


def test_an_emoji_before_a_quote_counts_as_one_character():
    (question,) = reading([{"question": "End?", "answers": ["Done."]}]).questions
    assert question.answers == (Place("harbour.txt", 62, 67),)


def test_the_occurrence_says_which_of_several_is_meant():
    (question,) = reading([{"question": "Fee?", "answers": [{"quote": "Boats pay a fee.", "occurrence": 1}]}]).questions
    assert question.answers == (Place("harbour.txt", 43, 59),)


def test_a_quote_in_several_places_is_taken_from_the_first_and_reported():
    found = reading([{"question": "Fee?", "answers": ["Boats pay a fee."]}])
    assert found.questions[0].answers == (Place("harbour.txt", 26, 42),)
    assert found.problems == ["Question 1 (“Fee?”): the quote “Boats pay a fee.” occurs in 2 places; the first is taken."]


def test_an_occurrence_that_there_is_not_is_reported():
    found = reading([{"question": "Fee?", "answers": [{"quote": "opens", "occurrence": 1}]}], documents=[HARBOUR])
    assert found.questions[0].missing == ("opens",)
    assert "occurs once in harbour.txt; there is no occurrence 1 (from 0)" in found.problems[0]


def test_quotes_that_are_in_no_document_are_reported_one_by_one_and_stay_with_their_question():
    found = reading(
        [{"question": "A?", "answers": ["opens at nine", "closes at five", "is red"]}, {"question": "B?", "answers": ["nowhere"]}]
    )
    first, second = found.questions
    assert first.answers == (Place("harbour.txt", 11, 24),)
    assert first.missing == ("closes at five", "is red")
    assert not first.judged
    assert second.missing == ("nowhere",)
    assert found.problems == [
        "Question 1 (“A?”): the quote “closes at five” is not in any of the documents.",
        "Question 1 (“A?”): the quote “is red” is not in any of the documents.",
        "Question 2 (“B?”): the quote “nowhere” is not in any of the documents.",
    ]


def test_a_quote_may_have_other_white_space_than_the_document():
    (question,) = reading([{"question": "Free?", "answers": ["free for children"]}]).questions
    assert question.answers == (Place("ferry.md", 12, 29),)


@pytest.mark.parametrize("name", ["relevant_passages", "expected_chunks"])
def test_the_forms_of_guides(name):
    (question,) = reading([{"query": "Free?", name: ["Ferries are free"]}]).questions
    assert question == Question("Free?", (Place("ferry.md", 0, 16),))


def test_questions_may_stand_under_a_name_or_on_lines_of_their_own():
    one = {"query": "Free?", "relevant_passages": "Ferries are free"}
    assert len(reading({"questions": [one, one]}).questions) == 2
    assert len(reading("\n".join([json.dumps(one)] * 3).encode(), "questions.jsonl").questions) == 3


def test_the_form_of_chromas_report():
    rows = (
        'question,references,corpus_id\n"Fee, please?","[{""content"": ""Boats pay a fee."", '
        '""start_index"": 43, ""end_index"": 59}]",harbour\n'
    )
    found = reading(rows.encode(), "questions_df.csv")
    assert found.questions == [Question("Fee, please?", (Place("harbour.txt", 43, 59),), document="harbour.txt")]
    assert found.problems == []


def test_a_place_that_does_not_hold_the_quote_is_not_believed():
    given = [{"question": "Fee?", "answers": [{"quote": "opens at nine", "start": 0, "end": 13}]}]
    assert reading(given).questions[0].answers == (Place("harbour.txt", 11, 24),)
    beyond = [{"question": "Fee?", "document": "ferry", "answers": [{"start": 5, "end": 5000}]}]
    found = reading(beyond)
    assert found.questions[0].answers == ()
    assert "is neither a quote nor a place in a document" in found.problems[0]


def test_a_document_that_is_not_there_is_named():
    found = reading(
        [{"question": "Q?", "corpus_id": "finance", "references": [{"content": "opens", "start_index": 11, "end_index": 16}]}]
    )
    assert found.questions[0].missing == ("opens",)
    assert found.problems == ["Question 1 (“Q?”) is about “finance”, which is not among the documents."]


def test_the_files_name_says_which_document_is_meant():
    twice = [Document("same words", "a.md"), Document("same words", "b.md")]
    (question,) = reading([{"question": "Q?", "answers": ["same"]}], "b.md.json", twice).questions
    assert question.answers == (Place("b.md", 0, 4),)


def test_entries_that_are_no_questions_are_named():
    found = reading([{"question": "Free?", "answers": ["Ferries"]}, 7, {"question": " "}, {"question": "No answer?"}])
    assert [question.text for question in found.questions] == ["Free?", "No answer?"]
    assert found.problems == [
        "Question 2 is not an object with “question” and “answers”.",
        "Question 3 has no text; write it under “question”.",
        "Question 4 (“No answer?”) has no answers; write a list of quotes under “answers”.",
    ]


@pytest.mark.parametrize(
    ("data", "name", "words"),
    [
        (b"", "q.json", "is empty"),
        (b"[{", "q.json", "is not JSON"),
        (b"[1]\n[2", "q.json", "is not JSON (line 2)"),
        (b"\xff\xfe[", "q.json", "is not UTF-8"),
        (b"[]", "q.json", "holds no question"),
        (b"[" * 100_000, "q.json", "nested too deeply"),
        (b'{"a": 1}', "q.json", "holds no question. Question 1 has no text"),
        (b"frage,antwort\nWas?,Das\n", "q.csv", "needs a column question (or query)"),
        (b'question,answers\n"Free?,Ferries\nFull?,Trains\n', "q.csv", "is not a CSV table (unexpected end of data)"),
        (b'question,answers\n"' + b"x" * 200_000 + b'",y\n', "q.csv", "Question 1 is longer than 100,000 characters"),
    ],
)
def test_files_that_are_no_questions_are_refused_in_one_sentence(data, name, words):
    with pytest.raises(ChunkvizError) as error:
        read_questions(data, name, BOTH)
    assert words in str(error.value)


def test_two_documents_of_one_name_are_refused():
    with pytest.raises(ChunkvizError, match=r"Two documents are called “harbour.txt”"):
        reading([], documents=[HARBOUR, HARBOUR])


WRITTEN = [
    Question(
        "Fee, “please”?", (Place("harbour.txt", 43, 59), Place("harbour.txt", 61, 62)), document="harbour.txt", note="Twice."
    ),
    Question("Both?", (Place("harbour.txt", 0, 3), Place("ferry.md", 0, 7))),
    Question("Gone?", (Place("ferry.md", 0, 7),), ("not there",), "ferry.md"),
]


def test_what_is_written_as_json_is_read_again():
    assert reading(as_json(WRITTEN, BOTH).encode()).questions == WRITTEN


def test_what_is_written_as_csv_is_read_again_but_for_the_notes():
    again = reading(as_csv(WRITTEN, BOTH).encode(), "questions.csv").questions
    assert [(q.text, q.answers, q.missing) for q in again] == [(q.text, q.answers, q.missing) for q in WRITTEN]


def test_the_questions_of_the_samples_are_all_found():
    folder = Path(__file__).parents[2] / "sample_docs"
    for name in ("manual.md", "essay.txt", "transcript.txt", "dosage.txt", "multilingual.txt"):
        document = Document((folder / name).read_bytes().decode(), name)
        found = read_questions((folder / "questions" / f"{name}.json").read_bytes(), f"{name}.json", [document])
        assert found.problems == []
        assert all(question.judged for question in found.questions)


def test_ids_of_chunks_are_answers_of_their_own_kind():
    document = Document("Boats pay ten. Canoes pay two.", "fees.md")
    data = json.dumps([{"query": "What do canoes pay?", "expected_chunks": ["chunk-3"]}]).encode()
    found = read_questions(data, "questions.json", [document], {"chunk-3": Place("fees.md", 15, 30)})
    assert (found.questions[0].answers, found.problems) == ((Place("fees.md", 15, 30),), [])
    unknown = read_questions(data, "questions.json", [document])
    assert not unknown.questions[0].judged
    assert unknown.problems == [
        "Question 1 (“What do canoes pay?”): “chunk-3” is no quote; if it is the id of a chunk, name its collection "
        "(--chunk-ids)."
    ]


def test_a_document_is_known_by_as_much_of_its_path_as_is_written():
    document = Document("Boats pay ten.", "fees.md")
    data = json.dumps([{"question": "Fee?", "answers": ["Boats pay ten."], "document": "docs/fees.md"}]).encode()
    assert read_questions(data, "q.json", [document]).questions[0].answers == (Place("fees.md", 0, 14),)
