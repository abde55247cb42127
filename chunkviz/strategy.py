"""What a chunking strategy is, what it is given to work with, and where strategies are found."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from .chunk import Chunk
from .document import Document
from .errors import ChunkvizError, SettingError
from .params import Settings, Unchosen
from .registry import Registry
from .text.sentences import sentence_ends
from .tokenizer import Positions, Tokenizer, Tokens, tokens_of

if TYPE_CHECKING:
    from .embedder import Embedder, Vectors

KEPT_VECTORS = 4  # sets of spans whose vectors are kept for a document: windows of several widths, pieces of several sizes


@dataclass
class Tools:
    """What is worked out once for a document, whatever strategy looks at it and however often.

    document    the document that is cut
    tokenizer   what sizes are counted in
    embedder    texts -> vectors, for strategies that cut by meaning; None where none was given
    progress    called with (done, total) by slow work; may raise to stop it
    """

    document: Document
    tokenizer: Tokenizer
    embedder: Embedder | None = None
    progress: Callable[[int, int], None] = lambda done, total: None
    _sentences: dict[str, Positions] = field(default_factory=dict, repr=False)
    _vectors: dict[object, Vectors] = field(default_factory=dict, repr=False)

    @cached_property
    def tokens(self) -> Tokens:
        return tokens_of(self.document.text, self.tokenizer)

    def sentence_ends(self, language: str = "en") -> Positions:
        """Where the document's sentences end, in characters; see `chunkviz.text.sentences`."""
        if language not in self._sentences:
            self._sentences[language] = sentence_ends(self.document.text, language)
        return self._sentences[language]

    def vectors(self, starts: Positions, ends: Positions) -> Vectors:
        """Unit vectors of these spans of the document, shape (n, dimension); the last few sets of spans are kept."""
        if self.embedder is None:
            raise ChunkvizError("This needs an embedder; give one, such as all-MiniLM-L6-v2.")
        key = self.embedder.model, starts.tobytes(), ends.tobytes()
        vectors = self._vectors.pop(key, None)
        if vectors is None:
            text = self.document.text
            texts = [text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
            vectors = self.embedder.embed(texts, self.progress)
        self._vectors[key] = vectors
        while len(self._vectors) > KEPT_VECTORS:
            del self._vectors[next(iter(self._vectors))]
        return vectors


class Strategy(Settings, ABC):
    """A way to cut a document: a frozen dataclass whose fields are its settings (see `chunkviz.params`).

    key      its name on the command line and in a URL: the name of its module
    label    what the app calls it
    order    its place in a menu
    good_for what it is proposed for, in the words of `chunkviz.change.PURPOSES`; nothing where it is only chosen by hand
    read_by  the key of the pattern its chunks are made for; "" where any will do
    The class's docstring is the lesson the app shows: what it adds over the one before, what it still gets wrong,
    with a worked example small enough to check by eye. A setting called `size` bounds every chunk's own tokens;
    what is larger says why in `Chunk.oversize`. A setting called `overlap` is what each boundary asks for.
    """

    key: ClassVar[str]
    label: ClassVar[str]
    order: ClassVar[int] = 100
    embeds: ClassVar[bool] = False  # whether it needs an embedder
    good_for: ClassVar[tuple[str, ...]] = ("retrieval",)
    read_by: ClassVar[str] = ""

    def resized(self, size: int) -> Self:
        """The same strategy with another size: what is chosen for a size is worked out here and nowhere else.

        An overlap that was not chosen follows its own rule (see `param`); a chosen one keeps its share of the size. A
        SettingError where there is no such setting or it does not allow the size.
        """
        known: Any = self
        if not hasattr(self, "size"):
            raise SettingError(f"{self.key} has no setting “size”.")
        overlap = getattr(self, "overlap", 0)
        kept = {"overlap": overlap * size // known.size} if overlap and not isinstance(overlap, Unchosen) else {}
        resized: Self = dataclasses.replace(known, size=size, **kept)
        return resized

    @abstractmethod
    def split(self, document: Document, tools: Tools) -> list[Chunk]:
        """The document's chunks in order. Tokens and the overlap got are counted by `chunkviz.chunk`."""


strategies: Registry[type[Strategy]] = Registry("chunkviz.strategies", "strategy")
