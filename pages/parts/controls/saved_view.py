"""A view saved as one file, and opened again: dropped where documents are dropped."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from chunkviz.document import Document
from chunkviz.errors import ChunkvizError
from chunkviz.evaluation.questions import as_json, read_questions
from chunkviz.exports.view_file import ENDING, View, read_view, written
from chunkviz.reader import LIMIT

from ..evaluate.judging import judging, known
from ..session.choice import Choice
from . import documents

LARGEST = LIMIT * 7 // 10  # bytes of a document: as base64 it has a third more, and what is saved must be opened again
_PAGES = Path(__file__).parents[2]


def offer(choice: Choice, document: Document, page: str) -> None:
    """The button that saves the view of this page. Streamlit makes the file outside of the session, at the click: what it needs
    of the session is handed to it here, and what changes meanwhile stands in `latest`."""
    file, asked, latest = documents.original(choice.document), known(document), st.session_state.setdefault("latest", {})

    def made() -> str:
        questions = as_json(asked, [document]) if asked else ""
        finding = latest["finding"]() if page == "debug" and "finding" in latest else ""
        return written(View(page, latest.get("address", {}), document.name, file, questions, finding))

    st.download_button(
        "Save this view",
        made,
        f"{Path(document.name).stem}{ENDING}",
        help="One file with the document, the settings, the question and what was found. Drop it here, or send it to a "
        "colleague, to open the same view.",
        icon=":material/save:",
        type="tertiary",
        on_click="ignore",
        key="save view",
        disabled=len(file) > LARGEST,
    )


def open_view(choice: Choice, data: bytes, name: str) -> None:
    """Show what the file holds, on the page it was saved on; a ChunkvizError where it holds no view."""
    view = read_view(data, name)
    if view.page not in {path.stem for path in _PAGES.glob("*.py")}:
        raise ChunkvizError(f"The view was saved on a page “{view.page}”, which is not here; update chunkviz.")
    documents.add(choice, view.file, view.name)
    document = documents.found(choice.document)
    if view.questions:
        judging().asked[document.name] = read_questions(view.questions.encode(), "questions.json", [document]).questions
    st.session_state.opened_address = dict(view.address)
    st.switch_page(_PAGES / f"{view.page}.py")
