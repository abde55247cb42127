"""The command line: finds the commands, runs one, and says in one sentence what is wrong with wrong input.

A command is a module of `chunkviz.commands` with two functions: `add(parser)` declares its arguments, and
`run(arguments)` does it and returns the exit status. Its docstring is its help.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import pkgutil
import sys
from collections.abc import Sequence
from typing import NoReturn

from . import commands
from .errors import ChunkvizError
from .isolation.processes import prepare
from .version import __version__


class Parser(argparse.ArgumentParser):
    """argparse that says what is wrong in one sentence, in place of its usage and a line."""

    def error(self, message: str) -> NoReturn:
        raise ChunkvizError(f"{message[0].upper()}{message[1:].rstrip('.')}; see {self.prog} --help.")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status: 0, 2 where the input is wrong, 130 where it was interrupted."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A lone surrogate, which UTF-8 cannot hold, becomes \udc80: within JSON that is what it must be.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        if any(os.path.exists(word) for word in (sys.argv[1:] if argv is None else argv)):
            prepare()  # a file will be read: its process starts while the commands are imported
        arguments = parser().parse_args(argv)
        status = arguments.run(arguments)
        sys.stdout.flush()
        return status
    except ChunkvizError as error:
        return _wrong(str(error))
    except BrokenPipeError:
        # Whoever read has seen enough. What is still buffered goes nowhere, or Python would complain on leaving.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _wrong(f"{error.filename or 'A file'}: {error.strerror or error}.")
    except KeyboardInterrupt:
        return 130


def parser() -> Parser:
    """The parser with every command there is."""
    top = Parser(prog="chunkviz", description="See where a document is cut into chunks, and why.", allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"chunkviz {__version__}")
    several = top.add_subparsers(metavar="COMMAND", required=True)
    for found in pkgutil.iter_modules(commands.__path__):
        if found.name.startswith("_"):  # options that commands share
            continue
        command = importlib.import_module(f"{commands.__name__}.{found.name}")
        about = (command.__doc__ or "").strip()
        one = several.add_parser(
            found.name,
            help=about.partition("\n")[0],
            description=about,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.add(one)
        one.set_defaults(run=command.run)
    return top


def _wrong(sentence: str) -> int:
    print(sentence.replace("\r", "\\r").replace("\n", "\\n"), file=sys.stderr)
    return 2
