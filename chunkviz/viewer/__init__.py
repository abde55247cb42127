"""The viewer: the data it draws, its script and its style; no Streamlit here.

Read `data` for what it is given, then `text.js`, `chunks.js`, `paint.js`, `viewer.js`.
"""

from __future__ import annotations

from pathlib import Path

from .data import Flag, Found, Mark, Ribbon, chunking_data, document_data, moment_data
from .palette import PALETTE, colours
from .selected import Selection, selection

__all__ = [
    "PALETTE",
    "Flag",
    "Found",
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
_VIEWER = ("text.js", "chunks.js", "paint.js", "card.js", "map.js", "viewer.js")


def script(form: str) -> str:
    """The viewer as one ES module. `form`: "page" (draws what the page carries), "component" or "carrier" (Streamlit)."""
    files = () if form == "carrier" else _VIEWER
    return "\n".join((_HERE / name).read_text("utf-8") for name in (*files, f"{form}.js"))


def style(form: str) -> str:
    """The viewer's style sheet, with its colours. `form`: "page" or "component"."""
    palette = "".join(f"--c{i}: {colour}; " for i, colour in enumerate(PALETTE))
    sheet = f".viewer {{ {palette}}}\n" + (_HERE / "viewer.css").read_text("utf-8")
    return sheet + ((_HERE / "page.css").read_text("utf-8") if form == "page" else "")
