"""Models of sentence-transformers: any that is on this machine, by name or by folder ("st:NAME-OR-FOLDER")."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..embedder import Embedder, Vectors, families
from ..errors import ChunkvizError, MissingError
from ..tokenizer import Positions, Tokenizer, tokenizers
from ..tokenizers.huggingface import HuggingFace

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer


class Model(Embedder):
    """A model in a folder, loaded at first use; a name and the folder it stands in are found without torch.

    `folder` is called at first use, and checks what it finds. Only weights in safetensors files are read, since others
    can hold code; the model's own code is never run; nothing is downloaded.
    """

    def __init__(
        self, key: str, label: str, folder: Callable[[], Path], tokenizer: Tokenizer | None = None, order: int = 50
    ) -> None:
        self.key, self.label, self.order = key, label, order
        self._folder, self._tokenizer = folder, tokenizer
        self._lock = threading.RLock()  # the tokenizer inside is changed by each call

    @cached_property
    def folder(self) -> Path:
        return self._folder()

    @cached_property
    def model(self) -> str:  # type: ignore[override]
        """Name and a checksum of the files' names, sizes and times: another revision in the same folder is another model."""
        files = sorted(path for path in self.folder.rglob("*") if path.suffix in {".json", ".safetensors", ".txt", ".model"})
        seen = sha256("\n".join(f"{path.name} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in files).encode())
        return f"{self.key} {seen.hexdigest()[:16]}"

    @cached_property
    def tokenizer(self) -> Tokenizer:  # type: ignore[override]
        if self._tokenizer is not None:
            return self._tokenizer
        if not (self.folder / "tokenizer.json").exists():
            raise ChunkvizError(
                f"{self.key} has no tokenizer.json, so its tokens cannot be counted; choose a model that has one."
            )
        return HuggingFace(self.key, self.label, lambda: self.folder)

    @cached_property
    def loaded(self) -> SentenceTransformer:
        with self._lock:
            return _load(self.folder, self.key)

    @cached_property
    def dimension(self) -> int:  # type: ignore[override]
        return int(self.loaded.get_embedding_dimension() or 0)

    @cached_property
    def limit(self) -> int | None:  # type: ignore[override]
        return self.loaded.max_seq_length

    @cached_property
    def markers(self) -> int:  # type: ignore[override]
        return int(self.loaded.tokenizer.num_special_tokens_to_add())

    def encode(self, texts: Sequence[str]) -> Vectors:
        with self._lock:
            return self.loaded.encode(
                list(texts), batch_size=32, show_progress_bar=False, convert_to_numpy=True, normalize_embeddings=True
            )

    @property
    def reach(self) -> int | None:
        transformer: Any = self.loaded[0]
        positions = getattr(transformer.auto_model.config, "max_position_embeddings", None)
        return None if positions is None else int(positions) - self.markers

    def token_vectors(self, text: str) -> tuple[Vectors, Positions, Positions]:
        """What the model makes of each token before it takes the mean: of as many tokens as it has positions for, which
        can be more than the `limit` it was trained to compare (512 rather than 256 for all-MiniLM-L6-v2)."""
        model, limit = self.loaded, self.limit
        with self._lock:
            try:
                if self.reach is not None:
                    model.max_seq_length = self.reach + self.markers
                vectors = model.encode([text], output_value="token_embeddings", show_progress_bar=False)[0]
                framed = model.tokenizer(
                    [text],
                    truncation=True,
                    max_length=model.max_seq_length,
                    return_offsets_mapping=True,
                    return_special_tokens_mask=True,
                )
            finally:
                model.max_seq_length = limit
        own = np.array(framed["special_tokens_mask"][0]) == 0
        places = np.array(framed["offset_mapping"][0], np.int64)[own]
        return vectors.cpu().numpy().astype(np.float32)[: len(own)][own], places[:, 0].copy(), places[:, 1].copy()


def _load(folder: Path, name: str) -> SentenceTransformer:
    prepare()
    try:
        from sentence_transformers import SentenceTransformer
    except ModuleNotFoundError as error:
        raise MissingError("Embedding models need the package sentence-transformers; install it.") from error
    import transformers

    transformers.utils.logging.disable_progress_bar()
    try:
        return SentenceTransformer(
            str(folder), local_files_only=True, trust_remote_code=False, model_kwargs={"use_safetensors": True}
        )
    except (OSError, ValueError) as error:
        raise ChunkvizError(f"The model {name} could not be loaded: {str(error).splitlines()[0]}") from error


def prepare() -> None:
    """Set, before they are imported, that Hugging Face's libraries may ask the network for nothing, and that torch's threads
    sleep while they wait: where other work wants the same cores, spinning made embedding three times slower."""
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TRANSFORMERS_OFFLINE", "1")
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")


def _place_of(name: str) -> Path:
    """The folder called `name`, or the newest copy of the model called so in Hugging Face's cache on this machine."""
    if Path(name).is_dir():
        if not (Path(name) / "config.json").exists():
            raise ChunkvizError(f"The folder {name} holds no model: it has no config.json.")
        return Path(name)
    prepare()
    from huggingface_hub import try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    for repository in (name, f"sentence-transformers/{name}"):
        try:
            found = try_to_load_from_cache(repository, "config.json")
        except HFValidationError:
            continue
        if isinstance(found, str):
            return Path(found).parent
    raise ChunkvizError(
        f"The model “{name}” is not on this machine; give the folder it is in, or download it first with “hf download {name}”."
    )


def named(name: str) -> Model:
    """The model of this name or folder, its tokenizer filed among the tokenizers; a ChunkvizError where there is none."""
    place = _place_of(name)
    name = str(place.resolve()) if place == Path(name) else name  # a folder is the same from wherever it is named
    model = Model(f"st:{name}", f"{Path(name).name} (sentence-transformers)", lambda: place)
    if (place / "tokenizer.json").exists() and model.key not in tokenizers:
        tokenizers.register(model.tokenizer)
    return model


families["st"] = named
