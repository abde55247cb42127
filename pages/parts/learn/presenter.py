"""Presenter mode: a bar that says where the lesson is and leads elsewhere, the keys of a clicker, and the full screen.

What a class guesses is covered by the style sheet, and the bar uncovers it in the browser, at once; what is under the cover
was worked out while the class was guessing. The server follows, so that the address says where the lesson is.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from chunkviz.figures.strips import svg
from chunkviz.viewer.palette import PALETTE

from .course import CLAIM, GUESS, STEPS, Course, Lesson, lessons
from .lesson import Stage

KEY = "presenter bar"
MOST = 50  # turns that are made at once: more is no clicker
_HERE = Path(__file__).parent
_STYLE = _HERE / "lesson.css"
_bar = st.components.v2.component(
    "chunkviz_presenter",
    html='<div class="presenter"></div>',
    css=(_HERE / "presenter.css").read_text("utf-8"),
    js=(_HERE / "presenter.js").read_text("utf-8"),
)
_picture = st.components.v2.component(
    "chunkviz_strips",
    html='<div class="strips"></div>',
    css=(_HERE / "picture.css").read_text("utf-8"),
    js=(_HERE / "picture.js").read_text("utf-8"),
)


def style() -> None:
    """The style sheet of the course, after the page's own."""
    st.html(_STYLE)


def bar(course: Course) -> None:
    """Out of presenter mode a button that begins it; in it, the bar."""
    data = {
        "teach": course.teach,
        "steps": list(STEPS),
        "guess": GUESS,
        "decision": course.decision,
        "count": course.count,
        "at": course.at,
        "lessons": [[lesson.key, lesson.title, lesson.chapter] for lesson in lessons],
    }

    def asked() -> None:
        follow(course, (st.session_state.get(KEY) or {}).get("asked"))

    _bar(key=KEY, data=data, width="content", on_asked_change=asked)


def follow(course: Course, wish: Any) -> None:
    """Do what the bar asks for; anything that is not a wish of the bar is ignored.

    {"teach": n}, {"decision": n}, {"lesson": key}: go there
    {"bar": id, "turned": n}: this bar's keys have been pressed n times in all, those that go back counted as -1. What has not
    been done yet is done: of two presses that are quicker than the page, Streamlit hands on only the second.
    """
    if not isinstance(wish, dict):
        return
    st.session_state.touched = True
    if isinstance(teach := wish.get("teach"), int) and 0 <= teach <= len(STEPS):
        course.teach = int(teach)
    if isinstance(decision := wish.get("decision"), int):
        course.decision = decision
    if (key := wish.get("lesson")) in lessons.keys():  # noqa: SIM118
        course.go(key)
    if isinstance(turned := wish.get("turned"), int) and isinstance(name := wish.get("bar"), str):
        left = turned - course.turned.get(name, 0)
        course.turned = {name: turned}
        for _ in range(min(abs(left), MOST)):
            course.turn(1 if left > 0 else -1)


def step(course: Course) -> None:
    """Tell the style sheet which step is looked at."""
    st.html(f'<i class="at-step at-{STEPS[course.teach - 1].lower()}"></i>')


def claim(lesson: Lesson, course: Course) -> None:
    """The first step: the claim, and the lesson's numbers as a picture."""
    with st.container(key="claim"):
        st.markdown(lesson.claim)
    area = st.container(key="picture")
    drawn = lesson.picture(Stage(lesson, course, area, area))
    with area:
        labels = "; ".join(strip.label for strip in drawn.strips)
        _picture(
            key="strips",
            data=svg(drawn.strips, drawn.shown, PALETTE, drawn.answer, f"Chunks as bars, as long as their text: {labels}"),
        )
        words = "Each bar is a chunk, as long as its text."
        st.caption(f"{words} The dashed frame is the answer." if drawn.answer else words)


def presenting(course: Course) -> bool:
    return course.teach >= CLAIM
