"""The page's address: what is chosen, except what a person brought, so that a link opens the same view.

    ?sample=manual.md&strategy=recursive&tokenizer=cl100k_base&size=256&refine=overlap&overlap.before=20

Only settings that differ from their defaults stand in it. A wrong value is replaced by the default, and a note says so.
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from chunkviz.embedder import embedders
from chunkviz.errors import ChunkvizError
from chunkviz.params import Setting, settings_of
from chunkviz.refinement import refinements
from chunkviz.strategy import strategies
from chunkviz.tokenizer import tokenizers

from ..session.choice import Choice
from . import documents, reading

LONGEST = 2000  # characters of one value


def follow(choice: Choice) -> None:
    """Read the address into `choice` where the person opened it or went back to it; keep notes on what was wrong.

    After a widget was moved, the browser's address is still the one from before, and is not read. An empty one says
    nothing: it is what the menu leads to, and what was chosen on the page before stays.
    """
    moved = st.session_state.pop("touched", False)
    query = st.query_params.to_dict()
    if moved or not query or query == st.session_state.get("address", {}):
        return
    opened, st.session_state.address_notes = parse(query)
    choice.document = opened.document or choice.document
    choice.strategy, choice.tokenizer, choice.embedder = opened.strategy, opened.tokenizer, opened.embedder
    choice.refined, choice.values = opened.refined, opened.values
    st.session_state.address = query


def write(choice: Choice) -> None:
    """Make the address say what is chosen."""
    query = query_of(choice)
    st.session_state.address = query
    if st.query_params.to_dict() != query:
        st.query_params.from_dict(query)


def query_of(choice: Choice) -> dict[str, str]:
    origin, _, name = choice.document.partition(":")
    query = {"sample": name} if origin == "sample" else {}
    query |= {"strategy": choice.strategy, "tokenizer": choice.tokenizer}
    if strategies.get(choice.strategy).embeds or choice.embedder != Choice().embedder:
        query["embedder"] = choice.embedder
    if choice.refined:
        query["refine"] = ",".join(choice.refined)
    for name, (setting, owner) in _declared(choice).items():
        value = choice.value(setting, owner)
        if value != choice.usual(setting, owner):
            query[name] = setting.text(value)
    return query


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
            notes.append(f"{reason} The default, {setting.text(setting.default)}, is used.")
        else:
            choice.choose(setting, value, owner)
    return choice, notes


def _declared(choice: Choice, kind: str = "") -> dict[str, tuple[Setting, str]]:
    """The settings that matter for what is chosen, each with its owner in the choice, by their name in the address.

    kind   what the document is to be read as, where that is not in the choice yet
    """
    declared = {setting.name: (setting, "") for setting in settings_of(strategies.get(choice.strategy))}
    for key in choice.refined:
        declared |= {f"{key}.{setting.name}": (setting, f"{key}.") for setting in settings_of(refinements.get(key))}
    if choice.document.startswith("sample:"):
        owner = reading.owner(choice.document)
        kind = kind or str(choice.value(reading.KIND, owner)) or documents.found(choice.document).kind
        declared |= {f"read.{setting.name}": (setting, owner) for setting in [reading.KIND, *reading.declared(kind)]}
    return declared
