"""What a reason for a failed retrieval is, and where reasons are found.

A reason is a function in a module of `chunkviz.diagnosis.reasons`: it looks at what was measured and returns a sentence
with the numbers it rests on, or "" where it does not apply. Its docstring is its definition. Whatever is registered is
printed by the account, the Debug page, the report and the command line; no list names the reasons.

The same measurements always give the same reasons, the strongest first: those that make finding impossible before those
that make it unlikely. Where the answer was retrieved there is none.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass

from ..registry import Registry
from .explanation import Diagnosis, Explanation

Rule = Callable[[Explanation], str]

PLACE = "Where the answer is"
FATE = "What became of it"
SCORE = "Why its score is what it is"


@dataclass
class Reason:
    """key       its name in JSON and in tests
    section   the title it is printed under: one of the three above, or one of its own
    order     its strength; the lowest is the strongest
    rule      from what was measured to a sentence, or "" where it does not apply
    """

    key: str
    section: str
    order: int
    rule: Rule

    @property
    def about(self) -> str:
        """Its definition, on one line."""
        return " ".join((inspect.getdoc(self.rule) or "").split())


reasons: Registry[Reason] = Registry("chunkviz.diagnosis.reasons", "reason")


def reason(section: str, order: int, *, key: str = "") -> Callable[[Rule], Rule]:
    """Decorator: file a function as a reason, under the name of its module unless `key` gives another."""

    def file(rule: Rule) -> Rule:
        reasons.register(Reason(key or rule.__module__.rpartition(".")[2], section, order, rule))
        return rule

    return file


def reasons_of(found: Explanation) -> tuple[Diagnosis, ...]:
    """Why the answer was not retrieved, the strongest reason first; empty where it was."""
    if found.retrieved:
        return ()
    return tuple(Diagnosis(one.key, one.section, sentence) for one in reasons if (sentence := one.rule(found)))
