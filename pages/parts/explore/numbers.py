"""The numbers above the text: quiet, until one of them warns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.inspection.lint import WITHOUT_SENTENCES

MID_SENTENCE = 0.25  # share of chunks; recursive cutting of prose at 256 tokens has about 0.37, sentence cutting about 0.15


class Shown(NamedTuple):
    value: str
    label: str
    about: str
    warns: bool = False


def row(chunking: Chunking, more: Sequence[Shown] = ()) -> None:
    """Numbers and our own words only: nothing of the document goes in here, so this may be HTML. `more` stands at the end."""
    if not chunking.chunks:
        return
    items = "".join(
        f'<li class="{"warns" if shown.warns else ""}" title="{shown.about}"><b>{shown.value}</b> <span>{shown.label}</span></li>'
        for shown in [*shown_of(chunking), *more]
    )
    st.html(f'<ul class="figures" aria-label="Numbers of this chunking">{items}</ul>')


def shown_of(chunking: Chunking) -> list[Shown]:
    """What the row says, in order."""
    numbers, unit = chunking.numbers, chunking.tokenizer.unit
    covered = 1 - numbers.uncovered if numbers.uncovered > 1e-9 else 1.0  # shares are sums of fractions
    shown = [
        Shown(f"{numbers.chunks:,}", "chunk" if numbers.chunks == 1 else "chunks", "How many chunks the document makes"),
        Shown(f"{numbers.tokens_median:,.0f}", "median", f"Half of the chunks have fewer {unit} than this"),
        Shown(f"{numbers.tokens_p95:,.0f}", f"p95 {unit}", f"95 of 100 chunks have at most so many {unit}"),
        Shown(_share(covered), "covered", "Share of the text, white space apart, that is in at least one chunk", covered < 1),
        Shown(
            _share(numbers.covered_more),
            "doubled",
            f"Share of the text in more than one chunk; {numbers.stored_tokens:,} {unit} are stored in all",
        ),
    ]
    if chunking.document.kind not in WITHOUT_SENTENCES:
        shown.append(
            Shown(
                _share(numbers.mid_sentence),
                "end mid-sentence",
                "Chunks that end neither after a sentence nor at a blank line",
                numbers.mid_sentence > MID_SENTENCE,
            )
        )
    if numbers.oversize:
        shown.append(
            Shown(f"{numbers.oversize:,}", "over the size", "Chunks larger than the size asked for; each says why", True)
        )
    if numbers.over_cloud_limit:
        shown.append(
            Shown(
                f"{numbers.over_cloud_limit:,}", "over 16,384 bytes", "Chroma Cloud takes documents of at most 16,384 bytes", True
            )
        )
    return shown


def _share(share: float) -> str:
    """Per cent; never rounded to all or nothing where it is neither.

    >>> _share(1.0), _share(0.99996), _share(0.116), _share(0.00001)
    ('100 %', '99.9 %', '11.6 %', '0.1 %')
    """
    per_cent = share * 100
    if 0 < share < 1:
        per_cent = min(99.9, max(0.1, round(per_cent, 1)))
    return f"{per_cent:.1f} %" if per_cent % 1 else f"{per_cent:.0f} %"
