"""JSON and JSONL of messages, written out as text.

Each message is a line with speaker and time, then its text, then a blank line; a conversation's title stands before its
messages. The writing depends on the file alone, so offsets into it stay the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..document import Block

_TEXT = ("content", "text", "message", "body", "value", "msg", "utterance")
_SPEAKER = ("speaker", "name", "author", "from", "sender", "user", "username")
_ROLE = ("role", "type", "speaker_role")
_TIME = ("time", "ts", "timestamp", "created_at", "create_time", "datetime", "date", "sent_at", "start")
_THREAD = ("thread", "topic", "conversation", "channel", "subject", "thread_id", "conversation_id", "thread_ts")
_LISTS = ("messages", "conversation", "conversations", "turns", "dialogue", "history", "chat", "items", "data", "mapping")
_TITLES = ("title", "topic", "subject", "name", "id")
_FIRST = re.compile(r'"(?:role|speaker|author|sender|from|user|name)"\s*:')
_SECOND = re.compile(r'"(?:content|text|message|body|value|msg|utterance)"\s*:')
_HALF = re.compile("[\ud800-\udfff]")
_DEPTH = 4  # lists inside lists that are looked into


class Written(NamedTuple):
    text: str
    blocks: tuple[Block, ...]
    notes: tuple[str, ...]


def _is_json(text: str) -> bool:
    """Whether the first lines can only be JSON."""
    start = text.lstrip()[:1]
    return start == "{" or (
        start == "["
        and re.match(r'\s*\[\s*[\[{"\]\d\-tfn]', text) is not None
        and not re.match(r"\s*\[[\d:., \-/APMapm]+\]", text)
    )


def looks_like(text: str) -> bool:
    return _is_json(text) and bool(_FIRST.search(text, 0, 8000) and _SECOND.search(text, 0, 8000))


def written(value: Any) -> Written | None:
    """The messages of a JSON value as text; None where it holds none."""
    found = list(_messages(value, "", 0))
    if not found:
        return None
    parts: list[str] = []
    blocks: list[Block] = []
    at, thread, halves = 0, "", 0
    for message in found:
        if message.title != thread:
            thread = message.title
            if thread:
                blocks.append(Block("heading", at, at + len(thread), 1, {"title": thread}))
                parts.append(f"{thread}\n\n")
                at += len(parts[-1])
        head = ", ".join(filter(None, (message.speaker, message.time)))
        body, count = _HALF.subn("\ufffd", message.text.strip("\n"))
        halves += count
        whole = f"{head}\n{body}".strip("\n")
        if not whole.strip():
            continue
        about = {"speaker": message.speaker, "time": message.time, "role": message.role, "thread": message.thread}
        attributes: dict[str, Any] = {key: value for key, value in about.items() if value}
        if head:
            attributes["head"] = (at, at + len(head))
        blocks.append(Block("message", at, at + len(whole), 0, attributes))
        parts.append(f"{whole}\n\n")
        at += len(parts[-1])
    notes: tuple[str, ...] = ("Its messages are written out as text: speaker and time, then the text.",)
    if halves:
        notes += (f"{halves} halves of characters (lone surrogates) were replaced by “\ufffd”.",)
    return Written("".join(parts), tuple(blocks), notes) if blocks else None


def records(text: str) -> tuple[Block, ...]:
    """JSONL that is no conversation: a row for each line."""
    rows = re.finditer(r"^[ \t]*(\{.*\S)", text, re.MULTILINE)
    found = tuple(Block("row", row.start(1), row.end(1)) for row in rows)
    return found if len(found) > 1 and text.count("\n") <= len(found) * 2 else ()


class _Message(NamedTuple):
    text: str
    speaker: str
    role: str
    time: str
    thread: str
    title: str


def loaded(text: str) -> Any:
    """The value of a JSON text, or the list of values of its lines; None where it is neither."""
    if not _is_json(text):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass  # several values, one a line, or not JSON at all: the lines tell
    values = []
    for line in text.splitlines():
        try:
            values += [json.loads(line)] if line.strip() else []
        except (ValueError, RecursionError):
            return None
    return values or None


def _messages(value: Any, title: str, depth: int) -> Iterator[_Message]:
    """The messages in a value: a list of them, an object that holds such a list, or a list of such objects."""
    if depth > _DEPTH:
        return
    if isinstance(value, dict):
        held = next((value[key] for key in _LISTS if isinstance(value.get(key), list | dict)), None)
        if held is not None:
            name = next((str(value[key]) for key in _TITLES if isinstance(value.get(key), str | int)), title)
            yield from _messages(held, _line(name), depth + 1)
        return
    if not isinstance(value, list):
        return
    own = [_message(entry, title) for entry in value]
    if sum(message is not None for message in own) * 2 >= len(own) > 0:
        yield from (message for message in own if message is not None)
        return
    for entry in value:
        yield from _messages(entry, title, depth + 1)


def _message(entry: Any, title: str) -> _Message | None:
    """One message; None where the entry has no text, or neither speaker, role nor time."""
    if not isinstance(entry, dict) or any(isinstance(entry.get(key), list) and key in _LISTS for key in entry):
        return None
    text = next((_text(entry[key]) for key in _TEXT if entry.get(key) is not None), None)
    speaker, role, time, thread = (_first(entry, keys) for keys in (_SPEAKER, _ROLE, _TIME, _THREAD))
    if text is None or not (speaker or role or time):
        return None
    return _Message(text, speaker or role, role, time, thread or title, title)


def _text(value: Any, depth: int = 0) -> str:
    """A message's text: a string, or the texts of a list of parts (`{"type": "text", "text": ...}`)."""
    if isinstance(value, str):
        return value
    if depth > _DEPTH:
        return ""
    if isinstance(value, list):
        return "\n".join(filter(None, (_text(part, depth + 1) for part in value if isinstance(part, str | dict))))
    if isinstance(value, dict):
        return _text(value.get("text") or value.get("parts") or "", depth + 1)
    return json.dumps(value)


def _first(entry: dict[str, Any], keys: tuple[str, ...]) -> str:
    """The first of the values that says something, on one line."""
    for key in keys:
        value = entry.get(key)
        if isinstance(value, dict):
            value = value.get("name") or value.get("username") or value.get("role")
        if isinstance(value, str | int | float) and not isinstance(value, bool) and str(value).strip():
            return _line(str(value))
    return ""


def _line(text: str) -> str:
    return _HALF.sub("\ufffd", " ".join(text.split()))[:200]
