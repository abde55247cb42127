"""The recursive strategy one decision at a time: see the lesson."""

from __future__ import annotations

import streamlit as st

from chunkviz.cause import Cause
from chunkviz.chunk import Chunk
from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.figures.strips import DrawnStrip
from chunkviz.inspection.steps import Step, recursive_steps
from chunkviz.phrases import counted
from chunkviz.span import Span
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategy import Strategy, Tools
from chunkviz.tokenizer import tokenizers

from ..parts.controls import documents
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, lesson
from ..parts.question.viewer import viewer

LONGEST = 3_000  # characters that are stepped through
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
    name, first, after = {
        "dosage": ("dosage.txt", "3. How Velorin is given", "4. If something goes wrong"),
        "opening": ("manual.md", "### 3.1 Opening", "### 3.2 Waiting"),
    }[key]
    text = documents.sample(name).text
    return Document(text[text.index(first) : text.index(after)], name)


def excerpt(document: Document) -> Document:
    """What of a document is stepped through: all of it, or its beginning up to a line end, where it is long."""
    if len(document) <= LONGEST:
        return document
    end = document.text.rfind("\n", LONGEST // 2, LONGEST) + 1 or LONGEST
    return Document(document.text[:end], document.name)


def drawn(step: Step, tools: Tools, strategy: Strategy) -> Chunking:
    """The pieces of a step as chunks, for the viewer: the same words and colours as everywhere."""
    counts = tools.tokens.counts([span.start for span in step.spans], [span.end for span in step.spans]).tolist()
    cause = Cause(step.kind, step.sentence.replace("{", "{{").replace("}", "}}"))
    chunks = [Chunk(*span, cause, tokens=count) for span, count in zip(step.spans, counts, strict=True)]
    return Chunking(tools.document, strategy, tools.tokenizer, tuple(chunks))


def picture(here: Stage) -> Picture:
    steps, chunks = recursive_steps(
        strategy := Recursive(size=80, overlap=0), Tools(text_of("fees"), tokenizers.get("characters"))
    )
    first = DrawnStrip("The first decision: at every paragraph end", steps[0].spans)
    return Picture(
        [first, DrawnStrip(f"The chunks, of at most {strategy.size} characters", [chunk.span for chunk in chunks])],
        Span(0, len(SHORT)),
    )


@lesson(
    "Recursive, one decision at a time",
    "Step by step",
    10,
    claim="Recursive cutting asks the same three things over and over: **which separator occurs, which "
    "pieces it leaves, and how many "
    "of them fit a chunk together.** A piece that is too large is asked the same with the next separator.",
    question="Before each step, say what it will do. Where does a heading end up alone, and why?",
    guess="Where will this text be cut first, and what does not fit then?",
    picture=picture,
    takes="document",
)
def live(here: Stage) -> str:
    document = excerpt(here.text(TEXTS, "fees", text_of, "text"))
    size = here.choose("size", "Characters in a chunk", SIZES, 80, kind="slider")
    strategy = Recursive(size=size, overlap=0)
    tools = Tools(document, tokenizers.get("characters"))
    steps, _ = recursive_steps(strategy, tools)
    at = here.step(len(steps))
    step = steps[at]
    here.before(document.text)
    with here.result():
        st.html(
            f'<ul class="pills"><li>{step.kind}</li><li>depth {step.depth}</li>'
            f"<li>{counted(len(step.made), 'chunk')} made so far</li></ul>"
        )
        st.markdown(f"**{step.sentence}**")
        if step.lengths:
            st.caption("Characters as piece after piece joins: " + " → ".join(f"{n:,}" for n in step.lengths) + f", of {size:,}")
        viewer(document, drawn(step, tools, strategy), key="learn step recursive", height=here.height - 90, goto=step.within)
    kinds = [one.kind for one in steps]
    return (
        f"{len(steps):,} decisions: {kinds.count('separator')} times a separator was chosen, "
        f"{kinds.count('large')} pieces were too "
        f"large, {counted(kinds.count('chunk'), 'group')} of pieces were made, and {counted(len(steps[-1].made), 'chunk')} "
        "came out. What you step through is "
        "reported by the strategy while it cuts, not drawn afterwards."
    )
