"""Controls for settings, made from their declaration: no strategy is named here, and a new one needs nothing here."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from chunkviz.params import Setting, settings_of

from ..session.choice import Choice, shown
from . import notation

Choose = Callable[[Any], None]

_FEW = 40  # a range of so many whole numbers fits a plain slider


def controls(owner: type, choice: Choice, prefix: str = "", *, side: str = "") -> DeltaGenerator | None:
    """A control for each setting that `owner` (a strategy or a refinement) declares and that matters now; those seldom changed
    stand in a quiet place of their own below. Gives the place right under the control of the size, where there is one.

    side   sets the controls apart from those of another choice on the same page, and stands in their labels
    """
    declared = settings_of(owner)
    values = choice.settings(declared, prefix)
    matter = [setting for setting in declared if setting.when is None or values.get(setting.when[0]) == setting.when[1]]
    under_size = None
    for setting in matter:
        if not setting.advanced:
            control(setting, values[setting.name], choice, prefix, side=side)
        if setting.name == "size":
            under_size = st.container()
    if advanced := [setting for setting in matter if setting.advanced]:
        with st.expander("More settings", key=f"more-{side}{prefix}{owner.__name__}".replace(".", "-")):
            for setting in advanced:
                control(setting, values[setting.name], choice, prefix, side=side)
    return under_size


def scale(low: int, high: int) -> list[int]:
    """Whole numbers from `low` to `high` that a slider stops at: each small one, then eight to a doubling.

    >>> scale(1, 40)[-10:]
    [18, 20, 22, 24, 26, 28, 30, 32, 36, 40]
    """
    stops, value = [], low
    while value <= high:
        stops.append(value)
        step = 1 if value < 16 else 2 ** (int(math.log2(value)) - 3)
        value += step - value % step
    return stops if stops[-1] == high else [*stops, high]


def control(setting: Setting, value: Any, choice: Choice, prefix: str, *, side: str = "") -> None:
    key = f"setting:{side}{prefix}{setting.name}"
    if side:
        setting = dataclasses.replace(setting, label=f"{side}: {setting.label}")

    def choose(new: Any) -> None:
        choice.choose(setting, new, prefix)

    if setting.type is bool:
        st.toggle(setting.label, **shown(key, value, choose), help=setting.help)
    elif setting.choices:
        options = list(setting.choices)
        names = {option: setting.choices[option] or str(option) for option in options}
        st.selectbox(
            setting.label,
            options,
            format_func=names.__getitem__,
            **shown(key, value, choose, options),
            help=setting.help,
        )
    elif setting.type is tuple:
        _lines(setting, value, key, choose)
    elif setting.type is str:
        text = notation.written(value) if value else ""
        st.text_input(
            setting.label,
            **shown(key, text, lambda typed: choose(notation.understood(typed))),
            help=setting.help,
            max_chars=2000,
        )
    else:
        _number(setting, value, key, choose)


def _lines(setting: Setting, value: tuple[str, ...], key: str, choose: Choose) -> None:
    note = (
        f'{setting.help} One a line: \\\\n is a line end, \\\\t a tab; quotes show spaces, and "" is between any two characters.'
    )
    height = 34 + 22 * min(8, max(2, len(value)))
    st.text_area(
        setting.label,
        **shown(key, notation.lines(value), lambda typed: choose(notation.from_lines(typed))),
        help=note,
        height=height,
        max_chars=4000,
    )


def _number(setting: Setting, value: float, key: str, choose: Choose) -> None:
    """A slider where there are bounds, with a field for the exact number where the range is wide."""
    kind: Any = setting.type
    low, high = (None if bound is None else kind(bound) for bound in (setting.low, setting.high))
    if low is None or high is None:
        _exact(setting, value, low, high, key, choose)
    elif kind is int and high - low > _FEW:
        _pair(setting, int(value), low, high, key, choose)
    else:
        step = 1 if kind is int else (high - low) / 100
        st.slider(setting.label, low, high, step=step, **shown(key, value, choose), help=setting.help)


def _pair(setting: Setting, value: int, low: int, high: int, key: str, choose: Choose) -> None:
    """The number beside the label, and under both a slider that stops at round numbers (and at this one)."""
    stops = sorted({*scale(low, high), value})
    label = f"{setting.label}, slider"
    with st.container(key=f"pair-{key}".replace(":", "-"), gap=None):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", gap="xsmall"):
            st.markdown(setting.label, help=setting.help, width="content")
            _exact(setting, value, low, high, f"{key}:exact", choose, collapsed=True)
        st.select_slider(label, stops, **shown(key, value, choose), label_visibility="collapsed")


def _exact(setting: Setting, value: float, low: Any, high: Any, key: str, choose: Choose, collapsed: bool = False) -> None:
    st.number_input(
        setting.label,
        low,
        high,
        step=1 if setting.type is int else 0.01,
        **shown(key, value, choose),
        help=None if collapsed else setting.help,
        label_visibility="collapsed" if collapsed else "visible",
        width=92 if collapsed else "stretch",
    )
