"""Learn: short lessons, each a claim, the live thing, a question that moving a control answers, and what to notice."""

import streamlit as st

from chunkviz.errors import ChunkvizError
from pages.parts.frame import frame
from pages.parts.learn import lesson as course_parts
from pages.parts.learn.lesson import CHAPTERS, TEACHING, Course, Lesson, Stage, lessons
from pages.parts.notices import notes, problem


def contents(course: Course) -> None:
    """The switch for teaching and, out of teaching mode, the lessons by chapter."""
    st.html("<h1>Learn</h1>")

    def switch() -> None:
        st.session_state.touched = True
        course.teach = 1 if st.session_state.teaching else 0

    st.session_state.teaching = bool(course.teach)
    st.toggle("Teaching mode", key="teaching", on_change=switch, help="Large type, one thing at a time.")
    if course.teach:
        return
    for chapter in CHAPTERS:
        st.html(f"<h2>{chapter}</h2>")
        with st.container(key=f"chapter-{chapter.replace(' ', '-')}", gap=None):
            for one in lessons:
                if one.chapter == chapter:
                    here = one.key == course.lesson
                    st.button(
                        one.title,
                        key=f"go {one.key}",
                        type="secondary" if here else "tertiary",
                        on_click=course.go,
                        args=(one.key,),
                    )


def head(course: Course, lesson: Lesson) -> None:
    """The title, and the way on and back."""
    with st.container(horizontal=True, vertical_alignment="center", key="lesson-head"):
        st.html(f"<h1>{lesson.title}</h1>", width="stretch")
        words = f"Step {course.teach} of {TEACHING}" if course.teach else f"Lesson {course.at + 1} of {len(lessons.keys())}"
        st.caption(words, width="content")
        first = course.at == 0 and course.teach in (0, 1)
        last = course.at == len(lessons.keys()) - 1 and course.teach in (0, TEACHING)
        st.button("Back", icon=":material/chevron_left:", key="lesson back", disabled=first, on_click=course.move, args=(-1,))
        st.button("Next", icon=":material/chevron_right:", key="lesson next", disabled=last, on_click=course.move, args=(1,))


def play(course: Course, lesson: Lesson) -> None:
    """Claim, control, question and what to notice on the left, the live thing on the right."""
    said, live = st.columns([5, 12], gap="medium")
    with said:
        with st.container(key="claim"):
            st.markdown(lesson.claim)
        st.html("<h2>Try it</h2>")
        with st.container(key="question"):
            st.markdown(lesson.question)
        control = st.container(key="control", gap="small")
        notice = st.container(key="notice")
    _show(Stage(lesson, course, control, live.container(key="live", gap="small")), notice)


def teach(course: Course, lesson: Lesson) -> None:
    """One thing at a time: the claim; the question with the live thing; what to notice with it."""
    with st.container(key="teaching-step"):
        if course.teach == 1:
            with st.container(key="claim"):
                st.markdown(lesson.claim)
            return
        if course.teach == 2:
            with st.container(key="question"):
                st.markdown(lesson.question)
        notice = st.container(key="notice")
        control = st.container(horizontal=True, key="control", gap="medium")
        _show(
            Stage(lesson, course, control, st.container(key="live", gap="small"), height=480),
            notice if course.teach == TEACHING else None,
        )


def _show(stage: Stage, notice: st.delta_generator.DeltaGenerator | None) -> None:
    try:
        noticed = stage.lesson.live(stage)
    except ChunkvizError as error:
        problem(str(error))
        return
    if notice is not None:
        with notice:
            st.html("<h2>What to notice</h2>")
            st.markdown(noticed)


frame("Learn", "Short lessons: a claim, the live thing, and a question that moving a control answers.")
course_parts.style()
course = course_parts.course()
with st.sidebar:
    contents(course)
notes(filter(None, [st.session_state.pop("course note", "")]))
lesson = lessons.get(course.lesson)
head(course, lesson)
(teach if course.teach else play)(course, lesson)
course_parts.write(course)
