"""Cut a document and print its chunks: one JSON object a line.

The keys of each: number (from 1), start and end (characters of the document's text, as “chunkviz text” prints it),
text, tokens, cause, overlap, context, added, oversize, metadata.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..exports.csv import csv
from ..exports.jsonl import lines
from . import _cutting_options as options


def add(parser: argparse.ArgumentParser) -> None:
    options.add_document(parser)
    options.add_cutting(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="print a table in place of JSON")
    form.add_argument(
        "--html", metavar="PAGE", help="write the document with its chunks in colour to this page, and print nothing"
    )


def run(arguments: argparse.Namespace) -> int:
    document = options.document_of(arguments)
    chunking = options.chunking_of(arguments, document)
    if arguments.html:
        from ..exports.html import html

        Path(arguments.html).write_text(html(chunking), encoding="utf-8", newline="\n")
    elif arguments.csv:
        sys.stdout.write(csv(chunking))
    else:
        for line in lines(chunking):
            print(line)
    for note in document.notes:
        print(note, file=sys.stderr)
    return 0
