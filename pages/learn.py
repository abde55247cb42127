"""Learn: short lessons, each a claim, the live thing, a question that moving a control answers, and what to notice."""

import streamlit as st

from chunkviz.errors import ChunkvizError
from pages.parts.frame import frame
from pages.parts.learn import presenter
from pages.parts.learn.course import CHAPTERS, CLAIM, Course, Lesson, course, lessons, write
from pages.parts.learn.lesson import Stage
from pages.parts.learn.own import Wanted
from pages.parts.notices import notes, plain, problem
from pages.parts.session.choice import run_again


def contents(course: Course) -> None:
    """The lessons by chapter."""
    st.html("<h1>Learn</h1>")
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
    """The title, the way into presenter mode, and the way on and back."""
    with st.container(horizontal=True, vertical_alignment="center", key="lesson-head"):
        st.html(f"<h1>{lesson.title}</h1>", width="stretch")
        st.caption(f"Lesson {course.at + 1} of {len(lessons.keys())}", width="content")
        presenter.bar(course)
        first, last = course.at == 0, course.at == len(lessons.keys()) - 1
        st.button("Back", icon=":material/chevron_left:", key="lesson back", disabled=first, on_click=course.turn, args=(-1,))
        st.button("Next", icon=":material/chevron_right:", key="lesson next", disabled=last, on_click=course.turn, args=(1,))


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
    show(Stage(lesson, course, control, live.container(key="live", gap="small")), notice)


def teach(course: Course, lesson: Lesson) -> None:
    """One thing at a time on the wall: the claim; then, in one place, what is guessed, revealed and noticed."""
    presenter.bar(course)
    with st.container(key="teaching-step"):
        presenter.step(course)
        st.html(f"<h1>{lesson.title}</h1>")
        if course.teach == CLAIM:
            presenter.claim(lesson, course)
            return
        with st.container(key="question"):
            st.markdown(lesson.guess)
        control = st.container(horizontal=True, vertical_alignment="bottom", key="control", gap="medium")
        notice = st.container(key="notice")
        show(Stage(lesson, course, control, st.container(key="live", gap="small"), height=480), notice)


def show(stage: Stage, notice: st.delta_generator.DeltaGenerator) -> None:
    """Play the lesson, and say what it shows, or what is still wanted or wrong."""
    try:
        noticed = stage.lesson.live(stage)
    except Wanted as wanted:
        st.info(plain(str(wanted)), icon=":material/upload_file:")
    except ChunkvizError as error:
        problem(str(error))
    else:
        with notice:
            st.html("<h2>What to notice</h2>")
            st.markdown(noticed)


frame("Learn", "Short lessons: a claim, the live thing, and a question that moving a control answers.")
presenter.style()
here = course()
if not here.teach:
    with st.sidebar:
        contents(here)
notes(filter(None, [st.session_state.pop("course note", "")]))
lesson, count = lessons.get(here.lesson), here.count
if here.teach:
    teach(here, lesson)
else:
    head(here, lesson)
    play(here, lesson)
write(here)
if here.teach and here.count != count:
    run_again()  # the bar says how many decisions there are
