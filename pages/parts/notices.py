"""Sentences for the person: errors, warnings and notes, as plain text whatever they quote."""

from __future__ import annotations

import re
from collections.abc import Iterable

import streamlit as st

_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$:@&])")


def plain(text: str) -> str:
    """`text` such that Markdown shows just these characters: it may quote a file's name or what somebody typed."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def problem(sentence: str) -> None:
    st.error(plain(sentence), icon=":material/error:")


def warning(sentence: str) -> None:
    st.warning(plain(sentence), icon=":material/warning:")


def notes(sentences: Iterable[str]) -> None:
    """Quiet remarks, one a line."""
    for sentence in sentences:
        st.caption(plain(sentence))
