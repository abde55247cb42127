"""What an author says of a document, in front of it or beside it: names with texts and numbers, hostile until checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import date
from typing import Any

from ..errors import ChunkvizError
from .json_text import decoded

LONGEST = 100_000  # characters of front matter that are looked at
MOST = 100  # fields
_VALUE = 10_000  # characters of a value


def front_matter(text: str) -> dict[str, Any]:
    """The fields of a YAML (`---`) or TOML (`+++`) front matter, marks included; none where it cannot be read."""
    if len(text) > LONGEST:
        return {}
    mark, body = text[:3], "\n".join(text.strip().splitlines()[1:-1])
    try:
        return fields_of(tomllib.loads(body) if mark == "+++" else _yaml(body))
    except (ValueError, RecursionError):
        return {}


def sidecar(data: bytes, name: str) -> dict[str, Any]:
    """The fields in a JSON file that accompanies a document. Raises ChunkvizError, one sentence, where it holds no object."""
    try:
        found = decoded(data)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, Mapping):
        raise ChunkvizError(f'{name} does not hold a JSON object; write it as {{"author": "…"}}.')
    return fields_of(found)


def fields_of(found: Any) -> dict[str, Any]:
    """The texts, numbers and truth values in a mapping, and lists of them as one text; what is nested deeper is left out."""
    if not isinstance(found, Mapping):
        return {}
    fields: dict[str, Any] = {}
    for name, value in found.items():
        if isinstance(value, list) and all(isinstance(one, str | int | float) for one in value):
            value = ", ".join(map(str, value))
        if isinstance(value, date):  # a time of day too
            value = value.isoformat()
        if isinstance(name, str) and isinstance(value, str | int | float) and len(str(value)) <= _VALUE and len(fields) < MOST:
            fields[name] = value
    return fields


def _yaml(body: str) -> Any:
    import yaml

    try:
        return yaml.safe_load(body)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from None
