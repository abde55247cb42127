"""Every page is in the app's menu, and every lesson in its course."""

from __future__ import annotations

import ast
from pathlib import Path

from pages.parts.learn.lesson import CHAPTERS, lessons

ROOT = Path(__file__).parents[2]


def test_every_page_is_in_the_menu_once() -> None:
    calls = [node for node in ast.walk(ast.parse((ROOT / "app.py").read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    registered = [call.args[0].value for call in calls if ast.unparse(call.func) == "st.Page"]  # type: ignore[attr-defined]
    assert sorted(registered) == sorted(f"pages/{path.name}" for path in (ROOT / "pages").glob("*.py"))


def test_every_module_of_the_lessons_is_a_lesson_of_the_course() -> None:
    assert sorted(lessons.keys()) == sorted(path.stem for path in (ROOT / "pages/lessons").glob("*.py"))
    for lesson in lessons:
        assert lesson.chapter in CHAPTERS
        assert lesson.title
        assert lesson.claim
        assert lesson.question.endswith("?")
    assert len({lesson.order for lesson in lessons}) == len(lessons.keys()), "two lessons of a chapter have one place"
