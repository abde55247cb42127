"""Random documents and settings for what must hold of any cut: awkward texts, small sizes more often than large ones."""

from __future__ import annotations

import os

from hypothesis import strategies as st

import chunkviz
from chunkviz.document import Document
from chunkviz.errors import SettingError, UnreadableError
from chunkviz.params import Setting, settings_of
from chunkviz.reader import readers
from chunkviz.strategy import Strategy, strategies

TOKENIZERS = ("cl100k_base", "characters", "words")
PARTS = [
    "The harbour office opens at nine. ", "Dr. Bo paid 3.14, i.e. too much! ", "word ", "x" * 70 + " ", "\n", "\n\n", "\r\n", "\r\n\r\n", "\t", "   ",
    "猫が好き。", "今天天气很好。", "สวัสดีครับ", "👨‍👩‍👧‍👦", "🇫🇷🇵🇹", "👋🏻", "e\u0301", "a\u0300\u0316", "<|endoftext|>", "\u200d", "\ufeff", "\u2028", "\x1f",
    "# Head\n\n", "## Second\n", "Title\n=====\n", "- item\n    - nested\n", "```python\n# no heading\nx = 1\n", "```\n", "| a | b |\n|---|---|\n| 1 | 2 |\n", "> quoted\n",
    "def f(x):\n    return x\n", "class A:\n    def m(self):\n        return 'ö'\n", "[00:01:02] Ana: Hello there.\n", "Ben: And you?\n", "“Quoted?” he said. ", "...wait ../x ",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PARTS), max_size=30).map("".join) | st.text(
    st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=60
)
EXAMPLES = int(os.environ.get("CHUNKVIZ_EXAMPLES", "60"))  # more of them, for a long look
KINDS = ("text", "markdown", "code", "messages")


def values_of(setting: Setting) -> st.SearchStrategy:
    """Random values a setting may have, small sizes more often than large ones."""
    if setting.choices:
        return st.sampled_from(list(setting.choices))
    if setting.type is bool:
        return st.booleans()
    if setting.type is int:
        low, high = int(setting.low or 0), int(setting.high if setting.high is not None else 1000)
        return st.integers(low, min(high, low + 60)) | st.integers(low, high)
    if setting.type is float:
        return st.floats(setting.low or 0, setting.high or 1, allow_nan=False)
    return st.just(setting.default)


@st.composite
def strategy_values(draw: st.DrawFn, key: str) -> Strategy:
    cls = strategies.get(key)
    chosen = {setting.name: draw(values_of(setting)) for setting in settings_of(cls)}
    try:
        return cls(**chosen)
    except SettingError:
        return cls(
            **{name: value for name, value in chosen.items() if name not in ("overlap", "min_size")}
            | _contradictions(cls, chosen)
        )


def _contradictions(cls: type[Strategy], chosen: dict) -> dict:
    """Values for settings that contradicted `size`."""
    names = {setting.name for setting in settings_of(cls)}
    return {name: 0 for name in ("overlap", "min_size") if name in names and chosen.get("size", 1) > 0}


def document_of(text: str, kind: str) -> Document:
    if kind == "text" or kind not in readers:
        return Document(text, "a.txt")
    try:
        return chunkviz.read(text.encode(), {"code": "a.py", "markdown": "a.md"}.get(kind, "a.txt"), kind)
    except UnreadableError:
        return Document(text, "a.txt")
