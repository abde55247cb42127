"""ChatGPT's export: a conversation is a tree of nodes, of which one path was on the screen at the end."""

from __future__ import annotations

from typing import Any

from .message_parts import LeftOut

_HIDDEN = ("message that the page does not show", "messages that the page does not show")
_ABANDONED = ("message on an abandoned branch", "messages on abandoned branches")


def is_tree(value: Any) -> bool:
    mapping = value.get("mapping") if isinstance(value, dict) else None
    return isinstance(mapping, dict) and any(isinstance(node, dict) and "message" in node for node in mapping.values())


def messages(value: dict[str, Any], left_out: LeftOut) -> list[dict[str, Any]]:
    """The messages from the root to `current_node`; without one, to the leaf that was written last."""
    nodes = {key: node for key, node in value["mapping"].items() if isinstance(node, dict)}
    key = value.get("current_node")
    if key not in nodes:
        leaves = [key for key, node in nodes.items() if not node.get("children")] or list(nodes)
        key = max(leaves, key=lambda leaf: _time(nodes[leaf]))
    path: list[dict[str, Any]] = []
    seen: set[Any] = set()
    while isinstance(key, str) and key in nodes and key not in seen:
        seen.add(key)
        path.append(nodes[key])
        key = nodes[key].get("parent")
    left_out[_ABANDONED] += sum(key not in seen and isinstance(node.get("message"), dict) for key, node in nodes.items())
    found = []
    for node in reversed(path):
        message = node.get("message")
        if not isinstance(message, dict):
            continue
        about = message.get("metadata")
        if isinstance(about, dict) and about.get("is_visually_hidden_from_conversation"):
            left_out[_HIDDEN] += 1
        else:
            found.append(message)
    return found


def _time(node: dict[str, Any]) -> float:
    message = node.get("message")
    time = message.get("create_time") if isinstance(message, dict) else None
    return float(time) if isinstance(time, int | float) else 0.0
