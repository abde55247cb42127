"""The passages that were found: as a table, one of them explained, and all of them as they would be sent to the model."""

from __future__ import annotations

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.diagnosis.sentence_scores import Why, why
from chunkviz.search.hits import Passage
from chunkviz.search.prompt import budget, share_repeated
from chunkviz.viewer import Mark

from ..notices import plain
from ..question.question import Answer, asking, rows

_MOST = 12  # sentences shown
_CLEAR = 0.1  # by how much the best sentence has to beat its chunk before dilution is said


def table(found: Answer) -> Passage | None:
    """The table; which of its rows is explained, the first where none was clicked."""
    if not found.passages:
        return None
    distances = st.toggle("Distances", key="distances", help="What Chroma measures: 1 - cosine similarity.")
    event = st.dataframe(
        rows(found, distances),
        key="passages",
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        height="content" if len(found.passages) <= 8 else 300,
        column_config={
            "Text": st.column_config.TextColumn(width="large"),
            "Similarity": st.column_config.ProgressColumn(format="%.3f", min_value=0.0, max_value=1.0),
        },
        alt="Table of the passages found",
    )
    chosen = event["selection"]["rows"]
    return found.passages[chosen[0] if chosen and chosen[0] < len(found.passages) else 0]


def explained(found: Answer, passage: Passage) -> Why | None:
    """Why its best chunk was found, worked out; None where its place is not known."""
    hit = passage.hits[0]
    if hit.record.span is None:
        return None
    search, text = found.indexed.search, found.indexed.chunking.document.text
    before = hit.record.text[: -hit.record.span.length].rstrip("\n")
    return why(search.vector(found.question), text, hit.record.span, hit.score, search.embedder, before=before)


def marks(explained: Why | None) -> list[Mark]:
    """Its sentences for the viewer, each lit by its own similarity."""
    if explained is None:
        return []
    return [
        Mark(one.span, f"Similarity {one.score:.2f}", "sentence", min(1.0, max(0.0, one.score))) for one in explained.sentences
    ]


def card(found: Answer, passage: Passage, explained: Why | None) -> None:
    """One passage: why it was found, sentence by sentence."""
    chunking = found.indexed.chunking
    text = chunking.document.text
    st.html(f"<h2>Passage {passage.rank}</h2>")
    if passage.why:
        st.text(passage.why)
    if explained is None:
        return
    st.html("<h3>Why this hit</h3>")
    st.text(explanation(explained))
    nearest = sorted(explained.sentences, key=lambda one: -one.score)[:_MOST]
    for one in nearest:
        st.text(f"{one.score:.2f}  {' '.join(text[one.span.start : one.span.end].split())[:300]}")
    if len(explained.sentences) > len(nearest):
        st.caption(f"The nearest {len(nearest)} of {len(explained.sentences):,} sentences.")


def explanation(explained: Why) -> str:
    """What the sentences say about the chunk, in words."""
    best = explained.best
    if best is None:
        return "It holds no sentence."
    parts = [f"As a whole it is {explained.score:.2f} like the question; its best sentence alone is {best.score:.2f}."]
    if len(explained.sentences) == 1:
        parts = [f"It is one sentence, {explained.score:.2f} like the question."]
    elif explained.dilution >= _CLEAR:
        others = len(explained.sentences) - 1
        parts.append(
            f"{'The other sentence waters' if others == 1 else f'The other {others:,} sentences water'} it down by "
            f"{explained.dilution:.2f}: a smaller chunk would rank higher."
        )
    else:
        parts.append("Its other sentences do not water it down.")
    if explained.unread is not None:
        parts.append("The end of it was never read by the model: its limit was reached.")
    return " ".join(parts)


def sent(found: Answer, chunking: Chunking) -> None:
    """What would be sent to the model, against the budget."""
    state = asking()
    unit = chunking.tokenizer.unit
    tokens = st.number_input(
        f"Context budget ({unit})", 100, 2_000_000, key="context budget", value=state.budget, step=500, width=220
    )
    state.budget = int(tokens)
    average = sum(chunk.tokens or 0 for chunk in chunking.chunks) / max(1, len(chunking))
    shown = budget(found.question, found.passages, chunking.tokenizer, state.budget, state.k, average)
    fitting = sum(line.fits for line in shown.lines)
    st.markdown(
        f"**{fitting} of {len(shown.lines)} passages fit: {shown.used:,} of {shown.tokens:,} {unit} "
        f"({shown.used / shown.tokens:.0%}).** "
        f"Expected before searching: {state.k} × {average:,.0f} = {shown.expected:,} {unit}. "
        + (f"{shown.repeated:,} {unit} are sent twice because passages overlap." if shown.repeated else "Nothing is sent twice.")
    )
    st.dataframe(
        {
            "Order": list(range(1, len(shown.lines) + 1)),
            unit.capitalize(): [line.tokens for line in shown.lines],
            "Total with it": [line.total for line in shown.lines],
            "Sent": [line.fits for line in shown.lines],
            "Repeated": [share_repeated(line) * 100 for line in shown.lines],
            "Text": [" ".join(line.passage.text[:200].split()) for line in shown.lines],
        },
        hide_index=True,
        column_config={
            "Repeated": st.column_config.NumberColumn(format="%.0f %%", help="Share of it that a passage before it holds."),
            "Text": st.column_config.TextColumn(width="large"),
        },
        alt="Passages in the order they are sent",
    )
    st.caption(plain("The prompt, to copy:"))
    st.code(shown.prompt, language=None, wrap_lines=True, height=320)
