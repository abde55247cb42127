"""Which document is looked at: a sample, an uploaded file, or pasted text.

What a person brings stays in their own session's memory: its text is never written to disk, and the sessions of other browsers
cannot see it. Vectors of its pieces are kept on disk, where only the user who serves the app may read (`chunkviz.cache.vectors`).
The address holds its name and fingerprint, never its text. Paths are not read: only bytes that the person gives.
"""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from typing import Any

import streamlit as st

from chunkviz.document import Document
from chunkviz.errors import ChunkvizError, UnreadableError
from chunkviz.isolation.reading import read_isolated
from chunkviz.params import Settings
from chunkviz.reader import read

from ..session.brought import brought, fingerprint, recover
from ..session.choice import Choice, choice
from . import reading

SAMPLES = Path(__file__).parents[3] / "sample_docs"
TOTAL = 100_000_000  # characters that one session keeps
BYTES = 200_000_000  # of the files as they came, kept to read them in another way
FILES = 30  # documents that one session keeps
FIRST = "manual.md"


@st.cache_data(show_spinner=False)
def samples() -> list[str]:
    """Names of the sample documents, the first to show first; scripts that make some of them are not samples."""
    names = [path.name for path in SAMPLES.iterdir() if path.is_file() and not path.name.startswith(("make_", ".", "README"))]
    return sorted(names, key=lambda name: (name != FIRST, name))


@st.cache_resource(max_entries=40, show_spinner=False)
def sample(name: str, kind: str = "", options: Settings | None = None) -> Document:
    """A sample document; the same for every session, since documents never change."""
    if name not in samples():
        raise UnreadableError(f"There is no sample document “{name}”.")
    return read(SAMPLES / name, kind=kind or None, options=options)


def options() -> dict[str, str]:
    """What can be chosen: option -> what it is called. Streamlit tells options apart by their labels, so no two are alike, and
    none changes while its document is read in another way."""
    names = {f"yours:{number}": document.name for number, document in brought().documents.items()}
    names |= {f"sample:{name}": name for name in samples()}
    labels: dict[str, str] = {}
    for option, name in names.items():
        taken = set(labels.values())
        labels[option] = next(label for n in itertools.count(1) if (label := name if n == 1 else f"{name} ({n})") not in taken)
    return labels


def document_of(option: str) -> Document:
    """The document an option of the list stands for, read as this session chose."""
    document = found(option)
    wanted = reading.chosen(choice(), option, document.kind)
    if wanted is None:
        return document
    origin, _, name = option.partition(":")
    if origin == "sample":
        return sample(name, *wanted)
    kept: dict[str, tuple[Any, Document]] = st.session_state.setdefault("read otherwise", {})
    if option not in kept or kept[option][0] != wanted:
        kept[option] = wanted, _with_text(read_isolated(original(option), document.name, *wanted))
    return kept[option][1]


def found(option: str) -> Document:
    """The document an option stands for, read by itself."""
    origin, _, name = option.partition(":")
    return sample(name) if origin == "sample" else brought().documents[int(name)]


def option_of(file: str) -> str:
    """The option of the file with this fingerprint; "" where nobody brought it."""
    number = recover(file)
    return "" if number is None else f"yours:{number}"


def file_of(option: str) -> tuple[str, str] | None:
    """Name and fingerprint of a document that a person brought; None of a sample."""
    origin, _, number = option.partition(":")
    if origin != "yours" or int(number) not in brought().documents:
        return None
    return brought().documents[int(number)].name, brought().fingerprints[int(number)]


def original(option: str) -> bytes:
    """The file as it came."""
    origin, _, name = option.partition(":")
    if origin == "sample":
        return (SAMPLES / name).read_bytes()
    return brought().files[int(name)]


def add(choice: Choice, data: bytes, name: str) -> None:
    """Read a file's bytes and look at it; raises UnreadableError with a sentence where that cannot be."""
    mine = brought()
    if len(mine.documents) >= FILES:
        raise UnreadableError(f"{name} was not added: {FILES} documents are kept at a time; remove one first.")
    if not data.strip():
        raise UnreadableError(f"{name} is empty; there is nothing to cut.")
    document = read_isolated(data, name)
    _with_text(document)
    if sum(map(len, mine.files.values())) + len(data) > BYTES:
        raise UnreadableError(
            f"{name} was not added: the files kept would be larger than {BYTES / 1e6:.0f} MB together; remove one first."
        )
    if len(document) + sum(map(len, mine.documents.values())) > TOTAL:
        raise UnreadableError(
            f"{name} was not added: the documents kept would have more than {TOTAL / 1e6:.0f} million "
            "characters; remove one first."
        )
    choice.document = f"yours:{mine.add(document, data)}"
    if choice.awaited is not None and choice.awaited[1] == fingerprint(data):
        reading.rename(choice, reading.AWAITED, choice.document)
        choice.awaited = None


def opened(choice: Choice) -> None:
    """Where the address names no document, the file that the app was started with (`chunkviz app FILE`): whoever serves
    the app chose it."""
    path = os.environ.get("CHUNKVIZ_OPEN")
    if not path or choice.document or "opened" in st.session_state:
        return
    st.session_state.opened = True
    if Path(path).parent == SAMPLES and Path(path).name in samples():
        choice.document = f"sample:{Path(path).name}"
        return
    try:
        brought().add(read_isolated(path, kind=os.environ.get("CHUNKVIZ_OPEN_KIND")), Path(path).read_bytes(), 0)
        choice.document = "yours:0"
    except ChunkvizError as error:
        st.session_state.refused = [str(error)]


def _with_text(document: Document) -> Document:
    if not document.text.strip():
        raise UnreadableError(f"{document.name} holds no text; there is nothing to cut.")
    return document
