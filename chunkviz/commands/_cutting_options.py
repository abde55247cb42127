"""The options that commands share: which document, and how it is cut."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..chunking import Chunking, chunk
from ..document import Document
from ..embedder import embedder_for, embedders
from ..errors import SettingError
from ..imported.splitter import splitter_named
from ..isolation.reading import read_isolated
from ..params import made_from
from ..reader import LIMIT
from ..refinement import Refinement, refinements
from ..strategy import Strategy, strategies

if TYPE_CHECKING:
    from ..embedder import Embedder


def add_document(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the file to read; - for standard input")
    parser.add_argument("--name", help="name of what comes from standard input; its ending gives the kind of document")
    parser.add_argument("--kind", help="kind of document, where its name and content do not tell or tell wrong")
    parser.add_argument(
        "--read", action="append", default=[], metavar="NAME=VALUE", help="how this kind is read: see “chunkviz strategies”"
    )


def document_of(arguments: argparse.Namespace) -> Document:
    """The document that FILE, --name, --kind and --read ask for."""
    source = sys.stdin.buffer.read(LIMIT + 1) if arguments.file == "-" else arguments.file
    how = settings_named("--read", arguments.read)
    return read_isolated(source, arguments.name, arguments.kind, how)


def add_cutting(parser: argparse.ArgumentParser, default: str = "recursive") -> None:
    """--strategy (with this default), --tokenizer, --set, --refine and --embedder."""
    parser.add_argument("--strategy", default=default, metavar="KEY", help="how to cut: see “chunkviz strategies” (%(default)s)")
    parser.add_argument(
        "--splitter",
        metavar="MODULE:THING",
        help="cut with a splitter of LangChain, LlamaIndex, chonkie, or of your own",
    )
    parser.add_argument("--tokenizer", default="cl100k_base", metavar="KEY", help="what sizes are counted in (%(default)s)")
    parser.add_argument(
        "--refine", action="append", default=[], metavar="KEY", help="a refinement of the chunks; may be given more than once"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help='a setting of the strategy, or as KEY.NAME=VALUE of a refinement; lists as JSON: separators=["\\n\\n", " "]',
    )
    parser.add_argument("--embedder", metavar="KEY", help="the model for strategies that cut by meaning (the packaged one)")


def chunking_of(arguments: argparse.Namespace, document: Document) -> Chunking:
    """The document cut as the options ask."""
    strategy = strategy_of(arguments)
    return chunk(
        document, strategy, arguments.tokenizer, refinements=refinements_of(arguments), embedder=embedder_of(arguments, strategy)
    )


def strategy_of(arguments: argparse.Namespace) -> Strategy:
    wanted = splitter_named(arguments.splitter) if arguments.splitter else strategies.get(arguments.strategy)
    return made_from(wanted, settings_for("", arguments))


def refinements_of(arguments: argparse.Namespace) -> list[Refinement]:
    return [made_from(refinements.get(key), settings_for(key, arguments)) for key in arguments.refine]


def embedder_of(arguments: argparse.Namespace, strategy: Strategy) -> Embedder | None:
    """The embedder asked for; where none is, the first there is if the strategy cuts by meaning, else None."""
    if arguments.embedder is not None:
        return embedder_for(arguments.embedder)
    return embedder_for(embedders.keys()[0]) if strategy.embeds else None


def settings_for(owner: str, arguments: argparse.Namespace) -> dict[str, str]:
    """The settings in --set that belong to `owner`, by name: a refinement's key, or "" for the strategy."""
    found = {}
    for path, value in settings_named("--set", arguments.set).items():
        key, _, name = path.rpartition(".")
        if key and key not in arguments.refine:
            raise SettingError(f"--set {path} is for a refinement that is not asked for; add --refine {key}.")
        if key == owner:
            found[name] = value
    return found


def settings_named(option: str, given: Sequence[str]) -> dict[str, str]:
    """What an option that may be given more than once says, by name; the last word counts."""
    found = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not equals or not name:
            raise SettingError(f"{option} {one} says no value; write it as name=value.")
        found[name] = value
    return found
