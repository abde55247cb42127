"""The words of a message in JSON: a string, or parts of many kinds (text, tool calls and their results, pictures, thoughts)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

_DEEPEST = 6  # parts inside parts that are looked into
_TEXT_KEYS = ("text", "parts", "content", "contents", "value", "output", "result", "transcript")
_CALLS = ("tool_use", "function_call", "tool_call", "mcp_call", "custom_tool_call")
_THOUGHTS = ("thinking", "thought", "reasoning")
_ENTITIES = frozenset(  # Telegram's: pieces of one running text
    [
        "plain",
        "bold",
        "italic",
        "underline",
        "strikethrough",
        "spoiler",
        "code",
        "pre",
        "link",
        "text_link",
        "mention",
        "mention_name",
        "hashtag",
        "cashtag",
        "bot_command",
        "email",
        "phone",
        "bank_card",
        "custom_emoji",
        "blockquote",
    ]
)
_MEDIA = {
    "image": "image",
    "photo": "image",
    "audio": "audio",
    "voice": "audio",
    "video": "video",
    "file": "file",
    "document": "file",
}
_NAMES = ("filename", "file_name", "fileName", "name", "title")

THOUGHT = ("part of the model's thinking", "parts of the model's thinking")
MEDIA = ("content of a picture or file that is only named", "contents of pictures and files that are only named")
UNKNOWN = ("part without text", "parts without text")

LeftOut = Counter[tuple[str, str]]


def words(value: Any, left_out: LeftOut, depth: int = 0) -> str:
    """The words of a message's content; what cannot be read is counted in `left_out`."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if depth > _DEEPEST:
        left_out[UNKNOWN] += 1
        return ""
    if isinstance(value, list):
        inline = any(isinstance(part, dict) and part.get("type") in _ENTITIES for part in value)
        return ("" if inline else "\n").join(filter(None, (words(part, left_out, depth + 1) for part in value)))
    if isinstance(value, dict):
        return _part(value, left_out, depth)
    return json.dumps(value)


def _part(part: dict[str, Any], left_out: LeftOut, depth: int) -> str:
    kind = str(part.get("type") or part.get("content_type") or "")
    if kind.endswith("_call") or kind.endswith("tool_use") or kind in _CALLS:
        return call(part)
    if any(word in kind for word in _THOUGHTS):
        left_out[THOUGHT] += 1
        return ""
    found = next((part[key] for key in _TEXT_KEYS if part.get(key) not in (None, "", [])), None)
    medium = next((name for word, name in _MEDIA.items() if word in kind), "")
    if medium and not isinstance(part.get("text"), str):
        left_out[MEDIA] += 1
        return file_words(medium, part)
    if found is None or (isinstance(found, dict | list) and depth >= _DEEPEST):
        left_out[UNKNOWN] += kind != "text" and bool(part)
        return ""
    return words(found, left_out, depth + 1)


def file_words(medium: str, about: Mapping[str, Any]) -> str:
    """What stands for a picture or file: “[file: fees.pdf]”."""
    name = next((str(about[key]) for key in _NAMES if isinstance(about.get(key), str) and about[key].strip()), "")
    return f"[{medium}: {' '.join(name.split())[:200]}]" if name else f"[{medium}]"


def call(part: Mapping[str, Any]) -> str:
    """A call of a tool as a line: fee({"boat": 1}).

    >>> call({"type": "function", "function": {"name": "fee", "arguments": '{"boat":1}'}})
    'fee({"boat":1})'
    >>> call({"name": "fee", "input": {"boat": 1}})
    'fee({"boat": 1})'
    """
    called = part.get("function") if isinstance(part.get("function"), dict) else part
    assert isinstance(called, Mapping)
    given = next((called[key] for key in ("arguments", "input", "args") if called.get(key) is not None), "")
    written = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    return f"{called.get('name') or 'tool'}({written})"
