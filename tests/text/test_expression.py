"""A user's regular expressions: what never ends is stopped, and holds up nobody."""

from __future__ import annotations

import threading
import time

import pytest

import chunkviz
from chunkviz.errors import SettingError
from chunkviz.strategies.separator import Separator
from chunkviz.text.expression import Allowance, Expression

NEVER_ENDS = "(a|aa)+$"
TEXT = "a" * 60 + "!"


def test_what_never_ends_is_stopped_in_a_sentence_and_lets_others_run() -> None:
    turns, done = [], threading.Event()

    def another() -> None:
        while not done.is_set():
            turns.append(time.monotonic())
            time.sleep(0.01)

    thread = threading.Thread(target=another)
    thread.start()
    try:
        with pytest.raises(SettingError, match="was stopped: on this text it needs more than 3 seconds; make it simpler"):
            list(Expression(NEVER_ENDS, Allowance(0.3)).finditer(TEXT, 0, len(TEXT)))
    finally:
        done.set()
        thread.join()
    assert len(turns) > 5, "the interpreter was held for no longer than a moment"


def test_the_expressions_of_one_cutting_share_their_time() -> None:
    allowance = Allowance(0.2)
    first, second = Expression(NEVER_ENDS, allowance), Expression("a", allowance)
    with pytest.raises(SettingError):
        first.search(TEXT, 0, len(TEXT))
    assert allowance.seconds <= 0
    with pytest.raises(SettingError, match="“a” was stopped"):
        second.search(TEXT, 0, len(TEXT))


def test_an_expression_cuts_as_it_says() -> None:
    chunking = chunkviz.chunk("a1b22c", Separator(1, 0, r"\d+", regex=True, keep="drop"), "characters")
    assert [chunking.text(chunk) for chunk in chunking.chunks] == ["a", "b", "c"]
    assert [(m.start(), m.end()) for m in Expression(r"\d+").finditer("1a22", 1, 4)] == [(2, 4)]
