"""JSON that a person brings, with whole characters only."""

from __future__ import annotations

import json
import re
from typing import Any

_WRITTEN = re.compile(r"\\u[dD][89a-fA-F]")  # an escape that is half a character, alone or one of a pair
_HALF = re.compile("[\ud800-\udfff]")


def decoded(text: str | bytes) -> Any:
    r"""The value that JSON text holds; a ValueError or a RecursionError where it holds none.

    Half a character (a lone surrogate, which a program in JavaScript writes that cut an emoji in two) becomes U+FFFD, the
    replacement character: it can be neither shown nor encoded.

    >>> decoded(r'{"cut": "a \ud83d", "whole": "\ud83d\ude00"}') == {"cut": "a \ufffd", "whole": "\U0001f600"}
    True
    """
    if isinstance(text, bytes):
        text = text.decode(json.detect_encoding(text), "replace")
    value = json.loads(_HALF.sub("\ufffd", text))
    return _whole(value) if _WRITTEN.search(text) else value


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return _HALF.sub("\ufffd", value)
    if isinstance(value, list):
        return [_whole(one) for one in value]
    if isinstance(value, dict):
        return {_whole(name): _whole(one) for name, one in value.items()}
    return value
