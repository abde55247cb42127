"""Functions cut in half, and kept whole by reading the grammar: see the lesson."""

from __future__ import annotations

from typing import Any

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.evaluation.single_question import Asked
from chunkviz.span import Span

from ..parts.controls import documents
from ..parts.learn.answers import place, rank_words
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, chosen, lesson
from ..parts.learn.own import Subject, Wanted
from ..parts.learn.picture import pictured
from ..parts.notices import plain
from ..parts.question.viewer import viewer

WAYS = {"fixed": "Fixed size", "recursive": "Recursive", "code": "Code: by its grammar"}
SIZES = (64, 96, 128, 192, 256, 384)
QUESTION = "How is the reorder quantity rounded up to whole packs?"
ANSWER = (
    "            packs, rest = divmod(quantity, article.pack)\n            if rest:\n                packs += 1\n"
    "            return packs * article.pack"
)


def halves(chunking: Chunking) -> tuple[int, int]:
    """(cut, fitting): of the functions and methods that would fit a chunk, how many no chunk holds whole."""
    document, count = chunking.document, chunking.tokenizer.count
    spans = [block.span for block in document.blocks_of("function", "method")]
    fitting = [span for span in spans if count(document.text[span.start : span.end]) <= (chunking.size or 0)]
    return sum(not _whole(span, chunking) for span in fitting), len(fitting)


def cut(here: Stage, way: str, document: Document, size: int) -> Chunking:
    settings: dict[str, Any] = {"size": size} if way == "code" else {"size": size, "overlap": 0}
    return here.cut(document, way, "cl100k_base", **settings)


def result(here: Stage, way: str, asked: Subject, size: int) -> Asked:
    return here.ask(asked.question, asked.answer, cut(here, way, asked.document, size))


def picture(here: Stage) -> Picture:
    document = documents.sample("inventory.py")
    ways = {label: cut(here, key, document, 128) for key, label in WAYS.items()}
    return pictured(ways, place(document, ANSWER), 4_000)


@lesson(
    "A function cut in half",
    "Cutting",
    60,
    claim="Code has no paragraphs: a blank line inside a function is no end of a thought. **A function is one thing when its "
    "signature, its decorators and its body are in one chunk,** and only the grammar says where it ends.",
    question="How many functions that would fit a chunk does each way cut in two? "
    "Where is the one that answers the question found?",
    guess="Of the functions that would fit a chunk, how many are cut in two: by size, recursively, by the grammar?",
    picture=picture,
    takes="question",
    model=True,
)
def live(here: Stage) -> str:
    subject = here.subject({QUESTION: ("inventory.py", ANSWER)})
    if not any(subject.document.blocks_of("function", "method")):
        raise Wanted(f"{subject.document.name} has no functions; bring a file of source code.")
    way = here.choose("way", "Way of cutting", list(WAYS), "fixed", kind="buttons", format=WAYS.__getitem__)
    size = here.choose("size", "Tokens in a chunk", SIZES, 128, kind="slider")
    every = {key: result(here, key, subject, size) for key in WAYS}
    with here.live:
        st.markdown(f"**{plain(subject.question)}**")
        for column, (key, asked) in zip(st.columns(3), every.items(), strict=True):
            cut, fitting = halves(asked.chunking)
            column.metric(chosen(f"{WAYS[key]}: functions cut", key == way), f"{cut} of {fitting}")
        asked = every[way]
        viewer(
            asked.chunking.document, asked.chunking, key="learn halves", height=here.height - 70,
            hits=asked.hits, marks=asked.marks, goto=asked.answer,
        )  # fmt: skip
    ranks = [
        f"{WAYS[key]}: {'whole in a chunk, ' if one.whole else 'whole in no chunk, '}{rank_words(one)}"
        for key, one in every.items()
    ]
    counts = {key: halves(one.chunking)[0] for key, one in every.items()}
    best = [f"“{WAYS[key]}”" for key, count in counts.items() if count == min(counts.values())]
    listed = "".join(f"\n- {rank}" for rank in ranks)
    return f"The answer is\n{listed}\n\nFewest functions cut at {size} tokens: {' and '.join(best)}."


def _whole(span: Span, chunking: Chunking) -> bool:
    return any(chunk.start <= span.start and span.end <= chunk.end for chunk in chunking.chunks)
