"""Quotes that are not in the text to the letter: the passage meant is found, with its edits counted by hand."""

from __future__ import annotations

import time

import pytest

from chunkviz.document import Document
from chunkviz.evaluation.nearest_passages import LONGEST, nearest_passages

TEXT = (
    "# Berths\n\nBerths are booked at the office.\n\n"
    "The **night fee** is two crowns for each metre of boat. It is paid before noon.\n\n"
    "| place | fee |\n| --- | --- |\n| outer pier | 3 crowns |\n\n"
    "Diesel is sold from eight to six at the red pump; petrol is fet-\nched from the village.\n\n"
    "Der Liegeplatz kostet zwölf Kronen. 码头的费用是每晚三克朗。Ende."
)
DOCUMENT = Document(TEXT, "harbour.md")


@pytest.mark.parametrize(
    ("quote", "passage", "edits"),
    [
        ("The night fee is two crowns", "The **night fee** is two crowns", 0),  # without the marks
        ("“the NIGHT fee” is two crowns", "The **night fee** is two crowns", 0),
        ("petrol is fetched from the village.", "petrol is fet-\nched from the village.", 0),  # a hyphen at a line's end
        ("outer pier 3 crowns", "outer pier | 3 crowns", 0),  # a row copied from the page
        ("The night fee is too crowns", "The **night fee** is two crowns", 1),  # w for o
        ("The nihgt fee is two crowns for each meter of boat.", "The **night fee** is two crowns for each metre of boat.", 4),
        ("Der Liegeplatz kostet zwolf Kronen", "Der Liegeplatz kostet zwölf Kronen", 1),
        ("码头的费用是每晚五克朗", "码头的费用是每晚三克朗", 1),
    ],
)
def test_the_passage_meant_is_the_nearest(quote: str, passage: str, edits: int) -> None:
    near = nearest_passages(quote, DOCUMENT)[0]
    assert (TEXT[slice(*near.span)], near.edits) == (passage, edits)


def test_the_share_is_of_the_letters_of_the_quote() -> None:
    assert nearest_passages("two crawns", Document("It is two crowns."))[0].share == pytest.approx(1 / 9)


def test_a_full_stop_comes_along_where_the_quote_has_one() -> None:
    with_stop, without = (nearest_passages(f"It is payed before noon{end}", DOCUMENT)[0].span for end in (".", ""))
    assert TEXT[slice(*with_stop)] == "It is paid before noon."
    assert TEXT[slice(*without)] == "It is paid before noon"


def test_several_passages_are_offered_the_nearest_first() -> None:
    text = "A sloop pays two crowns. A ketch pays six crowns. A barge pays ten crowns. Nothing else is said here."
    near = nearest_passages("A ketch pays ten crowns.", Document(text))
    assert [text[slice(*one.span)] for one in near] == [
        "A ketch pays six crowns.",  # ten for six: 3
        "A barge pays ten crowns.",  # barge for ketch: 5
        "A sloop pays two crowns.",  # sloop for ketch: 5; two for ten: 2
    ]
    assert [one.edits for one in near] == [3, 5, 7]
    assert len(nearest_passages("A ketch pays ten crowns.", Document(text), 2)) == 2


@pytest.mark.parametrize("quote", ["", "…", "ab", "Nowhere does anything of this kind occur", "x" * (LONGEST + 1)])
def test_nothing_is_offered_for_what_is_not_there(quote: str) -> None:
    assert nearest_passages(quote, DOCUMENT) == []


def test_a_letter_that_becomes_two_in_lower_case_moves_nothing() -> None:
    text = "İİİ İstanbul: the fee is three crowns."
    near = nearest_passages("the fee is thre crowns", Document(text))[0]
    assert (text[slice(*near.span)], near.edits) == ("the fee is three crowns", 1)


def test_time_grows_with_the_text_and_is_bounded() -> None:
    text = "".join(f"Berth {number} of the harbour costs {number % 7} crowns a night. " for number in range(20_000))
    quote = ("Berth 777 of the harbour costs 5 crowns a night. Berth 778 of this harbour costs " * 20)[:LONGEST]
    began = time.process_time()
    assert nearest_passages(quote, Document(text))[0:1]
    assert time.process_time() - began < 10  # 1 MB, on a core that others use too
