"""A Word file's parts as XML trees, with their relations to each other; strict files are made to look like others."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ..errors import UnreadableError
from .archive import Archive
from .xml_parts import relations, tree_of

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_STRICT = "{http://purl.oclc.org/ooxml/"
_TRANSITIONAL = {  # namespaces of strict files (ISO 29500) -> those that nearly all files have
    "{http://purl.oclc.org/ooxml/wordprocessingml/main}": W,
    "{http://purl.oclc.org/ooxml/officeDocument/math}": M,
}


class Package:
    """The parts of one file. Raises UnreadableError where it is no Word file, damaged, too large, or has a DTD."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        if data.startswith(b"\xd0\xcf\x11\xe0"):
            raise UnreadableError(
                f"{name} is an old Word file (.doc) or has a password; save it as .docx without one and read it again."
            )
        try:
            self.archive = Archive(data, name)
            main = self.related("", "officeDocument")
            self.main = main[0] if main else "word/document.xml"
            root = self.tree(self.main)
        except UnreadableError as error:
            if error.__cause__ is None:  # it says what is wrong already
                raise
            root = None
        body = root.find(f"{W}body") if root is not None else None
        if body is None:
            raise UnreadableError(
                f"{name} is not a Word file chunkviz can read, or it is damaged; open it in Word and save it as .docx again."
            )
        self.body = body

    def tree(self, part: str) -> Any:
        """The root element of a part; None where there is no such part."""
        root = tree_of(self.archive, part)
        if root is not None and root.tag.startswith(_STRICT):
            for element in root.iter():
                element.tag = _renamed(element.tag)
                for key in [key for key in element.attrib if key.startswith(_STRICT)]:
                    element.set(_renamed(key), element.attrib.pop(key))
        return root

    def related(self, part: str, kind: str) -> list[str]:
        """The parts that a part ("" for the whole file) names as its own of a kind ("styles", "header" ...), in order."""
        return [one.target for one in relations(self.archive, part) if one.kind == kind]

    def trees(self, kind: str) -> list[Any]:
        """The root elements of the main part's relations of a kind."""
        found = (self.tree(part) for part in dict.fromkeys(self.related(self.main, kind)))
        return [root for root in found if root is not None]

    @cached_property
    def properties(self) -> dict[str, str]:
        """Title, language and the like, as the author gave them."""
        parts = [part for part in self.related("", "core-properties") if part in self.archive.names]
        root = self.tree(parts[0]) if parts else None
        return {child.tag.rpartition("}")[2]: (child.text or "").strip() for child in (root if root is not None else ())}


def _renamed(tag: str) -> str:
    namespace, brace, name = tag.partition("}")
    return _TRANSITIONAL.get(namespace + brace, namespace + brace) + name


def value(element: Any, name: str = "val") -> str | None:
    """An element's attribute; None without the element or the attribute."""
    return element.get(f"{W}{name}") if element is not None else None


def number(text: str | None, default: int = 0, base: int = 10) -> int:
    """The number a value stands for; the default where it is none that can be."""
    try:
        return int(text, base) if text and len(text) < 9 else default
    except ValueError:
        return default


def is_on(element: Any) -> bool:
    """Whether a switch such as <w:vanish/> is there and not set to false."""
    return element is not None and value(element) not in ("0", "false", "off")
