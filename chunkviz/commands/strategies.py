"""List the strategies with their settings, then refinements, kinds of documents, tokenizers and embedders."""

from __future__ import annotations

import argparse
import inspect
import json
from typing import Any

from ..embedder import embedders
from ..params import Setting, settings_of
from ..reader import readers
from ..refinement import refinements
from ..strategy import strategies
from ..tokenizer import tokenizers

_TYPES = {int: "whole number", float: "number", bool: "true or false", str: "text", tuple: "list of texts"}


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object in place of text")


def run(arguments: argparse.Namespace) -> int:
    if arguments.json:
        print(
            json.dumps(
                {"strategies": [*map(_plain, strategies)], "refinements": [*map(_plain, refinements)]},
                ensure_ascii=False,
                indent=2,
            )
        )
        return 0
    for strategy in strategies:
        _show(strategy.key, strategy.label, _about(strategy), strategy, "--set ")
    print("Refinements, by --refine KEY:\n")
    for refinement in refinements:
        _show(refinement.key, refinement.label, _about(refinement), refinement, f"--set {refinement.key}.")
    print("Kinds of documents, found by a file's name and content or given by --kind KEY:\n")
    for reader in readers:
        _show(reader.key, reader.label, " ".join(reader.extensions), reader.options, "--read ")
    for option, found in ("--tokenizer", tokenizers), ("--embedder", embedders):
        print(f"{option} KEY: {', '.join(found.keys())}")
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


def _show(key: str, label: str, about: str, owner: type | None, option: str) -> None:
    """One thing with the settings that `owner` declares, each as it is given on the command line with its default."""
    print(f"{key}: {label}\n    {about}")
    for setting in settings_of(owner) if owner else []:
        print(f"    {option}{setting.name}={setting.text(setting.default)}\n        {setting.help} ({_allowed(setting)})")
    print()


def _about(owner: Any) -> str:
    """The first paragraph of its lesson, on one line."""
    return " ".join((inspect.getdoc(owner) or "").partition("\n\n")[0].split())


def _allowed(setting: Setting) -> str:
    if setting.choices:
        return f"one of: {', '.join(setting.choices)}"
    if setting.within:
        return f"{_TYPES[setting.type]} {setting.bounds}; where not given, at most {setting.within} divided by {setting.part}"
    bounded = setting.low is not None or setting.high is not None
    return f"{_TYPES[setting.type]} {setting.bounds}" if bounded else _TYPES[setting.type]
