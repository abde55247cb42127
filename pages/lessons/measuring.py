"""Recall, precision, IoU and MRR by hand, on six chunks: see the lesson."""

from __future__ import annotations

import streamlit as st

import chunkviz
from chunkviz.case import Case, Ranking
from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.metric import metrics
from chunkviz.place import Place, length, shared
from chunkviz.strategies.fixed import Fixed
from chunkviz.viewer import Flag, Mark

from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, lesson
from ..parts.learn.picture import pictured
from ..parts.question.viewer import viewer

TEXT = "Ferry fees\nPerson: 4.\nBicycle: 2\nPrams free\nDogs pay 1\nPay aboard"
QUESTION, ANSWER = "What do a person and a bicycle pay?", "Person: 4.\nBicycle: 2"
ORDERS = ("2 3 1 4 5 6", "1 2 4 3 5 6", "6 5 3 4 1 2", "4 5 6 1 2 3")
METRICS = ("recall", "precision", "iou", "chunk_recall", "chunk_precision", "mrr")


def chunks() -> Chunking:
    """Six chunks of eleven characters."""
    return chunkviz.chunk(Document(TEXT, "six chunks"), Fixed(size=11, overlap=0), "characters")


def case(chunking: Chunking, order: str, k: int) -> Case:
    """The first k chunks of an order such as "2 3 1 4 5 6" as what was found."""
    places = [Place(chunking.document.name, *chunk.span) for chunk in chunking.chunks]
    start = TEXT.index(ANSWER)
    answers = (Place(chunking.document.name, start, start + len(ANSWER)),)
    hits = tuple(places[int(number) - 1] for number in order.split())[:k]
    holders = tuple(one for one in places if one.overlaps(answers[0]))
    tokens = tuple(one.end - one.start for one in hits)
    quote = Ranking((False,) * len(hits), 0, k)
    return Case(answers, hits, hits, hits, holders, tokens, shared(answers, hits), quote, (hits, holders), k)


def by_hand(found: Case) -> dict[str, str]:
    """Each metric as the fraction a person writes down."""
    both, answer, read = shared(found.answers, found.passages), length(found.answers), length(found.passages)
    relevant = [any(hit.overlaps(one) for one in found.answers) for hit in found.hits]
    first = relevant.index(True) + 1 if any(relevant) else 0
    return {
        "recall": f"{both} characters of the answer found / {answer} it has",
        "precision": f"{both} characters of the answer found / {read} read",
        "iou": f"{both} in both / {length([*found.answers, *found.passages])} in either",
        "chunk_recall": f"{sum(relevant)} chunks with part of the answer found / {len(found.holders)} there are",
        "chunk_precision": f"{sum(relevant)} chunks with part of the answer / {found.k} asked for",
        "mrr": f"1 / {first}, the rank of the first such chunk" if first else "0, no such chunk among them",
    }


def picture(here: Stage) -> Picture:
    start = TEXT.index(ANSWER)
    return pictured({"Six chunks of eleven characters": chunks()}, chunkviz.Span(start, start + len(ANSWER)))


@lesson(
    "Measuring by hand",
    "Judging",
    10,
    claim="Six chunks, one answer that lies in two of them. **Every metric is a fraction a person can "
    "write down:** what was found of "
    "the answer, what of it was read in vain, how far down it was found.",
    question="Which order and which k give a recall of 100 %? What does that do to precision and IoU? Which metric does not care "
    "about k?",
    guess="Work out recall and precision before they are revealed: what was found of the answer, of what was read?",
    picture=picture,
)
def live(here: Stage) -> str:
    order = here.choose("order", "Chunks in the order found", ORDERS, ORDERS[1])
    k = here.choose("k", "Chunks asked for, k", (1, 2, 3, 4, 5, 6), 2, kind="slider")
    chunking = chunks()
    found = case(chunking, order, k)
    hand = by_hand(found)
    with here.live:
        st.markdown(f"**{QUESTION}**")
        flags = [
            Flag(chunkviz.Span(hit.start, hit.end), f"Found at rank {rank}.", str(rank)) for rank, hit in enumerate(found.hits, 1)
        ]
        only = [int(number) - 1 for number in order.split()[:k]]
        mark = Mark(chunkviz.Span(found.answers[0].start, found.answers[0].end), QUESTION)
        viewer(chunking.document, chunking, key="learn measuring", height=250, flags=flags, only=only, marks=[mark])
    with here.result():
        rows = [f"| {metrics.get(key).label} | {hand[key]} | **{metrics.get(key).of(found):.1%}** |" for key in METRICS]
        st.markdown("\n".join(["| Metric | By hand | As measured |", "| :-- | :-- | --: |", *rows]))
    recall, precision = (metrics.get(key).of(found) for key in ("recall", "precision"))
    return (
        f"With k = {k} recall is {recall:.0%} and precision {precision:.0%}. One chunk more can only "
        "raise recall, and lowers precision "
        "unless it is all answer. MRR looks at the first chunk with part of the answer and at nothing "
        "after it. The left column is "
        "written from the places; the right one comes from the code that judges every evaluation in this app."
    )
