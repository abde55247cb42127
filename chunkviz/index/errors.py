"""What Chroma, or the way to its server, says went wrong, as an error of ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import ChunkvizError


@contextmanager
def translated() -> Iterator[None]:
    """What Chroma or the way to its server says went wrong, as an error of ours."""
    from chromadb.errors import ChromaError
    from httpx import HTTPError

    try:
        yield
    except HTTPError as error:
        raise ChunkvizError(
            f"The Chroma server does not answer ({first_line(error)}); check that it runs, and try again."
        ) from None
    except ChromaError as error:
        raise ChunkvizError(f"Chroma refused: {first_line(error)}.") from None


def first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")[:200]
