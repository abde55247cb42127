"""What a careful reader would mark in a chunking: listed in a tab below, drawn in the text while the tab is open."""

from __future__ import annotations

from collections import Counter
from typing import Any

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.inspection.lint import Finding
from chunkviz.inspection.lint import lint as findings_of
from chunkviz.inspection.topics import spanning
from chunkviz.viewer import Flag

from ..question import selection
from . import meaning

TAB = "Findings"
ROWS = 2000  # of the list, and flags in the text
KINDS = {  # what the app calls them
    "fence_cut": "Code block cut",
    "function_cut": "Function cut",
    "item_cut": "List item cut",
    "table_cut": "Table cut",
    "heading_alone": "Heading without its text",
    "points_back": "Begins with a word that points back",
    "mid_sentence": "Ends in mid-sentence",
    "tiny": "Tiny",
    "near_duplicate": "Said twice",
    "several_topics": "Several topics",
}


def findings(chunking: Chunking) -> list[Finding]:
    """All findings, made once for a chunking; those about topics only once the meaning of the sentences was measured."""
    measured = meaning.last(chunking)
    kept = st.session_state.get("lint")
    if kept is None or kept[0] is not chunking or kept[1] is not measured:
        found = findings_of(chunking) + (spanning(measured.chunks) if measured is not None else [])
        found.sort(key=lambda finding: (finding.chunk, finding.span))
        kept = st.session_state.lint = (chunking, measured, found)
    listed: list[Finding] = kept[2]
    return listed


def findings_shown(chunking: Chunking) -> list[Finding]:
    """Those of the kinds that are switched on; all where none is."""
    kinds = [kind for kind in st.session_state.get("lint kinds") or [] if kind in KINDS]
    return [finding for finding in findings(chunking) if not kinds or finding.kind in kinds]


def flags(chunking: Chunking) -> list[Flag]:
    """For the text, while the tab is open and unless they are switched off."""
    if st.session_state.get("details") != TAB or not st.session_state.get("lint drawn", True) or not chunking.chunks:
        return []
    return [Flag(finding.span, finding.sentence) for finding in findings_shown(chunking)[:ROWS]]


def lint(chunking: Chunking) -> None:
    """The tab."""
    found = findings(chunking)
    if not found:
        st.caption(
            "Nothing to mark: no table, code block, list item or function is cut, no heading stands alone, no chunk is tiny."
        )
        return
    counts = Counter(finding.kind for finding in found)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        st.toggle("Mark them in the text", value=True, key="lint drawn")
        st.pills(
            "Show only",
            [kind for kind in KINDS if counts[kind]],
            selection_mode="multi",
            format_func=KINDS.__getitem__,
            key="lint kinds",
            label_visibility="collapsed",
        )
    listed = findings_shown(chunking)
    st.caption(" · ".join(f"{name}: {counts[kind]:,}" for kind, name in KINDS.items() if counts[kind]))
    if len(listed) > ROWS:
        st.caption(f"The first {ROWS:,} of {len(listed):,}.")
    rows = listed[:ROWS]

    def go() -> None:
        if chosen := st.session_state["lint list"]["selection"]["rows"]:
            selected(chunking, rows[chosen[0]])

    st.dataframe(
        finding_columns(chunking, rows),
        key="lint list",
        hide_index=True,
        on_select=go,
        selection_mode="single-row",
        column_config={
            "What": st.column_config.TextColumn(width="medium"),
            "Where": st.column_config.TextColumn(width="large"),
            "In words": st.column_config.TextColumn(width="large"),
        },
        alt="Table of findings",
    )


def selected(chunking: Chunking, finding: Finding) -> None:
    """A finding was clicked: its chunk is selected and its place comes into view."""
    selection.select(chunking, finding.chunk)
    st.session_state.goto = finding.span


def finding_columns(chunking: Chunking, rows: list[Finding]) -> dict[str, list[Any]]:
    """The list, by column."""
    return {
        "Chunk": [finding.chunk + 1 for finding in rows],
        "Line": [chunking.document.line(finding.span.start) for finding in rows],
        "What": [KINDS.get(finding.kind, finding.kind) for finding in rows],
        "Where": [around(chunking.document.text, finding) for finding in rows],
        "In words": [finding.sentence for finding in rows],
    }


def around(text: str, finding: Finding) -> str:
    """The words around the place, with a bar where it is: at the cut, or where what is meant begins."""
    at = finding.span.end if finding.span.length == 1 else finding.span.start
    before, after = text[max(0, at - 45) : at], text[at : at + 45]
    if at > 45:
        before = "… " + before.partition(" ")[2]
    if at + 45 < len(text):
        after = after.rpartition(" ")[0] + " …"
    return " │ ".join(" ".join(part.split()) for part in (before, after))
