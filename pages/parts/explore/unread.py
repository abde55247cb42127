"""What the embedding model never reads of the chunks: counted beside the page, shown in the numbers, the card, the text, and
beside the size."""

from __future__ import annotations

import streamlit as st

from chunkviz.chunking import Chunking
from chunkviz.embedder import Embedder, Progress, embedders
from chunkviz.inspection.figures import Figure
from chunkviz.inspection.unread import Reading, longest, readings, size_sentence, unread_share
from chunkviz.tokenizer import Tokens, tokens_of

from ..notices import plain
from ..session.beside import result
from ..session.work import tools_for


def embedder() -> Embedder:
    return embedders.get(st.session_state.choice.embedder)


def count(chunking: Chunking) -> None:
    """Find the tokens of the document as the chosen model counts them: at once, or beside the page where that takes long."""
    model = embedder()
    key = chunking.document.id, model.key

    def work(progress: Progress) -> Tokens:
        return tokens_of(chunking.document.text, model.tokenizer)

    st.session_state.model_tokens = key, result("model tokens", key, work, "Counting what the model reads")


def _model_tokens(chunking: Chunking) -> Tokens | None:
    """What `count` found for this document and model; None while it is at work."""
    kept = st.session_state.get("model_tokens")
    tokens: Tokens | None = kept[1] if kept is not None and kept[0] == (chunking.document.id, embedder().key) else None
    return tokens


def read(chunking: Chunking) -> list[Reading]:
    """What the chosen model reads of each chunk; none while its tokens are being counted."""
    tokens = _model_tokens(chunking)
    if tokens is None or not chunking.chunks:
        return []
    kept = st.session_state.get("read")
    if kept is None or kept[0] is not chunking or kept[1] is not tokens:
        kept = st.session_state.read = (chunking, tokens, readings(chunking, embedder(), tokens))
    found: list[Reading] = kept[2]
    return found


def read_to(chunking: Chunking) -> list[int] | None:
    """For the viewer: where the model stops reading each chunk; the same list as long as the chunking is the same."""
    found = read(chunking)
    if not any(reading.unread for reading in found):
        return None
    kept = st.session_state.get("read_to")
    if kept is None or kept[0] is not found:
        ends = [
            reading.unread.start if reading.unread else chunk.end for reading, chunk in zip(found, chunking.chunks, strict=True)
        ]
        kept = st.session_state.read_to = (found, ends)
    places: list[int] = kept[1]
    return places


def numbers(chunking: Chunking) -> list[Figure]:
    """For the row of numbers: what is never read, where something is."""
    found = read(chunking)
    share = unread_share(found, chunking)
    if not share:
        return []
    about = (
        f"Share of the chunks’ text past the limit of {embedder().label}; the longest chunk has {longest(found):,} of its tokens"
    )
    return [Figure(f"{max(0.1, round(share * 100, 1)):g} %", "never read", about, True)]


def line(chunking: Chunking, index: int) -> str:
    """For the card: how much of the chunk is read, as a sentence; "" while that is being counted."""
    found = read(chunking)
    if not found:
        return ""
    tokens, unread = found[index]
    if unread is None:
        return f"{embedder().label} counts {tokens:,} tokens and reads them all."
    return f"{embedder().label} counts {tokens:,} tokens; the last {unread.length:,} characters are never read."


def size_note(chunking: Chunking) -> None:
    """Beside the size: what it is in the model's own tokens, and a warning where a chunk can be longer than it reads."""
    size, model_tokens = chunking.size, _model_tokens(chunking)
    if size is None or not chunking.chunks or model_tokens is None:
        return
    model = embedder()
    tools = tools_for(chunking.document, chunking.tokenizer.key, model.key if chunking.strategy.embeds else "")
    sentence, warns = size_sentence(size, tools.tokens, model, model_tokens)
    st.caption(f":orange[▲ {plain(sentence)}]" if warns else plain(sentence))
