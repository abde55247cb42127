"""What a file of questions holds for each of them, not yet checked: JSON, JSON lines or a table."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from .errors import ChunkvizError

LIMIT = 50_000_000  # bytes of a file
MOST = 20_000  # questions of a file, and answers of a question

TEXT = ("question", "query")  # what files call a question
ANSWERS = ("answers", "references", "relevant_passages", "expected_chunks", "answer")  # what they call its answers


def entries(data: bytes, name: str) -> list[Any]:
    """What the file holds for each question, not yet checked."""
    if len(data) > LIMIT:
        raise ChunkvizError(f"{name} is larger than the limit of {LIMIT / 1e6:.0f} MB for a file of questions.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ChunkvizError(f"{name} is not UTF-8 (byte {error.start:,}); save it as UTF-8.") from None
    if not text.strip():
        raise ChunkvizError(f"{name} is empty; it should hold questions with their answers.")
    ending = PurePath(name).suffix.lower()
    found = _table(text, name) if ending in (".csv", ".tsv") or text.lstrip()[:1] not in "[{" else _json(text, name)
    if len(found) > MOST:
        raise ChunkvizError(f"{name} holds {len(found):,} questions; the limit is {MOST:,}.")
    return found


def _json(text: str, name: str) -> list[Any]:
    try:
        value = json.loads(text)
    except RecursionError:
        raise ChunkvizError(f"{name} is nested too deeply to be a file of questions.") from None
    except ValueError as error:
        return _json_lines(text, name, error)
    if isinstance(value, Mapping) and isinstance(value.get("questions"), list):
        value = value["questions"]
    if isinstance(value, Mapping):
        value = [value]
    if not isinstance(value, list):
        raise ChunkvizError(f"{name} holds no list of questions; write [{{“question”: …, “answers”: [“a quote”]}}].")
    return value


def _json_lines(text: str, name: str, whole: ValueError) -> list[Any]:
    found: list[Any] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                found.append(json.loads(line))
            except (ValueError, RecursionError):
                what = f"line {number}" if found else str(whole)
                raise ChunkvizError(f"{name} is not JSON ({what}); check its commas, quotes and brackets.") from None
    return found


def _table(text: str, name: str) -> list[Any]:
    try:
        rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter="\t" if name.lower().endswith(".tsv") else ","))
    except csv.Error as error:
        raise ChunkvizError(f"{name} is not a CSV table ({error}).") from None
    columns = list(rows[0]) if rows else []
    if not any(one in columns for one in TEXT) or not any(one in columns for one in ANSWERS):
        found = ", ".join(str(column)[:40] for column in columns[:6]) or "nothing"
        raise ChunkvizError(f"{name} needs a column question (or query) and one of {', '.join(ANSWERS)}; it has: {found}.")
    for row in rows:
        for column in ANSWERS:
            if isinstance(row.get(column), str):
                row[column] = _cell(row[column])
    return rows


def _cell(text: str) -> Any:
    """A list of answers in a cell is JSON; anything else is one quote."""
    if text.lstrip()[:1] in ("[", "{"):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    return text
