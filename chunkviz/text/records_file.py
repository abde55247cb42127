"""The records in a file that a person brings, not yet checked: JSON, JSON lines or a table (CSV, TSV)."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any, NamedTuple

from ..errors import ChunkvizError
from .json_text import decoded

LIMIT = 50_000_000  # bytes of a file

csv.field_size_limit(LIMIT)  # for the whole process: Python knows no other


class Records(NamedTuple):
    """`value` is what JSON holds, whatever that is, or a list: of each line's value, or of a table's rows by column."""

    value: Any
    table: bool

    def listed(self, *names: str) -> list[Any] | None:
        """The records as a list, also where an object has it under one of these names, or is a record itself; None where
        the value is neither."""
        value = self.value
        if isinstance(value, Mapping):
            value = next((value[name] for name in names if isinstance(value.get(name), list)), [value])
        return value if isinstance(value, list) else None


def records(data: bytes, name: str, what: str) -> Records:
    """The records of a file's bytes, by its content and the ending of `name`.

    what   what they are, in the plural, for the ChunkvizError that says in one sentence what is wrong with the file
    """
    if len(data) > LIMIT:
        raise ChunkvizError(
            f"{name} has {len(data) / 1e6:.0f} MB and the limit is {LIMIT / 1e6:.0f} MB; bring fewer {what} at once."
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ChunkvizError(f"{name} is not UTF-8 (byte {error.start:,}); save it as UTF-8.") from None
    if not text.strip():
        raise ChunkvizError(f"{name} is empty; it should hold {what}.")
    if PurePath(name).suffix.lower() in (".csv", ".tsv") or text.lstrip()[:1] not in "[{":
        return Records(_rows(text, name), True)
    return Records(_json(text, name, what), False)


def _json(text: str, name: str, what: str) -> Any:
    try:
        return decoded(text)
    except RecursionError:
        raise ChunkvizError(f"{name} is nested too deeply to be a file of {what}.") from None
    except ValueError as error:
        return _json_lines(text, name, str(error))


def _json_lines(text: str, name: str, whole: str) -> list[Any]:
    found: list[Any] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                found.append(decoded(line))
            except (ValueError, RecursionError):
                where = f"line {number}" if found else whole
                raise ChunkvizError(f"{name} is not JSON ({where}); check its commas, quotes and brackets.") from None
    return found


def _rows(text: str, name: str) -> list[dict[str, Any]]:
    delimiter = "\t" if name.lower().endswith(".tsv") else ","
    try:
        # Strict, since a quote that is never closed would take all rows after it into one cell.
        return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise ChunkvizError(f"{name} is not a CSV table ({error}); check its quotes.") from None
