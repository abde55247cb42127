"""The strategy in the sidebar: which one, its settings, what is done to its chunks afterwards, and its lesson."""

from __future__ import annotations

import inspect
from typing import Literal, NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from chunkviz.embedder import embedders
from chunkviz.refinement import refinements
from chunkviz.strategy import strategies
from chunkviz.tokenizer import tokenizers

from ..session.choice import Choice, shown
from .settings import controls


class Slots(NamedTuple):
    """Places between the controls: right under the menu of strategies, and right under the size where the strategy has one."""

    under_menu: DeltaGenerator
    under_size: DeltaGenerator | None


def strategy(choice: Choice, side: str = "") -> Slots:
    """The controls. `side` as in `controls`."""
    kinds = dict(strategies.items())

    st.html(f"<h2>{side or 'Strategy'}</h2>")
    _menu("Strategy", "strategy", {key: kind.label for key, kind in kinds.items()}, choice, side, "collapsed")
    under_menu = st.container()
    under_size = controls(kinds[choice.strategy], choice, side=side)
    _menu("Count sizes in", "tokenizer", {key: tokenizer.label for key, tokenizer in tokenizers.items()}, choice, side)
    _menu("Meaning by", "embedder", {key: embedder.label for key, embedder in embedders.items()}, choice, side)
    if choice.values or choice.refined:
        st.button(
            "Back to the defaults", type="tertiary", icon=":material/undo:", on_click=_reset, args=(choice,), key=f"reset {side}"
        )
    return Slots(under_menu, under_size)


def _menu(
    label: str,
    part: str,
    labels: dict[str, str],
    choice: Choice,
    side: str,
    visibility: Literal["visible", "collapsed"] = "visible",
) -> None:
    """A menu for one part of the choice: `labels` names its options."""

    def change(key: str) -> None:
        setattr(choice, part, key)

    st.selectbox(
        f"{side}: {label}" if side else label,
        list(labels),
        format_func=labels.__getitem__,
        **shown(f"{side}{part}", getattr(choice, part), change, list(labels)),
        label_visibility=visibility,
    )


def refine(choice: Choice) -> None:
    """What can be done to any strategy's chunks, each with its settings while it is on."""
    if not refinements.keys():
        return
    st.html("<h2>Refine</h2>")
    for name, kind in refinements.items():

        def switch(on: bool, name: str = name) -> None:
            wanted = {*choice.refined, name} if on else {*choice.refined} - {name}
            choice.refined = tuple(key for key, _ in refinements.items() if key in wanted)

        st.toggle(kind.label, **shown(f"refine:{name}", name in choice.refined, switch), help=_first_line(kind))
        if name in choice.refined:
            with st.container(key=f"refining-{name}", gap="small"):
                controls(kind, choice, f"{name}.")


def lesson(choice: Choice) -> None:
    """What the strategy does: its docstring, and on demand the source of its `split`."""
    kind = strategies.get(choice.strategy)
    st.html("<h2>What it does</h2>")
    first, _, rest = inspect.cleandoc(kind.__doc__ or "").partition("\n\n")
    with st.container(key="lesson"):
        st.markdown(first)
    if rest:
        with st.expander("The lesson"):
            st.markdown(rest)
    source = st.expander("Its code", key="source", on_change="rerun")
    if source.open:
        with source:
            st.code(inspect.cleandoc(inspect.getsource(kind.split)), language="python", wrap_lines=True)


def _first_line(kind: type) -> str:
    return inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0]


def _reset(choice: Choice) -> None:
    st.session_state.touched = True
    choice.values.clear()
    choice.refined = ()
