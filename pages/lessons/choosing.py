"""The decision tree, walked on the user's own document: see the lesson."""

from __future__ import annotations

from typing import Any, NamedTuple

import streamlit as st

from chunkviz.inspection.starting_point import Shape, starting_point
from chunkviz.inspection.topics import Advice, advice
from chunkviz.phrases import counted
from chunkviz.pipeline import Pipeline
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategies.semantic import Semantic
from chunkviz.strategy import Tools

from ..parts.controls import documents
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, lesson
from ..parts.learn.picture import pictured
from ..parts.notices import plain

ASKS = {"facts": "Facts: one number, one name", "mixed": "Some of both", "steps": "Answers made of several steps"}
SIZES = {"facts": 256, "mixed": 512, "steps": 1024}
LONG = 1_500  # tokens from which on prose is long enough for its topic to drift


class Turn(NamedTuple):
    """A question of the tree, what was measured, and whether it decides here."""

    question: str
    measured: str
    decides: str


def walk(tools: Tools, drift: Advice | None, asks: str, k: int, budget: int) -> tuple[list[Turn], str, int]:
    """The turns of the tree for the document of `tools`, and the strategy and size it ends at.

    drift   what its similarity curve says; None where that was not measured
    """
    found = Shape(tools)
    size = SIZES[asks]
    turns, strategy = [], ""

    def turn(question: str, measured: str, decided: str = "", words: str = "") -> None:
        nonlocal strategy
        first = bool(decided) and not strategy
        strategy = strategy or decided
        turns.append(Turn(question, measured, words if first else ""))

    messages = found.count("message")
    turn("A thread or a chat?", f"{messages:,} messages", "messages" if messages > 1 else "", "Cut between messages.")
    turn("Code?", f"{found.units:,} functions and classes", "code" if found.units else "", "Cut by the grammar.")
    turn(
        "Headings?",
        f"{found.headings:,} headings",
        "headings" if found.headings > 1 else "",
        "Cut at headings first; what is too large is cut a second time.",
    )
    turn("Tables?", f"{found.tables:,} tables", "tables" if found.tables else "", "Cut between rows, the header in front.")
    if strategy == "headings" and found.tables:
        strategy = "by_format"
        turns[-1] = turns[-1]._replace(decides="Both: “By format” cuts each part of the text by what it is.")
    tokens = len(tools.tokens)
    drifts = drift is not None and drift.kind == "clear" and tokens >= LONG
    measured = f"{tokens:,} tokens. " + (drift.sentence if drift else "The curve is not measured yet: switch it on.")
    turn("Long prose whose topic drifts?", measured, "semantic" if drifts else "", "Cut where the meaning changes.")
    turn("None of these?", "", "recursive", f"Recursive, about {size} tokens with {Recursive(size=size).overlap} repeated.")
    other = [one for one in found.languages if one.share >= 0.05 and one.language not in ("English", "other")]
    said = ", ".join(f"{one.language}: {one.tokens_per_word:.1f} tokens a word" for one in other)
    turns.append(Turn("Other languages than English?", said or "none of note", "Count in tokens, not in words." if other else ""))
    turns.append(Turn("What is asked?", ASKS[asks], f"{size:,} tokens to begin with."))
    while k * size > budget and size > 128:
        size //= 2
    fits = f"{k} × {size:,} = {k * size:,} of {budget:,}"
    turns.append(
        Turn("Does k × size fit the budget?", fits, "" if size == SIZES[asks] else f"Not with {SIZES[asks]:,}: {size:,} tokens.")
    )
    return turns, strategy, size


def picture(here: Stage) -> Picture:
    document = documents.sample("manual.md")
    ways: dict[str, tuple[str, dict[str, Any]]] = {"Recursive": ("recursive", {"overlap": 64}), "By format": ("by_format", {})}
    made = {label: here.cut(document, key, "cl100k_base", size=512, **more) for label, (key, more) in ways.items()}
    return pictured(made, reach=20_000)


@lesson(
    "Choosing, on your own document",
    "Judging",
    30,
    claim="**Structure first, then meaning, then size.** What the author marked is cut at; prose whose "
    "topic drifts is cut by meaning; "
    "everything else recursively at about 512 tokens. What is asked decides the size, and the budget bounds it.",
    question="Choose your document. Which turn decides, and what changes when the questions want facts instead of several steps?",
    guess="Which turn of the tree decides for this document?",
    picture=picture,
    takes="document",
)
def live(here: Stage) -> str:
    document = here.document()
    asks = here.choose("asks", "Questions want", list(ASKS), "mixed", format=ASKS.__getitem__)
    k = here.choose("k", "Passages, k", (3, 5, 8, 10, 20), 5, kind="slider")
    budget = here.choose("budget", "Context for passages", (1_000, 2_000, 4_000, 8_000, 16_000), 4_000, kind="slider")
    measure = here.switch("drift", "Measure where the topic drifts (loads the model)")
    if document is None:
        return "Choose a document that can be read."
    drift = None
    if measure:
        tools = here.tools(document, "cl100k_base", embeds=True)
        with here.live, st.spinner("Measuring meaning"):
            drift = advice(Semantic().curve(tools), document)
    tools = here.tools(document, "cl100k_base")
    turns, strategy, size = walk(tools, drift, asks, k, budget)
    with here.live:
        rows = [
            f"| {'**' if one.decides else ''}{one.question}{'**' if one.decides else ''} | "
            f"{plain(one.measured)} | {one.decides} |"
            for one in turns
        ]
        st.markdown("\n".join(["| Turn | Measured | Decides |", "| :-- | :-- | :-- |", *rows]))
        settings: dict[str, Any] = {"size": size} | ({"min_size": 0} if strategy == "semantic" else {})
        with st.spinner("Cutting"):
            chunking = here.cut(document, strategy, "cl100k_base", **settings) if strategy != "semantic" or measure else None
    if chunking is None:
        return "Switch the measurement on."
    with here.live:
        st.markdown(f"**What Explore suggests:** {plain(starting_point(tools, Pipeline(chunking.strategy)).why)}")
    numbers = chunking.numbers
    average = numbers.stored_tokens / max(1, numbers.chunks)
    return (
        f"The tree ends at **{chunking.strategy.label}, {size:,} tokens**: {counted(numbers.chunks, 'chunk')} "
        f"of {average:,.0f} tokens on average, so "
        f"{k} of them make {k * average:,.0f} of {budget:,}. {numbers.mid_sentence:.0%} end "
        "mid-sentence. A tree is where one begins; "
        "questions of your own, on Evaluate, decide."
    )
