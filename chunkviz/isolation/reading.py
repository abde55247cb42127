"""Reading in a process of its own: a file that breaks its reader, or takes too much, costs one sentence and nothing else."""

from __future__ import annotations

import os
from collections.abc import Mapping

from ..document import Document
from ..errors import UnreadableError
from ..params import Settings, settings_of
from ..reader import taken
from .messages import WrongMessageError, document_of
from .processes import result_of


def read_isolated(
    source: str | os.PathLike[str] | bytes,
    name: str | None = None,
    kind: str | None = None,
    options: Settings | Mapping[str, str] | None = None,
) -> Document:
    """As `chunkviz.read`, in a process of its own and within the bounds of `chunkviz.isolation.bounds`.

    Raises UnreadableError too where the file breaks that process, or takes more memory or time than the bounds give.
    """
    data, name = taken(source, name)
    if isinstance(options, Settings):
        options = {one.name: one.text(getattr(options, one.name)) for one in settings_of(type(options))}
    arguments = {"data": data, "name": name, "kind": kind, "options": options and dict(options)}
    try:
        return document_of(result_of("document", name, arguments))
    except WrongMessageError:
        raise UnreadableError(
            f"{name} broke the process that read it and is not read; save it again with the program it comes from."
        ) from None


def picture_isolated(data: bytes, name: str, page: int, scale: float) -> bytes:
    """As `chunkviz.pdf.pages.page_picture`, in a process of its own."""
    picture = result_of("picture", name, {"data": data, "name": name, "page": page, "scale": scale})
    if not isinstance(picture, bytes):
        raise UnreadableError(f"Page {page} of {name} could not be drawn; save the file again with a PDF program.")
    return picture
