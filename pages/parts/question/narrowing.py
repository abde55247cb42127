"""Filters on what is searched: controls for the fields that are there, or JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from chunkviz.errors import ChunkvizError
from chunkviz.search.filters import parsed
from chunkviz.search.record import Record, Scalar, fields

from ..notices import problem
from ..session.choice import shown
from .question import Asking

_HIDDEN = {"document", "name", "parent_start", "parent_end", "content_hash"}
_MOST = 300  # values of a field that are offered


def narrowing(state: Asking, records: Sequence[Record]) -> None:
    """The controls; they set `state.where` and `state.where_document`."""
    values = values_of(records)

    st.text_input(
        "Text contains",
        **shown("filter contains", state.contains, partial(setattr, state, "contains")),
        max_chars=500,
        help="Capital letters count.",
    )
    state.where_document = {"$contains": state.contains} if state.contains else None
    st.toggle("As JSON", **shown("filter as json", state.as_json, partial(setattr, state, "as_json")))
    if state.as_json:
        st.text_area(
            "Filter",
            **shown("filter json", state.json, partial(setattr, state, "json")),
            height=100,
            max_chars=5_000,
            placeholder='{"tokens": {"$gte": 100}}',
        )
        state.where = None
        if state.json.strip():
            try:
                state.where = parsed(state.json)
            except ChunkvizError as error:
                problem(str(error))
        return
    chosen = st.multiselect("Only where", list(values), key="filter fields")
    conditions = [one for name in chosen if (one := _condition(name, values[name])) is not None]
    join = "$and"
    if len(conditions) > 1:
        join = {"all of them": "$and", "any of them": "$or"}[
            st.radio("Must hold", ["all of them", "any of them"], key="filter join", horizontal=True)
        ]
    state.where = joined(conditions, join)
    if state.where:
        st.code(str(state.where).replace("'", '"'), language="json", wrap_lines=True)


def values_of(records: Sequence[Record]) -> dict[str, list[Scalar]]:
    """The values that stand in each field that can be filtered by, each once."""
    found: dict[str, dict[Scalar, None]] = {}
    for record in records:
        for name, value in fields(record).items():
            if name not in _HIDDEN:
                found.setdefault(name, {})[value] = None
    return {name: list(values) for name, values in sorted(found.items())}


def joined(conditions: list[dict[str, Any]], join: str) -> Mapping[str, Any] | None:
    """One filter of several conditions.

    >>> joined([{"a": 1}], "$or"), joined([{"a": 1}, {"b": 2}], "$or"), joined([], "$and")
    ({'a': 1}, {'$or': [{'a': 1}, {'b': 2}]}, None)
    """
    return conditions[0] if len(conditions) == 1 else {join: conditions} if conditions else None


def _condition(name: str, values: list[Scalar]) -> dict[str, Any] | None:
    """The condition on one field: a range of numbers, or some of its texts."""
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(numbers) == len(values) and min(numbers) < max(numbers):
        low, high = st.slider(name, min(numbers), max(numbers), (min(numbers), max(numbers)), key=f"filter range {name}")
        return {"$and": [{name: {"$gte": low}}, {name: {"$lte": high}}]}
    picked = st.multiselect(name, values[:_MOST], key=f"filter values {name}", format_func=str)
    if not picked:
        return None
    return {name: picked[0]} if len(picked) == 1 else {"$or": [{name: value} for value in picked]}
