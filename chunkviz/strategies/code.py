"""Code: see the class."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..cause import END, Cause
from ..chunk import Chunk, Overlap
from ..cutting.code_leaves import Leaf, leaves
from ..cutting.natural_breaks import cut
from ..cutting.separators import CHARACTERS, LINES, PARAGRAPHS, WORDS
from ..document import Block, Document
from ..params import param, smaller_overlap
from ..span import Span
from ..strategy import Strategy, Tools, strategies

_BY_LINES = (PARAGRAPHS, LINES, WORDS, CHARACTERS)
_DOUBT = 32  # tokens: from here on a chunk is counted exactly, below it the document's own tokens tell
_DEEPEST = 8  # enclosing signatures that are put before a chunk, the innermost
_WHOLE = "Whole functions and classes are not repeated."


@strategies.register
@dataclass(frozen=True)
class Code(Strategy):
    """Keep functions and classes whole, with their decorators, docstrings and the comments above them.

    It adds to *recursive* that it reads the language's grammar: a blank line inside a function is no reason to cut, and
    a `class ` inside a string is no class. A class too large for a chunk is opened and its methods go one by one, each
    with the class's signature before it; a function too large is cut between its statements, a statement too large
    between its lines, a line by force. Imports and other code between functions stay, packed together.

    What is smaller than `min_size` joins its neighbours, up to `size`; with `min_size` equal to `size` chunks are
    filled as LangChain's `from_language` fills them, with 0 each function is a chunk. With `size=30` characters,

        import re                          import re
        def f(x):                          def f(x):\\n    return x
            return x                       (class A: before it) def g(self):\\n        return 1
        class A:
            def g(self):
                return 1

    What it still gets wrong: a function and the constant it reads may be in different chunks; code that was generated,
    or squeezed onto one line, has units nobody would ask for.
    """

    label = "Code"
    order = 60
    good_for = ()  # “By format” cuts code with it, and everything else besides
    size: int = param(512, "The most tokens a chunk may have.", low=1, high=8192)
    overlap: int = param(
        0, "Tokens repeated from the chunk before, in whole statements; functions are never repeated.", low=0, high=4096
    )
    min_size: int = param(64, "What has fewer tokens joins its neighbours.", low=0, high=8192)
    path: bool = param(True, "Put the file's name before each chunk when it is embedded.", label="File name in front")

    def check(self) -> None:
        smaller_overlap(self.size, self.overlap)

    def split(self, document: Document, tools: Tools) -> list[Chunk]:
        if not document.text.strip():
            return []
        found = leaves(tools, self.size)
        chunks: list[Chunk] = []
        reach = -1  # the end of the last chunk's last leaf
        for first, last, would in self._groups(tools, found):
            group = found[first:last]
            cause = self._cause(tools, group, found[last], would) if last < len(found) else END
            about = self._about(document, group)
            if not group[0].fits:
                pieces = cut(tools, Span(group[0].start, group[0].end), self.size, self.overlap, _BY_LINES, closing=cause)
                pieces[:1] = [replace(piece, overlap=Overlap(why=_WHOLE)) for piece in pieces[:1]]
                chunks += [self._with_context(document, piece, group, about) for piece in pieces]
            else:
                asked = Overlap(why="" if group[0].start < reach else _WHOLE)
                chunks.append(
                    self._with_context(document, Chunk(group[0].start, group[-1].end, cause, overlap=asked), group, about)
                )
            reach = group[-1].end
        return chunks

    def _groups(self, tools: Tools, found: list[Leaf]) -> Iterator[tuple[int, int, int]]:
        """(first, last, tokens with one leaf more or 0): which leaves share a chunk."""
        starts, ends = np.array([leaf.start for leaf in found], np.int64), np.array([leaf.end for leaf in found], np.int64)
        counts = tools.tokens.counts(starts, ends).tolist()
        before, after = tools.tokens.indexes(starts).tolist(), tools.tokens.indexes(ends).tolist()
        first = 0
        while first < len(found):
            last, would, plain = first + 1, 0, found[first].unit is None
            while last < len(found) and found[first].joins(found[last]):
                plain = plain and found[last].unit is None
                if not plain and after[last - 1] - before[first] >= self.min_size and counts[last] >= self.min_size:
                    break
                if (
                    after[last] - before[first] > self.size - _DOUBT
                    and (would := tools.tokens.count(found[first].start, found[last].end)) > self.size
                ):
                    break
                last, would = last + 1, 0
            yield first, last, would
            first = self._back(tools, found, first, last)

    def _back(self, tools: Tools, found: list[Leaf], first: int, last: int) -> int:
        """The leaf that the next chunk begins with: earlier than `last` where statements are repeated."""
        start = last
        while self.overlap and last < len(found) and start - 1 > first and self._repeatable(found, start - 1, last):
            before = found[start - 1].start
            if (
                tools.tokens.count(before, found[last - 1].end) > self.overlap
                or tools.tokens.count(before, found[last].end) > self.size
            ):
                break
            start -= 1
        return start

    @staticmethod
    def _repeatable(found: list[Leaf], index: int, last: int) -> bool:
        leaf, following = found[index], found[last]
        return leaf.unit is None and following.unit is None and leaf.joins(following)

    def _cause(self, tools: Tools, group: list[Leaf], following: Leaf, would: int) -> Cause:
        numbers: dict[str, Any] = {"size": self.size, "unit": tools.tokenizer.unit}
        if would:
            return Cause(
                "size",
                "With the next {piece} the chunk would have made {would} of {size} {unit}.",
                {"piece": _named(following.unit), "would": would, **numbers},
            )
        leaf = group[-1]
        if following.inside[: len(leaf.inside)] != leaf.inside:
            return Cause("unit", "The {piece} ends.", {"piece": _named(leaf.inside[-1])})
        if len(following.inside) > len(leaf.inside):
            return Cause(
                "unit",
                "The {piece} begins; it is larger than {size} {unit} and is opened.",
                {"piece": _named(following.inside[-1]), **numbers},
            )
        if not following.fits:
            return Cause(
                "unit",
                "The next {piece} alone is larger than {size} {unit} and is cut by its lines.",
                {"piece": _named(following.unit), **numbers},
            )
        if following.broken:
            return Cause("unit", "Text with a syntax error begins.")
        if following.unit is not None:
            return Cause("unit", "The {piece} begins.", {"piece": _named(following.unit)})
        return Cause(
            "unit", "Text with a syntax error ends." if leaf.broken else "The {piece} ends.", {"piece": _named(leaf.unit)}
        )

    def _about(self, document: Document, group: list[Leaf]) -> dict[str, Any]:
        """The chunk's metadata: language, symbol, and what kind of symbol."""
        units = [leaf.unit for leaf in group if leaf.unit is not None] or [*group[-1].inside[-1:]]
        kinds = {unit.attributes["called"] for unit in units} or {"syntax error" if group[0].broken else "module"}
        symbol = ", ".join(dict.fromkeys(unit.attributes["symbol"] for unit in units))
        kind = kinds.pop() if len(kinds) == 1 else "several"
        return {"language": document.metadata.get("language", ""), "symbol": symbol, "symbol_kind": kind}

    def _with_context(self, document: Document, chunk: Chunk, group: list[Leaf], about: dict[str, Any]) -> Chunk:
        units = group[0].inside if group[0].fits or group[0].unit is None else (*group[0].inside, group[0].unit)
        signatures = (Span(*unit.attributes["signature"]) for unit in units[-_DEEPEST:])
        context = tuple(span for span in signatures if span.end <= chunk.start)
        added = document.name if self.path and "source" in document.metadata else ""
        return replace(chunk, context=context, added=added, metadata=about)


def _named(block: Block | None) -> str:
    """A unit in a sentence."""
    if block is None:
        return "statement"
    called, name = block.attributes["called"], block.attributes["symbol"]
    return f"{called} “{name}”" if name else called
