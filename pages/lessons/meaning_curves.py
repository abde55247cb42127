"""Cutting by meaning where it wins and where it struggles: see the lesson."""

from __future__ import annotations

import json

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.document import Document
from chunkviz.figures.curve import figure
from chunkviz.figures.strips import DrawnStrip
from chunkviz.inspection.topics import advice
from chunkviz.metrics.pk import pk
from chunkviz.phrases import counted
from chunkviz.span import Span
from chunkviz.strategies.semantic import Semantic
from chunkviz.structure.sections import Structure

from ..parts.controls import documents
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, lesson
from ..parts.learn.picture import pictured
from ..parts.notices import plain
from ..parts.question.viewer import viewer

SAMPLES = {
    "essay.txt": "Essay: one paragraph, eight topics",
    "transcript.txt": "Meeting: topics change inside turns",
    "manual.md": "Manual: sections, tables, code",
    "inventory.py": "Python: functions and classes",
}
SHARES = (70, 75, 80, 85, 90, 92, 94, 96, 98)


def truth(document: Document) -> list[int]:
    """Where topics begin: by a reader's judgement, or where a section or a function begins."""
    path = documents.SAMPLES / "truth" / f"{document.name.removesuffix('.txt')}.json"
    if path.exists():
        return [topic["start"] for topic in json.loads(path.read_text("utf-8"))["topics"]]
    units = sorted({block.start for block in document.blocks_of("function", "method", "class")})
    return units or [section.start for section in Structure(document).sections()]


def error(chunking: Chunking) -> float:
    """Pk of a chunking against the truth."""
    document = chunking.document
    return pk(truth(document), [chunk.start for chunk in chunking.chunks], len(document))


def picture(here: Stage) -> Picture:
    document = documents.sample("essay.txt")
    starts = truth(document)
    topics = DrawnStrip(
        "Topics, as a reader sees them", [Span(*pair) for pair in zip(starts, [*starts[1:], len(document)], strict=True)]
    )
    size = max(16, round(len(here.tools(document, "cl100k_base").tokens) / len(starts)))
    recursive = pictured({"Recursive, about as many": here.cut(document, "recursive", "cl100k_base", size=size, overlap=0)})
    return Picture([topics, *recursive.strips], recursive.shown)


@lesson(
    "Where the meaning changes",
    "Cutting",
    80,
    claim="Semantic cutting puts a boundary where a sentence is unlike the next. **It wins on long prose whose topic drifts "
    "without a heading; where there are headings or code, what the author marked is nearer to the truth,** and costs no model.",
    question="For each text: which has the lower error Pk, the semantic cut or the recursive one? Does another percentile help?",
    guess="Which is nearer to where a reader says that a topic begins: cutting by meaning, or recursively?",
    picture=picture,
    model=True,
)
def live(here: Stage) -> str:
    name = here.choose("document", "Document", list(SAMPLES), "essay.txt", format=SAMPLES.__getitem__)
    share = here.choose("percentile", "Cut above this percentile of distances", SHARES, 90, kind="slider")
    document = documents.sample(name)
    strategy = Semantic(size=2048, percentile=float(share))
    tools = here.tools(document, "cl100k_base", embeds=True)
    with here.live, st.spinner("Measuring meaning"):
        semantic = here.cut(document, "semantic", "cl100k_base", size=2048, percentile=float(share))
        curve = strategy.curve(tools)
    size = max(16, round(len(tools.tokens) / len(semantic)))
    ways = {
        "Semantic": semantic,
        "Recursive, about as many": here.cut(document, "recursive", "cl100k_base", size=size, overlap=0),
    }
    if structure := {"manual.md": "headings", "inventory.py": "code"}.get(name):
        ways[structure.capitalize()] = here.cut(document, structure, "cl100k_base", size=512)
    with here.live:
        for column, (label, chunking) in zip(st.columns(len(ways)), ways.items(), strict=True):
            column.metric(
                f"{label}: Pk", f"{error(chunking):.2f}", counted(len(chunking), "chunk"), delta_color="off", delta_arrow="off"
            )
        chart = figure(curve, semantic.chunks, strategy.threshold(curve))
        st.plotly_chart(chart, key="learn curve", config={"displayModeBar": False})
        viewer(document, semantic, key="learn meaning", height=here.height - 380)
    wins = error(semantic) < error(ways["Recursive, about as many"])
    verdict = "Semantic is nearer to the truth than recursive" if wins else "Recursive is at least as near to the truth"
    by = {"manual.md": "a section begins", "inventory.py": "a function or class begins"}.get(
        name, "a reader says that a topic begins"
    )
    last = list(ways)[-1]
    marked = f" Cut by what the author marked ({last}) the error is {error(ways[last]):.2f}." if len(ways) == 3 else ""
    return (
        f"{verdict} at {share} %.{marked} Pk is the share of pairs of places that a cut wrongly puts "
        "together or apart, against where "
        f"{by}; lower is better.\n\nThe curve says of itself: {plain(advice(curve, document).sentence)}"
    )
