"""The course: how a lesson is declared and found, and where a session stands in it.

No list names the lessons: each is a module of pages/lessons. The course's address holds the lesson, every control that was
moved, a document and a question of one's own, and the step of presenter mode:

    /learn?lesson=cut_answer&case=dosage&size=256&teach=2
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.figures.strips import DrawnStrip
from chunkviz.pattern import Search
from chunkviz.registry import Registry
from chunkviz.span import Span

if TYPE_CHECKING:
    from .lesson import Stage

Live = Callable[["Stage"], str]

CHAPTERS = ("Cutting", "Finding", "Judging", "Step by step", "Exercises")
STEPS = ("Claim", "Guess", "Reveal", "Notice")  # of a lesson in presenter mode
CLAIM, GUESS, REVEAL, NOTICE = range(1, 5)
LONGEST = 2_000  # characters of one value in the address


@dataclass(frozen=True)
class Picture:
    """For the first step of a lesson in presenter mode: strips of chunks, drawn from the numbers of the lesson itself.

    shown    the stretch of text that is drawn
    answer   where the text answers the lesson's question
    """

    strips: list[DrawnStrip]
    shown: Span
    answer: Span | None = None


@dataclass
class Lesson:
    """key      its name in the address: the name of its module
    claim      one or two sentences; the lesson shows whether they hold
    question   what moving the control answers
    guess      what a class is asked before the result is revealed
    picture    what is drawn beside the claim in presenter mode
    live       draws on a stage and returns, in Markdown, what to notice
    model      whether it needs the embedding model, which is loaded when it is opened
    takes      what of their own a person can put in: "" nothing; "document"; "question", a document and a question with its
               marked answer; "questions", a document and all questions that it has on Evaluate
    """

    key: str
    title: str
    chapter: str
    claim: str
    question: str
    guess: str
    picture: Callable[[Stage], Picture]
    live: Live
    order: int
    model: bool = False
    takes: str = ""


lessons: Registry[Lesson] = Registry("pages.lessons", "lesson")


@dataclass
class Course:
    """Where this session stands.

    teach    the step of presenter mode, from 1; 0 out of it
    values   what was chosen in each lesson, as text
    counts   how many decisions there are to step through, in the lessons that have such
    turned   how many times the keys of the presenter's bar asked to go on, less back, as far as that was done; by bar
    """

    lesson: str = ""
    teach: int = 0
    opened: bool = False  # by an address that was not looked at yet
    values: dict[str, dict[str, str]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    turned: dict[str, int] = field(default_factory=dict)
    chunkings: dict[Any, Chunking] = field(default_factory=dict)
    searches: dict[Any, Search] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lesson = self.lesson or lessons.keys()[0]

    @property
    def at(self) -> int:
        return lessons.keys().index(self.lesson)

    @property
    def chosen(self) -> dict[str, str]:
        """What was chosen in this lesson."""
        return self.values.setdefault(self.lesson, {})

    @property
    def count(self) -> int:
        """How many decisions this lesson steps through; 1 where it has none."""
        return self.counts.get(self.lesson, 1)

    @property
    def decision(self) -> int:
        """Which of them is looked at, from 0."""
        text = self.chosen.get("step", "0")
        return min(int(text), self.count - 1) if text.isdecimal() and len(text) < 7 else 0

    @decision.setter
    def decision(self, to: int) -> None:
        self.chosen["step"] = str(min(max(to, 0), self.count - 1))

    def go(self, key: str) -> None:
        """Turn to another lesson, in presenter mode to its claim."""
        st.session_state.touched = True
        self.lesson, self.teach = key, min(self.teach, CLAIM)

    def turn(self, by: int) -> None:
        """One thing on (1) or back (-1): in presenter mode the next decision or step, otherwise the next lesson."""
        st.session_state.touched = True
        if self.teach == REVEAL and 0 <= self.decision + by < self.count:
            self.decision += by
        elif self.teach and CLAIM <= self.teach + by <= NOTICE:
            self.teach += by
        elif 0 <= self.at + by < len(lessons.keys()):
            self.lesson = lessons.keys()[self.at + by]
            self.teach = self.teach and (CLAIM if by > 0 else NOTICE)

    def query(self) -> dict[str, str]:
        query = {"lesson": self.lesson, **self.chosen}
        return query | ({"teach": str(self.teach)} if self.teach else {})

    def follow(self, query: dict[str, str]) -> str:
        """Go where an address says; a sentence where it names a lesson that is not there."""
        rest = {name: value[:LONGEST] for name, value in query.items()}
        wanted, teach = rest.pop("lesson", self.lesson), rest.pop("teach", "0")
        self.teach = int(teach) if teach in map(str, range(len(STEPS) + 1)) else 0
        if wanted not in lessons:
            return f"There is no lesson “{wanted[:100]}”; the first is shown."
        self.lesson, self.values[wanted], self.opened = wanted, rest, True
        return ""


def course() -> Course:
    """This session's course, led by the address where a person opened it or went back to it."""
    found: Course = st.session_state.setdefault("course", Course())
    moved = st.session_state.pop("touched", False)
    query = st.query_params.to_dict()
    if query and not moved and query != st.session_state.get("course address"):
        st.session_state["course note"] = found.follow(query)
    return found


def write(found: Course) -> None:
    """Make the address say where the course stands."""
    query = st.session_state["course address"] = found.query()
    if st.query_params.to_dict() != query:
        st.query_params.from_dict(query)
