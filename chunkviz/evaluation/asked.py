"""The questions of an evaluation, by the name of the document that each is about: marked, brought in a file, changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from ..document import Document
from ..place import Place
from ..span import Span
from .questions import Question, QuestionsRead, read_questions

Asked = dict[str, list[Question]]


def trimmed(document: Document, span: Span) -> Place:
    """The selected words without the white space around them."""
    words = document.text[span.start : span.end]
    start = span.start + len(words) - len(words.lstrip())
    return Place(document.name, start, start + len(words.strip()))


def add(asked: Asked, document: str, text: str, answer: Place) -> None:
    """A new question with its answer; where the same question is asked already, another answer of it."""
    text = " ".join(text.split())
    same = next((one for one in asked.setdefault(document, []) if one.text == text), None)
    if same is None:
        asked[document].append(Question(text, (answer,), document=document))
    elif answer not in same.answers:
        replace(asked, same, dataclasses.replace(same, answers=(*same.answers, answer)))


def bring(asked: Asked, documents: Sequence[Document], data: bytes, name: str) -> QuestionsRead:
    """Add the questions of a file to those of the documents that hold their answers; one without a home goes to the first
    document. Raises ChunkvizError where the file is none of questions."""
    reading = read_questions(data, name, documents)
    for question in reading.questions:
        home = question.answers[0].document if question.answers else question.document
        asked.setdefault(home if home in asked else documents[0].name, []).append(question)
    return reading


def replace(asked: Asked, question: Question, by: Question | None) -> None:
    """Put another question in this one's place, or none."""
    for questions in asked.values():
        for i, one in enumerate(questions):
            if one is question:
                questions[i : i + 1] = [by] if by is not None else []
                return
