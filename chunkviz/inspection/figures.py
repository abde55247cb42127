"""The numbers of a chunking as a row of figures: each with what it is called, what it means, and whether it warns."""

from __future__ import annotations

from typing import NamedTuple

from ..chunking import Chunking
from .lint import WITHOUT_SENTENCES

MID_SENTENCE = 0.25  # share of chunks; recursive cutting of prose at 256 tokens has about 0.37, sentence cutting about 0.15


class Figure(NamedTuple):
    """One number: `value` as it is written, `about` in a sentence."""

    value: str
    label: str
    about: str
    warns: bool = False


def figures_of(chunking: Chunking) -> list[Figure]:
    """The figures, in order."""
    numbers, unit = chunking.numbers, chunking.tokenizer.unit
    covered = 1 - numbers.uncovered if numbers.uncovered > 1e-9 else 1.0  # shares are sums of fractions
    found = [
        Figure(f"{numbers.chunks:,}", "chunk" if numbers.chunks == 1 else "chunks", "How many chunks the document makes"),
        Figure(f"{numbers.tokens_median:,.0f}", f"{unit}, median", f"Half of the chunks have fewer {unit} than this"),
        Figure(f"{numbers.tokens_p95:,.0f}", f"{unit}, 95th percentile", f"95 of 100 chunks have at most this many {unit}"),
        Figure(_share(covered), "covered", "Share of the text, white space apart, that is in at least one chunk", covered < 1),
        Figure(
            _share(numbers.covered_more),
            "held twice or more",
            f"Share of the text in more than one chunk; {numbers.stored_tokens:,} {unit} are stored in all",
        ),
    ]
    if chunking.document.kind not in WITHOUT_SENTENCES:
        found.append(
            Figure(
                _share(numbers.mid_sentence),
                "end mid-sentence",
                "Chunks that end neither after a sentence nor at a blank line",
                numbers.mid_sentence > MID_SENTENCE,
            )
        )
    if numbers.oversize:
        found.append(
            Figure(f"{numbers.oversize:,}", "over the size", "Chunks larger than the size asked for; each says why", True)
        )
    if numbers.over_cloud_limit:
        found.append(
            Figure(
                f"{numbers.over_cloud_limit:,}", "over 16,384 bytes", "Chroma Cloud takes documents of at most 16,384 bytes", True
            )
        )
    return found


def _share(share: float) -> str:
    """Per cent; never rounded to all or nothing where it is neither.

    >>> _share(1.0), _share(0.99996), _share(0.116), _share(0.00001)
    ('100 %', '99.9 %', '11.6 %', '0.1 %')
    """
    per_cent = share * 100
    if 0 < share < 1:
        per_cent = min(99.9, max(0.1, round(per_cent, 1)))
    return f"{per_cent:.1f} %" if per_cent % 1 else f"{per_cent:.0f} %"
