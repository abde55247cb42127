"""The questions of an evaluation: marked, replaced, brought in a file."""

from __future__ import annotations

import json

from chunkviz.document import Document
from chunkviz.evaluation.asked import Asked, add, bring, replace, trimmed
from chunkviz.evaluation.questions import Question
from chunkviz.place import Place
from chunkviz.span import Span

HARBOUR = Document("Boats pay a fee.  It is 3 crowns. ", "harbour.txt")


def test_selected_words_lose_the_white_space_around_them() -> None:
    assert trimmed(HARBOUR, Span(16, 34)) == Place("harbour.txt", 18, 33)


def test_marking_adds_a_question_or_another_answer_of_it() -> None:
    asked: Asked = {}
    first, second = Place("harbour.txt", 0, 16), Place("harbour.txt", 18, 33)
    add(asked, "harbour.txt", " What is  the fee? ", first)
    add(asked, "harbour.txt", "What is the fee?", second)
    add(asked, "harbour.txt", "What is the fee?", second)
    assert asked == {"harbour.txt": [Question("What is the fee?", (first, second), document="harbour.txt")]}


def test_questions_are_replaced_and_deleted() -> None:
    asked: Asked = {}
    add(asked, "harbour.txt", "A?", Place("harbour.txt", 0, 5))
    add(asked, "harbour.txt", "B?", Place("harbour.txt", 0, 5))
    first, second = asked["harbour.txt"]
    replace(asked, first, Question("C?", first.answers))
    assert [one.text for one in asked["harbour.txt"]] == ["C?", "B?"]
    replace(asked, second, None)
    assert [one.text for one in asked["harbour.txt"]] == ["C?"]


def test_questions_of_a_file_go_to_the_document_of_their_answers() -> None:
    other = Document("Ferries are free.", "ferry.md")
    asked: Asked = {"harbour.txt": [], "ferry.md": []}
    data = json.dumps([{"query": "Free?", "relevant_passages": ["Ferries are free.", "not there"]}]).encode()
    reading = bring(asked, [HARBOUR, other], data, "q.json")
    assert len(reading.problems) == 1
    assert [one.text for one in asked["ferry.md"]] == ["Free?"]
    assert asked["harbour.txt"] == []
