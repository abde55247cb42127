"""What would be sent to the model: passages in order, their tokens against a budget, and the prompt itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..span import Span, intersection, length
from ..tokenizer import Tokenizer
from .hits import Passage

_INSTRUCTIONS = (
    "Answer the question from the passages below and from nothing else. Name the passages you used by their numbers. "
    "If the answer is not in them, say so."
)


@dataclass(frozen=True, slots=True)
class PromptLine:
    """A passage in the prompt.

    tokens      of its own text
    total       tokens of the prompt up to and with this passage, the question and the instructions included
    fits        whether it is sent: it and all before it are within the budget
    repeated    spans of its text that a passage before it holds already
    """

    passage: Passage
    tokens: int
    total: int
    fits: bool
    repeated: tuple[Span, ...]


@dataclass(frozen=True)
class Budget:
    """`expected`: k x the average chunk, known before anything is found; `used`: what the passages sent really make."""

    lines: tuple[PromptLine, ...]
    tokens: int
    expected: int
    used: int
    repeated: int
    prompt: str


def budget(question: str, passages: Sequence[Passage], tokenizer: Tokenizer, tokens: int, k: int, average: float) -> Budget:
    """Passages, best first, against a budget of `tokens`; a passage is sent whole or not at all, and after the first that
    does not fit, none is.

    k, average   how many passages were asked for, and the average tokens of a chunk, for what could be expected
    Totals are counted on the prompt as it stands, so that the numbers, names and blank lines between passages count.
    """
    counts = tokenizer.counts([passage.text for passage in passages])
    lines: list[PromptLine] = []
    before: dict[str, list[Span]] = {}
    sent = 0
    fits = True
    for i, (passage, count) in enumerate(zip(passages, counts, strict=True)):
        total = tokenizer.count(_prompt(question, passages[: i + 1]))
        fits = fits and total <= tokens
        sent += fits
        repeated: list[Span] = []
        if passage.span is not None:
            repeated = intersection([passage.span], before.setdefault(passage.document, []))
            before[passage.document].append(passage.span)
        lines.append(PromptLine(passage, count, total, fits, tuple(repeated)))
    again = sum(_tokens_of(line, tokenizer) for line in lines[:sent])
    used = lines[sent - 1].total if sent else tokenizer.count(_prompt(question, []))
    return Budget(tuple(lines), tokens, round(k * average), used, again, _prompt(question, passages[:sent]))


def share_repeated(line: PromptLine) -> float:
    """How much of a passage stands in one before it, from 0 to 1, in characters."""
    return length(list(line.repeated)) / line.passage.span.length if line.passage.span else 0.0


def _tokens_of(line: PromptLine, tokenizer: Tokenizer) -> int:
    """Tokens of what a passage repeats."""
    if line.passage.span is None:
        return 0
    start = line.passage.span.start
    return sum(tokenizer.counts([line.passage.text[span.start - start : span.end - start] for span in line.repeated]))


def _prompt(question: str, passages: Sequence[Passage]) -> str:
    shown = [f"[{number}] {passage.name or passage.document}\n{passage.text}" for number, passage in enumerate(passages, 1)]
    return "\n\n".join([_INSTRUCTIONS, *(shown or ["(no passages)"]), f"Question: {question.strip()}"]) + "\n"
