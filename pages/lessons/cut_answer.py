"""An answer cut off from the sentence that names it, and what mends that: see the lesson."""

from __future__ import annotations

from typing import Any, NamedTuple

import streamlit as st

from chunkviz.evaluation.single_question import Asked

from ..parts.controls import documents
from ..parts.learn.answers import place
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, lesson
from ..parts.learn.picture import pictured
from ..parts.question.viewer import viewer

SIZES = (128, 192, 256, 320, 384, 512, 768, 1024)
K = 3


class Failure(NamedTuple):
    """A question whose answer stands in another sentence than its words."""

    label: str
    sample: str
    question: str
    answer: str
    named: str
    about: str


CASES = {
    "retry": Failure(
        "Retry limit",
        "manual.md",
        "Which exception is raised when the retry limit is reached?",
        "Once they are used up, `DeliveryAbandoned` is raised",
        "The client repeats such a request after a pause, and the retry limit says how often",
        "One sentence states the retry limit. The next, which never says “retry limit”, names the exception.",
    ),
    "timeout": Failure(
        "Connection timeout",
        "manual.md",
        "What is the default connection timeout?",
        "Unless you set it yourself, this is 4.5 seconds",
        "from the first packet to the end of the handshake, is the connection",
        "One sentence says what the connection timeout is. The next gives its value and calls it “this”.",
    ),
    "dosage": Failure(
        "Dosage",
        "dosage.txt",
        "What is the maximum dose for a three-year-old child?",
        "1.5 ml, and between two doses",
        "Children from two to five years. Only on the advice of a doctor.",
        "The sentence about small children announces the number; the number stands after a line end.",
    ),
}
WAYS = {
    "fixed": "Cut every so many characters",
    "recursive": "Recursive",
    "overlap": "Recursive, half repeated",
    "sentences": "Whole sentences",
    "window": "One sentence, read with its neighbours",
    "header": "Recursive, headings in front",
}


def result(here: Stage, case: Failure, way: str, size: int) -> Asked:
    """The question, asked of the document cut in this way."""
    document = documents.sample(case.sample)
    answer = place(document, case.answer)
    if way == "window":
        return here.ask(case.question, answer, here.cut(document, "sentence_window"), "sentence_window", K)
    settings: dict[str, Any] = {"size": size, "overlap": size // 2 if way == "overlap" else 0}
    strategy = way if way in ("fixed", "sentences") else "recursive"
    chunking = here.cut(document, strategy, refined=["header"] if way == "header" else [], **settings)
    return here.ask(case.question, answer, chunking, k=K)


def picture(here: Stage) -> Picture:
    case = CASES["retry"]
    document = documents.sample(case.sample)
    sizes = {size: here.cut(document, "recursive", size=size, overlap=0) for size in (256, 512)}
    return pictured({f"{size} characters in a chunk": one for size, one in sizes.items()}, place(document, case.answer), 2_000)


@lesson(
    "An answer cut off from its name",
    "Cutting",
    20,
    claim="People write “the retry limit is six. Once it is used up, …”. **A cut between the two sentences leaves a chunk that "
    "is found and does not answer, and one that answers and is not found.**",
    question="Three chunks come back. Which size, or which other way of cutting, brings the answer back, and at what rank?",
    guess="The sentence that names it is found. Does the answer come back with it?",
    picture=picture,
    model=True,
)
def live(here: Stage) -> str:
    key = here.choose("case", "Case", list(CASES), "retry", kind="buttons", format=lambda key: CASES[key].label)
    way = here.choose("way", "Way of cutting", list(WAYS), "recursive", format=WAYS.__getitem__)
    case, size = CASES[key], 256
    if way != "window":
        size = here.choose("size", "Characters in a chunk", SIZES, 256, kind="slider")
    asked = result(here, case, way, size)
    with here.live:
        st.markdown(f"**{case.question}** {case.about}")
        viewer(
            asked.chunking.document,
            asked.chunking,
            key="learn cut answer",
            height=here.height,
            hits=asked.hits,
            marks=asked.marks,
            goto=place(asked.chunking.document, case.named),
        )
    return noticed(asked, case)


def noticed(asked: Asked, case: Failure) -> str:
    """What became of the two sentences, from what came back."""
    named = place(asked.chunking.document, case.named)
    rank = asked.rank_of(named)
    together = any(chunk.span.contains(asked.answer) and chunk.span.contains(named) for chunk in asked.chunking.chunks)
    first = f"The sentence that names it came back at rank {rank}" if rank else "The sentence that names it did not come back"
    second = (
        f"the answer came back {'in pieces, complete with' if asked.in_pieces else 'at'} rank {asked.rank}"
        if asked.rank
        else "the answer is in no chunk whole"
        if not asked.whole
        else f"the answer, whole in chunk {asked.whole[0] + 1}, did not"
        if rank
        else f"neither did the answer, which is whole in chunk {asked.whole[0] + 1}"
    )
    said = f"{first}{', and ' if bool(rank) == bool(asked.rank) else ', but '}{second}."
    if not asked.rank:
        return f"{said} A model that reads these passages can only guess, or say that it does not know."
    if together:
        return f"{said} One chunk holds both sentences: that is what mends it."
    if any(one.span is not None and one.span.contains(asked.answer) and one.span.contains(named) for one in asked.passages):
        return f"{said} No chunk holds both sentences, but the passage read in its place does: that is what mends it."
    return (
        f"{said} No chunk holds both sentences, and yet the failure does not come out here: what "
        "stands with the answer is near enough to the question."
    )
