"""The page's address: all that is chosen, so that a link opens the same view. Of a document that a person brought it holds
the name and a fingerprint, never the text.

    ?sample=manual.md&strategy=recursive&tokenizer=cl100k_base&size=256&refine=overlap&overlap.before=20
    ?file=harbour.md&is=0d3f5c1e9a7b2846&strategy=recursive&tokenizer=cl100k_base&q=What+does+a+night+cost%3F&k=3

Only settings that differ from their defaults stand in it. A wrong value is replaced by the default, and a note says so.
What a page has beside the document and its cutting is a `Part` of its address.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st

from chunkviz.embedder import embedders
from chunkviz.errors import ChunkvizError
from chunkviz.params import Setting, settings_of
from chunkviz.refinement import refinements
from chunkviz.strategy import strategies
from chunkviz.tokenizer import tokenizers

from .. import notices
from ..session.choice import Choice
from . import documents, reading

LONGEST = 2000  # characters of one value


@dataclass(frozen=True)
class Part:
    """What else stands in a page's address.

    write   gives names and values, of what differs from its default
    read    takes its own names out of an address and makes it so; a sentence for each value that cannot be had
    """

    write: Callable[[], dict[str, str]]
    read: Callable[[dict[str, str]], list[str]]


def follow(choice: Choice, *parts: Part) -> None:
    """Read the address into `choice`, and into the page's own parts, where the person opened it or went back to it; keep notes
    on what was wrong. `write` writes the same parts.

    After a widget was moved, the browser's address is still the one from before, and is not read. An empty one says
    nothing: it is what the menu leads to, and what was chosen on the page before stays.
    """
    st.session_state.address_parts = parts
    moved = st.session_state.pop("touched", False)
    opened = st.session_state.pop("opened_address", {})  # out of a saved view
    query = opened or st.query_params.to_dict()
    if not opened and (moved or not query or query == st.session_state.get("address", {})):
        return
    rest = {name: value[:LONGEST] for name, value in query.items()}
    wrong = [note for part in parts for note in part.read(rest)]
    asked, unknown = parse(rest)
    st.session_state.address_notes = wrong + unknown
    choice.document, choice.awaited = asked.document or choice.document, asked.awaited
    choice.strategy, choice.tokenizer, choice.embedder = asked.strategy, asked.tokenizer, asked.embedder
    choice.refined, choice.values = asked.refined, asked.values
    st.session_state.address = query


def write(choice: Choice) -> None:
    """Make the address say what is chosen: at the end of whatever may have changed it, a fragment too."""
    query = query_of(choice)
    for part in st.session_state.address_parts:
        query |= part.write()
    st.session_state.setdefault("latest", {})["address"] = query  # for a saved view
    st.session_state.address = query
    st.session_state.pop("touched", None)  # by what changed in a fragment, for which no address is read
    if st.query_params.to_dict() != query:
        st.query_params.from_dict(query)


def notes() -> None:
    """What was wrong in the address that was opened."""
    with st.container():
        notices.notes(st.session_state.get("address_notes", []))


def query_of(choice: Choice) -> dict[str, str]:
    origin, _, name = choice.document.partition(":")
    query = {"sample": name} if origin == "sample" else {}
    if (file := choice.awaited or documents.file_of(choice.document)) is not None:
        query = {"file": file[0], "is": file[1]}
    query |= {"strategy": choice.strategy, "tokenizer": choice.tokenizer}
    if strategies.get(choice.strategy).embeds or choice.embedder != Choice().embedder:
        query["embedder"] = choice.embedder
    if choice.refined:
        query["refine"] = ",".join(choice.refined)
    for name, (setting, owner) in _declared(choice).items():
        value = choice.value(setting, owner)
        if value != choice.default(setting, owner):
            query[name] = setting.text(value)
    if "file" in query and any(name.startswith("read.") for name in query):
        query.setdefault("read.kind", documents.document_of(choice.document).kind if not choice.awaited else "")
    return {name: value for name, value in query.items() if value or name != "read.kind"}


def parse(query: Mapping[str, str]) -> tuple[Choice, list[str]]:
    """What an address asks for, and a sentence for each part of it that cannot be had."""
    choice, notes = Choice(), []
    rest = {name: value[:LONGEST] for name, value in query.items()}
    if (sample := rest.pop("sample", None)) is not None:
        if sample in documents.samples():
            choice.document = f"sample:{sample}"
        else:
            notes.append(f"There is no sample document “{sample}”; {documents.samples()[0]} is shown.")
            choice.document = f"sample:{documents.samples()[0]}"
    if (file := rest.pop("file", "")) and (fingerprint := rest.pop("is", "")):
        choice.document = documents.option_of(fingerprint)
        choice.awaited = None if choice.document else (file, fingerprint)
    for name, known in (("strategy", strategies), ("tokenizer", tokenizers), ("embedder", embedders)):
        if name in rest:
            try:
                known.get(value := rest.pop(name))
                setattr(choice, name, value)
            except ChunkvizError as error:
                notes.append(f"{error} {known.get(getattr(choice, name)).label} is used.")
    wanted = [key for key in rest.pop("refine", "").split(",") if key]
    choice.refined = tuple(key for key, _ in refinements.items() if key in wanted)
    notes += [f"There is no refinement “{key}”; it is left out." for key in wanted if key not in choice.refined]
    declared = _declared(choice, rest.get("read.kind", ""))
    for name, text in rest.items():
        if name not in declared:
            notes.append(f"Nothing here is called “{name}”; it is left out.")
            continue
        setting, owner = declared[name]
        try:
            value = setting.check(setting.parse(text))
        except (ChunkvizError, RecursionError) as error:
            reason = str(error) if isinstance(error, ChunkvizError) else f"{name} is nested too deeply."
            default = setting.text(setting.default) or (setting.choices or {}).get("", "none")
            notes.append(f"{reason} The default, {default}, is used.")
        else:
            if setting.by_hand and value != setting.default:
                notes.append(f"The address asks for “{setting.label}”, which only you can switch on: see More settings.")
                continue
            choice.choose(setting, value, owner)
    return choice, notes


def _declared(choice: Choice, kind: str = "") -> dict[str, tuple[Setting, str]]:
    """The settings that matter for what is chosen, each with its owner in the choice, by their name in the address.

    kind   what the document is to be read as, where that is not in the choice yet
    """
    declared = {setting.name: (setting, "") for setting in settings_of(strategies.get(choice.strategy))}
    for key in choice.refined:
        declared |= {f"{key}.{setting.name}": (setting, f"{key}.") for setting in settings_of(refinements.get(key))}
    if choice.awaited or choice.document.startswith("sample:") or documents.file_of(choice.document):
        owner = reading.owner(reading.AWAITED if choice.awaited else choice.document)
        kind = kind or str(choice.value(reading.KIND, owner))
        if not kind and not choice.awaited:
            kind = documents.found(choice.document).kind
        declared |= {f"read.{setting.name}": (setting, owner) for setting in [reading.KIND, *reading.declared(kind)]}
    return declared
