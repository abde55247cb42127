"""E-books (EPUB): the chapters in the order they are read, each as the web page it is."""

from __future__ import annotations

import posixpath
from collections import Counter
from typing import Any
from urllib.parse import unquote

from ..document import Document
from ..errors import UnreadableError
from ..phrases import counted
from ..reader import Reader, decode, readers
from .archive import Archive
from .html import composed
from .writing import Writing
from .xml_parts import local, tree_of

_PAGES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")


def read_epub(data: bytes, name: str) -> Document:
    """Blocks as those of a web page. Raises UnreadableError where the bytes are no e-book, are damaged, encrypted, or unpack to
    too much."""
    archive = Archive(data, name)
    main = _main(archive)
    package = tree_of(archive, main)
    if package is None:
        raise UnreadableError(f"{name} is no e-book, or it is damaged; choose another kind of document.")
    _check_encryption(archive, package, main)
    items = {one.get("id"): one for one in package.iter() if local(one) == "item"}
    writing = Writing()
    left_out: Counter[str] = Counter()
    pictures = 0
    for reference in (one for one in package.iter() if local(one) == "itemref"):
        item = items.get(reference.get("idref"))
        part = _part(main, item.get("href")) if item is not None else ""
        if item is None or part not in archive.names or item.get("media-type") not in _PAGES:
            writing.left_out["part that is missing or no page", "parts that are missing or no pages"] += 1
        elif "nav" in (item.get("properties") or "").split():
            writing.left_out["table of contents", "tables of contents"] += 1
        else:
            pictures += _chapter(archive, part, writing, left_out)
    if pictures:
        writing.remarks.append(f"Pictures stand in the text as the words that describe them ({pictures}).")
    if left_out:
        counts = ", ".join(f"{what} ({count})" for what, count in sorted(left_out.items()))
        writing.remarks.append(f"Left out of its pages: {counts}.")
    return Document(writing.text, name, "epub", tuple(writing.blocks), _metadata(package, name), writing.notes())


def _chapter(archive: Archive, part: str, writing: Writing, left_out: Counter[str]) -> int:
    """Write a chapter; how many pictures stand in it as words."""
    source, _ = decode(archive.read(part), part)
    page, _ = composed(source, f"{part}.xhtml")
    if text := page.composition.text:
        if writing.length:
            writing.write("\n\n")
        start = writing.write(text)
        writing.add(page.composition.blocks, start)
    left_out.update(page.left_out)
    return page.pictures


def _main(archive: Archive) -> str:
    """The part that lists all others."""
    container = tree_of(archive, "META-INF/container.xml")
    found = (one.get("full-path") for one in (container.iter() if container is not None else ()) if local(one) == "rootfile")
    return next((path for path in found if path), "") or next(
        (part for part in sorted(archive.names) if part.endswith(".opf")), ""
    )


def _check_encryption(archive: Archive, package: Any, main: str) -> None:
    """Fonts are often scrambled; where pages are, the book cannot be read."""
    encryption = tree_of(archive, "META-INF/encryption.xml")
    if encryption is None:
        return
    pages = {_part(main, one.get("href")) for one in package.iter() if local(one) == "item" and one.get("media-type") in _PAGES}
    hidden = [unquote(one.get("URI") or "") for one in encryption.iter() if local(one) == "CipherReference"]
    if count := sum(part in pages for part in hidden):
        raise UnreadableError(
            f"{archive.name} is protected: {counted(count, 'page is', 'pages are')} encrypted; give a copy without protection."
        )


def _part(main: str, target: str | None) -> str:
    path = unquote((target or "").partition("#")[0])
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(main), path)).lstrip("/")


def _metadata(package: Any, name: str) -> dict[str, str]:
    found = {"source": name}
    for element in package.iter():
        key, text = local(element), " ".join((element.text or "").split())
        if key in ("title", "creator", "language") and text:
            found.setdefault({"creator": "author"}.get(key, key), text)
    return found


readers.register(
    Reader(
        "epub",
        "E-book (EPUB)",
        (".epub",),
        read_epub,
        lambda data, name: data.startswith(b"PK\x03\x04") and b"mimetypeapplication/epub+zip" in data[:200],
        32,
        libraries=("lxml.etree", "selectolax.lexbor"),
    )
)
