"""List the strategies with their settings: default, bounds and what each does."""

from __future__ import annotations

import argparse
import inspect
import json
from collections.abc import Iterator
from typing import Any

from ..params import Setting, settings_of
from ..refinement import refinements
from ..strategy import strategies

_TYPES = {int: "whole number", float: "number", bool: "true or false", str: "text", tuple: "list of texts"}


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object in place of text")


def run(arguments: argparse.Namespace) -> int:
    if arguments.json:
        print(
            json.dumps(
                {"strategies": [_plain(s) for s in strategies], "refinements": [_plain(r) for r in refinements]},
                ensure_ascii=False,
                indent=2,
            )
        )
        return 0
    for owner in strategies:
        print("\n".join(_shown(owner)), end="\n\n")
    print("Refinements (--refine KEY, their settings as --set KEY.NAME=VALUE)\n")
    for refinement in refinements:
        print("\n".join(_shown(refinement)), end="\n\n")
    return 0


def _plain(owner: Any) -> dict[str, Any]:
    settings = [
        {
            "name": s.name,
            "type": _TYPES[s.type],
            "default": list(s.default) if s.type is tuple else s.default,
            "low": s.low,
            "high": s.high,
            "choices": list(s.choices),
            "help": s.help,
        }
        for s in settings_of(owner)
    ]
    return {"key": owner.key, "label": owner.label, "about": _about(owner), "settings": settings}


def _shown(owner: Any) -> Iterator[str]:
    yield f"{owner.key}: {owner.label}"
    yield f"    {_about(owner)}"
    for setting in settings_of(owner):
        yield f"    --set {setting.name}={setting.text(setting.default)}"
        yield f"        {setting.help} ({_allowed(setting)})"


def _about(owner: Any) -> str:
    """The first paragraph of its lesson, on one line."""
    return " ".join((inspect.getdoc(owner) or "").partition("\n\n")[0].split())


def _allowed(setting: Setting) -> str:
    if setting.choices:
        return f"one of: {', '.join(setting.choices)}"
    bounded = setting.low is not None or setting.high is not None
    return f"{_TYPES[setting.type]} {setting.bounds}" if bounded else _TYPES[setting.type]
