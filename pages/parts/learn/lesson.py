"""What lessons share: how one is declared and found, where the course stands, and the stage a lesson plays on.

A lesson is a module of pages/lessons: a claim, a question that moving a control answers, and a function that shows the
live thing and returns what to notice, made from the numbers it has just computed. No list names the lessons.

The course's address holds the lesson, every control that was moved and the step of teaching mode:

    /learn?lesson=cut_answer&case=dosage&size=256&teach=2
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import chunkviz
from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.embedder import Embedder, embedder_for, embedders
from chunkviz.evaluation.single_question import Asked, ask, search_of
from chunkviz.pattern import Pattern, Search, patterns
from chunkviz.refinement import Refinement, refinements
from chunkviz.registry import Registry
from chunkviz.span import Span
from chunkviz.strategy import Strategy, Tools, strategies

from ..controls import document_menu, documents
from ..session import work
from ..session.choice import choice, shown, touched

T = TypeVar("T")
Live = Callable[["Stage"], str]

_STYLE = Path(__file__).with_name("lesson.css")
KEPT = 12  # chunkings, and collections in Chroma, that a session's course keeps
CHAPTERS = ("Cutting", "Finding", "Judging", "Step by step", "Exercises")
TEACHING = 3  # steps of a lesson in teaching mode: the claim, the live thing, what to notice


@dataclass
class Lesson:
    """key      its name in the address: the name of its module
    claim      one or two sentences; the lesson shows whether they hold
    question   what moving the control answers
    live       draws on a stage and returns, in Markdown, what to notice
    model      whether it needs the embedding model, which is loaded when it is opened
    """

    key: str
    title: str
    chapter: str
    claim: str
    question: str
    live: Live
    order: int
    model: bool = False


lessons: Registry[Lesson] = Registry("pages.lessons", "lesson")


def lesson(title: str, chapter: str, order: int, *, claim: str, question: str, model: bool = False) -> Callable[[Live], Live]:
    """Decorator: file a function as the live part of a lesson, under the name of its module."""

    def file(live: Live) -> Live:
        key = live.__module__.rpartition(".")[2]
        place = 1000 * CHAPTERS.index(chapter) + order
        lessons.register(Lesson(key, title, chapter, claim, question, live, place, model))
        return live

    return file


@dataclass
class Course:
    """Where this session stands. `values` holds what was chosen in each lesson, as text; `teach` is 0 out of teaching mode."""

    lesson: str = ""
    teach: int = 0
    opened: bool = False  # by an address that was not looked at yet
    values: dict[str, dict[str, str]] = field(default_factory=dict)
    chunkings: dict[Any, Chunking] = field(default_factory=dict)
    searches: dict[Any, Search] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lesson = self.lesson or lessons.keys()[0]

    @property
    def at(self) -> int:
        return lessons.keys().index(self.lesson)

    def go(self, key: str) -> None:
        """Turn to another lesson, in teaching mode to its claim."""
        st.session_state.touched = True
        self.lesson, self.teach = key, min(self.teach, 1)

    def move(self, by: int) -> None:
        """One thing on or back: in teaching mode the next step, otherwise the next lesson."""
        st.session_state.touched = True
        if self.teach and 1 <= self.teach + by <= TEACHING:
            self.teach += by
            return
        keys = lessons.keys()
        self.lesson = keys[min(max(self.at + by, 0), len(keys) - 1)]
        self.teach = self.teach and (1 if by > 0 else TEACHING)

    def query(self) -> dict[str, str]:
        query = {"lesson": self.lesson, **self.values.get(self.lesson, {})}
        return query | ({"teach": str(self.teach)} if self.teach else {})

    def follow(self, query: dict[str, str]) -> str:
        """Go where an address says; a sentence where it names a lesson that is not there."""
        rest = {name: value[:100] for name, value in query.items()}
        wanted, teach = rest.pop("lesson", self.lesson), rest.pop("teach", "0")
        self.teach = int(teach) if teach in map(str, range(TEACHING + 1)) else 0
        keys = lessons.keys()
        if wanted not in keys:
            return f"There is no lesson “{wanted}”; the first is shown."
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


def style() -> None:
    """The style sheet of the course, behind the page's own."""
    st.html(_STYLE)


def write(found: Course) -> None:
    """Make the address say where the course stands."""
    query = st.session_state["course address"] = found.query()
    if st.query_params.to_dict() != query:
        st.query_params.from_dict(query)


def chosen(label: str, here: bool) -> str:
    """The label of a figure; the one that is looked at has a sign."""
    return f"▸ {label}" if here else label


def place(document: Document, quote: str) -> Span:
    """Where a sample document has these words. A ValueError where it does not: a lesson and its sample belong together."""
    start = document.text.index(quote)
    return Span(start, start + len(quote))


def rank_words(asked: Asked) -> str:
    """The rank of the answer, as every lesson words it."""
    if asked.rank is None:
        return "not retrieved"
    return f"rank {asked.rank}{', in pieces' if asked.in_pieces else ''}"


@dataclass
class Stage:
    """Where a lesson plays: `control` is for what is moved, `live` for what is seen; `height` is the room for a text."""

    lesson: Lesson
    course: Course
    control: DeltaGenerator
    live: DeltaGenerator
    height: int = 600

    def choose(
        self, name: str, label: str, options: Sequence[T], default: T, *, kind: str = "menu", format: Callable[[T], str] = str
    ) -> T:
        """A control, and what is chosen in it; the address says it under `name`.

        kind   "menu", "slider" (stops in order) or "buttons" (a few, side by side)
        A value in the address that is none of the options is the default.
        """
        chosen = self.course.values.setdefault(self.lesson.key, {})
        by_text = {str(option): option for option in options}
        value = by_text.get(chosen.get(name, ""), default)
        if chosen.get(name, "") not in ("", str(value)):
            del chosen[name]
        key = f"{self.lesson.key} {name}"

        def change(option: T | None) -> None:
            chosen.pop(name, None)
            if option is not None and option != default:
                chosen[name] = str(option)

        draw: Any = {"menu": st.selectbox, "slider": st.select_slider, "buttons": st.segmented_control}[kind]
        with self.control:
            key = shown(key, value)
            draw(label, options=list(options), format_func=format, key=key, on_change=touched, args=(change, key))
        return value

    def switch(self, name: str, label: str, default: bool = False) -> bool:
        """A toggle; the address says it under `name`."""
        chosen = self.course.values.setdefault(self.lesson.key, {})
        value = {"True": True, "False": False}.get(chosen.get(name, ""), default)

        def change(on: bool) -> None:
            chosen.pop(name, None)
            if on != default:
                chosen[name] = str(on)

        with self.control:
            key = shown(f"{self.lesson.key} {name}", value)
            st.toggle(label, key=key, on_change=touched, args=(change, key))
        return value

    def document(self) -> Document | None:
        """The person's own document or a sample, with all that Explore has for bringing one; the address names a sample."""
        chosen, picked = self.course.values.setdefault(self.lesson.key, {}), choice()
        if self.course.opened and chosen.get("document") in documents.samples():
            picked.document = f"sample:{chosen['document']}"
        self.course.opened = False
        with self.control, st.container(gap="small"):
            document = document_menu.choose(picked)
        origin, _, name = picked.document.partition(":")
        chosen.pop("document", None)
        if origin == "sample":
            chosen["document"] = name
        return document

    def step(self, count: int) -> int:
        """Which of `count` steps is looked at, from 0, with buttons that go on and back."""
        chosen = self.course.values.setdefault(self.lesson.key, {})
        text = chosen.get("step", "0")
        at = min(int(text), count - 1) if text.isdecimal() and len(text) < 7 else 0

        def go(to: int) -> None:
            st.session_state.touched = True
            chosen["step"] = str(to)

        with self.control, st.container(horizontal=True, vertical_alignment="center", key="steps"):
            for name, icon, to in (("First", "first_page", 0), ("Back", "chevron_left", at - 1), ("On", "chevron_right", at + 1)):
                off = not 0 <= to < count or (to == at == 0)
                st.button(name, icon=f":material/{icon}:", key=f"step {name}", disabled=off, on_click=go, args=(to,))
            st.caption(f"Step {at + 1:,} of {count:,}")
        return at

    @property
    def embedder(self) -> Embedder:
        return embedder_for(embedders.keys()[0])

    def tools(self, document: Document, tokenizer: str, embeds: bool = False) -> Tools:
        """What is worked out once for a document; slow work shows how far it is."""
        tools = work.tools_for(document, tokenizer, embedders.keys()[0] if embeds else "")
        tools.progress = self._progress()
        return tools

    def cut(
        self, document: Document, strategy: str, tokenizer: str = "characters", refined: Sequence[str] = (), **settings: Any
    ) -> Chunking:
        """The document cut by the strategy of this key; a lesson that asks twice waits once."""
        made: Strategy = strategies.get(strategy)(**settings)
        refinements_made: list[Refinement] = [refinements.get(key)() for key in refined]
        key = document.id, document.name, made, tokenizer, tuple(refinements_made)
        tools = self.tools(document, tokenizer, made.embeds)
        return _kept(
            self.course.chunkings,
            key,
            lambda: chunkviz.chunk(tools.document, made, tools.tokenizer, refinements=refinements_made, tools=tools),
        )

    def search(self, chunking: Chunking) -> Search:
        """The chunks in Chroma, embedded by the packaged model."""
        key = chunking.document.id, chunking.strategy, chunking.tokenizer.key, chunking.refinements
        with self.live:
            words = "Embedding the chunks" if self.course.searches else "Loading the embedding model"
            with st.spinner(words):
                return _kept(self.course.searches, key, lambda: search_of(chunking, self.embedder, self._progress()))

    def ask(self, question: str, answer: Span, chunking: Chunking, pattern: str = "plain", k: int = 5, **settings: Any) -> Asked:
        """The question asked of these chunks."""
        made: Pattern = patterns.get(pattern)(**settings)
        return ask(question, answer, self.search(chunking), made, k)

    def _progress(self) -> Callable[[int, int], None]:
        began = time.monotonic()
        with self.live:
            place = st.empty()

        def progress(done: int, total: int) -> None:
            if 0 < done < total:
                left = (time.monotonic() - began) * (total - done) / done
                place.progress(done / total, f"{done / total:.0%}, about {left:.0f} s left")
            else:
                place.empty()

        return progress


def _kept(kept: dict[Any, T], key: Any, make: Callable[[], T]) -> T:
    """What `make` gives for this key, made once while it is among the last ones asked for."""
    value = kept.pop(key, None) or make()
    kept[key] = value
    while len(kept) > KEPT:
        del kept[next(iter(kept))]
    return value
