"""What the curve says of chunks and of the document."""

from __future__ import annotations

import numpy as np
import pytest

from chunkviz.cause import END
from chunkviz.chunk import Chunk
from chunkviz.cutting.similarity_curve import Curve
from chunkviz.document import Block, Document
from chunkviz.inspection.topics import Meaning, advice, meanings, spanning, spanning_words, topic_shifts
from chunkviz.strategy import strategies


def curve(distances):
    starts = np.arange(len(distances) + 1) * 10
    return Curve(starts, starts + 9, np.array(distances, float))


TWO = [0.2] * 9 + [0.9] + [0.2] * 10  # 21 sentences, one shift after the tenth


def directions(*degrees):
    angles = np.deg2rad(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def test_a_shift_stands_out_of_the_whole_curve():
    assert topic_shifts(curve(TWO)).tolist() == [9]
    assert topic_shifts(curve([0.2] * 20)).tolist() == []
    assert topic_shifts(curve(TWO[9:17])).tolist() == [], "too few sentences to say"
    assert topic_shifts(curve([0.9] + [0.2] * 19)).tolist() == [], "one sentence is no topic"


def test_topics_coherence_and_distances_by_hand():
    vectors = np.concatenate([directions(*[0] * 10), directions(*[60] * 11)])
    one, other, both = Chunk(0, 99, END), Chunk(100, 209, END), Chunk(0, 209, END)
    first, second = meanings([one, other], curve(TWO), vectors)
    assert (first.topics, second.topics) == (1, 1)
    assert first.coherence == pytest.approx(1)
    assert first.before is None
    assert first.after == pytest.approx(0.5) == second.before
    whole = meanings([both], curve(TWO), vectors)[0]
    assert (whole.topics, whole.shifts) == (2, (99,))
    (finding,) = spanning([first, whole])
    assert (finding.kind, finding.chunk, finding.span) == ("several_topics", 1, (98, 99))
    assert finding.sentence == "The chunk seems to hold 2 topics: what it is about shifts here."
    # Of 210 pairs 45 and 55 are alike, 110 lie 60 degrees apart.
    assert whole.coherence == pytest.approx((100 + 110 * 0.5) / 210)


def test_a_shift_at_the_edge_of_a_chunk_is_not_inside_it():
    vectors = directions(*[0] * 21)
    assert meanings([Chunk(90, 209, END)], curve(TWO), vectors)[0].topics == 1, "one sentence of the other topic"
    assert meanings([Chunk(80, 209, END)], curve(TWO), vectors)[0].topics == 2


def test_a_chunk_that_holds_the_middle_of_no_sentence_has_no_numbers():
    found = meanings([Chunk(0, 2, END), Chunk(2, 209, END)], curve(TWO), directions(*[0] * 21))
    assert found[0] == (1, (), None, None, None)
    assert found[1].before is None
    assert meanings([], curve(TWO), directions(*[0] * 21)) == []
    alone = meanings([Chunk(0, 9, END)], curve(TWO), directions(*[0] * 21))[0]
    assert alone.coherence is None


JUMPS = [0.2, 0.8] * 15


@pytest.mark.parametrize(
    ("distances", "blocks", "kind", "words"),
    [
        ([], [], "short", "With 1 sentence there"),
        ([0.5] * 5, [], "short", "With 6 sentences there"),
        ([0.3] * 20, [], "flat", "similarity is 0.70 give or take 0.00"),
        ([0.3, 0.31] * 10, [], "flat", "give or take 0.01"),
        (TWO, [], "clear", "dips clearly at 1 of 20 gaps, down to 0.10 where the mean is 0.77"),
        ([*JUMPS[:-1], 0.95, 0.2, 0.2], [], "noisy", "gaps are dips deeper"),
        (TWO, [20, 100, 150], "structured", "1 in all, 100% lie"),
        (TWO, [20, 40, 170], "clear", "Its 3 headings, messages or pages do not mark them."),
        (TWO, [100], "clear", "dips clearly at 1 of 20"),
        (TWO, list(range(10, 210, 20)), "clear", "do not mark them"),  # near every gap: that one is at the dip says nothing
    ],
)
def test_advice_follows_the_curve(distances, blocks, kind, words):
    document = Document("x" * 400, blocks=tuple(Block("heading", place, place + 5, 1) for place in blocks))
    found = advice(curve(distances), document)
    assert found.kind == kind
    assert words in found.sentence


def test_advice_names_the_strategies_that_declare_themselves_good_for_drift(monkeypatch):
    document = Document("x" * 400)
    assert "“Semantic”" in advice(curve(TWO), document).sentence
    monkeypatch.setattr(strategies.get("semantic"), "good_for", ())
    assert "“Semantic”" not in advice(curve(TWO), document).sentence


@pytest.mark.parametrize(
    ("topics", "sentences", "words"),
    [
        ([1, 1], 11, "A text of 11 sentences is too short to tell whether a chunk spans two topics."),
        ([1, 1], 12, "No chunk spans two topics, as far as the curve shows."),
        ([1, 2], 12, "1 chunk spans more than one topic: the tab Findings has its place."),
        ([3, 2], 12, "2 chunks span more than one topic: the tab Findings has their places."),
    ],
)
def test_how_many_chunks_span_topics(topics, sentences, words):
    assert spanning_words([Meaning(count, (), None, None, None) for count in topics], sentences) == words
