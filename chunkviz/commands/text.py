"""Print a document's text: the very characters that start and end count, in UTF-8, line ends untouched."""

from __future__ import annotations

import argparse
import sys

from . import _cutting_options as options


def add(parser: argparse.ArgumentParser) -> None:
    options.add_document(parser)


def run(arguments: argparse.Namespace) -> int:
    document = options.document_of(arguments)
    sys.stdout.flush()
    sys.stdout.buffer.write(document.text.encode("utf-8"))
    sys.stdout.buffer.flush()
    for note in document.notes:
        print(note, file=sys.stderr)
    return 0
