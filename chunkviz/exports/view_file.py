"""A view in one file: the document as it came, the settings and the question, the known questions, what was found out.

It is JSON, so that anyone can look into it:

    {"format": "chunkviz view 1", "page": "debug", "address": {"strategy": "recursive", …},
     "file": {"name": "harbour.md", "content": "<base64>"}, "questions": [...], "finding": "# How …"}
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import ChunkvizError
from ..reader import LIMIT
from ..text.json_text import decoded

FORMAT = "chunkviz view 1"
ENDING = ".chunkviz.json"
LONGEST = 2 * LIMIT  # bytes of the whole file: base64 makes four characters of three bytes, and there are questions


@dataclass(frozen=True)
class View:
    """page       key of the page it was saved on
    address    names and values, as the page's address has them
    name, file of the document, and its bytes
    questions  the known questions, as a questions file holds them: JSON, "" for none
    finding    what was found out, in Markdown; "" for nothing
    """

    page: str
    address: Mapping[str, str]
    name: str
    file: bytes
    questions: str = ""
    finding: str = ""


def written(view: View) -> str:
    """The file's text."""
    file = {"name": view.name, "content": base64.b64encode(view.file).decode("ascii")}
    questions = json.loads(view.questions) if view.questions else None
    whole = {
        "format": FORMAT,
        "page": view.page,
        "address": dict(view.address),
        "file": file,
        "questions": questions,
        "finding": view.finding,
    }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def is_view(name: str) -> bool:
    """Whether a file's name says that it holds a view."""
    return name.lower().endswith(ENDING)


def read_view(data: bytes, name: str) -> View:
    """The view that a file's bytes hold; a ChunkvizError, one sentence, where they hold none."""
    wrong = ChunkvizError(f"{name} holds no saved view of chunkviz; save it again with “Save this view”.")
    if len(data) > LONGEST:
        raise ChunkvizError(f"{name} has {len(data) / 1e6:.0f} MB; a saved view has at most {LONGEST / 1e6:.0f} MB.")
    try:
        found: Any = decoded(data)
        if found["format"] != FORMAT:
            raise wrong
        file, questions = found["file"], found.get("questions")
        address = {str(key): value for key, value in found["address"].items() if isinstance(value, str)}
        texts = found["page"], file["name"], found.get("finding", "")
        content = base64.b64decode(file["content"], validate=True)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise wrong from None
    if not all(isinstance(text, str) for text in texts):
        raise wrong
    page, document, finding = texts
    return View(page, address, document, content, json.dumps(questions, ensure_ascii=False) if questions else "", finding)
