"""JSON and JSONL of messages, written out as text.

Each message is a line with speaker and time, then its text, then a blank line; a conversation's title stands before its
messages. The writing depends on the file alone, so offsets into it stay the same. What a list of messages holds and the
text does not is counted in a note.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..phrases import counted
from . import chatgpt, slack
from .json_message import Message, message, one_line, speaks, unwrapped
from .message_parts import words
from .writing import Writing

_HOLDERS = ("messages", "conversation", "conversations", "turns", "dialogue", "history", "chat", "items", "chat_messages")
_LISTS = (
    *_HOLDERS,
    *("data", "chats", "left_chats", "list", "threads", "contents", "choices", "input", "output", "chosen", "rejected"),
)
_TITLES = ("title", "topic", "subject", "name", "id")
_SYSTEM = ("system", "system_instruction", "systeminstruction", "instructions")
_FIRST = re.compile(r'"(?:role|speaker|author|sender|sender_name|from|user|name)"\s*:')
_SECOND = re.compile(r'"(?:content|text|message|body|value|msg|utterance|parts)"\s*:')
_DEPTH = 5  # lists inside lists that are looked into

_NO_MESSAGE = ("entry that is no message", "entries that are no messages")
_NO_TEXT = ("message without text", "messages without text")
_NO_CONVERSATION = ("entry without messages", "entries without messages")


class Loaded(NamedTuple):
    """`broken`: the numbers of lines that are no JSON, in a file of one value a line."""

    value: Any
    broken: tuple[int, ...] = ()


class _Conversation(NamedTuple):
    title: str
    messages: list[Message]


def _is_json(text: str) -> bool:
    """Whether the first line can only be JSON, or that after it where the first of many is broken."""
    lines = [line for line in text[:20_000].lstrip().split("\n", 3)[:3] if line]
    return any(line.lstrip().startswith("{") for line in lines) or (
        re.match(r'\s*\[\s*[\[{"\]\d\-tfn]', text) is not None and not re.match(r"\s*\[[\d:., \-/APMapm\u202f]+\]", text)
    )


def looks_like(text: str) -> bool:
    return _is_json(text) and bool(_FIRST.search(text, 0, 8000) and _SECOND.search(text, 0, 8000))


def loaded(text: str, exact: bool = False) -> Loaded | None:
    """The value of a JSON text, or the list of values of its lines; None where it is neither: most lines must be JSON.

    exact   numbers as the texts that stand there, so that 1.10 stays 1.10
    """
    numbers: dict[str, Any] = dict.fromkeys(("parse_int", "parse_float", "parse_constant"), str) if exact else {}
    if not _is_json(text):
        return None
    try:
        return Loaded(json.loads(text, **numbers))
    except (ValueError, RecursionError):
        pass  # several values, one a line, or not JSON at all: the lines tell
    values: list[Any] = []
    broken: list[int] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            values.append(json.loads(line, **numbers))
        except (ValueError, RecursionError):
            broken.append(number)
            if len(broken) > 100 + len(values):
                return None
    return Loaded(values, tuple(broken)) if len(values) > len(broken) else None


def written(found: Loaded) -> Writing | None:
    """The messages of a JSON value as text; None where it holds none."""
    writing = Writing()
    conversations = [one for one in _conversations(found.value, "", 0, writing) if one.messages]
    titles: Counter[str] = Counter()
    for number, (title, messages) in enumerate(conversations, 1):
        titles[title] += 1
        named_twice = titles[title] > 1 and title
        thread = (f"{title} ({titles[title]})" if named_twice else title) or (
            f"Conversation {number}" if len(conversations) > 1 else ""
        )
        if title:
            writing.heading(title)
        for one in messages:
            head = ", ".join(filter(None, (one.speaker, one.time)))
            about = {"speaker": one.speaker, "time": one.time, "role": one.role, "thread": one.thread or thread}
            writing.message(head, "\n", one.text.strip("\n"), about)
            writing.write("\n\n")
    if found.broken:
        writing.remarks.append(broken_lines(found.broken))
    return writing if conversations else None


def broken_lines(numbers: tuple[int, ...]) -> str:
    shown = ", ".join(map(str, numbers[:5])) + (" …" if len(numbers) > 5 else "")
    return f"{counted(len(numbers), 'line is', 'lines are')} no JSON and left out: {shown}."


def _conversations(value: Any, title: str, depth: int, writing: Writing) -> Iterator[_Conversation]:
    """The conversations in a value: a list of messages, an object that holds such lists, or a list of such objects."""
    if depth > _DEPTH:
        return
    if isinstance(value, dict):
        named_by = value["channel"] if isinstance(value.get("channel"), dict) else value
        title = next((one_line(named_by[key]) for key in _TITLES if isinstance(named_by.get(key), str | int)), title)
        if chatgpt.is_tree(value):
            yield _conversation(chatgpt.messages(value, writing.left_out), title, writing)
            return
        system = next((value[key] for key in value if key.lower() in _SYSTEM), None)
        for key in value:
            if key.lower() in _LISTS and isinstance(value[key], list | dict):
                for one in _conversations(value[key], title, depth + 1, writing):
                    first = words(system, writing.left_out)
                    system = None
                    opening = [Message(first, "system", "system", "", "")] if first else []
                    yield _Conversation(one.title, opening + one.messages)
    elif isinstance(value, list) and _are_messages(value):
        if slack.is_slack(value):
            yield _slack(value, title, writing)
        else:
            yield _conversation(value, title, writing)
    elif isinstance(value, list):
        found = [list(_conversations(entry, title, depth + 1, writing)) for entry in value]
        if any(found):
            writing.left_out[_NO_CONVERSATION] += found.count([])
        for conversations in found:
            yield from conversations


def _are_messages(entries: list[Any]) -> bool:
    """Whether at least half of the entries are messages."""
    alike = 0
    for entry in entries:
        if isinstance(entry, dict) and not any(isinstance(entry.get(key), list | dict) for key in _HOLDERS):
            alike += speaks(unwrapped(entry))
    return alike * 2 >= len(entries) > 0


def _slack(entries: list[Any], title: str, writing: Writing) -> _Conversation:
    names = slack.people(entries)
    plain = [slack.plain(entry, names, writing.left_out) for entry in entries if isinstance(entry, dict)]
    writing.left_out[_NO_MESSAGE] += len(entries) - len(plain)
    ordered, moved = slack.together(plain)
    if moved:
        writing.remarks.append("Replies in threads stand after the message they answer.")
    return _conversation(ordered, title, writing)


def _conversation(entries: list[Any], title: str, writing: Writing) -> _Conversation:
    messages = []
    for entry in entries:
        if isinstance(entry, str) and entry.strip():
            messages.append(Message(entry, "", "", "", ""))
        elif not isinstance(entry, dict):
            writing.left_out[_NO_MESSAGE] += 1
        elif (found := message(unwrapped(entry), writing.left_out)).text.strip():
            messages.append(found)
        else:
            writing.left_out[_NO_TEXT] += 1
    return _Conversation(title, messages)
