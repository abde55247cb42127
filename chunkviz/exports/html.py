"""A chunking as one page that needs nothing else: the viewer, its script, its style and all it draws."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from ..chunking import Chunking
from ..phrases import counted
from ..viewer import script, style
from ..viewer.data import chunking_data, document_data, tokens_data

_TOKENS = 1_000_000  # characters up to which a page carries where the tokens end

# Nothing in the data can end its element or open another one, nor a line where JavaScript would count a new one.
_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"


def html(chunking: Chunking, **shown: Any) -> str:
    """The page; `shown` is what `chunkviz.viewer.chunking_data` takes: hits, marks, flags, a ribbon and so on.

    The page holds the whole document. Text is data in it, never markup, and its policy lets it load nothing.
    """
    document = chunking.document
    data: dict[str, Any] = {"document": document_data(document), **chunking_data(chunking, **shown)}
    data["tokens"] = tokens_data(document, chunking.tokenizer) if len(document) <= _TOKENS else None
    title = escape(f"{document.name} · {chunking.strategy.label} · {counted(len(chunking), 'chunk')}")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{title}</title>
<style>
{style("page")}</style>
</head>
<body>
<h1>{title}</h1>
<div id="chunkviz"></div>
<script type="application/json" id="chunkviz-data">{_embedded(data)}</script>
<script type="module">
{script("page")}</script>
</body>
</html>
"""


def notebook(chunking: Chunking) -> str:
    """The page in a frame, for a notebook's cell."""
    page = escape(html(chunking), quote=True)
    return f'<iframe sandbox="allow-scripts" style="width:100%;height:640px;border:0" title="Chunks" srcdoc="{page}"></iframe>'


def _embedded(data: Mapping[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False)
    for character, escaped in _ESCAPES.items():
        text = text.replace(character, escaped)
    return text
