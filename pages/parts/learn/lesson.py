"""What a lesson is written with: the decorator that files it, and the stage it plays on.

A lesson is a module of pages/lessons: a claim, a question that moving a control answers, what a class guesses first, a
picture, and a function that shows the live thing and returns what to notice, made from the numbers it has just computed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import chunkviz
from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.embedder import Embedder, embedder_for, embedders
from chunkviz.evaluation.questions import Question
from chunkviz.evaluation.single_question import Asked, ask, search_of
from chunkviz.pattern import Pattern, Search, patterns
from chunkviz.refinement import Refinement, refinements
from chunkviz.span import Span
from chunkviz.strategy import Strategy, Tools, strategies

from ..controls import document_menu, documents
from ..session import work
from ..session.choice import choice, shown
from . import own
from .course import CHAPTERS, Course, Lesson, Live, Picture, lessons

T = TypeVar("T")

KEPT = 12  # chunkings, and collections in Chroma, that a session's course keeps


def lesson(
    title: str,
    chapter: str,
    order: int,
    *,
    claim: str,
    question: str,
    guess: str,
    picture: Callable[[Stage], Picture],
    model: bool = False,
    takes: str = "",
) -> Callable[[Live], Live]:
    """Decorator: file a function as the live part of a lesson, under the name of its module. See `Lesson`."""

    def file(live: Live) -> Live:
        key = live.__module__.rpartition(".")[2]
        place = 1000 * CHAPTERS.index(chapter) + order
        lessons.register(Lesson(key, title, chapter, claim, question, guess, picture, live, place, model, takes))
        return live

    return file


def chosen(label: str, here: bool) -> str:
    """The label of a figure; the one that is looked at has a sign."""
    return f"▸ {label}" if here else label


@dataclass
class Stage:
    """Where a lesson plays: `control` is for what is moved, `live` for what is seen; `height` is the room for a text, in pixels,
    where it does not fill a wall."""

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
        shows = shown(key, value, change, list(options) if kind == "menu" else None, "default" if kind == "buttons" else "value")
        with self.control:
            draw(label, options=list(options), format_func=format, **shows)
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
            st.toggle(label, **shown(f"{self.lesson.key} {name}", value, change))
        return value

    def document(self) -> Document | None:
        """The person's own document or a sample, with all that Explore has for bringing one; the address says which."""
        said, picked = self.course.values.setdefault(self.lesson.key, {}), choice()
        if self.course.opened and (option := own.option(said)):
            picked.document = option
        wanted = own.wanted(said) if self.course.opened else ""
        before = picked.document
        with self.control, st.container(gap="small"):
            document = document_menu.choose(picked)
        if wanted and picked.document == before:
            raise own.Wanted(wanted)
        self.course.opened = False
        own.say(said, picked.document)
        return document

    def text(
        self,
        texts: Mapping[str, str],
        default: str,
        made: Callable[[str], Document] = documents.sample,
        name: str = "document",
    ) -> Document:
        """One of these texts (key -> label), made by `made`, or the person's own document where the lesson takes one; the address
        says which under `name`. Raises own.Wanted where it names a document that is not here."""
        return own.document(self, texts, default, made, name)

    def questions(self, document: Document) -> list[Question]:
        """The questions of a document that can be judged: those of Evaluate, or those that come with a sample."""
        return own.questions(document)

    def subject(self, cases: Mapping[str, tuple[str, str]]) -> own.Subject:
        """The question that is asked, its document and its answer: one of `cases` (question -> sample, quote of the answer), or
        the person's own where the lesson takes one.

        Raises own.Wanted where a document or a question is still to be brought.
        """
        return own.subject(self, cases)

    def result(self) -> DeltaGenerator:
        """Where the result is shown, if only that is covered while a class guesses; otherwise all of `live` is."""
        return self.live.container(key="result", gap="small")

    def before(self, text: str) -> None:
        """A text that is seen, as it is, while a class guesses what becomes of it."""
        if self.course.teach:
            with self.live, st.container(key="before"):
                st.text(text)

    def step(self, count: int) -> int:
        """Which of `count` decisions is looked at, from 0, with buttons to go on and back; in presenter mode the bar has them."""
        self.course.counts[self.lesson.key] = count
        at = self.course.decision

        def go(to: int) -> None:
            st.session_state.touched = True
            self.course.decision = to

        if self.course.teach:
            return at
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
