"""Exercise: a heading-aware splitter of one's own, to copy into a file; nothing typed here is ever run."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import streamlit as st

from chunkviz.chunking import Chunking

from ..parts.controls import documents
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, lesson
from ..parts.learn.picture import pictured
from ..parts.notices import plain

EXAMPLE = Path(__file__).with_name("own_splitter.txt").read_text("utf-8")
LONGEST = 20_000  # characters that are looked at
SIZES = (64, 128, 256, 512)


def parted(chunking: Chunking) -> tuple[int, int]:
    """(parted, all): headings that end a chunk while their text is in the next, of all headings."""
    headings = list(chunking.document.blocks_of("heading"))
    ends = {chunk.end for chunk in chunking.chunks[:-1]}
    return sum(bool({heading.end, heading.end - 1} & ends) for heading in headings), len(headings)


def looked_at(text: str) -> str:
    """What can be said of a strategy without running it: whether Python can read it, and whether it has what is needed."""
    try:
        tree = ast.parse(text[:LONGEST])
    except SyntaxError as error:
        return f"Line {error.lineno}: {error.msg}."
    except (ValueError, RecursionError, MemoryError):
        return "Python cannot read this."
    classes = [one for one in ast.walk(tree) if isinstance(one, ast.ClassDef)]
    kinds = [one for one in classes if any(getattr(base, "id", "") == "Strategy" for base in one.bases)]
    if not kinds:
        return "There is no class that is a Strategy."
    missing = [
        f"no {name}"
        for name, there in (
            ("@strategies.register above the class", any("register" in ast.unparse(one) for one in kinds[0].decorator_list)),
            ("label", any(isinstance(one, ast.Assign) and "label" in ast.unparse(one.targets[0]) for one in kinds[0].body)),
            ("method “split”", any(isinstance(one, ast.FunctionDef) and one.name == "split" for one in kinds[0].body)),
            ("docstring, which the app shows as its lesson", ast.get_docstring(kinds[0]) is not None),
        )
        if not there
    ]
    return (
        f"There is {', '.join(missing)}."
        if missing
        else "It has all that the registry looks for. Whether it cuts well, the shared tests say."
    )


def picture(here: Stage) -> Picture:
    document = documents.sample("manual.md")
    ways: dict[str, tuple[str, dict[str, Any]]] = {"Recursive": ("recursive", {"overlap": 0}), "At headings": ("headings", {})}
    made = {label: here.cut(document, key, "cl100k_base", size=128, **more) for label, (key, more) in ways.items()}
    return pictured(made, reach=6_000)


@lesson(
    "Exercise: a splitter of your own",
    "Exercises",
    30,
    claim="A strategy is one file: settings with their help, and a `split` that returns spans. **Copy the file into "
    "`chunkviz/strategies/`, and the menu, the controls, the command line and the tests have it.** Nothing typed here is run.",
    question="Change the example so that it cuts at headings of level 1 and 2 only. How many headings does "
    "recursive cutting part "
    "from their text in the meantime?",
    guess="How many headings does recursive cutting part from their text?",
    picture=picture,
    takes="document",
)
def live(here: Stage) -> str:
    document = here.text({"manual.md": "manual.md"}, "manual.md")
    size = here.choose("size", "Tokens in a chunk", SIZES, 128, kind="slider")
    recursive = here.cut(document, "recursive", "cl100k_base", size=size, overlap=0)
    headings = here.cut(document, "headings", "cl100k_base", size=size)
    (torn, every), (kept, _) = parted(recursive), parted(headings)
    with here.result():
        left, right = st.columns(2)
        left.metric("Recursive: headings parted from their text", f"{torn} of {every}")
        right.metric("Headings: the same", f"{kept} of {every}")
    with here.live:
        text = st.text_area("my_headings.py", EXAMPLE, height=here.height - 130, max_chars=LONGEST, key="own splitter")
        with st.container(horizontal=True, vertical_alignment="center"):
            st.download_button(
                "Download my_headings.py", text, "my_headings.py", "text/x-python", icon=":material/download:", on_click="ignore"
            )
            st.caption(plain(looked_at(text)))
    return (
        f"At {size} tokens recursive cutting ends {torn} chunks with a heading whose text is in the "
        "next one; cutting at headings ends "
        f"{kept} so. Download the file, put it into `chunkviz/strategies/`, start the app again and choose “My headings”; then "
        "`pytest tests/strategies/test_shared.py` tries it on awkward texts."
    )
