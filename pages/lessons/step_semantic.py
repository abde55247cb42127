"""The semantic strategy from sentences to chunks: see the lesson."""

from __future__ import annotations

import streamlit as st

from chunkviz.figures.curve import figure
from chunkviz.inspection.steps import semantic_steps
from chunkviz.strategies.semantic import Semantic

from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, lesson
from ..parts.learn.picture import pictured
from ..parts.question.viewer import viewer
from .step_recursive import drawn, excerpt, text_of

TEXTS = {"dosage": "The dosage section", "opening": "The manual’s section 3.1"}
SHARES = (50, 60, 70, 80, 85, 90, 95)


def picture(here: Stage) -> Picture:
    document = text_of("dosage")
    ways = {
        "One sentence after the other": here.cut(document, "sentence_window"),
        "Recursive, 400 characters": here.cut(document, "recursive", size=400, overlap=0),
    }
    return pictured(ways)


@lesson(
    "Semantic, one decision at a time",
    "Step by step",
    20,
    claim="Semantic cutting makes a number of every gap between two sentences, and cuts where it is large. **Sentences, vectors, "
    "distances, a threshold, cuts:** five steps, each of which can go wrong by itself.",
    question="Go on step by step. Which percentile cuts between adults and children? What does a lower one cut first?",
    guess="Which two sentences that follow each other are least alike?",
    picture=picture,
    takes="document",
    model=True,
)
def live(here: Stage) -> str:
    document = excerpt(here.text(TEXTS, "dosage", text_of, "text"))
    share = here.choose("percentile", "Percentile of distances", SHARES, 80, kind="slider")
    strategy = Semantic(size=2048, percentile=float(share))
    tools = here.tools(document, "cl100k_base", embeds=True)
    with here.live, st.spinner("Measuring meaning"):
        steps, chunks = semantic_steps(strategy, tools)
    at = here.step(len(steps))
    step, curve = steps[at], strategy.curve(tools)
    here.before(document.text)
    with here.result():
        st.html(f'<ul class="pills"><li>{step.kind}</li><li>{len(step.spans)} pieces</li></ul>')
        st.markdown(f"**{step.sentence}**")
        if step.kind == "vectors":
            vector = tools.vectors(curve.starts, curve.ends)[0]
            st.caption(f"The first sentence by itself: {', '.join(f'{number:.2f}' for number in vector[:12])}, …")
        if step.kind in ("distances", "threshold", "cuts", "done"):
            threshold = None if step.kind == "distances" else strategy.threshold(curve)
            chart = figure(curve, chunks if threshold else [], threshold)
            st.plotly_chart(chart, key="learn step curve", config={"displayModeBar": False})
        height = here.height - (350 if step.kind in ("distances", "threshold", "cuts", "done") else 90)
        viewer(document, drawn(step, tools, strategy), key="learn step semantic", height=height, goto=step.within)
    return (
        f"{steps[0].sentence} {steps[-1].sentence} The chunks of the last step are those the strategy makes; nothing was redrawn."
    )
