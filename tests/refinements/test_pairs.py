"""Every strategy with every pair of refinements: chunks stay in order, apart, whole, and inside their parents."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
import regex
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_cuts import EXAMPLES, KINDS, TEXTS, TOKENIZERS, document_of, strategy_values, values_of

import chunkviz
from chunkviz.document import Document
from chunkviz.embedder import embedders
from chunkviz.errors import SettingError
from chunkviz.params import settings_of
from chunkviz.refinement import Refinement, refinements
from chunkviz.strategy import Strategy, Tools, strategies
from chunkviz.tokenizer import tokenizers

SAMPLES = Path(__file__).parents[2] / "sample_docs"
PAIRS = list(itertools.product(refinements.keys(), repeat=2))
ORDINARY: dict[str, list[dict]] = {
    "overlap": [{"before": 8}, {"before": 3, "after": 40}, {"before": 1, "after": 1, "unit": "sentences"}],
    "split_large": [{"size": 7}, {"size": 24, "overlap": 6}, {"size": 2}],
    "merge_small": [{"min_size": 4, "size": 20}, {"min_size": 40, "size": 60}],
    "header": [{}, {"template": "[{section}]", "size": 40}],
}
AWKWARD = [
    ("text", "One. Two is longer. Three!\n\n" * 6 + "x" * 90 + "\r\n\r\n" + "\u2028e\u0301 \u0301a\u200d \u200db 👨‍👩‍👧‍👦🇫🇷🇵🇹 fin. " * 3),
    ("markdown", "# A\n\n\u0301One. Two.\n\n## B\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n```python\nx = 1\n\n```\n \u200d\n\n" * 2 + "end"),
    ("code", "class A:\n    def m(self):\n        return 'ö\u0301'\n\n\nx = 1\n" * 3),
    ("messages", "[00:01:02] Ana: Hello there. Are you in?\n[00:01:09] Ben: And you? Yes. 猫が好き。\n" * 3),
]  # fmt: skip


def check(chunking: chunkviz.Chunking) -> None:
    """What holds of all chunks, however they were made."""
    text = chunking.document.text
    edges = {0, *(match.end() for match in regex.finditer(r"\X", text))}
    start = end = -1
    for chunk in chunking.chunks:
        assert start < chunk.start, "starts rise"
        assert end < chunk.end, "none lies inside another"
        assert {chunk.start, chunk.end} <= edges, "no character that a person sees is cut"
        assert text[chunk.start : chunk.end].strip(), "none is blank"
        assert chunk.parent is None or chunk.parent.contains(chunk.span), "children lie inside their parents"
        assert chunk.tokens == chunking.tokenizer.count(chunking.text(chunk))
        start, end = chunk.start, chunk.end


def held(chunking: chunkviz.Chunking) -> set[int]:
    """The places of the characters, white space apart, that are in a chunk."""
    text = chunking.document.text
    return {i for chunk in chunking.chunks for i in range(chunk.start, chunk.end) if not text[i].isspace()}


def refined(tools: Tools, strategy: Strategy, pair: tuple[Refinement, ...]) -> chunkviz.Chunking:
    return chunkviz.chunk(tools.document, strategy, tools=tools, refinements=pair)


def tools_of(document: Document, tokenizer: str) -> Tools:
    return Tools(document, tokenizers.get(tokenizer), embedders.get("hashing"))


@pytest.mark.parametrize("key", strategies.keys())
def test_every_pair_of_refinements_after_every_strategy(key: str) -> None:
    small = {"size": 16} if "size" in {setting.name for setting in settings_of(strategies.get(key))} else {}
    strategy = strategies.get(key)(**small)
    for kind, text in AWKWARD:
        tools = tools_of(document_of(text, kind), "cl100k_base")
        before = held(refined(tools, strategy, ()))
        for first, second in PAIRS:
            for one, other in zip(itertools.cycle(ORDINARY[first]), ORDINARY[second], strict=False):
                try:
                    chunking = refined(tools, strategy, (refinements.get(first)(**one), refinements.get(second)(**other)))
                except SettingError:
                    continue  # a header that leaves no room
                check(chunking)
                assert before <= held(chunking), "nothing is lost"


@pytest.mark.parametrize("key", strategies.keys())
@settings(max_examples=EXAMPLES // 2, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_random_pairs_after_every_strategy(key: str, data: st.DataObject) -> None:
    tools = tools_of(document_of(data.draw(TEXTS), data.draw(st.sampled_from(KINDS))), data.draw(st.sampled_from(TOKENIZERS)))
    try:
        strategy = data.draw(strategy_values(key))
        pair = tuple(
            cls(**{setting.name: data.draw(values_of(setting)) for setting in settings_of(cls)})
            for cls in map(refinements.get, data.draw(st.sampled_from(PAIRS)))
        )
        chunking = refined(tools, strategy, pair)
    except SettingError:
        return
    check(chunking)
    assert held(refined(tools, strategy, ())) <= held(chunking)


@pytest.mark.parametrize("key", strategies.keys())
@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("text", "a \u0600 \u2028``` b\n# c\n"),  # U+0600 takes the space after it
        ("markdown", "# H\n\u0600| 1 |\n \r- \ufe0f"),  # an item begins inside a character
        ("code", "\u3000 \u1161\ufeff# "),  # white space that the grammar takes for a statement
    ],
)
def test_marks_that_join_white_space(key: str, kind: str, text: str) -> None:
    for tokenizer in TOKENIZERS:
        tools = tools_of(document_of(text, kind), tokenizer)
        for size in (1, 2, 3, 13):
            sized = "size" in {setting.name for setting in settings_of(strategies.get(key))}
            strategy = strategies.get(key)(**({"size": size} if sized else {}))
            check(refined(tools, strategy, (refinements.get("split_large")(size=size),)))


@pytest.mark.parametrize(
    ("strategy", "added"),
    [
        ({"key": "sentences", "size": 256}, [("overlap", {"before": 64}), ("split_large", {"size": 100})]),
        ({"key": "fixed"}, [("header", {"size": 512})]),
        ({"key": "parent_child"}, [("overlap", {})]),
    ],
)
def test_ordinary_settings_on_the_manual(strategy: dict, added: list[tuple[str, dict]]) -> None:
    document = chunkviz.read((SAMPLES / "manual.md").read_bytes(), "manual.md")
    key = strategy.pop("key")
    made = tuple(refinements.get(name)(**values) for name, values in added)
    chunking = chunkviz.chunk(document, strategies.get(key)(**strategy), refinements=made)
    check(chunking)
    assert len(chunking) > 5
