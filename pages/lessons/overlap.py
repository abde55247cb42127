"""Overlap as insurance, and what it costs: see the lesson."""

from __future__ import annotations

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.evaluation.single_question import Asked
from chunkviz.phrases import counted

from ..parts.controls import documents
from ..parts.learn.answers import place, rank_words
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, lesson
from ..parts.learn.own import Subject
from ..parts.learn.picture import pictured
from ..parts.notices import plain
from ..parts.question.viewer import viewer

SHARES = (0, 5, 10, 15, 20, 25, 30, 40, 50)
SIZE = 512
QUESTION = "What is the default read timeout?"
ANSWER = (
    "The read timeout begins when the last byte of a request has left and ends with the first byte of the answer. It\nis 30 "
    "seconds by default."
)


def cut(here: Stage, document: Document, share: int) -> Chunking:
    """The text with this share of each chunk repeated in the next."""
    return here.cut(document, "fixed", size=SIZE, overlap=SIZE * share // 100)


def result(here: Stage, asked: Subject, share: int) -> Asked:
    """The question whose answer a boundary cuts, asked of these chunks."""
    return here.ask(asked.question, asked.answer, cut(here, asked.document, share), k=3)


def picture(here: Stage) -> Picture:
    shares = {share: cut(here, documents.sample("manual.md"), share) for share in (0, 30)}
    answer = place(documents.sample("manual.md"), ANSWER)
    return pictured({f"{share} % repeated": one for share, one in shares.items()}, answer, 3_000)


@lesson(
    "Overlap is insurance",
    "Cutting",
    40,
    claim="Where a boundary falls inside an answer, no chunk holds it. **Repeating the end of each chunk in the next insures "
    "against that, and the premium is paid for every chunk:** more to embed, to store and to read twice.",
    question="How much overlap does it take until one chunk holds the whole answer? What does it cost? Does the answer come back "
    "then?",
    guess="A boundary cuts the answer in two. How much of each chunk must be repeated until one holds it whole?",
    picture=picture,
    takes="question",
    model=True,
)
def live(here: Stage) -> str:
    subject = here.subject({QUESTION: ("manual.md", ANSWER)})
    share = here.choose("overlap", f"Overlap, of {SIZE} characters", SHARES, 0, kind="slider", format=lambda share: f"{share} %")
    document, without, asked = subject.document, cut(here, subject.document, 0), result(here, subject, share)
    chunking = asked.chunking
    stored, bare = chunking.numbers.stored_tokens, without.numbers.stored_tokens
    with here.live:
        st.markdown(f"**{plain(subject.question)}**")
        figures = st.columns(4)
        figures[0].metric("Chunks", f"{len(chunking):,}")
        figures[1].metric("Characters stored", f"{stored / bare - 1:+.0%}" if share else f"{stored:,}")
        figures[2].metric("Chunks with the answer whole", len(asked.whole))
        figures[3].metric(
            "Rank of the answer",
            rank_words(asked),
            help="Of the chunk with which the answer is complete, among the three that come back.",
        )
        viewer(
            document,
            chunking,
            key="learn overlap",
            height=here.height - 30,
            hits=asked.hits,
            marks=asked.marks,
            goto=asked.answer,
        )
    if not asked.whole:
        return (
            f"With {share} % no chunk holds the {asked.answer.length} characters of the answer: a boundary falls inside it. "
            f"{'All' if asked.rank else f'{asked.recall:.0%}'} of it came back in pieces, which the reader has to put together."
        )
    found = f"came back at rank {asked.rank}" if asked.rank else "is still not among the first three"
    price = f"{counted(len(chunking), 'chunk')} instead of {len(without):,}, and {stored / bare - 1:.0%} more characters"
    return (
        f"With {share} % chunk {asked.whole[0] + 1} holds the answer whole, and it {found}. The price: "
        f"{price} to embed and store. An overlap as long as the answer ({asked.answer.length / SIZE:.0%} of this size) insures "
        "it wherever the boundary falls; a shorter one insures it only by luck."
    )
