"""The recursive strategy one decision at a time: see the lesson."""

from __future__ import annotations

import streamlit as st

from chunkviz.cause import Cause
from chunkviz.chunk import Chunk
from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.inspection.steps import Step, recursive_steps
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategy import Strategy, Tools
from chunkviz.tokenizer import tokenizers

from ..parts.controls import documents
from ..parts.learn.lesson import Stage, lesson
from ..parts.question.viewer import viewer

SIZES = (60, 80, 100, 140, 200, 280, 400)
TEXTS = {
    "fees": "A short text",
    "dosage": "The dosage section",
    "opening": "The manual’s section 3.1",
}
SHORT = (
    "# Fees\n\nA berth costs ten euros a night. Canoes pay two. Nothing is charged in winter, when the water is turned off.\n\n"
    "Open all day.\nClosed on Monday.\n"
)


def text_of(key: str) -> Document:
    if key == "fees":
        return Document(SHORT, "fees.md")
    name, first, behind = {
        "dosage": ("dosage.txt", "3. How Velorin is given", "4. If something goes wrong"),
        "opening": ("manual.md", "### 3.1 Opening", "### 3.2 Waiting"),
    }[key]
    text = documents.sample(name).text
    return Document(text[text.index(first) : text.index(behind)], name)


def drawn(step: Step, tools: Tools, strategy: Strategy) -> Chunking:
    """The pieces of a step as chunks, for the viewer: the same words and colours as everywhere."""
    counts = tools.tokens.counts([span.start for span in step.spans], [span.end for span in step.spans]).tolist()
    cause = Cause(step.kind, step.sentence.replace("{", "{{").replace("}", "}}"))
    chunks = [Chunk(*span, cause, tokens=count) for span, count in zip(step.spans, counts, strict=True)]
    return Chunking(tools.document, strategy, tools.tokenizer, tuple(chunks))


@lesson(
    "Recursive, one decision at a time",
    "Step by step",
    10,
    claim="Recursive cutting asks the same three things over and over: **which separator occurs, which pieces it leaves, and how many "
    "of them fit a chunk together.** A piece that is too large is asked the same with the next separator.",
    question="Before each step, say what it will do. Where does a heading end up alone, and why?",
)
def live(here: Stage) -> str:
    key = here.choose("text", "Text", list(TEXTS), "fees", format=TEXTS.__getitem__)
    size = here.choose("size", "Characters in a chunk", SIZES, 80, kind="slider")
    document, strategy = text_of(key), Recursive(size=size, overlap=0)
    tools = Tools(document, tokenizers.get("characters"))
    steps, _ = recursive_steps(strategy, tools)
    at = here.step(len(steps))
    step = steps[at]
    with here.live:
        st.html(
            f'<ul class="pills"><li>{step.kind}</li><li>depth {step.depth}</li><li>{len(step.made)} chunks made so far</li></ul>'
        )
        st.markdown(f"**{step.sentence}**")
        if step.lengths:
            st.caption("Characters as piece after piece joins: " + " → ".join(f"{n:,}" for n in step.lengths) + f", of {size:,}")
        viewer(document, drawn(step, tools, strategy), key="learn step recursive", height=here.height - 90, goto=step.within)
    kinds = [one.kind for one in steps]
    return (
        f"{len(steps):,} decisions: {kinds.count('separator')} times a separator was chosen, {kinds.count('large')} pieces were too "
        f"large, {kinds.count('chunk')} groups of pieces were made, and {len(steps[-1].made)} chunks came out. What you step through is "
        "told by the strategy while it cuts, not drawn afterwards."
    )
