"""What every strategy must hold, asked of all there are, with random settings and awkward texts."""

from __future__ import annotations

import dataclasses
import re

import pytest
import regex
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_cuts import EXAMPLES, KINDS, TEXTS, TOKENIZERS, document_of, strategy_values

import chunkviz
from chunkviz.document import Document
from chunkviz.embedder import embedders
from chunkviz.errors import ChunkvizError, SettingError
from chunkviz.params import settings_of
from chunkviz.refinements.overlap import Overlap
from chunkviz.strategy import Strategy, Tools, strategies
from chunkviz.tokenizer import tokenizers


@pytest.mark.parametrize("key", strategies.keys())
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_what_every_strategy_holds(key: str, data: st.DataObject) -> None:
    document = document_of(data.draw(TEXTS), data.draw(st.sampled_from(KINDS)))
    tokenizer = tokenizers.get(data.draw(st.sampled_from(TOKENIZERS)))
    try:
        strategy = data.draw(strategy_values(key))
    except SettingError:
        return  # a contradiction that random values cannot mend: the strategy refused it, which is right
    chunking = cut(document, strategy, tokenizer)
    check_places(chunking)
    check_sizes(chunking)
    check_causes(chunking)
    assert cut(document, strategy, tokenizer).chunks == chunking.chunks
    if not document.text.strip():
        assert not chunking.chunks


@pytest.mark.parametrize("key", strategies.keys())
@settings(max_examples=EXAMPLES // 4, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_overlap_can_be_added_to_every_strategy(key: str, data: st.DataObject) -> None:
    document = document_of(data.draw(TEXTS), "text")
    refinement = Overlap(
        data.draw(st.integers(0, 20)), data.draw(st.integers(0, 20)), data.draw(st.sampled_from(["tokens", "sentences"]))
    )
    plain = cut(document, strategies.get(key)(), tokenizers.get("cl100k_base"))
    grown = chunkviz.chunk(
        document,
        plain.strategy,
        plain.tokenizer,
        refinements=[refinement],
        embedder=embedders.get("hashing") if plain.strategy.embeds else None,
    )
    assert len(grown) <= len(plain)
    assert len({chunk.span for chunk in grown.chunks}) == len(grown)
    for before in plain.chunks:
        assert any(after.start <= before.start and before.end <= after.end for after in grown.chunks)
    check_clusters(grown)


def cut(document: Document, strategy: Strategy, tokenizer: chunkviz.chunking.Tokenizer) -> chunkviz.Chunking:
    return chunkviz.chunk(document, strategy, tokenizer, embedder=embedders.get("hashing") if strategy.embeds else None)


def check_places(chunking: chunkviz.Chunking) -> None:
    """Spans in order, inside the text, not blank; everything that is not white space is in a chunk."""
    text = chunking.document.text
    covered = bytearray(len(text))
    before = (-1, -1)
    for chunk in chunking.chunks:
        assert 0 <= chunk.start < chunk.end <= len(text)
        assert (chunk.start, chunk.end) > before, "chunks go forwards, and none stands twice"
        assert not text[chunk.start : chunk.end].isspace()
        before = (chunk.start, chunk.end)
        covered[chunk.start : chunk.end] = b"\1" * (chunk.end - chunk.start)
        for span in chunk.context:
            assert 0 <= span.start < span.end <= len(text)
        if chunk.parent:
            assert chunk.parent.start <= chunk.start
            assert chunk.end <= chunk.parent.end
    if not drops_text(chunking.strategy):
        assert not [text[i] for i in range(len(text)) if not covered[i] and not text[i].isspace()]
    check_clusters(chunking)


def drops_text(strategy: Strategy) -> bool:
    """Whether its settings say that it leaves text out."""
    return getattr(strategy, "keep", "") == "drop" or getattr(strategy, "drop", False) or bool(getattr(strategy, "drops", False))


def check_clusters(chunking: chunkviz.Chunking) -> None:
    """No chunk begins or ends inside what a person sees as one character."""
    text = chunking.document.text
    edges = {0, *(match.end() for match in regex.finditer(r"\X", text))}
    for chunk in chunking.chunks:
        assert chunk.start in edges
        assert chunk.end in edges


def check_sizes(chunking: chunkviz.Chunking) -> None:
    """Tokens are those of the chunk's own text; none over the size unless it says why; overlap as counted again."""
    size, chunks = chunking.size, chunking.chunks
    measured = getattr(chunking.strategy, "measure", "chunk")
    for i, chunk in enumerate(chunks):
        assert chunk.tokens == chunking.tokenizer.count(chunking.text(chunk))
        if size is not None:
            assert (chunk.tokens > size) == bool(chunk.oversize)
            if chunk.oversize and measured == "chunk" and chunking.strategy.key in ("fixed", "recursive", "sentences"):
                assert len(regex.findall(r"\X", chunking.text(chunk))) == 1, "only one character alone may be over the size"
        if i and chunk.overlap.unit == chunking.tokenizer.unit:
            shared = chunking.document.text[chunk.start : max(chunk.start, min(chunk.end, chunks[i - 1].end))]
            assert chunk.overlap.got == chunking.tokenizer.count(shared)
            if measured == "chunk":
                assert chunk.overlap.got <= chunk.overlap.asked
            assert chunk.overlap.got >= chunk.overlap.asked or chunk.overlap.why


def check_causes(chunking: chunkviz.Chunking) -> None:
    for chunk in chunking.chunks:
        assert re.search(r"\w", chunk.cause.sentence)
        assert "{" not in chunk.cause.words.format(**chunk.cause.numbers) or "{" in chunking.document.text
        assert chunk.cause.kind


@pytest.mark.parametrize("key", strategies.keys())
def test_no_text_gives_no_chunks(key: str) -> None:
    for text in ("", " ", " \n\t \n ", "\u2003\r\n"):
        for kind in KINDS:
            assert cut(document_of(text, kind), strategies.get(key)(), tokenizers.get("cl100k_base")).chunks == ()


@pytest.mark.parametrize("key", strategies.keys())
def test_every_strategy_is_a_frozen_value_with_a_lesson(key: str) -> None:
    cls = strategies.get(key)
    assert dataclasses.is_dataclass(cls)
    assert cls() == cls()
    assert cls.__doc__ is not None
    assert len(cls.__doc__) > 300, "the docstring is the lesson the app shows"
    for setting in settings_of(cls):
        assert setting.help
        with pytest.raises(ChunkvizError, match=setting.name):
            cls(**{setting.name: object()})


@pytest.mark.parametrize("key", strategies.keys())
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a" * 200_000, id="one word"),
        pytest.param("It rains. " * 30_000, id="one line"),
        pytest.param("\n" * 100_000 + "x", id="empty lines"),
        pytest.param("# a\n\nb\n\n" * 3_000, id="headings"),
        pytest.param("> " * 2_000 + "x\n" + "(" * 20_000, id="nesting"),
        pytest.param("猫" * 60_000, id="no spaces"),
        pytest.param("-" * 50_000, id="punctuation"),
    ],
)
@pytest.mark.slow
def test_awkward_long_texts_end(key: str, text: str) -> None:
    """Each of these made some splitter hang or recurse without end; pytest's time limit would show it."""
    strategy = strategies.get(key)()
    if strategy.embeds and len(text) > 250_000:
        text = text[: len(text) // 10]
    for kind in ("text", "markdown"):
        chunking = cut(document_of(text, kind), strategy, tokenizers.get("cl100k_base"))
        assert sum(chunk.end - chunk.start for chunk in chunking.chunks) >= len("".join(text.split())) * 0.6
        if chunking.size is not None:
            assert max((chunk.tokens or 0 for chunk in chunking.chunks if not chunk.oversize), default=0) <= chunking.size


def test_tools_are_bound_to_their_document() -> None:
    one, other = Document("One."), Document("Two.")
    with pytest.raises(ValueError, match="another document"):
        chunkviz.chunk(one, strategies.get("fixed")(), tools=Tools(other, tokenizers.get("words")))
