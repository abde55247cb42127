"""What the person has chosen: the document, the strategy, what sizes are counted in, and every setting.

One value in the session is the truth. Widgets show it and write to it, the address is made from it and read into it, and
a button that suggests settings changes it; so none of them can disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from chunkviz.embedder import embedders
from chunkviz.params import Setting

STRATEGY = "recursive"  # what most pipelines use, so what most people come to look at
TOKENIZER = "cl100k_base"


@dataclass
class Choice:
    """`document` is "sample:<name>" or "yours:<number>"; `refined` the keys of the refinements that are on; `awaited` the
    name and fingerprint of the file that an address was made for, until a person brings it or chooses another document.

    `values` holds only settings that were changed, by name: strategies that share a setting share its value, so that a
    size survives a change of strategy. A refinement's settings are called "<refinement>.<setting>".
    """

    document: str = ""
    strategy: str = ""
    tokenizer: str = TOKENIZER
    embedder: str = ""
    refined: tuple[str, ...] = ()
    values: dict[str, Any] = field(default_factory=dict)
    awaited: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        self.strategy = self.strategy or STRATEGY
        self.embedder = self.embedder or next(iter(embedders.keys()), "")

    def value(self, setting: Setting, owner: str = "") -> Any:
        """The chosen value, or the default where none was chosen or the chosen one is not for this setting."""
        default = self.default(setting, owner)
        try:
            return setting.check(self.values.get(owner + setting.name, default))
        except ValueError:
            return default

    def settings(self, declared: list[Setting], owner: str = "") -> dict[str, Any]:
        return {setting.name: self.value(setting, owner) for setting in declared}

    def choose(self, setting: Setting, value: Any, owner: str = "") -> None:
        if value == self.default(setting, owner):
            self.values.pop(owner + setting.name, None)
        else:
            self.values[owner + setting.name] = value

    def default(self, setting: Setting, owner: str = "") -> Any:
        """The value where none was chosen."""
        return setting.default_among({setting.within: self.values.get(owner + setting.within)})


def choice() -> Choice:
    """This session's choice."""
    if "choice" not in st.session_state:
        st.session_state.choice = Choice()
    return st.session_state.choice


def shown(
    key: str, value: Any, change: Callable[[Any], None], among: Sequence[Any] | None = None, default: str = "value"
) -> dict[str, Any]:
    """Arguments for a widget that is to show `value` and calls `change` with a new one: its key, its callback, and its default,
    called `value`, or `index` where it is one `among` several, or as `default` says.

    The widget's state is written only where it differs: writing it at every run would pull a slider back while it is moved.
    On another page the widget of that key is another one, which has to be set again.

    The default is given beside the state. Streamlit sends a state that was written with one run only, and where a second run
    follows before the browser has drawn the first, the browser draws, and sends back as chosen, the default.
    """
    context = get_script_run_ctx()
    page = context.page_script_hash if context else ""
    drawn: dict[str, str] = st.session_state.setdefault("drawn on", {})
    if key not in st.session_state or st.session_state[key] != value or drawn.get(key) != page:
        st.session_state[key] = value
    drawn[key] = page
    begins = {default: value} if among is None else {"index": list(among).index(value)}
    return {"key": key, "on_change": touched, "args": (change, key), **begins}


def touched(change: Callable[[Any], None], key: str) -> None:
    """Callback of a widget: `change` is given its new value. The page's address, which may be the one from before, is not read
    then."""
    st.session_state.touched = True
    change(st.session_state[key])


def moved() -> None:
    """Callback of a widget that changes nothing itself: the page's address is not read then either."""
    st.session_state.touched = True


def run_again() -> NoReturn:
    """Run the whole page again, from a fragment too. The browser may not have been sent the address of this run yet, so the
    one it has is not read."""
    st.session_state.touched = True
    st.rerun()
