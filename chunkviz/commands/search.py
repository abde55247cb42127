"""Ask a Chroma collection a question.

The question is embedded by the model the collection was made with; for a collection made elsewhere --embedder says which
that was. A folder that chunkviz did not make is copied first and never written. With --json one JSON object a line is
printed for each passage: rank, score, document, start, end (characters; null where they are not known), text, why, and hits
(number, score, distance, start, end, metadata of each chunk it comes from).
"""

from __future__ import annotations

import argparse
import json
import sys
import textwrap

from ..embedder import Embedder, embedder_for, embedders
from ..errors import ChunkvizError
from ..index import ChromaIndex, Store
from ..params import made_from
from ..pattern import Search, patterns, retrieve
from ..search.filters import parsed
from ..search.hits import Passage
from . import _cutting_options as options

_SHOWN = 600  # characters of a passage that are printed


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", metavar="QUESTION")
    place = parser.add_mutually_exclusive_group(required=True)
    place.add_argument("--db", metavar="DIR", help="the folder of the database")
    place.add_argument("--server", metavar="HOST:PORT", help="a running Chroma server")
    parser.add_argument("--collection", metavar="NAME", help="the collection; needed where there are several")
    parser.add_argument("-k", type=int, default=5, metavar="K", help="how many passages (%(default)s)")
    parser.add_argument("--pattern", default="plain", metavar="KEY", help="how passages are found (%(default)s)")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting of the pattern")
    parser.add_argument("--where", metavar="JSON", help='only chunks with this metadata, such as {"page": {"$gte": 3}}')
    parser.add_argument("--contains", metavar="TEXT", help="only chunks that hold this text")
    parser.add_argument("--embedder", metavar="KEY", help="the model a collection made elsewhere was made with")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    if arguments.k < 1:
        raise ChunkvizError(f"-k must be at least 1; it is {arguments.k}.")
    pattern = made_from(patterns.get(arguments.pattern), options.settings_named("--set", arguments.set))
    where = parsed(arguments.where) if arguments.where else None
    contains = {"$contains": arguments.contains} if arguments.contains else None
    store = Store.reading(arguments.db) if arguments.db else Store.server(arguments.server)
    index = store.open_only(arguments.collection)
    if index.doubt:
        print(index.doubt, file=sys.stderr)
    search = Search(index, _embedder(arguments.embedder, index), where=where, where_document=contains)
    passages = retrieve(arguments.question, search, pattern, arguments.k)
    if arguments.json:
        for passage in passages:
            print(json.dumps(_plain(passage), ensure_ascii=False))
    else:
        print("\n\n".join(_told(passage) for passage in passages) or "Nothing was found.")
    return 0


def _embedder(name: str | None, index: ChromaIndex) -> Embedder:
    """The embedder a collection was made with, checked."""
    if name is None and index.about is not None:
        name = next((one.key for one in embedders if one.model == index.about.model), None)
        if name is None:
            raise ChunkvizError(
                f"“{index.name}” was made with {index.about.model}, which is not among the models here; give it with --embedder."
            )
    if name is None:
        raise ChunkvizError(f"“{index.name}” does not say which model it was made with; give it with --embedder.")
    embedder = embedder_for(name)
    index.check(embedder)
    return embedder


def _plain(passage: Passage) -> dict[str, object]:
    start, end = passage.span or (None, None)
    hits: list[dict[str, object]] = []
    for hit in passage.hits:
        first, last = hit.record.span or (None, None)
        about: dict[str, object] = {"number": hit.record.number, "score": hit.score, "distance": hit.distance}
        hits.append(about | {"start": first, "end": last, "metadata": dict(hit.record.metadata)})
    found: dict[str, object] = {"rank": passage.rank, "score": passage.score, "document": passage.name}
    return found | {"start": start, "end": end, "text": passage.text, "why": passage.why, "hits": hits}


def _told(passage: Passage) -> str:
    place = (
        f"{passage.name}, characters {passage.span.start:,} to {passage.span.end:,}"
        if passage.span
        else passage.hits[0].record.id
    )
    text = passage.text if len(passage.text) <= _SHOWN else passage.text[:_SHOWN] + "…"
    return "\n".join(
        [
            f"{passage.rank}. {passage.score:.3f}  {place}",
            *([passage.why] if passage.why else []),
            textwrap.indent(text.strip(), "   "),
        ]
    )
