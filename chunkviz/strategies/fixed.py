"""Fixed size: see the class."""

from __future__ import annotations

from dataclasses import dataclass

from ..cause import END
from ..chunk import Chunk
from ..document import Document
from ..params import param
from ..strategy import Strategy, Tools, strategies


@strategies.register
@dataclass(frozen=True)
class Fixed(Strategy):
    """Cut every `size` tokens, whatever the words say."""

    label = "Fixed size"
    order = 10
    size: int = param(512, "Tokens in each chunk.", low=1, high=8192)
    overlap: int = param(64, "Tokens repeated from the chunk before.", low=0, high=4096)

    def split(self, document: Document, tools: Tools) -> list[Chunk]:
        return [Chunk(0, len(document), END)] if document.text.strip() else []
