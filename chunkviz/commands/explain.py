"""Say why the passage that answers a question was not retrieved, and what would have worked.

FILE is cut as the options say, its chunks are embedded, and the question is asked. ANSWER is a quote from it; white space may
differ. The chunks of another splitter are looked at with --chunks (a file of them), or --db or --server (a Chroma database,
whose own index is asked). With --json one object is printed; chunks are numbered from 1, characters are those “chunkviz text”
prints:

  holders   chunks that hold the answer: number, start, end, whole (or else cut), part (start and end), overlap (numbers of
            other chunks that hold it too)
  cuts      where a chunk ends inside the answer: at, number, why
  ranks     for each holder: number, rank by similarity (null: filtered out), score, rank and score by words, retrieved
  retrieved whether all of the answer's characters, white space apart, lie in the k passages together; rank is that of the
            passage with which it is complete, pieces are the ranks of all that it takes
  causes    keys of the reasons below that apply, strongest first; an empty list where the answer is retrieved
  because   a sentence for each of these reasons
  remedies  settings that retrieve it, tried one by one, best rank first, then the smallest change: setting, change, rank, tokens
            (of all k passages together), pipeline (the setting, spelled out); tried says how many were tried
"""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..chunking import Chunking, chunk
from ..diagnosis.explanation import Explanation
from ..diagnosis.measure import explain
from ..diagnosis.reason import Reason, reasons
from ..diagnosis.remedies import Tried, remedies
from ..diagnosis.wording import account, verdict
from ..document import Document
from ..embedder import Embedder, embedder_for
from ..errors import ChunkvizError
from ..evaluation.nearest_passages import nearest_passages
from ..evaluation.questions import find_quote
from ..imported.chunks_file import lay, read_chunks
from ..imported.placed_index import placed
from ..pattern import Search
from ..phrases import ended, shortened
from ..pipeline import Pipeline
from ..search.exact_index import ExactIndex
from ..search.filters import parsed
from ..span import Span
from . import _cutting_options as options
from .evaluate import pipeline_of


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("question", metavar="QUESTION")
    parser.add_argument("--answer", required=True, metavar="QUOTE", help="the words of FILE that answer it")
    parser.add_argument("--occurrence", type=int, metavar="N", help="which one, from 0, where the quote occurs in several places")
    options.add_document(parser)
    options.add_cutting(parser)
    parser.add_argument("--pattern", default="plain", metavar="KEY", help="how passages are found (%(default)s)")
    parser.add_argument("-k", type=int, default=5, metavar="K", help="how many passages (%(default)s)")
    parser.add_argument("--where", metavar="JSON", help='only chunks with this metadata, such as {"page": {"$gte": 3}}')
    parser.add_argument("--contains", metavar="TEXT", help="only chunks that hold this text")
    made = parser.add_mutually_exclusive_group()
    made.add_argument("--chunks", metavar="CHUNKS", help="chunks of FILE that something else made: JSON, JSON lines or CSV")
    made.add_argument("--db", metavar="DIR", help="the folder of a Chroma database with chunks of FILE")
    made.add_argument("--server", metavar="HOST:PORT", help="a running Chroma server with chunks of FILE")
    parser.add_argument("--collection", metavar="NAME", help="its collection; needed where there are several")
    parser.add_argument("--no-remedies", action="store_true", help="do not try other settings")
    parser.add_argument("--report", metavar="REPORT", help="also write a report to this file, .html or .md")
    parser.add_argument("--json", action="store_true", help="print one JSON object in place of sentences")

    parser.epilog = "reasons, strongest first:\n\n" + "\n".join(_defined(one) for one in reasons)


def _defined(one: Reason) -> str:
    return textwrap.fill(f"{one.key:<17}{one.about}", 118, initial_indent="  ", subsequent_indent=" " * 19)


def run(arguments: argparse.Namespace) -> int:
    document = options.document_of(arguments)
    answer = _answer(arguments, document)
    pipeline = pipeline_of(arguments)
    embedder = embedder_for(pipeline.embedder)
    chunking, search = _searched(arguments, document, pipeline, embedder)
    pipeline = Pipeline(
        chunking.strategy, chunking.refinements, pipeline.tokenizer, pipeline.embedder, pipeline.pattern, pipeline.k
    )
    search.where = parsed(arguments.where) if arguments.where else None
    search.where_document = {"$contains": arguments.contains} if arguments.contains else None
    found = explain(arguments.question, answer, chunking, search, pipeline.pattern, pipeline.k)
    tried = None
    if not arguments.no_remedies:
        tried = remedies(
            arguments.question,
            answer,
            chunking,
            pipeline,
            where=search.where,
            where_document=search.where_document,
            progress=_progress(),
        )
    if arguments.report:
        _write(Path(arguments.report), found, chunking, pipeline, tried)
    print(
        json.dumps(_plain(found, document, tried), ensure_ascii=False, indent=2)
        if arguments.json
        else _in_words(found, chunking, tried)
    )
    return 0


def _answer(arguments: argparse.Namespace, document: Document) -> Span:
    place, sentence = find_quote(arguments.answer.strip(), arguments.occurrence, [document])
    sentence = sentence[:1].upper() + sentence[1:]
    if place is None:
        near = nearest_passages(arguments.answer, document, 1) if arguments.occurrence is None else []
        hint = f" The nearest passage is {ended(f'“{shortened(document.text, near[0].span)}”')}" if near else ""
        raise ChunkvizError(f"{sentence}{hint}")
    if sentence:
        print(f"{sentence[:-1]}; --occurrence says which one.", file=sys.stderr)
    return place.span


def _searched(
    arguments: argparse.Namespace, document: Document, pipeline: Pipeline, embedder: Embedder
) -> tuple[Chunking, Search]:
    """The chunks, made here or elsewhere, and what is searched."""
    if arguments.db or arguments.server:
        from ..index import Store

        store = Store.reading(arguments.db) if arguments.db else Store.server(arguments.server)
        stored = store.open_only(arguments.collection, embedder)
        laid, index = placed(stored, document, pipeline.tokenizer)
        print(*filter(None, (laid.account, stored.doubt)), sep="\n", file=sys.stderr)
        return laid.chunking, Search(index, embedder, {document.id: laid.chunking})
    if arguments.chunks:
        path = Path(arguments.chunks)
        laid = lay(read_chunks(path.read_bytes(), path.name), document, pipeline.tokenizer)
        print(laid.account, file=sys.stderr)
        chunking = laid.chunking
    else:
        cutting = embedder if pipeline.strategy.embeds else None
        chunking = chunk(document, pipeline.strategy, pipeline.tokenizer, refinements=pipeline.refinements, embedder=cutting)
    if not chunking.chunks:
        raise ChunkvizError(f"{document.name} makes no chunk with this setting, so nothing can be found.")
    return chunking, Search(ExactIndex.of(chunking, embedder), embedder, {document.id: chunking})


def _plain(found: Explanation, document: Document, tried: Sequence[Tried] | None) -> dict[str, Any]:
    holders, ranks = [], []
    for one in found.holders:
        number = one.number + 1
        start, end = one.span
        place = {"number": number, "start": start, "end": end, "whole": one.whole}
        holders.append(place | {"part": list(one.part), "overlap": [other + 1 for other in one.shared]})
        score, rank = one.by_words or (None, None)
        ranks.append(
            {
                "number": number,
                "rank": one.rank,
                "score": one.score,
                "words": {"rank": rank, "score": score},
                "retrieved": one.found,
            }
        )
    return {
        "question": found.question,
        "answer": {
            "text": document.text[found.answer.start : found.answer.end],
            "start": found.answer.start,
            "end": found.answer.end,
        },
        "k": found.k,
        "chunks": found.chunks,
        "retrieved": found.retrieved,
        "rank": found.rank,
        "pieces": list(found.completed_by),
        "score_at_k": found.score_at_k,
        "holders": holders,
        "uncovered": [list(span) for span in found.uncovered],
        "cuts": [{"at": cut.at, "number": cut.number + 1, "why": cut.why} for cut in found.cuts],
        "ranks": ranks,
        "causes": found.causes,
        "because": [reason.sentence for reason in found.reasons],
        "remedies": [_remedy(one) for one in tried or () if one.worked],
        "tried": len(tried or ()),
    }


def _remedy(one: Tried) -> dict[str, Any]:
    return {
        "setting": one.pipeline.label,
        "change": one.words,
        "rank": one.rank,
        "tokens": one.tokens,
        "setup": one.pipeline.plain(),
    }


def _in_words(found: Explanation, chunking: Chunking, tried: Sequence[Tried] | None) -> str:
    parts = [verdict(found)]
    for section in account(found, chunking, tried):
        lines = [textwrap.fill(line, 110, initial_indent="  ", subsequent_indent="    ") for line in section.sentences]
        parts.append("\n".join([section.title, *lines]))
    return "\n\n".join(parts)


def _write(path: Path, found: Explanation, chunking: Chunking, pipeline: Pipeline, tried: Sequence[Tried] | None) -> None:
    from ..exports.failure_report import html, markdown

    make = html if path.suffix.lower() in (".html", ".htm") else markdown
    path.write_text(make(found, chunking, pipeline, tried), encoding="utf-8", newline="\n")


def _progress() -> Any:
    """How many settings are tried, on one line of a terminal."""
    if not sys.stderr.isatty():
        return lambda done, total: None
    return lambda done, total: print(
        f"\r\x1b[KTrying {done + 1} of {total}" if done + 1 < total else "\r\x1b[K", end="", file=sys.stderr
    )
