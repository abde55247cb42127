"""An explanation in sentences: the same for a terminal, the debug page and the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..chunking import Chunking
from ..span import Span
from .explanation import Explanation, Holder, Winner
from .reasons import where
from .remedies import Tried

_QUOTED = 160  # characters of a quotation
_SENTENCES = 5  # of a chunk that are listed
_OFFERED = 8  # remedies that are listed


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    sentences: tuple[str, ...]


def verdict(found: Explanation) -> str:
    """The whole in one sentence."""
    if found.rank is not None:
        return f"Retrieved: passage {found.rank} of {found.k} holds the answer whole."
    return f"Not retrieved: none of the {found.k} passages holds the answer whole."


def account(found: Explanation, chunking: Chunking, tried: Sequence[Tried] | None = None) -> list[Section]:
    """Where the answer is, what became of it, why, and, where that was tried, what would have worked."""
    sections = [
        Section("Where the answer is", tuple(_where(found, chunking))),
        Section("What became of it", tuple(_became(found))),
        Section("Why its score is what it is", tuple(_why(found, chunking))),
    ]
    if tried is not None:
        sections.append(Section("What would have worked", tuple(worked(found, tried))))
    return [section for section in sections if section.sentences]


def name(number: int) -> str:
    """A chunk as people count."""
    return f"chunk {number + 1:,}"


def _where(found: Explanation, chunking: Chunking) -> list[str]:
    lines = []
    for one in found.holders:
        held = "all of it" if one.whole else f"a part of it, “{_short(chunking.document.text, one.part)}”"
        also = f"; it stands in an overlap, {_named(one.shared)} {'hold' if len(one.shared) > 1 else 'holds'} of it too"
        lines.append(_ended(f"{name(one.number).capitalize()} holds {held}{also if one.shared else ''}"))
    for cut in found.cuts:
        head = _short(chunking.document.text, Span(max(found.answer.start, cut.at - _QUOTED // 2), cut.at), from_end=True)
        lines.append(f"It is cut behind “{head}”, where {name(cut.number)} ends: {cut.why}")
    for left in found.uncovered:
        lines.append(_ended(f"In no chunk at all: “{_short(chunking.document.text, left)}”"))
    return lines


def _became(found: Explanation) -> list[str]:
    at_k = f"; rank {found.k} has {found.score_at_k:.3f}" if found.score_at_k is not None else ""
    lines = [_fate(one, found, at_k) for one in found.holders]
    facts = ("truncated", "duplicates", "filtered", "approximated")
    return lines + [reason.sentence for reason in found.reasons if reason.kind in facts]


def _fate(one: Holder, found: Explanation, at_k: str) -> str:
    if one.score is None:
        return f"{name(one.number).capitalize()} is not in the index."
    if one.rank is None:
        return f"{name(one.number).capitalize()} (score {one.score:.3f}) was not let through by the filter."
    tail = "it was retrieved" if one.found else "it was not retrieved"
    return f"{name(one.number).capitalize()} is at rank {one.rank:,} of {found.chunks:,} by similarity with {one.score:.3f}{at_k}; {tail}."


def _why(found: Explanation, chunking: Chunking) -> list[str]:
    subject = found.subject
    if subject is None:
        return []
    lines = [reason.sentence for reason in found.reasons if reason.kind in ("diluted", "context_missing")]
    best = sorted(found.sentences, key=lambda one: -one.score)[:_SENTENCES]
    said = "; ".join(f"{one.score:.3f} “{_short(chunking.document.text, one.span, 70)}”" for one in best)
    if len(found.sentences) > 1:
        lines.append(f"Sentence by sentence, {name(subject.number)} has at most: {_ended(said)}")
    for one in found.surroundings["context_missing" in found.causes :]:  # the first is the reason itself
        words = ", ".join(f"“{word}”" for word in one.words)
        lines.append(f"{words}: not in the chunk but {where(one)}; with that its score would be {one.score:.3f}.")
    nowhere = [word for word in found.lacks if not any(word in one.words for one in found.surroundings)]
    if nowhere:
        listed = ", ".join(f"“{word}”" for word in nowhere)
        lines.append(f"{listed}: neither in the chunk, nor in its headings, nor in the chunks beside it.")
    if subject.by_words is not None and subject.rank is not None:
        score, rank = subject.by_words
        lines.append(f"By words alone (BM25) it is at rank {rank:,} with {score:.2f}, by meaning at rank {subject.rank:,}.")
    elif subject.rank is not None:
        lines.append("By words alone (BM25) it is not found: it shares no word with the question.")
    if not found.retrieved:
        lines += [_won(one) for one in found.winners]
    return lines


def _won(one: Winner) -> str:
    which = name(one.number) if one.number is not None else one.name
    words = f" It has {', '.join(f'“{word}”' for word in one.words)}, which the answer’s chunk lacks." if one.words else ""
    again = f" It repeats passage {one.repeats}." if one.repeats else ""
    best = " ".join(one.best.split())
    best = best if len(best) <= _QUOTED else best[: _QUOTED - 1] + "…"
    return f"Passage {one.rank}, {which}, {one.score:.3f}: its best sentence has {one.best_score:.3f}, {_ended(f'“{best}”')}{words}{again}"


def worked(found: Explanation, tried: Sequence[Tried], *, listed: bool = True) -> list[str]:
    """What was tried and what of it retrieves the answer; `listed`: with a sentence for each."""
    those = [one for one in tried if one.worked]
    if not those:
        return [f"None of the {len(tried)} settings tried retrieves it." if tried else "No other setting was tried."]
    lines = [
        f"{one.words[0].upper()}{one.words[1:]}: rank {one.rank} of {one.setup.k}, {one.tokens:,} tokens read (now {one.before:,})."
        for one in those[:_OFFERED]
    ]
    smallest = min(those, key=lambda one: one.change)
    count = f"{len(those)} of {len(tried)} settings tried {'retrieve' if len(those) != 1 else 'retrieves'} it"
    return [*(lines if listed else []), f"{count}; the smallest change is {smallest.words}."]


def _named(numbers: Sequence[int]) -> str:
    return " and ".join(name(number) for number in numbers)


def _ended(sentence: str) -> str:
    """With a full stop, unless a quotation at its end brings one."""
    return sentence if sentence.endswith((".”", "!”", "?”", "…”")) else f"{sentence}."


def _short(text: str, span: Span, most: int = _QUOTED, *, from_end: bool = False) -> str:
    said = " ".join(text[span.start : span.end].split())
    if len(said) <= most:
        return said
    return "…" + said[1 - most :] if from_end else said[: most - 1] + "…"
