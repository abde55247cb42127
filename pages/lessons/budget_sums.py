"""The arithmetic of a context budget: see the lesson."""

from __future__ import annotations

import streamlit as st

from chunkviz.figures.strips import DrawnStrip
from chunkviz.inspection.cost import Scale
from chunkviz.span import Span

from ..parts.controls import documents
from ..parts.learn.course import Picture
from ..parts.learn.lesson import Stage, lesson

SIZES = (128, 256, 512, 768, 1024, 2048)
OVERLAPS = (0, 5, 10, 15, 20, 30, 50)
BUDGETS = (2_000, 4_000, 8_000, 16_000, 32_000, 128_000)
DOCUMENTS = (10, 100, 1_000, 10_000, 50_000, 1_000_000)


def picture(here: Stage) -> Picture:
    sizes = {size: [Span(i * size, (i + 1) * size) for i in range(10)] for size in (512, 1024)}
    budget = [DrawnStrip("A context of 8,000 tokens", [Span(0, 8_000)])]
    return Picture([*budget, *(DrawnStrip(f"10 passages of {size:,}", spans) for size, spans in sizes.items())], Span(0, 10_240))


@lesson(
    "Budget arithmetic",
    "Judging",
    20,
    claim="**k passages times their size must fit the context that is left for them; chunks times the "
    "length of a vector must fit the "
    "memory.** Both can be worked out before anything is embedded.",
    question="Which k fits the budget at 512 tokens? What does half of overlap do to the number of "
    "vectors? And a parent of 2,048 "
    "tokens to k?",
    guess="Do the passages fit the context? And how many vectors are there?",
    picture=picture,
)
def live(here: Stage) -> str:
    size = here.choose("size", "Tokens in a chunk", SIZES, 512, kind="slider")
    share = here.choose("overlap", "Overlap", OVERLAPS, 10, kind="slider", format=lambda share: f"{share} %")
    k = here.choose("k", "Passages, k", (3, 5, 8, 10, 15, 20, 40), 10, kind="slider")
    parent = here.choose(
        "parent", "What is read", (0, 1024, 2048, 4096), 0, format=lambda size: f"Its parent of {size:,}" if size else "The chunk"
    )
    budget = here.choose("budget", "Context for passages", BUDGETS, 8_000, kind="slider", format=lambda budget: f"{budget:,}")
    count = here.choose(
        "documents", "Documents of 4,000 tokens", DOCUMENTS, 50_000, kind="slider", format=lambda count: f"{count:,}"
    )
    repeated = size * share // 100
    scale = Scale(count, 4_000, size, repeated, k, budget, max(parent, size) if parent else 0)
    sample = documents.sample("manual.md")
    real = here.cut(sample, "recursive", "cl100k_base", size=size, overlap=repeated)
    average = sum(chunk.tokens or 0 for chunk in real.chunks) / len(real)
    with here.live:
        figures = st.columns(4)
        figures[0].metric("Context filled", f"{scale.coverage:.0%}")
        figures[1].metric("Passages that fit", f"{scale.fits} of {k}")
        figures[2].metric("Vectors", f"{scale.chunks:,}")
        figures[3].metric("Memory of the index", _bytes(scale.memory))
        rows = [
            ("New tokens in a chunk", f"{size:,} − {repeated:,}", f"{scale.new:,.0f}"),
            ("Vectors", f"{count:,} × 4,000 ÷ {scale.new:,.0f}, one a document at least", f"{scale.chunks:,}"),
            ("Tokens to embed", f"{scale.chunks:,} × {min(size, 4_000 + repeated):,}", f"{scale.embedded:,}"),
            ("Context", f"{k} × {scale.read:,.0f}", f"{scale.context:,.0f} of {budget:,}"),
            (
                "Context, with the chunks that really come out of manual.md",
                f"{k} × {average:,.0f}",
                f"{k * average:,.0f} of {budget:,}",
            ),
        ]
        st.markdown(
            "\n".join(["| What | How | Makes |", "| :-- | :-- | --: |", *(f"| {a} | {b} | **{c}** |" for a, b, c in rows)])
        )
    fit = "fit" if scale.coverage <= 1 else f"do not fit: only {scale.fits} of them do"
    return (
        f"{k} passages of {scale.read:,.0f} tokens {fit}. A size is a ceiling: recursive chunks of "
        f"manual.md have {average:,.0f} tokens on "
        f"average at a size of {size:,}, so real passages fill {k * average / budget:.0%} of the "
        "budget when the chunk itself is read. "
        f"{share} % of overlap makes {scale.chunks / Scale(count, 4_000, size).chunks - 1:.0%} more vectors."
    )


def _bytes(count: int) -> str:
    """“910 MB”"""
    for unit in ("bytes", "kB", "MB", "GB"):
        if count < 1000:
            return f"{count:,.0f} {unit}"
        count = round(count / 1000)
    return f"{count:,} TB"
