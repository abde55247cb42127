"""The documents a person brought: in the memory of their session, and found again when they reload the page.

Nothing is written to disk. A reload begins a new session while Streamlit keeps the old one for about two minutes, in case
its connection comes back; as long as it does, another session of the same browser finds the documents there. Which browser
it is says the token against forged requests, which Streamlit gives each browser and which no address holds.
"""

from __future__ import annotations

from binascii import Error, unhexlify
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import cycle
from weakref import WeakSet

import streamlit as st

from chunkviz.document import Document

_COOKIE = "_streamlit_xsrf"


@dataclass(eq=False)
class Brought:
    """By a number of their own, from 1 on: documents, the files as they came, and the fingerprints of those."""

    documents: dict[int, Document] = field(default_factory=dict)
    files: dict[int, bytes] = field(default_factory=dict)
    fingerprints: dict[int, str] = field(default_factory=dict)
    last: int = 0

    def add(self, document: Document, file: bytes, number: int | None = None) -> int:
        """Keep a document, and return its number."""
        if number is None:
            number = self.last = self.last + 1
        self.documents[number], self.files[number], self.fingerprints[number] = document, file, fingerprint(file)
        return number

    def remove(self, number: int) -> None:
        for kept in (self.documents, self.files, self.fingerprints):
            kept.pop(number, None)

    def number_of(self, wanted: str) -> int | None:
        """The number of the file with this fingerprint; None where it is not here."""
        return next((number for number, known in self.fingerprints.items() if known == wanted), None)


_of_browser: dict[str, WeakSet[Brought]] = {}


def brought() -> Brought:
    """This session's."""
    if "brought" not in st.session_state:
        st.session_state.brought = Brought()
        if browser := _browser(st.context.cookies.get(_COOKIE, "")):
            _forget_closed()
            _of_browser.setdefault(browser, WeakSet()).add(st.session_state.brought)
    found: Brought = st.session_state.brought
    return found


def recover(wanted: str) -> int | None:
    """The number of the file with this fingerprint: in this session, else in another one of the same browser, whose documents
    this session then has too; None where it is in neither."""
    mine = brought()
    if mine.documents:
        return mine.number_of(wanted)
    for other in list(_of_browser.get(_browser(st.context.cookies.get(_COOKIE, "")), ())):
        if other.number_of(wanted) is not None:
            mine.documents, mine.files = dict(other.documents), dict(other.files)
            mine.fingerprints, mine.last = dict(other.fingerprints), other.last
            break
    return mine.number_of(wanted)


def fingerprint(file: bytes) -> str:
    """Tells files apart in an address: the first 16 hexadecimal digits of their SHA-256."""
    return sha256(file).hexdigest()[:16]


def _browser(cookie: str) -> str:
    """The browser's token out of its cookie, where a mask that changes at every request hides it (Tornado's format, version
    2); "" where there is none."""
    try:
        version, mask, masked, _ = cookie.split("|")
        token = bytes(one ^ other for one, other in zip(unhexlify(masked), cycle(unhexlify(mask)), strict=False))
    except (Error, ValueError):
        return ""
    return token.hex() if version == "2" and len(token) >= 16 else ""


def _forget_closed() -> None:
    for browser in [browser for browser, sessions in list(_of_browser.items()) if not sessions]:
        _of_browser.pop(browser, None)
