"""The semantic strategy from sentences to chunks: see the lesson."""

from __future__ import annotations

import streamlit as st

from chunkviz.figures.curve import figure
from chunkviz.inspection.steps import semantic_steps
from chunkviz.strategies.semantic import Semantic

from ..parts.learn.lesson import Stage, lesson
from ..parts.question.viewer import viewer
from .step_recursive import drawn, text_of

TEXTS = {"dosage": "The dosage section", "opening": "The manual’s section 3.1"}
SHARES = (50, 60, 70, 80, 85, 90, 95)


@lesson(
    "Semantic, one decision at a time",
    "Step by step",
    20,
    claim="Semantic cutting makes a number of every gap between two sentences, and cuts where it is large. **Sentences, vectors, "
    "distances, a threshold, cuts:** five steps, each of which can go wrong by itself.",
    question="Go on step by step. Which percentile cuts between adults and children? What does a lower one cut first?",
    model=True,
)
def live(here: Stage) -> str:
    key = here.choose("text", "Text", list(TEXTS), "dosage", format=TEXTS.__getitem__)
    share = here.choose("percentile", "Percentile of distances", SHARES, 80, kind="slider")
    document, strategy = text_of(key), Semantic(size=2048, percentile=float(share))
    tools = here.tools(document, "cl100k_base", embeds=True)
    with here.live, st.spinner("Measuring meaning"):
        steps, chunks = semantic_steps(strategy, tools)
    at = here.step(len(steps))
    step, curve = steps[at], strategy.curve(tools)
    with here.live:
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
