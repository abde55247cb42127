"""A chunking as a table for a spreadsheet or a data frame: one row a chunk, the text as it stands in the document."""

from __future__ import annotations

import csv as tables
import io
import json

from ..chunking import Chunking
from .jsonl import records

COLUMNS = (
    "number",
    "start",
    "end",
    "tokens",
    "cause",
    "why",
    "overlap_asked",
    "overlap_got",
    "oversize",
    "context",
    "added",
    "metadata",
    "text",
)


def csv(chunking: Chunking) -> str:
    """The table by RFC 4180 with a head row: CRLF ends a row, and a cell with a line end in it stands in quotation marks.

    `context` and `metadata` are JSON. Nothing is done to cells that a spreadsheet would take for formulas: the text
    of a chunk is the document's own, to the character.
    """
    out = io.StringIO()
    write = tables.writer(out).writerow
    write(COLUMNS)
    for row in records(chunking):
        row["why"], row["cause"] = row["cause"]["sentence"], row["cause"]["kind"]
        row["overlap_asked"], row["overlap_got"] = row["overlap"]["asked"], row["overlap"]["got"]
        row["oversize"] = row["oversize"] or ""
        for name in ("context", "metadata"):
            row[name] = json.dumps(row[name], ensure_ascii=False) if row[name] else ""
        write([row[name] for name in COLUMNS])
    return out.getvalue()
