"""Metrics: the arithmetic by hand on examples small enough to check by eye, and ir-measures as a second opinion.

The example of most tests, answers as `=`, chunks found numbered by their rank:

    0         10        20        30        40
    |----=====|=========|---------|----=====|      one document of 40 characters, answers 5..20 and 35..40
    [   1    ]                    [   2    ]       found: 0..10 and 30..40, then 10..15 and 5..15 in other tests
"""

from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as some

from chunkviz.case import Case, Ranking
from chunkviz.metric import GROUPS, metrics
from chunkviz.metrics.average_precision import average_precision
from chunkviz.metrics.hit_rate import hit
from chunkviz.metrics.mrr import reciprocal_rank
from chunkviz.metrics.ndcg import ndcg
from chunkviz.metrics.precision_at_k import precision
from chunkviz.metrics.recall_at_k import recall
from chunkviz.place import Place

NONE = Ranking((), 0, 5)


def places(*pairs, document="d"):
    return tuple(Place(document, *pair) for pair in pairs)


def case(answers, passages, holders=(), tokens=None, answer_tokens=0, budget=1000, k=5):
    tokens = tokens or (0,) * len(passages)
    return Case(answers, passages, passages, passages, holders, tokens, answer_tokens, NONE, (passages, holders), k, budget)


def of(key, one):
    return metrics.get(key).of(one)


ANSWERS = places((5, 20), (35, 40))  # 20 characters


def test_text_metrics_by_hand():
    one = case(ANSWERS, places((0, 10), (30, 40)))
    assert of("recall", one) == 10 / 20  # 5..10 and 35..40
    assert of("precision", one) == 10 / 20
    assert of("iou", one) == 10 / 30  # 20 read, 20 answer, 10 of them the same


def test_what_two_chunks_repeat_counts_once_by_our_definitions_and_twice_by_the_published_ones():
    one = case(ANSWERS, places((0, 10), (5, 15)))
    assert of("recall", one) == 10 / 20  # 5..15
    assert of("precision", one) == 10 / 15  # 0..15
    assert of("iou", one) == 10 / 25  # 0..20 and 35..40
    assert of("published_recall", one) == 10 / 20
    assert of("published_precision", one) == 10 / 20  # 10 + 10
    assert of("published_iou", one) == 10 / 30  # 10 + 10, and 10 of the answers not found


def test_chunks_of_other_documents_cost_precision_and_find_nothing():
    one = case(ANSWERS, places((0, 10)) + places((35, 40), document="other"))
    assert of("recall", one) == of("published_recall", one) == 5 / 20
    assert of("precision", one) == of("published_precision", one) == 5 / 15


def test_answers_that_overlap_are_added_up_by_the_published_recall_alone():
    one = case(places((0, 10), (5, 15)), places((0, 15)))
    assert of("recall", one) == 1
    assert of("published_recall", one) == 15 / 20


def test_precision_omega_by_hand():
    holders = places((0, 10), (10, 20), (20, 30), (30, 40))  # 20..30 only stands beside an answer
    one = case(ANSWERS, (), holders)
    assert of("precision_omega", one) == 20 / 30
    assert of("published_precision_omega", one) == 20 / 40


def test_precision_omega_charges_for_answers_that_no_chunk_holds():
    one = case(ANSWERS, (), places((0, 10)))
    assert of("precision_omega", one) == of("published_precision_omega", one) == 5 / 25  # 0..20 and 35..40


def test_nothing_found_is_nought_everywhere():
    one = case(ANSWERS, (), places((0, 10)))
    for metric in metrics:
        if "omega" not in metric.key:
            assert metric.of(one) == 0, metric.key


def test_perfect_is_one_everywhere():
    ranking = Ranking((True, True), 2, 2)
    one = Case(ANSWERS, ANSWERS, ANSWERS, ANSWERS, ANSWERS, (15, 5), 20, ranking, (ANSWERS, ANSWERS), 2)
    for metric in metrics:
        assert metric.of(one) == (20 if metric.unit == "tokens" else 1), metric.key


def test_what_a_reader_pays():
    one = case(ANSWERS, places((0, 20), (30, 40)), tokens=(6, 4), answer_tokens=5)
    assert of("tokens_retrieved", one) == 10
    assert of("answer_tokens_per_token", one) == 0.5


def test_answered_within_the_budget_reads_in_order_until_it_is_spent():
    passages = places((0, 20), (20, 30), (30, 40))
    assert of("answered_within_budget", case(ANSWERS, passages, tokens=(6, 4, 4), budget=14)) == 1
    assert of("answered_within_budget", case(ANSWERS, passages, tokens=(6, 4, 4), budget=13)) == 0
    assert of("answered_within_budget", case(ANSWERS, passages, tokens=(15, 1, 1), budget=14)) == 0


def test_a_chunk_that_only_touches_an_answer_is_not_relevant():
    one = case(ANSWERS, places((20, 30), (0, 6)), places((20, 30), (0, 6), (6, 20), (30, 40)))
    assert one.by_place == Ranking((False, True), 3, 5)


def test_ranked_metrics_by_hand():
    ranking = Ranking((False, True, True, False, False), 4, 5)
    assert recall(ranking) == 2 / 4
    assert precision(ranking) == 2 / 5
    assert hit(ranking) == 1
    assert reciprocal_rank(ranking) == 1 / 2
    assert average_precision(ranking) == (1 / 2 + 2 / 3) / 4
    got = 1 / log2(3) + 1 / log2(4)
    best = 1 / log2(2) + 1 / log2(3) + 1 / log2(4) + 1 / log2(5)
    assert ndcg(ranking) == pytest.approx(got / best)


def test_precision_divides_by_k_where_fewer_were_found():
    assert precision(Ranking((True,), 1, 5)) == 1 / 5


@given(some.lists(some.booleans(), min_size=1, max_size=12), some.integers(0, 6), some.integers(1, 12))
def test_ranked_metrics_agree_with_ir_measures(found, unfound, k):
    import ir_measures
    from ir_measures import AP, RR, P, R, Success, nDCG

    total = sum(found) + unfound
    ranking = Ranking(tuple(found[:k]), total, k)
    documents = [f"d{i}" for i in range(len(found) + unfound)]
    judged = {"q": {name: int(i >= len(found) or found[i]) for i, name in enumerate(documents)}}
    run = {"q": {name: 100.0 - i for i, name in enumerate(documents[: len(found)])}}
    wanted = ir_measures.calc_aggregate([R @ k, P @ k, Success @ k, RR @ k, AP @ k, nDCG @ k], judged, run)
    assert recall(ranking) == pytest.approx(wanted[R @ k] if total else 0)
    assert precision(ranking) == pytest.approx(wanted[P @ k])
    assert hit(ranking) == pytest.approx(wanted[Success @ k])
    assert reciprocal_rank(ranking) == pytest.approx(wanted[RR @ k])
    assert average_precision(ranking) == pytest.approx(wanted[AP @ k] if total else 0)
    assert ndcg(ranking) == pytest.approx(wanted[nDCG @ k] if total else 0)


SPANS = some.lists(
    some.tuples(some.integers(0, 60), some.integers(1, 20)).map(lambda one: (one[0], one[0] + one[1])), min_size=1, max_size=6
)


@given(SPANS, SPANS)
def test_text_metrics_agree_with_sets_of_characters(answers, found):
    one = case(places(*answers), places(*found), places(*found))
    wanted, read = {c for a, b in answers for c in range(a, b)}, {c for a, b in found for c in range(a, b)}
    assert of("recall", one) == len(wanted & read) / len(wanted)
    assert of("precision", one) == len(wanted & read) / len(read)
    assert of("iou", one) == len(wanted & read) / len(wanted | read)
    holding = {c for a, b in found if wanted & set(range(a, b)) for c in range(a, b)}
    assert of("precision_omega", one) == len(wanted & holding) / len(wanted | holding)
    twice = sum(b - a for a, b in found)
    assert of("published_precision", one) == len(wanted & read) / twice
    assert of("published_iou", one) == len(wanted & read) / (twice + len(wanted - read))


def test_every_metric_says_what_it_is():
    for metric in metrics:
        assert metric.group in GROUPS
        assert metric.label
        assert metric.about.endswith(".")
        assert metric.unit in ("share", "tokens")
