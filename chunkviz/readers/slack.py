"""Slack's export of a channel: people's real names, mentions and links as one reads them, replies under what they answer."""

from __future__ import annotations

import html
import re
from typing import Any

from .message_parts import MEDIA, LeftOut, file_words

_MENTION = re.compile(
    r"<(?:@(?P<user>[UWB]\w{1,30})(?:\|(?P<called>[^<>]{0,100}))?|#\w{1,30}\|(?P<channel>[^<>]{0,100})"
    r"|!(?:subteam\^\w{1,30}\|@?)?(?P<group>[\w @.-]{1,80})(?:[\^|][^<>]{0,200})?"
    r"|(?P<link>[a-z]+:[^<>|\s]{1,2000})(?:\|(?P<label>[^<>]{0,500}))?)>"
)
_DEEPEST = 8


def is_slack(entries: list[Any]) -> bool:
    """Whether most entries have Slack's timestamp and type."""
    alike = sum(isinstance(entry, dict) and entry.get("type") == "message" and "ts" in entry for entry in entries)
    return alike * 2 > len(entries)


def people(entries: list[Any]) -> dict[str, str]:
    """user id -> name, from the profiles that stand in some of the messages."""
    found: dict[str, str] = {}
    for entry in entries:
        profile = entry.get("user_profile") if isinstance(entry, dict) else None
        if isinstance(profile, dict) and isinstance(entry.get("user"), str) and (name := _name(profile)):
            found.setdefault(entry["user"], name)
    return found


def plain(entry: dict[str, Any], names: dict[str, str], left_out: LeftOut) -> dict[str, Any]:
    """The entry as a message of any other chat: speaker, text, time, thread."""
    user = str(entry.get("user") or entry.get("bot_id") or "")
    profile: dict[str, Any] = next(
        (entry[key] for key in ("user_profile", "bot_profile") if isinstance(entry.get(key), dict)), {}
    )
    speaker = _name(profile) or names.get(user) or str(entry.get("username") or user)
    lines = [str(entry.get("text") or "") or _rich(entry.get("blocks"), 0)]
    for attachment in _dicts(entry.get("attachments")):
        fields = [f"{field.get('title') or ''}: {field.get('value') or ''}" for field in _dicts(attachment.get("fields"))]
        parts = [attachment.get(key) for key in ("pretext", "title", "text")] + fields
        lines.append("\n".join(str(part) for part in parts if part) or str(attachment.get("fallback") or ""))
    for file in _dicts(entry.get("files")):
        left_out[MEDIA] += 1
        lines.append(file_words("file", file))
    text = "\n".join(_readable(line, names) for line in lines if line)
    return {"speaker": speaker, "text": text, "ts": str(entry.get("ts") or ""), "thread_ts": str(entry.get("thread_ts") or "")}


def together(entries: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], int]:
    """(the messages with each reply after the one it answers, how many were moved); a message with replies, and these,
    have the thread's beginning as their `thread`."""
    roots: dict[str, dict[str, Any]] = {}
    replies: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        if entry["thread_ts"] in ("", entry["ts"]):
            roots.setdefault(entry["ts"], entry)
    for entry in entries:
        if _answers(entry, roots):
            replies.setdefault(entry["thread_ts"], []).append(entry)
    ordered: list[dict[str, Any]] = []
    for entry in entries:
        if not _answers(entry, roots):
            answers = replies.get(entry["ts"], []) if roots.get(entry["ts"]) is entry else []
            thread = " ".join(entry["text"].split())[:60] if answers else ""
            ordered += [{**one, "thread": thread} for one in (entry, *answers)]
    return ordered, sum(one["ts"] != other["ts"] for one, other in zip(entries, ordered, strict=True))


def _answers(entry: dict[str, Any], roots: dict[str, dict[str, Any]]) -> bool:
    return entry["thread_ts"] != entry["ts"] and entry["thread_ts"] in roots


def _name(profile: dict[str, Any]) -> str:
    return next((str(profile[key]) for key in ("real_name", "display_name", "name") if profile.get(key)), "")


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _readable(text: str, names: dict[str, str]) -> str:
    """Slack's markup of mentions and links as one reads it, and its three entities."""

    def instead(match: re.Match[str]) -> str:
        if user := match["user"]:
            return f"@{match['called'] or names.get(user, user)}"
        if match["channel"] is not None:
            return f"#{match['channel']}"
        if match["group"]:
            return f"@{match['group']}"
        link = match["link"]
        return f"{match['label']} ({link})" if match["label"] and match["label"] not in link else link.removeprefix("mailto:")

    return html.unescape(_MENTION.sub(instead, text))


def _rich(value: Any, depth: int) -> str:
    """The text of a message's blocks, where it has no other."""
    if depth > _DEEPEST:
        return ""
    if isinstance(value, list):
        parts = [_rich(part, depth + 1) for part in value]
        inline = all(
            isinstance(part, dict) and part.get("type") in ("text", "link", "user", "emoji", "channel") for part in value
        )
        return ("" if inline else "\n").join(filter(None, parts))
    if not isinstance(value, dict):
        return ""
    if value.get("type") == "user":
        return f"<@{value.get('user_id')}>"
    if value.get("type") == "emoji":
        return f":{value.get('name')}:"
    for key in ("text", "elements", "fields", "url"):
        if isinstance(value.get(key), str):
            return str(value[key])
        if value.get(key):
            return _rich(value[key], depth + 1)
    return ""
