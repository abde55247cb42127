"""Regular expressions that a user wrote: their faults in words, and a limit on the time they may take.

They run in the package `regex`, which stops at a time limit and lets other threads run meanwhile; Python's `re` does neither,
so that one expression such as `([a-z]+)+~` would hold up everybody a server works for.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import regex

from ..errors import SettingError

LONGEST = 500  # characters of an expression: the time to compile one grows faster than its length
SECONDS = 3.0  # of computing, for all expressions of one cutting together


@dataclass
class Allowance:
    """The seconds that expressions may still take, shared by those that cut one text."""

    seconds: float = SECONDS


@dataclass(frozen=True)
class Expression:
    """One expression, with the two calls of `re.Pattern` that cutting needs; a SettingError where its time is used up."""

    pattern: str
    allowance: Allowance = field(default_factory=Allowance, compare=False, repr=False)

    @functools.cached_property
    def groups(self) -> int:
        """How many groups it has that keep what they match."""
        return int(_compiled(self.pattern).groups)

    def search(self, text: str, start: int, end: int) -> regex.Match[str] | None:
        """The first match in `text[start:end]`."""
        return next(self.finditer(text, start, end), None)

    def finditer(self, text: str, start: int, end: int) -> Iterator[regex.Match[str]]:
        """Every match in `text[start:end]`, in order, none overlapping another."""
        compiled = _compiled(self.pattern)
        began, allowed = time.thread_time(), self.allowance.seconds
        try:
            if allowed <= 0:
                raise TimeoutError
            yield from compiled.finditer(text, start, end, concurrent=True, timeout=allowed)
        except (TimeoutError, MemoryError):
            raise SettingError(
                f"The regular expression “{_short(self.pattern)}” was stopped: "
                f"on this text it needs more than {SECONDS:g} seconds; "
                "make it simpler, such as without a repetition inside a repetition."
            ) from None
        finally:
            self.allowance.seconds -= time.thread_time() - began


def check_expressions(name: str, patterns: Iterable[str]) -> None:
    """A SettingError where one of the patterns of the setting `name` cannot be used as a regular expression."""
    for pattern in patterns:
        if len(pattern) > LONGEST:
            raise SettingError(
                f"{name} holds a regular expression of {len(pattern):,} characters; it may have at most {LONGEST}."
            )
        try:
            _compiled(pattern)
        except (regex.error, RecursionError, OverflowError, MemoryError, ValueError) as error:
            reason = {RecursionError: "it is nested too deeply", MemoryError: "it is too large"}.get(type(error), str(error))
            raise SettingError(f"{name} holds “{_short(pattern)}”, which is not a regular expression: {reason}.") from None


@functools.lru_cache(64)
def _compiled(pattern: str) -> regex.Pattern[str]:
    return regex.compile(pattern)


def _short(pattern: str) -> str:
    return pattern if len(pattern) <= 60 else f"{pattern[:59]}…"
