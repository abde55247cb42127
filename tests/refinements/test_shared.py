"""What every refinement must hold, asked of all there are, on chunks of several strategies."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chunkviz
from chunkviz.errors import SettingError
from chunkviz.params import Setting, settings_of
from chunkviz.refinement import refinements
from chunkviz.strategy import strategies

PARTS = [
    *(
        "The harbour opens at nine. ",
        "Dr. Bo paid 3.14! ",
        "word ",
        "x" * 40 + " ",
        "\n",
        "\n\n",
        "\r\n\r\n",
        "猫が好き。",
        "👨‍👩‍👧‍👦",
        "e\u0301",
    ),
    *(
        "# Head\n\n",
        "\n## Second\n",
        "- item\n    - nested\n",
        "```python\n# no heading\nx = 1\n",
        "```\n",
        "\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    ),
]
TEXTS = st.lists(st.sampled_from(PARTS), max_size=25).map("".join)
STRATEGIES = ("fixed", "recursive", "headings", "tables")


def values_of(setting: Setting) -> st.SearchStrategy:
    if setting.choices:
        return st.sampled_from(list(setting.choices))
    if setting.type is int:
        return st.integers(int(setting.low or 0), 60)
    return st.booleans() if setting.type is bool else st.just(setting.default)


@pytest.mark.parametrize("key", refinements.keys())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_what_every_refinement_holds(key: str, data: st.DataObject) -> None:
    document = chunkviz.read(data.draw(TEXTS).encode(), "a.md")
    tokenizer = data.draw(st.sampled_from(("cl100k_base", "words", "characters")))
    strategy = strategies.get(data.draw(st.sampled_from(STRATEGIES)))(size=data.draw(st.integers(5, 80)), overlap=0)
    cls = refinements.get(key)
    try:
        refinement = cls(**{setting.name: data.draw(values_of(setting)) for setting in settings_of(cls)})
        chunking = chunkviz.chunk(document, strategy, tokenizer, refinements=[refinement])
    except SettingError:
        return  # settings that contradict, or leave no room for text, are refused
    covered = bytearray(len(document))
    before = (-1, -1)
    for chunk in chunking.chunks:
        assert 0 <= chunk.start < chunk.end <= len(document)
        assert chunk.start > before[0]
        assert chunk.end > before[1]
        assert chunk.tokens == chunking.tokenizer.count(chunking.text(chunk))
        assert chunking.size is None or chunk.tokens <= chunking.size or chunk.oversize
        assert chunk.parent is None or chunk.parent.contains(chunk.span)
        assert chunk.cause.sentence
        covered[chunk.start : chunk.end] = b"\1" * (chunk.end - chunk.start)
        before = (chunk.start, chunk.end)
    assert not [char for char, held in zip(document.text, covered, strict=True) if not held and not char.isspace()]
    again = chunkviz.chunk(document, strategy, tokenizer, refinements=[refinement])
    assert again.chunks == chunking.chunks


@pytest.mark.parametrize("key", refinements.keys())
def test_every_refinement_is_a_value_that_says_what_it_does(key: str) -> None:
    cls = refinements.get(key)
    assert cls() == cls()
    assert len(cls.__doc__ or "") > 150
    assert all(setting.help for setting in settings_of(cls))
    assert chunkviz.chunk("", strategies.get("recursive")(), refinements=[cls()]).chunks == ()
