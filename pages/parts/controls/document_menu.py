"""The document in the sidebar: which one, more of them uploaded or pasted, and how it is read."""

from __future__ import annotations

import streamlit as st

from chunkviz.document import Document
from chunkviz.errors import ChunkvizError
from chunkviz.exports.view_file import is_view
from chunkviz.reader import LIMIT

from ..notices import notes, problem, warning
from ..session.brought import brought
from ..session.choice import Choice, run_again, shown
from . import documents, reading, saved_view


def choose(choice: Choice) -> Document | None:
    """The document controls, and the document that is chosen; None where it cannot be read, which is then said."""
    documents.opened(choice)
    labels = documents.options()
    if choice.document not in labels:
        choice.document = f"sample:{documents.samples()[0]}"

    def change(option: str) -> None:
        choice.document, choice.awaited = option, None

    st.selectbox(
        "Document",
        list(labels),
        format_func=labels.__getitem__,
        **shown("document", choice.document, change, list(labels)),
        label_visibility="collapsed",
    )
    _upload(choice)
    if choice.awaited is not None:
        warning(awaited(choice.awaited[0], labels[choice.document]))
    row = st.container(horizontal=True, gap="xsmall")
    with row:
        _paste(choice)
    try:
        document = documents.document_of(choice.document)
    except ChunkvizError as error:
        problem(str(error))
        document = None
    with row:
        reading.controls(choice, document or documents.found(choice.document))
        if choice.document.startswith("yours:"):
            st.button("Remove", icon=":material/delete:", help="Forget this document", on_click=_remove, args=(choice,))
    notes(document.notes if document else ())
    return document


def awaited(name: str, shown: str) -> str:
    """Where the address names a file that is not here, in a sentence."""
    return (
        f"This link was made for {name}, which is not here; drop it here to see it with these settings. "
        f"Until then, {shown} is shown."
    )


def _upload(choice: Choice) -> None:
    """The uploader is emptied of what could be read: bytes are not held twice."""
    turn = st.session_state.setdefault("uploader", 0)
    limit = LIMIT // 1_000_000
    files = st.file_uploader(
        "Add files", accept_multiple_files=True, key=f"upload:{turn}", label_visibility="collapsed", max_upload_size=limit
    )
    if files:
        with st.spinner("Reading"):
            given = [(file.getvalue(), file.name) for file in files]
            st.session_state.uploader = turn + 1
            st.session_state.pop("address_notes", None)  # they were about what was looked at before
            st.session_state.refused = _refused(choice, given)
        run_again()
    for sentence in st.session_state.pop("refused", []):
        problem(sentence)


def _paste(choice: Choice) -> None:
    with st.popover("Paste", help="Paste a text"), st.form("paste", border=False, clear_on_submit=True):
        text = st.text_area("Text", height=240, key="pasted", placeholder="Paste a text here")
        name = st.text_input("Name", "pasted.txt", max_chars=80, help="Its ending says what it is: .txt, .md, .py …")
        if st.form_submit_button("Cut this text"):
            st.session_state.refused = _refused(choice, [(text.encode("utf-8", "surrogatepass"), name or "pasted.txt")])
            run_again()


def _remove(choice: Choice) -> None:
    number = int(choice.document.partition(":")[2])
    brought().remove(number)
    st.session_state.get("read otherwise", {}).pop(choice.document, None)
    st.session_state.pop("tools", None)
    st.session_state.pop("chunking", None)
    choice.document = ""


def _refused(choice: Choice, files: list[tuple[bytes, str]]) -> list[str]:
    """Add the files that can be read; a sentence for each that cannot."""
    sentences = []
    for data, name in files:
        try:
            saved_view.open_view(choice, data, name) if is_view(name) else documents.add(choice, data, name)
        except ChunkvizError as error:
            sentences.append(str(error))
    return sentences
