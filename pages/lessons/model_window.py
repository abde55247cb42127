"""What the embedding model never reads: see the lesson."""

from __future__ import annotations

import numpy as np
import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.embedder import Embedder
from chunkviz.evaluation.single_question import Asked
from chunkviz.inspection.unread import Reading, readings, unread_share
from chunkviz.tokenizer import tokens_of

from ..parts.controls import documents
from ..parts.learn.answers import place
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, lesson
from ..parts.learn.own import Subject
from ..parts.learn.picture import pictured
from ..parts.question.viewer import viewer

K = 1  # what is read: the best chunk alone
SIZES = (128, 192, 256, 384, 512, 768, 1024)
QUESTIONS = {
    "How much honey does a colony eat in a year?": "A colony like that eats some sixty kilograms of honey in a year",
    "How did the hamlet of Mellensee come into being?": "in the fifties a petrol station was built at the fork",
    "How thick is the belly of a good violin?": "the belly of a good one is just under three millimetres thick",
}
CASES = {question: ("essay.txt", answer) for question, answer in QUESTIONS.items()}


def proof(chunking: Chunking, found: list[Reading], embedder: Embedder) -> float | None:
    """Cosine of the vector of the first chunk with an unread tail and the vector of the same text without that tail."""
    for chunk, reading in zip(chunking.chunks, found, strict=True):
        if reading.unread:
            text = chunking.document.text
            whole, read = embedder.embed([text[chunk.start : chunk.end], text[chunk.start : reading.unread.start]])
            return float(np.dot(whole, read))
    return None


def result(here: Stage, asked: Subject, size: int) -> Asked:
    chunking = here.cut(asked.document, "sentences", "cl100k_base", size=size, overlap=0)
    return here.ask(asked.question, asked.answer, chunking, k=K)


def picture(here: Stage) -> Picture:
    document, question = documents.sample("essay.txt"), next(iter(CASES))
    sizes = {size: here.cut(document, "sentences", "cl100k_base", size=size, overlap=0) for size in (128, 512)}
    return pictured({f"{size} tokens in a chunk": one for size, one in sizes.items()}, place(document, CASES[question][1]))


@lesson(
    "The model’s window",
    "Finding",
    10,
    claim="An embedding model reads a fixed number of tokens and no more. **What stands past its limit in a chunk is "
    "stored, returned and never searched:** no error, no warning, only an answer that is not found.",
    question="From which size on is part of the text never read? Which answers fall into it?",
    guess="From which size on does the model no longer read a chunk to its end?",
    picture=picture,
    takes="question",
    model=True,
)
def live(here: Stage) -> str:
    size = here.choose("size", "Tokens in a chunk", SIZES, 512, kind="slider")
    asked = result(here, here.subject(CASES), size)
    chunking, embedder = asked.chunking, here.embedder
    found = readings(chunking, embedder, tokens_of(chunking.document.text, embedder.tokenizer))
    room = (embedder.limit or 0) - embedder.markers
    ends = [reading.unread.start if reading.unread else chunk.end for chunk, reading in zip(chunking.chunks, found, strict=True)]
    past = sum(reading.unread is not None for reading in found)
    with here.live:
        figures = st.columns(4)
        figures[0].metric("The model reads", f"{room} tokens", help="Of its own tokens; they are not those that sizes count.")
        figures[1].metric("Chunks with a tail", f"{past} of {len(chunking)}")
        figures[2].metric("Text never read", f"{unread_share(found, chunking):.0%}")
        figures[3].metric("The best chunk answers", "yes" if asked.rank else "no")
        viewer(
            chunking.document, chunking, key="learn window", height=here.height - 40, read_to=ends,
            hits=asked.hits, marks=asked.marks, goto=asked.answer,
        )  # fmt: skip
    same = proof(chunking, found, embedder)
    if same is None:
        return f"At {size} tokens the model reads every chunk to its end. Move the size up until a tail appears."
    unread = any(reading.unread and reading.unread.overlaps(asked.answer) for reading in found)
    where = "The answer is in a tail that the model never read" if unread else "This answer is where the model still reads"
    carried = ", carried by the rest of its chunk" if unread else ""
    rank = f"its chunk came first{carried}" if asked.rank else "another chunk came first"
    return (
        f"{where}; {rank}. The proof: the vector of the first such chunk and the vector of the same text without its tail have a "
        f"cosine of {same:.3f}. What is struck through in the text could be anything."
    )
