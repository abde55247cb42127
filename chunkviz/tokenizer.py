"""What a size is counted in: the contract of a tokenizer, and the tokens of one text.

A tokenizer says where its tokens are, in characters. Characters and words are tokenizers like any other, so "size" has
one meaning everywhere.
"""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .registry import Registry

Positions = NDArray[np.int64]


class Tokenizer(ABC):
    """Text -> tokens.

    key, label   its name for programs and for people
    unit         what one is called in a sentence, in the plural: "tokens", "characters", "words"
    additive     True where a piece of a text always holds just the tokens of the whole that it touches
                 (characters, words); False where cutting a text can change its tokens (BPE, WordPiece)
    """

    key: str
    label: str
    unit: str = "tokens"
    additive: bool = False

    @abstractmethod
    def spans(self, text: str) -> tuple[Positions, Positions]:
        """Starts and ends of all tokens of `text`, in characters, in order; shape (n,) each.

        Tokens that share one character (an emoji of several tokens) all have that character in their span. White space
        and punctuation that is not counted may lie between two tokens.
        """

    def counts(self, texts: Sequence[str]) -> list[int]:
        """The number of tokens of each text by itself."""
        return [len(self.spans(text)[0]) for text in texts]

    def count(self, text: str) -> int:
        return self.counts([text])[0]

    def joints(self, codes: NDArray[np.uint32]) -> Positions:
        """Positions where counting adds up, whatever stands around: for every a < p < b,
        count(text[a:p]) + count(text[p:b]) == count(text[a:b]). `codes` are the text's code points, shape (n,).

        The more there are, the cheaper exact counts become; none is always right.
        """
        return np.empty(0, np.int64)


tokenizers: Registry[Tokenizer] = Registry("chunkviz.tokenizers", "tokenizer")


class Tokens:
    """The tokens of one text: found once, then counted anywhere by arithmetic on positions.

    `count(a, b)` is exactly `tokenizer.count(text[a:b])`. It is cheap because the text between two joints (see
    `Tokenizer.joints`) has the tokens it has in the whole; only the two ends are encoded again.
    """

    def __init__(self, text: str, tokenizer: Tokenizer) -> None:
        self.text, self.tokenizer = text, tokenizer
        self.starts, self.ends = tokenizer.spans(text)
        self._count_word = functools.lru_cache(100_000)(tokenizer.count)

    def __len__(self) -> int:
        return len(self.starts)

    @cached_property
    def codes(self) -> NDArray[np.uint32]:
        """The code points of the text, shape (len(text),)."""
        return code_points(self.text)

    @cached_property
    def joints(self) -> Positions:
        return self.tokenizer.joints(self.codes)

    @cached_property
    def _before_joints(self) -> Positions:
        """How many tokens begin before each joint, shape as `joints`."""
        return self.indexes(self.joints)

    def index(self, position: int) -> int:
        """How many tokens begin before `position`: a running total that estimates counts between positions."""
        return int(self.starts.searchsorted(position))

    def indexes(self, positions: Positions) -> Positions:
        """`index` of each of the positions."""
        return self.starts.searchsorted(positions)

    def count(self, start: int, end: int) -> int:
        """The number of tokens of `text[start:end]` by itself, exactly."""
        if start >= end:
            return 0
        if self.tokenizer.additive:
            return self.index(end) - int(self.ends.searchsorted(start, "right"))
        if start == 0 and end == len(self.text):
            return len(self.starts)
        joints = self.joints
        first = int(joints.searchsorted(start, "right"))
        last = int(joints.searchsorted(end)) - 1
        if first >= last:
            return self.tokenizer.count(self.text[start:end])
        between = int(self._before_joints[last] - self._before_joints[first])
        return self._count_end(start, int(joints[first])) + between + self._count_end(int(joints[last]), end)

    def start_of(self, number: int, start: int, end: int) -> int:
        """Where token `number` (from 0) of `text[start:end]` by itself begins; `end` where that has no more than `number`."""
        if self.tokenizer.additive:
            index = int(self.ends.searchsorted(start, "right")) + number
            return max(start, min(int(self.starts[index]), end)) if index < len(self) else end
        first = int(self.joints.searchsorted(start, "right"))
        last = int(self.joints.searchsorted(end)) - 1
        if first < last:
            head = self._count_end(start, int(self.joints[first]))
            index = int(self._before_joints[first]) + number - head
            if number >= head and index < self._before_joints[last]:
                return int(self.starts[index])
        own = self.tokenizer.spans(self.text[start:end])[0]
        return start + int(own[number]) if number < len(own) else end

    def _count_end(self, start: int, end: int) -> int:
        """The tokens of a short piece, most often a word that was counted before."""
        count = self._count_word if end - start < 40 else self.tokenizer.count
        return count(self.text[start:end])

    def counts(self, starts: Sequence[int] | Positions, ends: Sequence[int] | Positions) -> Positions:
        """`count` of many spans at once, shape (n,)."""
        begins, stops = np.asarray(starts, np.int64), np.asarray(ends, np.int64)
        if self.tokenizer.additive:
            found = self.starts.searchsorted(stops) - self.ends.searchsorted(begins, "right")
            return np.where(begins < stops, found, 0)
        joints = self.joints
        if not len(joints):
            return self._each(begins, stops)
        first = joints.searchsorted(begins, "right")
        last = joints.searchsorted(stops) - 1
        split = first < last
        heads = np.where(split, joints[np.minimum(first, len(joints) - 1)], stops)
        tails = np.where(split, joints[np.maximum(last, 0)], stops)
        total = self.indexes(tails) - self.indexes(heads)
        total += self._each(begins, heads)
        total[split] += self._each(tails[split], stops[split])
        return total

    def _each(self, starts: Positions, ends: Positions) -> Positions:
        """The tokens of many spans, each encoded by itself."""
        text = self.text
        texts = [text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        return np.array(self.tokenizer.counts(texts), np.int64)


class Characters(Tokens):
    """The tokens of a text counted in characters: nothing to find, nothing to keep."""

    def __init__(self, text: str, tokenizer: Tokenizer) -> None:
        self.text, self.tokenizer = text, tokenizer

    @cached_property
    def starts(self) -> Positions:  # type: ignore[override]
        return np.arange(len(self.text), dtype=np.int64)

    @cached_property
    def ends(self) -> Positions:  # type: ignore[override]
        return self.starts + 1

    def __len__(self) -> int:
        return len(self.text)

    def index(self, position: int) -> int:
        return position

    def indexes(self, positions: Positions) -> Positions:
        return positions

    def count(self, start: int, end: int) -> int:
        return max(0, end - start)

    def start_of(self, number: int, start: int, end: int) -> int:
        return min(start + number, end)

    def counts(self, starts: Sequence[int] | Positions, ends: Sequence[int] | Positions) -> Positions:
        return np.maximum(0, np.asarray(ends, np.int64) - np.asarray(starts, np.int64))


def tokens_of(text: str, tokenizer: Tokenizer) -> Tokens:
    """The tokens of `text`, in the cheapest form its tokenizer allows."""
    return Characters(text, tokenizer) if tokenizer.key == "characters" else Tokens(text, tokenizer)


def code_points(text: str) -> NDArray[np.uint32]:
    """The code points of `text`, shape (len(text),)."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def from_bytes(text: str, byte_ends: Positions) -> tuple[Positions, Positions]:
    """Character starts and ends of consecutive pieces that are given by their ends in UTF-8 bytes.

    A piece that begins or ends inside a character is widened to the whole character.
    """
    byte_starts = np.concatenate([[0], byte_ends[:-1]]) if len(byte_ends) else byte_ends
    if text.isascii():
        return byte_starts.astype(np.int64), byte_ends.astype(np.int64)
    raw = np.frombuffer(text.encode("utf-8"), dtype=np.uint8)
    lead = np.ones(len(raw) + 1, bool)  # whether a character begins at this byte; one more for the end
    np.not_equal(raw & 0xC0, 0x80, out=lead[:-1])
    before = np.zeros(len(raw) + 1, np.int32)  # how many characters begin before this byte
    np.cumsum(lead[:-1], out=before[1:])
    return before[byte_starts].astype(np.int64) - ~lead[byte_starts], before[byte_ends].astype(np.int64)
