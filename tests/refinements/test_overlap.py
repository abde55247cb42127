"""Overlap in whole sentences: what is said of it is what a recount finds."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

import chunkviz
from chunkviz.document import Document
from chunkviz.refinements.overlap import Overlap
from chunkviz.span import Span
from chunkviz.strategies.sentences import Sentences
from chunkviz.text.sentences import sentence_ends


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["船が港に停泊する。", "料金が必要です。", "Boats pay. ", "Ask Dr. Bo now! ", "\n\n", "It is so.", "Yes"]
        ),
        max_size=14,
    ),
    st.integers(1, 12),
    st.integers(0, 3),
    st.integers(0, 3),
)
def test_the_overlap_in_sentences_is_what_a_recount_finds(parts, size, before, after):
    document = Document("".join(parts), "a.txt")
    overlap = Overlap(before=before, after=after, unit="sentences")
    chunking = chunkviz.chunk(document, Sentences(size=size, overlap=0), "words", refinements=[overlap])
    ends = sentence_ends(document.text, "en").tolist()
    for previous, chunk in pairwise(chunking.chunks):
        if not (before or after):
            continue
        shared = Span(chunk.start, max(chunk.start, min(previous.end, chunk.end)))
        sentences = [Span(start, end) for start, end in pairwise([0, *ends])]
        count = sum(bool(shared.length and one.intersection(shared)) for one in sentences)
        assert chunk.overlap.got == count
        assert bool(chunk.overlap.why) == (count < before + after)


def test_each_boundary_of_a_japanese_text_repeats_one_sentence():
    text = "船が港に停泊する。料金が必要です。鍵は事務所にあります。犬は歩く。"
    chunking = chunkviz.chunk(
        text, Sentences(size=12, overlap=0), "characters", refinements=[Overlap(before=1, unit="sentences")]
    )
    assert len(chunking) > 2
    assert [(chunk.overlap.asked, chunk.overlap.got) for chunk in chunking.chunks[1:]] == [(1, 1)] * (len(chunking) - 1)
