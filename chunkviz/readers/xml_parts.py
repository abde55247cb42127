"""The parts of a packed file as XML trees, and what a part of an Office file names as its own."""

from __future__ import annotations

import posixpath
from typing import Any, NamedTuple

from ..errors import UnreadableError
from .archive import Archive


class Relation(NamedTuple):
    """What one part names as its own: the `kind` is the last word of its type ("slide"), the target a part's name."""

    key: str
    kind: str
    target: str


def tree_of(archive: Archive, part: str) -> Any:
    """The root element of a part; None where there is no such part. Raises UnreadableError where it is damaged, or declares
    entities of its own, which no program writes."""
    return parsed(archive.read(part), archive.name, f"a damaged part, {part}") if part in archive.names else None


def parsed(data: bytes, name: str, damage: str = "damaged XML") -> Any:
    """The root element of XML. `damage`: what the file has where it cannot be parsed, for the sentence that says so."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise UnreadableError(f"{name} has {damage}; open it in the program it comes from and save it again.") from error
    if (subset := root.getroottree().docinfo.internalDTD) is not None and any(True for _ in subset.iterentities()):
        raise UnreadableError(f"{name} declares entities of its own (a DTD) and is not read; save it with them filled in.")
    return root


def relations(archive: Archive, part: str) -> list[Relation]:
    """What a part ("" for the whole file) names as its own, in order; nothing outside of the file."""
    folder, _, file = part.rpartition("/")
    found = tree_of(archive, posixpath.join(folder, "_rels", f"{file}.rels"))
    return [
        Relation(
            one.get("Id") or "",
            (one.get("Type") or "").rpartition("/")[2],
            posixpath.normpath(posixpath.join("/", folder, one.get("Target") or "")).lstrip("/"),
        )
        for one in (found if found is not None else ())
        if one.get("TargetMode") != "External"
    ]


def local(element: Any) -> str:
    """An element's name without its namespace: strict and other files of Office differ in that alone."""
    return str(element.tag).rpartition("}")[2]
