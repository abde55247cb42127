"""Messages between a process and the one that works for it: MessagePack after its length, so nothing that is received is run.

What the working process sends is data like the file it read: its size is bounded, and a document in it is checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, BinaryIO

import msgpack

from ..document import Block, Document
from ..pdf.pages import PageLine
from .bounds import ANSWER

_LENGTH = 8  # bytes that say how long a message is, big end first

Message = Mapping[str, Any]


class WrongMessageError(Exception):
    """What was received is no message, or no document."""


def send(stream: BinaryIO, message: Message) -> None:
    """Write a message: text, numbers, bytes and None, in lists, tuples and mappings."""
    packed = msgpack.packb(message)
    stream.write(len(packed).to_bytes(_LENGTH, "big"))
    stream.write(packed)
    stream.flush()


def received(stream: BinaryIO, most: int = ANSWER) -> Message | None:
    """The next message, its lists made tuples; None where the stream ends before it does."""
    head = stream.read(_LENGTH)
    if len(head) < _LENGTH:
        return None
    length = int.from_bytes(head, "big")
    if length > most:
        raise WrongMessageError
    packed = stream.read(length)
    if len(packed) < length:
        return None
    try:
        message = msgpack.unpackb(packed, use_list=False)
    except (ValueError, msgpack.UnpackException) as error:
        raise WrongMessageError from error
    if not isinstance(message, dict):
        raise WrongMessageError
    return message


def packed_document(document: Document) -> Message:
    """A document as a message's value."""
    blocks = [(block.kind, block.start, block.end, block.level, dict(block.attributes)) for block in document.blocks]
    return {
        "text": document.text,
        "name": document.name,
        "kind": document.kind,
        "blocks": blocks,
        "metadata": dict(document.metadata),
        "notes": document.notes,
    }


def document_of(value: Any) -> Document:
    """The document that `packed_document` was given; WrongMessageError where `value` is none, or a block is no place in it."""
    try:
        text, blocks = value["text"], value["blocks"]
        made = Document(text, value["name"], value["kind"], tuple(map(_block, blocks)), value["metadata"], value["notes"])
        texts = (text, made.name, made.kind, *made.notes)
        if all(isinstance(one, str) for one in texts) and isinstance(made.metadata, dict) and _are_places(made):
            return made
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise WrongMessageError from error
    raise WrongMessageError


def _block(value: Any) -> Block:
    kind, start, end, level, attributes = value
    if kind == "page" and "lines" in attributes:
        attributes["lines"] = tuple(PageLine(*line) for line in attributes["lines"])
    return Block(kind, start, end, level, attributes)


def _are_places(document: Document) -> bool:
    length = len(document.text)
    return all(
        0 <= block.start <= block.end <= length
        and type(block.kind) is str
        and type(block.start) is type(block.end) is type(block.level) is int
        and type(block.attributes) is dict
        for block in document.blocks
    )
