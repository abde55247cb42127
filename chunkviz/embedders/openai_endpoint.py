"""An endpoint that speaks OpenAI's embeddings protocol: OpenAI's own, or a server of the user's ("openai:MODEL@BASE-URL").

The key is read from the environment. `OPENAI_API_KEY` is sent to OpenAI, or to the host that `OPENAI_BASE_URL` names, and to
no other; a server given by name gets `CHUNKVIZ_EMBEDDINGS_KEY`, if there is one. `CHUNKVIZ_EMBEDDINGS_BATCH` says how many texts
a server takes in one request; where it is not set and a server refuses a request, fewer are tried.
"""

from __future__ import annotations

import base64
import ipaddress
import os
import time
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from ..embedder import Embedder, Vectors, families
from ..errors import ChunkvizError, MissingError
from ..tokenizer import tokenizers

_OPENAI = "https://api.openai.com/v1"
_TEXTS, _CHARACTERS = 256, 200_000  # the most of one request
_TRIES = 5
_AGAIN = {408, 409, 429, 500, 502, 503, 504}
_TOO_MANY = {200, 400, 413, 422}  # what servers answer to more texts than they take, 200 with an error in the body


class _Refused(ChunkvizError):
    """The server did not embed these texts, and may embed fewer of them."""


class Endpoint(Embedder):
    """Texts are sent in batches; what a server refuses for a moment (429, 5xx, no connection) is tried again, five times in
    all, waiting 0.5, 1, 2, 4 seconds or what the server asks for, at most 30. `sleep` is for tests."""

    order = 60

    def __init__(self, model: str, base: str, sleep: Callable[[float], None] = time.sleep) -> None:
        address = urlsplit(base)
        if address.scheme not in {"http", "https"} or not address.hostname:
            raise ChunkvizError(f"“{base}” is no address of a server; it should look like http://127.0.0.1:8080/v1.")
        self.name, self.base, self._sleep = model, base.rstrip("/"), sleep
        self.key = f"openai:{model}@{self.base}"
        self.label = f"{model} at {address.hostname}"
        self.model = f"{model} at {self.base}"
        self.limit = 8191 if model.startswith("text-embedding-") else None
        self._most = _batch_size()  # texts of one request; less once more have been refused

    @property
    def tokenizer(self):  # type: ignore[no-untyped-def, override]
        return tokenizers.get("cl100k_base")

    @cached_property
    def dimension(self) -> int:  # type: ignore[override]
        return len(self._asked(["dimension"])[0])

    def encode(self, texts: Sequence[str]) -> Vectors:
        found: list[Any] = []
        batch: list[str] = []
        for text in map(self._within, texts):
            if batch and (len(batch) >= self._most or sum(map(len, batch)) + len(text) > _CHARACTERS):
                found += self._embedded(batch)
                batch = []
            batch.append(text)
        found += self._embedded(batch) if batch else []
        if any(len(vector) != self.dimension for vector in found):
            raise ChunkvizError(f"{self.label} answered with vectors of different lengths.")
        vectors = np.array(found, np.float32).reshape(len(texts), self.dimension)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not np.isfinite(lengths).all() or not lengths.all():
            raise ChunkvizError(f"{self.label} answered with vectors that have no direction.")
        return vectors / lengths

    def _within(self, text: str) -> str:
        """The part of the text the model reads; a longer one would be refused. White space alone stands for nothing."""
        if self.limit is not None and len(text) > self.limit:
            ends = self.tokenizer.spans(text)[1]
            text = text[: ends[self.limit - 1]] if len(ends) > self.limit else text
        return text or " "

    def _embedded(self, texts: list[str]) -> list[Any]:
        """The vectors of the texts, in as many requests as the server needs."""
        if len(texts) > (most := self._most):
            return [*self._embedded(texts[:most]), *self._embedded(texts[most:])]
        try:
            return self._asked(texts)
        except _Refused:
            if len(texts) == 1:
                raise
            self._most = len(texts) // 2
        return self._embedded(texts)

    def _asked(self, texts: list[str]) -> list[Any]:
        try:
            import httpx
        except ModuleNotFoundError as error:
            raise MissingError("An embedding endpoint needs the package httpx; install it.") from error
        key = self._secret()
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        wait, said = 0.5, ""
        for attempt in range(_TRIES):
            if attempt:
                self._sleep(min(wait, 30.0))
                wait = 0.5 * 2**attempt
            try:
                answer = httpx.post(
                    f"{self.base}/embeddings",
                    json={"model": self.name, "input": texts},
                    headers=headers,
                    timeout=60,
                    trust_env=not _on_this_machine(self.base),  # a proxy is for other machines
                )
            except httpx.TransportError as error:
                said = str(error) or type(error).__name__
                continue
            if answer.status_code == 200 and not _message(answer, among=""):
                return _vectors(answer, len(texts), self.label)
            said = f"{answer.status_code} {_message(answer)}".replace(key or "\0", "…")
            if answer.status_code not in _AGAIN:
                break
            if (asked := answer.headers.get("retry-after", "")).isdigit():
                wait = float(asked)
        refused = _Refused if said[:3].isdigit() and int(said[:3]) in _TOO_MANY else ChunkvizError
        raise refused(f"{self.label} did not embed the texts ({said}); check its address, the model's name and the key.")

    def _secret(self) -> str | None:
        trusted = os.environ.get("OPENAI_BASE_URL") or _OPENAI
        same = urlsplit(trusted)[:2] == urlsplit(self.base)[:2]
        return os.environ.get("OPENAI_API_KEY" if same else "CHUNKVIZ_EMBEDDINGS_KEY")


def _vectors(answer: Any, expected: int, label: str) -> list[Any]:
    """The vectors of an answer in the order asked; floats, or base64 of little-endian float32."""
    try:
        data = sorted(answer.json()["data"], key=lambda item: item["index"])
        vectors = [item["embedding"] for item in data]
        vectors = [
            np.frombuffer(base64.b64decode(v, validate=True), "<f4") if isinstance(v, str) else np.array(v, np.float32)
            for v in vectors
        ]
    except (ValueError, KeyError, TypeError) as error:
        raise ChunkvizError(f"{label} answered with something other than embeddings.") from error
    if len(vectors) != expected or any(vector.ndim != 1 for vector in vectors):
        raise ChunkvizError(f"{label} answered with {len(vectors)} vectors for {expected} texts.")
    return vectors


def _message(answer: Any, among: str | None = None) -> str:
    """The server's own words about what went wrong; `among` where its answer has none (its whole text where None)."""
    try:
        found = answer.json()
    except ValueError:
        found = None
    if isinstance(found, dict) and "data" not in found:
        error = found.get("error", found.get("message", found.get("detail")))
        words = error.get("message") if isinstance(error, dict) else error
        if words:
            return str(words)[:300]
    return str(answer.text)[:300] if among is None else among


def _on_this_machine(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _batch_size() -> int:
    given = os.environ.get("CHUNKVIZ_EMBEDDINGS_BATCH", "")
    if given and not (given.isascii() and given.isdigit() and int(given) > 0):
        raise ChunkvizError(f"CHUNKVIZ_EMBEDDINGS_BATCH must be a number of texts, from 1; it is “{given[:40]}”.")
    return min(_TEXTS, int(given)) if given else _TEXTS


def named(name: str) -> Endpoint:
    """MODEL@BASE-URL, or MODEL alone at `OPENAI_BASE_URL`, which is OpenAI's own where it is not set."""
    model, _, base = name.partition("@")
    return Endpoint(model, base or os.environ.get("OPENAI_BASE_URL") or _OPENAI)


families["openai"] = named
