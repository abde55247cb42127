"""The viewer: the data it draws, its script and its style; no Streamlit here.

Read `data` for what it is given. What draws it is JavaScript: `modules/data/` reads it, `modules/drawing/` makes elements of it,
`modules/viewing/` shows what is near and answers to keys and pointer, `modules/entries/` begins it all. One step, `make viewer`,
bundles each entry with what it imports into `built/`, which is checked in: running the app needs no npm.
"""

from __future__ import annotations

from pathlib import Path

from .data import DrawnHit, Flag, Mark, Ribbon, chunking_data, document_data, moment_data
from .palette import PALETTE, colours, custom_properties
from .selected import Selection, selection

__all__ = [
    "PALETTE",
    "DrawnHit",
    "Flag",
    "Mark",
    "Ribbon",
    "Selection",
    "chunking_data",
    "colours",
    "document_data",
    "moment_data",
    "script",
    "selection",
    "style",
]

_HERE = Path(__file__).parent
_SHEETS = ("frame", "text", "margin", "panels", "narrow")  # later ones go over earlier ones


def script(form: str) -> str:
    """One ES module. `form`: "page" (the viewer, drawing what the page carries); for Streamlit "component" (the viewer),
    "carrier" (what it draws) and "outline"."""
    return (_HERE / "built" / f"{form}.js").read_text("utf-8")


def style(form: str) -> str:
    """The style sheet that goes with the script of this form: "page", "component" or "outline"."""
    if form == "outline":
        return _sheet("outline")
    names = (*_SHEETS, "page") if form == "page" else _SHEETS
    return custom_properties() + "".join(_sheet(name) for name in names)


def _sheet(name: str) -> str:
    return (_HERE / "style" / f"{name}.css").read_text("utf-8")
