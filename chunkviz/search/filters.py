"""Filters on metadata and on text: checked with plain sentences, and matched as Chroma matches them.

`where` is `{"field": value}`, `{"field": {"$gt": 3}}`, or `{"$and": [...]}` / `{"$or": [...]}` of such; `where_document` is
`{"$contains": "text"}` or `{"$not_contains": "text"}`, joined likewise. The meaning is that of Chroma 1.5, which the tests
compare it with: whole and broken numbers are compared by value, a text never equals a number, capital letters count, and
`$ne` and `$nin` also match what does not have the field.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any

from ..errors import ChunkvizError
from ..text.json_text import decoded

_EQUAL = ("$eq", "$ne")
_RANGE = ("$gt", "$gte", "$lt", "$lte")
_LIST = ("$in", "$nin")
_JOIN = ("$and", "$or")
_TEXT = ("$contains", "$not_contains")
_DEEPEST = 20
_MOST = 1_000  # values of a list, or conditions joined at one place


def parsed(text: str) -> dict[str, Any]:
    """The filter that JSON text holds; a ChunkvizError where it is none."""
    try:
        filter = decoded(text)
    except (ValueError, RecursionError) as error:
        raise ChunkvizError(f'The filter is not JSON ({error}); write it like {{"year": {{"$gte": 2020}}}}.') from None
    check_where(filter)
    return filter


def check_where(filter: Any, depth: int = 0) -> None:
    """Raise a ChunkvizError, one sentence that names the fault, unless `filter` is a right `where`."""
    for name, value in _conditions(filter, "where", depth):
        if name in _JOIN:
            for part in _parts(name, value):
                check_where(part, depth + 1)
        elif name.startswith("$"):
            raise ChunkvizError(
                f"A filter joins conditions with $and or $or; “{name}” is neither. Other operators stand after a field."
            )
        elif isinstance(value, Mapping):
            _check_operator(name, value)
        else:
            _check_scalar(name, "$eq", value)


def check_where_document(filter: Any, depth: int = 0) -> None:
    """The same for `where_document`."""
    for name, value in _conditions(filter, "where_document", depth):
        if name in _JOIN:
            for part in _parts(name, value):
                check_where_document(part, depth + 1)
        elif name not in _TEXT:
            raise ChunkvizError(f"A filter on the text has $contains, $not_contains, $and or $or; “{name}” is none of them.")
        elif not isinstance(value, str) or not value:
            raise ChunkvizError(f"{name} needs a text that is not empty.")


def passes(where: Mapping[str, Any] | None, where_document: Mapping[str, Any] | None) -> Callable[[Mapping[str, Any], str], bool]:
    """(metadata, text) -> whether both filters, checked first, let it through."""
    if where:
        check_where(where)
    if where_document:
        check_where_document(where_document)
    return lambda metadata, text: (
        (not where or _matches(where, metadata)) and (not where_document or _contains(where_document, text))
    )


def _matches(where: Mapping[str, Any], metadata: Mapping[str, Any]) -> bool:
    ((name, value),) = where.items()
    if name == "$and":
        return all(_matches(part, metadata) for part in value)
    if name == "$or":
        return any(_matches(part, metadata) for part in value)
    operator, wanted = next(iter(value.items())) if isinstance(value, Mapping) else ("$eq", value)
    return _holds(operator, metadata.get(name), wanted)


def _holds(operator: str, value: Any, wanted: Any) -> bool:
    if operator == "$eq":
        return _same(value, wanted)
    if operator == "$ne":
        return not _same(value, wanted)
    if operator == "$in":
        return any(_same(value, one) for one in wanted)
    if operator == "$nin":
        return not any(_same(value, one) for one in wanted)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return {"$gt": value > wanted, "$gte": value >= wanted, "$lt": value < wanted, "$lte": value <= wanted}[operator]


def _same(value: Any, wanted: Any) -> bool:
    kinds = {bool if isinstance(one, bool) else str if isinstance(one, str) else float for one in (value, wanted)}
    return value is not None and len(kinds) == 1 and value == wanted


def _contains(filter: Mapping[str, Any], text: str) -> bool:
    ((name, value),) = filter.items()
    if name == "$and":
        return all(_contains(part, text) for part in value)
    if name == "$or":
        return any(_contains(part, text) for part in value)
    return (value in text) == (name == "$contains")


def _conditions(filter: Any, called: str, depth: int) -> list[tuple[str, Any]]:
    if not isinstance(filter, Mapping) or not all(isinstance(name, str) for name in filter):
        raise ChunkvizError(f'A filter ({called}) is an object such as {{"field": "value"}}; this is {_shown(filter)}.')
    if len(filter) != 1:
        found = f"has {len(filter)} conditions side by side; join them with $and" if filter else "is empty; leave it out"
        raise ChunkvizError(f"A filter ({called}) {found}.")
    if depth > _DEEPEST:
        raise ChunkvizError(f"A filter ({called}) may nest {_DEEPEST} levels deep and this one nests deeper.")
    return list(filter.items())


def _parts(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) < 2:
        raise ChunkvizError(f"{name} joins a list of at least two conditions; this is {_shown(value)}.")
    if len(value) > _MOST:
        raise ChunkvizError(f"{name} joins at most {_MOST} conditions.")
    return value


def _check_operator(name: str, value: Mapping[str, Any]) -> None:
    if len(value) != 1:
        raise ChunkvizError(f'“{name}” needs one operator such as {{"$gte": 3}}; two bounds are two conditions joined with $and.')
    ((operator, wanted),) = value.items()
    if operator in _LIST:
        if not isinstance(wanted, list) or not wanted or len(wanted) > _MOST:
            raise ChunkvizError(f"{operator} on “{name}” needs a list of 1 to {_MOST} values.")
        for one in wanted:
            _check_scalar(name, operator, one)
        if len({bool if isinstance(one, bool) else type(one) for one in wanted}) > 1:
            raise ChunkvizError(
                f"{operator} on “{name}” needs values of one kind: all texts, all whole numbers, all broken "
                "numbers or all true/false."
            )
    elif operator in _RANGE:
        if isinstance(wanted, bool) or not isinstance(wanted, int | float) or not math.isfinite(wanted):
            raise ChunkvizError(f"{operator} on “{name}” needs a number; this is {_shown(wanted)}.")
        _check_scalar(name, operator, wanted)
    elif operator in _EQUAL:
        _check_scalar(name, operator, wanted)
    else:
        raise ChunkvizError(f"“{operator}” on “{name}” is no operator; there are: {', '.join(_EQUAL + _RANGE + _LIST)}.")


def _check_scalar(name: str, operator: str, value: Any) -> None:
    if not isinstance(value, str | int | float | bool) or (isinstance(value, float) and not math.isfinite(value)):
        raise ChunkvizError(f"{operator} on “{name}” needs a text, a number or true/false; this is {_shown(value)}.")
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ChunkvizError(f"{operator} on “{name}” has a number beyond 64 bits.")


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:59] + "…"
