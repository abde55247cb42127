"""An explanation in sentences: the same for a terminal, the debug page and the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..chunking import Chunking
from ..phrases import QUOTED, chunk_name, counted, ended, listed, quoted, shortened
from ..span import Span
from .explanation import Explanation, Holder, Winner
from .reason import FATE, PLACE, SCORE
from .remedies import Tried

_SENTENCES = 5  # of a chunk that are listed
_OFFERED = 8  # remedies that are listed


@dataclass(frozen=True, slots=True)
class AccountSection:
    title: str
    sentences: tuple[str, ...]


def verdict(found: Explanation) -> str:
    """The outcome in one sentence."""
    passages = listed([str(rank) for rank in found.completed_by])
    if len(found.completed_by) > 1:
        return f"Retrieved in pieces: passages {passages} of {found.k} hold the answer together, and a reader has to join them."
    if found.retrieved:
        return f"Retrieved: passage {passages} of {found.k} holds the answer whole."
    if found.k == 1:
        return "Not retrieved: the one passage does not hold the whole answer."
    return f"Not retrieved: the {found.k} passages together do not hold the whole answer."


def cause(found: Explanation) -> str:
    """The strongest reason; "" where the answer was retrieved."""
    if found.retrieved:
        return ""
    return found.reasons[0].sentence if found.reasons else "No rule explains it; the measurements say what is known."


def account(found: Explanation, chunking: Chunking, tried: Sequence[Tried] | None = None) -> list[AccountSection]:
    """Where the answer is, what became of it, why, and, where that was tried, what would have worked. In each section the
    reasons that belong there come first, then the facts; a reason may bring a section of its own."""
    facts = {PLACE: _where(found, chunking), FATE: _became(found), SCORE: _why(found, chunking)}
    sections = []
    for title in dict.fromkeys([*facts, *(reason.section for reason in found.reasons)]):
        because = [reason.sentence for reason in found.reasons if reason.section == title]
        sections.append(AccountSection(title, (*because, *facts.get(title, []))))
    if tried is not None:
        sections.append(AccountSection("What would have worked", tuple(worked(tried))))
    return [section for section in sections if section.sentences]


def _where(found: Explanation, chunking: Chunking) -> list[str]:
    text, lines = chunking.document.text, []
    for one in found.holders:
        held = "all of it" if one.whole else f"a part of it, “{shortened(text, one.part)}”"
        others = listed([chunk_name(number) for number in one.shared])
        also = f"; it is in an overlap, {others} {'hold' if len(one.shared) > 1 else 'holds'} of it too"
        lines.append(ended(f"{chunk_name(one.number).capitalize()} holds {held}{also if one.shared else ''}"))
    for cut in found.cuts:
        head = shortened(text, Span(max(found.answer.start, cut.at - QUOTED // 2), cut.at), from_end=True)
        lines.append(f"It is cut after “{head}”, where {chunk_name(cut.number)} ends: {cut.why}")
    lines += [ended(f"In no chunk at all: “{shortened(text, left)}”") for left in found.uncovered]
    return lines


def _became(found: Explanation) -> list[str]:
    at_k = f"; rank {found.k} has {found.score_at_k:.3f}" if found.score_at_k is not None else ""
    return [_fate(one, found, at_k) for one in found.holders]


def _fate(one: Holder, found: Explanation, at_k: str) -> str:
    name = chunk_name(one.number).capitalize()
    if one.score is None:
        return f"{name} is not in the index."
    if one.rank is None:
        return f"{name} (score {one.score:.3f}) does not pass the filter."
    tail = "it was retrieved" if one.found else "it was not retrieved"
    return f"{name} is at rank {one.rank:,} of {found.chunks:,} by similarity with {one.score:.3f}{at_k}; {tail}."


def _why(found: Explanation, chunking: Chunking) -> list[str]:
    subject = found.subject
    if subject is None:
        return []
    lines = []
    if len(found.sentences) > 1:
        best = sorted(found.sentences, key=lambda one: -one.score)[:_SENTENCES]
        scores = "; ".join(f"{one.score:.3f} “{shortened(chunking.document.text, one.span, 70)}”" for one in best)
        lines.append(f"Sentence by sentence, {chunk_name(subject.number)} has at most: {ended(scores)}")
    if found.surroundings:
        scores = "; ".join(f"{one.score:.3f} with {quoted(one.words)} {one.where}" for one in found.surroundings)
        lines.append(f"Together with what stands around it, {chunk_name(subject.number)} would have: {scores}.")
    nowhere = [word for word in found.lacks if not any(word in one.words for one in found.surroundings)]
    if nowhere:
        lines.append(f"{quoted(nowhere)}: neither in the chunk, nor in its headings, nor in the chunks beside it.")
    if subject.by_words is not None and subject.rank is not None:
        score, rank = subject.by_words
        lines.append(f"By words alone (BM25) it is at rank {rank:,} with {score:.2f}, by meaning at rank {subject.rank:,}.")
    elif subject.rank is not None:
        lines.append("By words alone (BM25) it is not found: it shares no word with the question.")
    if not found.retrieved:
        lines += [_won(one) for one in found.winners]
    return lines


def _won(one: Winner) -> str:
    which = chunk_name(one.number) if one.number is not None else one.name
    words = f" It has {quoted(one.words)}, which the answer’s chunk lacks." if one.words else ""
    again = f" It repeats passage {one.repeats}." if one.repeats else ""
    best = ended(f"“{shortened(one.best, Span(0, len(one.best)))}”")
    return f"Passage {one.rank}, {which}, {one.score:.3f}: its best sentence has {one.best_score:.3f}, {best}{words}{again}"


def worked(tried: Sequence[Tried], *, one_by_one: bool = True) -> list[str]:
    """What was tried and what of it retrieves the answer; `one_by_one`: with a sentence for each."""
    those = [one for one in tried if one.worked]
    if not those:
        return [_nothing_worked(tried)]
    lines = [remedy(one) for one in those[:_OFFERED]]
    smallest = min(those, key=lambda one: one.change)
    count = f"{len(those)} of {len(tried)} settings tried {'retrieve' if len(those) != 1 else 'retrieves'} it"
    return [*(lines if one_by_one else []), f"{count}; the smallest change is {smallest.words}."]


def remedy(one: Tried) -> str:
    """A setting that was tried, and what it was measured to do."""
    rank = f"rank {one.rank} of {one.pipeline.k}" if one.worked else f"rank {one.rank}, after the {one.pipeline.k} that are read"
    rank = rank if one.rank is not None else "not retrieved at any rank looked at"
    return f"{one.words[:1].upper()}{one.words[1:]}: {rank}, {one.tokens:,} tokens read (now {one.before:,})."


def _nothing_worked(tried: Sequence[Tried]) -> str:
    if not tried:
        return "No other setting was tried."
    nearest = min((one for one in tried if one.rank is not None), key=lambda one: one.rank or 0, default=None)
    none = f"None of the {counted(len(tried), 'setting')} tried retrieves it"
    if nearest is None:
        return f"{none}, nor comes near."
    return f"{none}; the best rank reached is {nearest.rank:,}, with {nearest.words}, and {nearest.pipeline.k} are read."
