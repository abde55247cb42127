"""A Chroma database, wherever it is."""

from __future__ import annotations

import os
import re
import tempfile
import uuid
import weakref
from functools import cache
from pathlib import Path
from typing import Any

from ..embedder import Embedder
from ..errors import ChunkvizError
from . import folder as files
from .about import About
from .collection import ChromaIndex
from .errors import first_line, translated

_NAME = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]")


class Store:
    """A Chroma database: in memory, in a folder, on a server, or a copy of somebody's folder."""

    def __init__(self, client: Any, folder: Path | None = None, read_only: bool = False) -> None:
        self._client, self._folder, self._read_only = client, folder, read_only

    @classmethod
    def memory(cls) -> Store:
        """The one store in memory that this process has; every session uses collections of its own (`temporary`)."""
        return cls(_memory())

    @classmethod
    def folder(cls, path: str | Path, make: bool = True) -> Store:
        """A folder on disk, made if missing; with `make=False` it must hold a database."""
        import chromadb

        path = Path(path).resolve()  # Chroma shares what it has open by the path as given
        if not make or (path.is_dir() and any(inner.name != files.LOCK for inner in path.iterdir())):
            files.check(path)
        try:
            return cls(chromadb.PersistentClient(str(path), settings=_settings()), path)
        except Exception as error:  # Chroma raises many kinds, some of them bare
            raise ChunkvizError(
                f"Chroma could not open {path} ({first_line(error)}); check that it may be written, and its version of Chroma."
            ) from None

    @classmethod
    def server(cls, address: str) -> Store:
        """A running server, `chroma run --host HOST --port PORT`, by its HOST:PORT."""
        import chromadb

        host, _, port = address.rpartition(":")
        if not host or not port.isdigit() or not 0 < int(port) < 65536:
            raise ChunkvizError(f"“{address}” is not HOST:PORT, such as localhost:8000.")
        try:
            return cls(chromadb.HttpClient(host=host, port=int(port), settings=_settings()))
        except Exception as error:
            raise ChunkvizError(
                f"No Chroma server answers at {address} ({first_line(error)}); start one with: chroma run --port {port}."
            ) from None

    @classmethod
    def copy(cls, path: str | Path) -> Store:
        """A copy of a Chroma folder, to look into: the folder itself is never written. The copy goes with the Store."""
        files.check(Path(path))
        kept = tempfile.TemporaryDirectory(prefix="chunkviz-")
        try:
            files.copy(Path(path), Path(kept.name))
            store = cls.folder(kept.name, make=False)
        except BaseException:
            kept.cleanup()
            raise
        store._read_only = True
        weakref.finalize(store, _let_go, store._client, kept)
        return store

    @classmethod
    def reading(cls, path: str | Path) -> Store:
        """A folder to search in: itself where chunkviz made a collection in it and it may be written (Chroma writes also when
        it reads), otherwise a copy."""
        own = files.ours(Path(path)) and all(os.access(one, os.W_OK) for one in (path, Path(path) / files.DATABASE))
        return cls.folder(path, make=False) if own else cls.copy(path)

    def close(self) -> None:
        """Let go of a folder, so that its files may be moved."""
        self._client.close()

    def collections(self) -> list[str]:
        """The names of all collections, sorted."""
        with translated():
            return sorted(collection.name for collection in self._client.list_collections())

    def open(self, name: str, embedder: Embedder | None = None) -> ChromaIndex:
        """A collection that is there. A ChunkvizError where it was made with another model than `embedder`, or is missing."""
        index = ChromaIndex(self._get(name), self)
        if embedder is not None:
            index.check(embedder)
        return index

    def open_only(self, name: str | None, embedder: Embedder | None = None) -> ChromaIndex:
        """The collection of this name, or the only one there is. A ChunkvizError where several are and none is named."""
        names = self.collections()
        if name is None and len(names) != 1:
            raise ChunkvizError(f"Say which collection with --collection; there are: {', '.join(names) or 'none'}.")
        return self.open(name or names[0], embedder)

    def make(self, name: str, about: About, replace: bool = False) -> ChromaIndex:
        """The collection of this name, for what it is about: made, or opened to go on where an ingest was stopped.

        A ChunkvizError where one of this name is about something else; with `replace` that one is removed.
        """
        if self._read_only:
            raise ChunkvizError("This is a copy to look into; give another folder to index into.")
        if not _NAME.fullmatch(name):
            raise ChunkvizError(
                "A collection's name has 3 to 512 of a-z, A-Z, 0-9, dot, hyphen and underscore, letters or "
                f"digits at its ends; “{name}” has not."
            )
        if name in self.collections():
            found = ChromaIndex(self._get(name), self)
            if not replace:
                if found.about is None:
                    raise ChunkvizError(f"The collection “{name}” was not made by chunkviz; give another name.")
                if differs := found.about.differs(about):
                    raise ChunkvizError(f"The collection “{name}” was made with {differs}; give another name, or replace it.")
                return found
            self.remove(name)
        with translated():
            made = self._client.create_collection(
                name, embedding_function=None, metadata=about.metadata(), configuration={"hnsw": {"space": "cosine"}}
            )
        return ChromaIndex(made, self)

    def temporary(self, about: About) -> ChromaIndex:
        """A collection nobody else knows, removed with `forget()` or when nothing references the index any longer:
        for a session of the app."""
        index = self.make(f"session-{uuid.uuid4().hex}", about)
        index.forget = weakref.finalize(index, _forget, self._client, index.name)
        return index

    def remove(self, name: str) -> None:
        """Remove a collection; from a folder, also from the disk. What a server keeps on its disk is the server's."""
        with translated():
            self._client.delete_collection(self._get(name).name)
        if self._folder is not None:
            files.sweep(self._folder)

    def _get(self, name: str) -> Any:
        from chromadb.errors import NotFoundError

        try:
            return self._client.get_collection(name, embedding_function=None)
        except NotFoundError:
            raise ChunkvizError(
                f"There is no collection “{name}”; there are: {', '.join(self.collections()) or 'none'}."
            ) from None


@cache
def _memory() -> Any:
    import chromadb

    return chromadb.EphemeralClient(settings=_settings())


def _settings() -> Any:
    """The same for every client, or Chroma refuses the second one; a new one each time, since Chroma writes into it."""
    from chromadb.config import Settings

    return Settings(anonymized_telemetry=False)


def _forget(client: Any, name: str) -> None:
    from chromadb.errors import NotFoundError

    try:
        client.delete_collection(name)
    except NotFoundError:
        return  # somebody removed it already, which is what was wanted


def _let_go(client: Any, kept: tempfile.TemporaryDirectory[str]) -> None:
    client.close()
    kept.cleanup()
