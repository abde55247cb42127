"""How a document is read: as which kind, and with which of that kind's options; made from the readers' declarations.

What is chosen belongs to one document and stands in the session's choice like every other setting.
"""

from __future__ import annotations

import streamlit as st

from chunkviz.document import Document
from chunkviz.params import Setting, Settings, settings_of
from chunkviz.reader import readers
from chunkviz.source_code.languages import LANGUAGES

from ..session.choice import Choice
from .settings import control

KIND = Setting(
    name="kind",
    type=str,
    default="",
    help="What kind of document this is. Found by its content and its name unless you choose it.",
    low=None,
    high=None,
    choices={"": "Found by itself"} | {key: reader.label for key, reader in readers.items()},
    label="Read as",
    when=None,
)


AWAITED = "awaited"  # stands for the option of a file that an address names and nobody brought yet


def rename(choice: Choice, document: str, to: str) -> None:
    """What is chosen for reading one document is from now on chosen for another one."""
    for name in [name for name in choice.values if name.startswith(owner(document))]:
        choice.values[owner(to) + name.removeprefix(owner(document))] = choice.values.pop(name)


def owner(document: str) -> str:
    """What the settings of this document's reading are called before their names."""
    return f"read {document}."


def declared(kind: str) -> list[Setting]:
    """The options of this kind's reader."""
    options = readers.get(kind).options if kind in readers else None
    return settings_of(options) if options else []


def chosen(choice: Choice, document: str, found: str) -> tuple[str, Settings | None] | None:
    """(kind, options) as chosen for a document that by itself is read as `found`; None where nothing else was chosen."""
    kind = str(choice.value(KIND, owner(document))) or found
    kept = readers.get(kind).options if kind in readers else None
    options = kept(**choice.settings(settings_of(kept), owner(document))) if kept else None
    if options is not None and not options.changed():
        options = None
    return None if kind == found and options is None else (kind, options)


def controls(choice: Choice, document: Document) -> None:
    """Under the document: how it was read, and the controls to read it otherwise."""
    prefix = owner(choice.document)
    with st.popover(f"Read as {named(document)}"):
        for setting in [KIND, *declared(document.kind)]:
            control(setting, choice.value(setting, prefix), choice, prefix)


def named(document: Document) -> str:
    """The kind of the document as a person calls it, in short; of code, its language.

    >>> named(Document("x = 1", "a.py", "code", metadata={"language": "python"})), named(Document("x", kind="csv"))
    ('Python', 'Table')
    """
    language = LANGUAGES.get(str(document.metadata.get("language"))) if document.kind == "code" else None
    if language:
        return language.label
    label = readers.get(document.kind).label if document.kind in readers else document.kind
    return label.partition(" (")[0]
