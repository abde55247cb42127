"""A change says what it changes, and what it costs; what is proposed is declared on the strategies and patterns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from chunkviz.change import PURPOSES, Extent, defaults, halved, headed, overlapped, recut, searched, without_overlap
from chunkviz.pattern import patterns
from chunkviz.patterns.plain import Plain
from chunkviz.pipeline import Pipeline
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategies.sentences import Sentences
from chunkviz.strategy import strategies

SETUP = Pipeline(Recursive(size=200, overlap=20, trim=False))


def test_each_changes_one_thing_and_knows_what_it_costs() -> None:
    smaller, more, none = halved(SETUP), overlapped(SETUP), without_overlap(SETUP)
    assert smaller is not None
    assert more is not None
    assert none is not None
    assert (smaller.words, smaller.after.strategy) == ("chunks half as large (100)", Recursive(size=100, overlap=10, trim=False))
    assert more.after.strategy == Recursive(size=200, overlap=50, trim=False)
    assert none.after.strategy == Recursive(size=200, overlap=0, trim=False)
    assert {(one.extent, one.recuts, one.cost) for one in (smaller, more, none)} == {
        (Extent.SETTING, True, "its chunks are embedded again")
    }
    (trimmed,) = defaults(SETUP)
    assert trimmed is not None
    assert (trimmed.words, trimmed.after.strategy) == ("trim white space at its default", Recursive(size=200, overlap=20))
    header = headed(SETUP)
    assert header is not None
    assert (header.extent, header.recuts) == (Extent.ADDED, True)
    assert headed(header.after) is None
    hybrid = next(one for one in searched(SETUP, "chunks ranked low") if one is not None)
    assert (hybrid.after.pattern.key, hybrid.extent, hybrid.recuts, hybrid.cost) == (
        "hybrid",
        Extent.ADDED,
        False,
        "only searched again",
    )
    (cut,) = recut(SETUP, "answers cut")
    assert cut is not None
    assert (cut.after.strategy, cut.extent) == (Sentences(size=200), Extent.STRATEGY)


def test_what_cannot_be_changed_is_nothing() -> None:
    assert halved(Pipeline(Fixed(size=1))) is None  # 0 is no size
    assert without_overlap(Pipeline(Fixed(size=10, overlap=0))) is None
    assert overlapped(Pipeline(Fixed(size=20, overlap=5))) is None  # that is a quarter already


def test_chunks_made_for_a_pattern_are_read_by_it_and_keep_their_sizes() -> None:
    family = next(one for one in recut(SETUP, "retrieval") if one is not None and one.after.strategy.key == "parent_child")
    assert family.after.pattern.key == "parent_document"
    assert family.after.strategy == strategies.get("parent_child")()


@pytest.mark.parametrize("owner", [*strategies, *patterns], ids=lambda owner: f"{owner.__name__}")
def test_what_each_is_good_for_is_a_known_purpose(owner: type) -> None:
    assert set(owner.good_for) <= set(PURPOSES)  # type: ignore[attr-defined]
    assert not getattr(owner, "read_by", "") or owner.read_by in patterns.keys()  # type: ignore[attr-defined]  # noqa: SIM118


def test_every_purpose_has_something_to_propose() -> None:
    declared = {purpose for owner in [*strategies, *patterns] for purpose in owner.good_for}
    assert declared == set(PURPOSES)


@pytest.fixture
def newcomers() -> Iterator[None]:
    """A strategy and a pattern that say nothing of what they are good for."""
    strategies.keys(), patterns.keys()

    @strategies.register
    @dataclass(frozen=True)
    class Newcomer(Sentences):
        key = "newcomer"
        label = "Newcomer"
        good_for = strategies.get("parent_child").good_for

    @patterns.register
    @dataclass(frozen=True)
    class Another(Plain):
        key = "another"
        label = "Another"
        good_for = patterns.get("surroundings").good_for

    yield
    del strategies._found["newcomer"], patterns._found["another"]


@pytest.mark.usefixtures("newcomers")
def test_a_new_strategy_and_a_new_pattern_are_proposed_by_themselves() -> None:
    proposed = [one.words for one in [*searched(SETUP, "retrieval"), *recut(SETUP, "retrieval")] if one is not None]
    assert "the strategy “Newcomer”" in proposed
    assert "the pattern “Another”" in proposed
