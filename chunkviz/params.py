"""Settings, declared once: default, help, bounds and choices beside the field they belong to.

The controls in the app, the command line's options, the URL, the property tests and the copyable code sample all read
this one declaration.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import SettingError

_KINDS = {int: "a whole number", float: "a number", bool: "true or false", str: "text", tuple: "a list of texts"}


def param(
    default: Any,
    help: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: Mapping[str, str] | None = None,
    label: str = "",
    when: tuple[str, Any] | None = None,
    within: str = "",
    part: int = 8,
    advanced: bool = False,
    by_hand: bool = False,
) -> Any:
    """A dataclass field that is a setting.

    low, high   bounds, both included
    choices     value -> what the app calls it
    label       what the app calls the setting; made from the field's name where empty
    when        (other setting, value): it only matters, and is only shown, while the other has that value
    within      another setting that has to be larger: where this one is not chosen, it is the default or one part of the
                other (an eighth), whichever is less; its field's own default is None, which stands for that
    part        how many of this one make the other, then
    advanced    seldom changed: the app shows it under “More settings”
    by_hand     changed only by the person who uses the app, never by a link that somebody else made
    """
    about = {
        "default": default,
        "help": help,
        "low": low,
        "high": high,
        "choices": dict(choices or {}),
        "label": label,
        "when": when,
    }
    about |= {"within": within, "part": part, "advanced": advanced, "by_hand": by_hand}
    return dataclasses.field(default=None if within else default, metadata={"param": about})


class Unchosen(int):
    """A number that follows from another setting, since it was not chosen.

    It is a number like any other, and remembers only that: `dataclasses.replace` hands every field over again, and with
    another size an overlap that was not chosen has to be worked out again.
    """


@dataclass(frozen=True, slots=True)
class Setting:
    """A declared setting, as the app, the command line and the tests read it."""

    name: str
    type: type
    default: Any
    help: str
    low: float | None
    high: float | None
    choices: Mapping[str, str]
    label: str
    when: tuple[str, Any] | None
    within: str = ""
    part: int = 8
    advanced: bool = False
    by_hand: bool = False

    def default_among(self, values: Mapping[str, Any]) -> Any:
        """What it is where it is not chosen, among these values of the other settings."""
        other = values.get(self.within)
        return self.default if other is None else max(int(self.low or 0), min(self.default, other // self.part))

    def resolved(self, value: Any, values: Mapping[str, Any]) -> Any:
        """`value`, checked, beside these values of the other settings. A number that is just what it would be without
        being chosen counts as not chosen; 0 does not, since “none” is said on purpose."""
        if not self.within:
            return self.check(value)
        default = self.default_among(values)
        if value is None or isinstance(value, Unchosen) or (self.check(value) == default and value != 0):
            return Unchosen(default)
        return value

    def parse(self, text: str) -> Any:
        """The value that `text` (from a command line or a URL) stands for; a SettingError where it stands for none."""
        try:
            if self.type is bool:
                return {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}[
                    text.lower()
                ]
            if self.type is int:
                return int(text)
            if self.type is float:
                return float(text)
            if self.type is tuple:
                value = json.loads(text)
                if not isinstance(value, list):
                    raise ValueError
                return tuple(value)
            return text
        except (KeyError, ValueError, RecursionError):
            raise SettingError(f"{self.name} must be {_KINDS[self.type]}{self._example()}; “{text}” is not.") from None

    def check(self, value: Any) -> Any:
        """The value, a list made a tuple; a SettingError where the type, the bounds or the choices refuse it."""
        if self.type is tuple and isinstance(value, list):
            value = tuple(value)
        if self.type is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        wrong_type = not isinstance(value, self.type) or (isinstance(value, bool) and self.type is not bool)
        if wrong_type or (self.type is tuple and not all(isinstance(part, str) for part in value)):
            raise SettingError(f"{self.name} must be {_KINDS[self.type]}{self._example()}; it is {value!r}.")
        try:
            "".join(value if self.type is tuple else str(value)).encode()
        except UnicodeEncodeError:
            raise SettingError(f"{self.name} holds half a character (a lone surrogate); replace it.") from None
        if self.choices and value not in self.choices:
            raise SettingError(f"{self.name} must be one of {', '.join(filter(None, self.choices))}; it is “{value}”.")
        if self.low is not None and value != value:
            raise SettingError(f"{self.name} must be a number; it is not one.")
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            raise SettingError(f"{self.name} must be {self.bounds}; it is {value}.")
        return value

    @property
    def bounds(self) -> str:
        if self.low is not None and self.high is not None:
            return f"between {self.low:g} and {self.high:g}"
        return f"at least {self.low:g}" if self.low is not None else f"at most {self.high:g}"

    def text(self, value: Any) -> str:
        """The value as `parse` reads it back: for a URL or a command line."""
        if self.type is bool:
            return "true" if value else "false"
        return json.dumps(list(value), ensure_ascii=False) if self.type is tuple else str(value)

    def _example(self) -> str:
        return ' such as ["\\n\\n", " "]' if self.type is tuple else ""


class Settings:
    """Mixin for a frozen dataclass whose fields are made by `param`: it checks itself when it is made.

    >>> from chunkviz.strategies.fixed import Fixed
    >>> Fixed(size=0)
    Traceback (most recent call last):
        ...
    chunkviz.errors.SettingError: size must be between 1 and 8192; it is 0.
    """

    def __post_init__(self) -> None:
        declared = settings_of(type(self))
        values: dict[str, Any] = {}
        for setting in sorted(declared, key=lambda setting: bool(setting.within)):  # what follows from another comes after it
            values[setting.name] = setting.resolved(getattr(self, setting.name), values)
            object.__setattr__(self, setting.name, values[setting.name])
        self.check()

    def check(self) -> None:
        """Raise a SettingError where settings that are each right contradict one another."""

    def changed(self) -> dict[str, Any]:
        """The settings that differ from their defaults, in declaration order."""
        values = ((s.name, getattr(self, s.name), s.default) for s in settings_of(type(self)))
        return {name: value for name, value, default in values if value != default}


def settings_of(owner: type) -> list[Setting]:
    """The settings a class declares, in order."""
    return list(_declared(owner))


@functools.cache
def _declared(owner: Any) -> tuple[Setting, ...]:
    hints = typing.get_type_hints(owner)
    found = []
    for f in dataclasses.fields(owner):
        if about := f.metadata.get("param"):
            kind = typing.get_origin(hints[f.name]) or hints[f.name]
            label = about["label"] or f.name.replace("_", " ").capitalize()
            found.append(Setting(f.name, kind, **about | {"label": label}))
    return tuple(found)


def smaller_overlap(size: int, overlap: int) -> None:
    """A SettingError where an overlap leaves no room for anything new in a chunk."""
    if overlap >= size:
        raise SettingError(f"overlap must be smaller than size; it is {overlap} and size is {size}.")


def made_from(owner: type, texts: Mapping[str, str], called: str = "") -> Any:
    """An `owner` with settings given as text (`{"size": "256"}`); a SettingError names an unknown or wrong one, of what is
    `called` so, which is its key where it has one."""
    declared = {setting.name: setting for setting in settings_of(owner)}
    for name in texts:
        if name not in declared:
            key = called or getattr(owner, "key", owner.__name__)
            raise SettingError(f"{key} has no setting “{name}”; it has: {', '.join(declared) or 'none'}.")
    return owner(**{name: declared[name].parse(text) for name, text in texts.items()})


def whole_numbers(text: str, called: str) -> list[int]:
    """Whole numbers with commas between; a SettingError where something else is among them.

    >>> whole_numbers("128, 256,512", "Sizes"), whole_numbers(" ", "Sizes")
    ([128, 256, 512], [])
    """
    try:
        return list(dict.fromkeys(int(part) for part in text.replace(";", ",").split(",") if part.strip()))
    except ValueError:
        raise SettingError(f"{called} must be whole numbers with commas between, such as 128, 256, 512.") from None
