"""XML of no known kind: written out by its structure (see `nested_values`).

An element that holds others is a section, one that holds text a line; text with elements in it is one text. Attributes stand
beside an element's text, or as its first lines. Comments and processing instructions are left out.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ..document import Document
from ..reader import Reader, readers
from .html import read_html
from .nested_values import NOTE, Sections
from .writing import Writing
from .xml_parts import local, parsed

_BEGINS = re.compile(rb"\s*<\?xml\s")


def read_xml(data: bytes, name: str) -> Document:
    """Raises UnreadableError where the bytes are no XML, or declare entities of their own."""
    root = parsed(data, name)
    if local(root) == "html":
        return read_html(data, name if name.lower().endswith(".xhtml") else f"{name}.xhtml")
    writing = Writing()
    Sections(writing).value(_value(root), (local(root),) if not len(root) else ())
    metadata = {"source": name, "root": local(root)}
    return Document(writing.text, name, "xml", tuple(writing.blocks), metadata, (NOTE, *writing.notes()))


def _value(element: Any) -> Any:
    """An element as a mapping of its attributes and children, or as a text where it has no elements or text between them."""
    attributes = {str(key).rpartition("}")[2]: str(value) for key, value in element.attrib.items()}
    children = [child for child in element if isinstance(child.tag, str)]
    mixed = any((text or "").strip() for text in (element.text, *(child.tail for child in element)))
    if not children or mixed:
        text = " ".join("".join(element.itertext()).split())
        beside = ", ".join(f"{key}: {value}" for key, value in attributes.items())
        return f"{text} ({beside})" if text and beside else text or beside
    found: dict[str, Any] = dict(attributes)
    several: set[str] = set()
    for child in children:
        name, value = local(child), _value(child)
        if name in several:
            found[name].append(value)
        elif name in found:
            found[name] = [found[name], value]
            several.add(name)
        else:
            found[name] = value
    return found


def _looks_like(data: bytes, name: str) -> bool:
    return not Path(name).suffix and _BEGINS.match(data, 0, 1000) is not None and b"<html" not in data[:4096]


readers.register(Reader("xml", "Data (XML)", (".xml",), read_xml, _looks_like, 241, libraries=("lxml.etree",)))
