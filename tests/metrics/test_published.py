"""Precision-omega of Chroma's report, to the digit it prints: chunks and answers alone, no model.

The data lie beside the repository and are not part of it; where they are absent, these tests are skipped.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from chunkviz.case import Case, Ranking
from chunkviz.chunking import chunk
from chunkviz.document import Document
from chunkviz.evaluation.first_places import first_places
from chunkviz.evaluation.judge import PlaceIndex
from chunkviz.evaluation.questions import read_questions
from chunkviz.metrics.published import published_precision_omega
from chunkviz.place import Place
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategy import Tools
from chunkviz.tokenizer import tokenizers

DATA = Path(__file__).parents[3] / "shared" / "data" / "chroma_eval"
SEPARATORS = ("\n\n", "\n", ".", "?", "!", " ", "")
LANGCHAIN = {"separators": SEPARATORS, "keep": "start", "measure": "pieces"}  # as the report's code cuts

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the data of Chroma's report are not on this machine")


@pytest.fixture(scope="module")
def report():
    documents = [Document(path.read_bytes().decode(), path.name) for path in sorted((DATA / "corpora").glob("*.md"))]
    found = read_questions((DATA / "questions_df.csv").read_bytes(), "questions_df.csv", documents)
    return [Tools(document, tokenizers.get("cl100k_base")) for document in documents], found


def omega(report, strategy):
    """Precision-omega in per cent."""
    places = []
    for tools in report[0]:
        chunks = chunk(tools.document, strategy, tools=tools).chunks
        spans = first_places(tools.document.text, [one.span for one in chunks])
        places += [Place(tools.document.name, *span) for span in spans]
    table = PlaceIndex(places)
    values = []
    for question in report[1].questions:
        holders = table.touching(question.answers)
        one = Case(question.answers, (), (), (), holders, (), 0, Ranking((), 0, 5), ((), holders), 5)
        values.append(published_precision_omega(one))
    return 100 * sum(values) / len(values)


def test_every_reference_stands_where_the_file_says(report):
    assert len(report[1].questions) == 472
    assert report[1].problems == []


@pytest.mark.parametrize(
    ("strategy", "wanted"),
    [
        (Fixed(size=800, overlap=400), 4.7),
        (Fixed(size=400, overlap=200), 8.4),
        (Fixed(size=400, overlap=0), 12.5),
        (Fixed(size=200, overlap=0), 21.0),
        (Recursive(size=800, overlap=400, **LANGCHAIN), 6.7),
        (Recursive(size=400, overlap=200, **LANGCHAIN), 13.9),
        (Recursive(size=400, overlap=0, **LANGCHAIN), 17.7),
        (Recursive(size=200, overlap=0, **LANGCHAIN), 29.9),
        (Recursive(size=250, overlap=125, **LANGCHAIN), 21.1),
    ],
)
def test_precision_omega_is_the_published_one(report, strategy, wanted):
    assert omega(report, strategy) == pytest.approx(wanted, abs=0.051)
