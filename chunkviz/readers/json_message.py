"""One message of a JSON conversation: who, when, in which thread, and everything it says."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any, NamedTuple

from .message_parts import MEDIA, LeftOut, call, file_words, words
from .writing import HALF

TEXT = ("content", "text", "message", "body", "value", "msg", "utterance", "parts", "contents", "output")
_SPEAKER = ("speaker", "name", "author", "from", "sender", "user", "username", "sender_name", "actor")
_TIME = (
    *("time", "ts", "timestamp", "created_at", "create_time", "datetime", "date", "sent_at", "start"),
    *("createdat", "createdtime", "sentat", "timestamp_ms"),
)
_THREAD = ("thread", "topic", "conversation", "channel", "subject", "thread_id", "conversation_id")
_PERSON = ("nickname", "real_name", "name", "display_name", "displayName", "username", "role")
_ROLES = frozenset(
    [
        "system",
        "developer",
        "user",
        "assistant",
        "human",
        "ai",
        "bot",
        "model",
        "tool",
        "function",
        "agent",
        "customer",
        "support",
    ]
)
_EPOCH = re.compile(r"\d{9,10}(?:\.\d+)?|\d{12,13}")
_LONGEST = 200  # characters of a name, a time or a title


class Message(NamedTuple):
    text: str
    speaker: str
    role: str
    time: str
    thread: str


def speaks(entry: dict[str, Any]) -> bool:
    """Whether the entry has words (or calls a tool), and a speaker, role or time."""
    says = (
        any(key in entry for key in TEXT)
        or "tool_calls" in entry
        or _type(entry).endswith("_call")
        or _type(entry) == "reasoning"
    )
    return says and bool(_first(entry, _SPEAKER) or _first(entry, _TIME) or _role(entry))


def unwrapped(entry: dict[str, Any]) -> dict[str, Any]:
    """The entry with what it wraps in `message` or `data`; names of fields in lower case where they are not."""
    for key in ("message", "data"):
        if isinstance(entry.get(key), dict) and any(name in entry[key] for name in (*TEXT, "role")):
            entry = {**entry, **entry[key]} if key in entry[key] else {k: v for k, v in entry.items() if k != key} | entry[key]
    return entry if all(map(str.islower, entry)) else {**{key.lower(): value for key, value in entry.items()}, **entry}


def message(entry: dict[str, Any], left_out: LeftOut) -> Message:
    text = _words(entry, left_out)
    role, time = _role(entry), _time(_first(entry, _TIME))
    speaker = "" if _type(entry).endswith("_call") else _first(entry, _SPEAKER)  # a call's name is the tool's
    return Message(text, speaker or role, role, time, _first(entry, _THREAD))


def _words(entry: dict[str, Any], left_out: LeftOut) -> str:
    """All that a message says: its text or parts, the tools it calls, what is embedded in it or attached to it."""
    lines = []
    if _type(entry).endswith("_call"):
        lines.append(call(entry))
    else:
        present = [entry[key] for key in TEXT if entry.get(key) not in (None, "", [])]
        lines.append(words(present[0], left_out) if present else "")
        if not lines[0] and len(present) > 1:
            lines[0] = words(present[1], left_out)
    calls = entry.get("tool_calls") if isinstance(entry.get("tool_calls"), list) else [entry.get("function_call")]
    lines += [call(one) for one in calls or [] if isinstance(one, dict)]
    if isinstance(entry.get("refusal"), str):
        lines.append(entry["refusal"])
    if isinstance(entry.get("action"), str):  # Telegram's service messages
        lines.append(f"[{entry['action'].replace('_', ' ')}]")
    for embed in _dicts(entry, "embeds"):
        fields = [f"{field.get('name')}: {field.get('value')}" for field in _dicts(embed, "fields")]
        author = embed.get("author")
        about = [author.get("name") if isinstance(author, dict) else "", embed.get("title"), embed.get("description"), *fields]
        lines += [str(part) for part in about if part]
    for file in [*_dicts(entry, "attachments"), *_dicts(entry, "files"), *_media(entry)]:
        lines.append(file_words("file", file))
        if isinstance(file.get("extracted_content"), str):
            lines.append(file["extracted_content"])
        else:
            left_out[MEDIA] += 1
    return "\n".join(filter(None, lines))


def _media(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """Telegram's files: their paths stand in the message."""
    paths = [entry[key] for key in ("file", "photo") if isinstance(entry.get(key), str)]
    return [{"name": str(entry.get("file_name") or path)} for path in paths[:1]]


def _dicts(entry: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = entry.get(key)
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _type(entry: dict[str, Any]) -> str:
    return str(entry.get("type") or "")


def _role(entry: dict[str, Any]) -> str:
    """What the speaker is; `type` says so only in the words that are used of speakers."""
    author = entry.get("author")
    for holder, key in ((entry, "role"), (author if isinstance(author, dict) else {}, "role"), (entry, "speaker_role")):
        if isinstance(holder.get(key), str | int) and str(holder[key]).strip():
            return one_line(holder[key])
    kind = _type(entry).lower()
    if kind.endswith("_call_output"):
        return "tool"
    if kind.endswith("_call") or kind == "reasoning":
        return "assistant"
    if entry.get("sender") in ("human", "assistant"):
        return str(entry["sender"])
    return kind if kind in _ROLES else ""


def _first(entry: dict[str, Any], keys: tuple[str, ...]) -> str:
    """The first of the values that says something, on one line."""
    for key in keys:
        value = entry.get(key)
        if isinstance(value, dict):
            names = ("nickname", "real_name", "name", "display_name", "displayName", "username", "role")
            value = next((value[name] for name in names if value.get(name)), None)
        if isinstance(value, str | int | float) and not isinstance(value, bool) and str(value).strip():
            return one_line(value)
    return ""


def _time(time: str) -> str:
    """Seconds or milliseconds since 1970 as a date and time (UTC); anything else as it is."""
    if not _EPOCH.fullmatch(time):
        return time
    seconds = float(time) / (1000 if len(time) >= 12 and "." not in time else 1)
    return datetime.fromtimestamp(int(seconds), UTC).isoformat().replace("+00:00", "Z")


def one_line(value: Any) -> str:
    return HALF.sub("\ufffd", " ".join(str(value).split())[:_LONGEST])
