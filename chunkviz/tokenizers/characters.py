"""Characters: Unicode code points, as Python's `len` counts them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..tokenizer import Positions, Tokenizer, tokenizers


class Characters(Tokenizer):
    key = "characters"
    label = "Characters"
    unit = "characters"
    additive = True
    order = 30

    def spans(self, text: str) -> tuple[Positions, Positions]:
        starts = np.arange(len(text), dtype=np.int64)
        return starts, starts + 1

    def counts(self, texts: Sequence[str]) -> list[int]:
        return [len(text) for text in texts]


tokenizers.register(Characters())
