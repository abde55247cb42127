"""Which causes follow from what was measured: one rule a cause, the same measurements always give the same causes.

Retrieved means that one of the k passages holds the answer whole; then there is no cause. Otherwise, strongest first,
those that make finding impossible before those that make it unlikely:

uncovered        A part of the answer (other than white space) is in no chunk.
cut              No chunk holds the answer whole, though some hold parts; also where all parts were retrieved, each alone.
truncated        In every chunk that holds the answer (whole, else in part), it reaches past what the model reads.
duplicates       Of the chunks ranked above, enough repeat an earlier one that the answer's would be among the k if each
                 passage counted once. A chunk repeats another where their vectors have a cosine of 0.95, where they share
                 80 % of their runs of four words, or where half of the shorter one is the same place in the document.
filtered         The filters let none of the chunks through that hold the answer (whole, else in part).
approximated     Exact search over the same vectors retrieves it; the index did not.
diluted          The answer's own sentences, embedded without the rest of their chunk, reach the score at rank k; with it
                 they do not.
context_missing  Words of the question that the chunk lacks stand in its heading path or in a neighbour, and with these
                 before it (or behind it) the chunk's score makes up at least a third of what it lacks to the score at rank k.
ranked_low       The best chunk that holds it (whole, else the best part not retrieved) is ranked behind k, or the pattern
                 put others in its place.

The last is a fact and no explanation, and is given beside the ones above it.
"""

from __future__ import annotations

from dataclasses import dataclass

from .explanation import Explanation, Holder
from .missing_words import Surrounding

MADE_UP = 1 / 3  # of what the score lacks, from which the surroundings are what was missing
_TOUCH = 1e-4  # similarities closer than this are equal


@dataclass(frozen=True, slots=True)
class Reason:
    """`kind` as above, and a sentence with the numbers it rests on."""

    kind: str
    sentence: str


def reasons_of(found: Explanation) -> tuple[Reason, ...]:
    if found.retrieved:
        return ()
    rules = (_uncovered, _cut, _truncated, _duplicates, _filtered, _approximated, _diluted, _context_missing, _ranked_low)
    return tuple(Reason(rule.__name__[1:], sentence) for rule in rules if (sentence := rule(found)))


def _uncovered(found: Explanation) -> str:
    if not found.uncovered:
        return ""
    if not found.holders:
        return "No chunk holds any of the answer; the strategy or the import left it out."
    missing = sum(span.length for span in found.uncovered)
    return f"No chunk holds {missing:,} of the answer’s {found.answer.length:,} characters; they were left out."


def _cut(found: Explanation) -> str:
    if not found.holders or any(one.whole for one in found.holders):
        return ""
    pieces = [one for one in found.holders if one.found]
    sentence = f"The answer is cut: {_count(len(found.holders), 'chunk holds', 'chunks hold')} a part of it and none all."
    if len(pieces) == len(found.holders) and not found.uncovered:
        sentence += " All its parts were retrieved, but each in a passage of its own."
    return sentence


def _truncated(found: Explanation) -> str:
    looked = _holding(found)
    if not looked or any(one.read for one in looked):
        return ""
    return "The answer stands past the model’s limit in its chunk: the model never read it, so its vector knows nothing of it."


def _duplicates(found: Explanation) -> str:
    subject, distinct = found.subject, found.distinct_rank
    if subject is None or subject.rank is None or distinct is None or not distinct <= found.k < subject.rank:
        return ""
    repeating = subject.rank - distinct
    return (
        f"{_count(repeating, 'chunk', 'chunks')} above it only {'repeats' if repeating == 1 else 'repeat'} what an earlier one says; "
        f"counted once each, its rank would be {distinct} and not {subject.rank}."
    )


def _filtered(found: Explanation) -> str:
    looked = _holding(found)
    if not found.filtered or not looked or any(one.rank is not None or one.score is None for one in looked):
        return ""
    return "The filter lets no chunk through that holds the answer."


def _approximated(found: Explanation) -> str:
    if found.exact_rank is None:
        return ""
    return f"Exact search over the same vectors finds it at rank {found.exact_rank}; the index, which approximates, missed it."


def _diluted(found: Explanation) -> str:
    missing = _missing(found)
    if missing is None or found.alone is None or found.subject is None or found.score_at_k is None:
        return ""
    if found.alone < found.score_at_k or found.alone <= (found.subject.score or 0) + _TOUCH:
        return ""
    return (
        f"The answer’s own sentences alone would score {found.alone:.3f}, over the {found.score_at_k:.3f} at rank {found.k}; "
        f"the rest of the chunk pulls it down to {found.subject.score:.3f}."
    )


def _context_missing(found: Explanation) -> str:
    missing = _missing(found)
    if missing is None or not found.surroundings or found.subject is None:
        return ""
    best = found.surroundings[0]
    gained = best.score - (found.subject.score or 0)
    if gained <= _TOUCH or gained < MADE_UP * missing:
        return ""
    return (
        f"{_quoted(best.words)} {'stands' if len(best.words) == 1 else 'stand'} nowhere in the chunk but {where(best)}; "
        f"with that its score would be {best.score:.3f} and not {found.subject.score:.3f} ({found.score_at_k:.3f} at rank {found.k})."
    )


def _ranked_low(found: Explanation) -> str:
    subject = found.subject
    if subject is None or subject.rank is None or subject.found or found.exact_rank is not None:
        return ""
    if subject.rank > found.k:
        return (
            f"The chunk is at rank {subject.rank:,} of {found.chunks:,} with {subject.score:.3f}; "
            f"rank {found.k} has {found.score_at_k:.3f}."
        )
    return f"By similarity alone the chunk is at rank {subject.rank}; the pattern “{found.pattern}” put others in its place."


def _holding(found: Explanation) -> list[Holder]:
    """The holders that count: those that hold the answer whole, or all where none does."""
    return [one for one in found.holders if one.whole] or list(found.holders)


def _missing(found: Explanation) -> float | None:
    """What the subject's score lacks to the score at rank k; None where it is not for its score that it was not found."""
    subject = found.subject
    if subject is None or subject.found or subject.score is None or found.score_at_k is None:
        return None
    missing = found.score_at_k - subject.score
    return missing if missing >= 0 and (subject.rank is None or subject.rank > found.k) else None


def where(surrounding: Surrounding) -> str:
    """Where the words stand, in words."""
    if surrounding.number is None:
        return f"in the headings above it (“{surrounding.text}”)"
    return f"in the chunk {surrounding.kind} it ({surrounding.number + 1:,})"


def _quoted(words: tuple[str, ...]) -> str:
    return ", ".join(f"“{word}”" for word in words)


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
