"""Retrieval patterns: each by hand on vectors one can see, and on the sample where plain retrieval fails."""

from __future__ import annotations

import dataclasses
import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from six_pieces import HALVES, PIECES, SIX, Angles, cut, search_in, texts
from tiny_embedder import Tiny

import chunkviz
from chunkviz.cause import END
from chunkviz.chunk import Chunk
from chunkviz.chunking import Chunking
from chunkviz.errors import ChunkvizError
from chunkviz.index import About, Store
from chunkviz.pattern import Search, patterns, retrieve
from chunkviz.patterns.auto_merging import AutoMerging
from chunkviz.patterns.contextual_header import ContextualHeader
from chunkviz.patterns.hybrid import Hybrid
from chunkviz.patterns.late_chunking import LateChunking, late_vectors
from chunkviz.patterns.maximal_marginal_relevance import MaximalMarginalRelevance
from chunkviz.patterns.parent_document import ParentDocument
from chunkviz.patterns.plain import Plain
from chunkviz.patterns.sentence_window import SentenceWindow
from chunkviz.patterns.without_overlap import WithoutOverlap
from chunkviz.search.exact_index import ExactIndex
from chunkviz.search.record import Record, records_of
from chunkviz.span import Span, intersection, length
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.parent_child import ParentChild
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategies.sentence_window import SentenceWindow as SentenceChunks
from chunkviz.tokenizer import tokenizers

SAMPLES = Path(__file__).parents[2] / "sample_docs"


def test_plain_by_hand():
    passages = retrieve("@12", search_in(cut(SIX, *PIECES), Angles()), Plain(), 3)
    assert texts(passages) == ["b @10", "c @20", "a @0"]  # 2, 8 and 12 degrees away
    assert [round(passage.score, 4) for passage in passages] == [0.9994, 0.9903, 0.9781]
    assert [passage.rank for passage in passages] == [1, 2, 3]
    assert passages[0].place == ("a.txt", 5, 10)
    assert SIX[slice(*passages[0].span)] == passages[0].text


def test_parent_document_by_hand():
    search = search_in(cut(SIX, *PIECES, parents=HALVES), Angles())
    one, two = retrieve("@12", search, ParentDocument(children=2), 2)
    assert one.text == "a @0 b @10 c @20"
    assert [hit.rank for hit in one.hits] == [1, 2, 3]
    assert [hit.record.own for hit in two.hits] == ["d @80"]
    assert one.score == one.hits[0].score
    assert len(retrieve("@12", search, ParentDocument(children=1), 1)) == 1


def test_auto_merging_by_hand():
    search = search_in(cut(SIX, *PIECES, parents=HALVES), Angles())
    # four hits: b, c, a, d. Three of the first parent's three children, one of the second's three.
    passages = retrieve("@12", search, AutoMerging(share=0.5, children=2), 2)
    assert texts(passages) == [SIX[slice(*HALVES[0])], "d @80"]
    assert passages[0].why == "3 of its 3 chunks were found, so all of it is returned."
    assert texts(retrieve("@12", search, AutoMerging(share=1.0, children=2), 2)) == ["b @10", "c @20"]
    assert texts(retrieve("@12", search, AutoMerging(share=0.6, children=1), 2)) == [SIX[slice(*HALVES[0])]]  # 2 of 3


def test_maximal_marginal_relevance_by_hand():
    text = "a @0 b @2 c @4 d @50"
    search = search_in(cut(text, "a @0", "b @2", "c @4", "d @50"), Angles())
    assert texts(retrieve("@10", search, Plain(), 2)) == ["c @4", "b @2"]
    # after c: b has .5 cos 8° - .5 cos 2° = -0.004, a .5 cos 10° - .5 cos 4° = -0.006, d .5 cos 40° - .5 cos 46° = 0.036
    assert texts(retrieve("@10", search, MaximalMarginalRelevance(balance=0.5), 2)) == ["c @4", "d @50"]
    assert texts(retrieve("@10", search, MaximalMarginalRelevance(balance=1.0), 4)) == texts(retrieve("@10", search, Plain(), 4))


def test_without_overlap_by_hand():
    text = "one two three four five @0 six"
    chunking = cut(text, "one two three four", "two three four five", "five @0 six")
    vectors = Angles().encode(["@0", "@5", "@30"])
    search = Search(ExactIndex(records_of(chunking), vectors), Angles(), {chunking.document.id: chunking})
    assert texts(retrieve("@0", search, Plain(), 2)) == ["one two three four", "two three four five"]
    # the second chunk has 5 of 19 characters that are new (" five")
    assert texts(retrieve("@0", search, WithoutOverlap(least=0.3), 2)) == ["one two three four", "five @0 six"]
    passages = retrieve("@0", search, WithoutOverlap(least=0.2), 3)
    assert texts(passages) == ["one two three four", " five", " @0 six"]
    assert passages[1].why == "5 of its 19 characters are new; the rest is in a passage above."


def test_hybrid_by_hand():
    text = "error E-1042 @90 ship @10 boat @5 quay @20"
    pieces = ("error E-1042 @90", "ship @10", "boat @5", "quay @20")
    search = search_in(cut(text, *pieces), Angles())
    assert texts(retrieve("what is E-1042 @0", search, Plain(), 1)) == ["boat @5"]
    passages = retrieve("what is E-1042 @0", search, Hybrid(), 4)
    # by meaning: boat 1, ship 2, quay 3, error 4; by words: error alone. 1/64 + 1/61 against 1/61
    assert texts(passages)[:2] == ["error E-1042 @90", "boat @5"]
    assert passages[0].score == pytest.approx(1 / 64 + 1 / 61)
    assert [passage.why for passage in passages[:2]] == ["Rank 4 by meaning, rank 1 by words.", "Rank 1 by meaning."]
    assert texts(retrieve("what is E-1042 @0", search, Hybrid(pool=1), 2)) == ["boat @5", "error E-1042 @90"]
    assert texts(retrieve("nothing known here @0", search, Hybrid(), 1)) == ["boat @5"]


def test_hybrid_counts_only_what_the_filter_lets_through():
    chunking = cut("error @90 error @80 boat @5", "error @90", "error @80", "boat @5")
    search = dataclasses.replace(search_in(chunking, Angles()), where={"chunk_index": {"$gt": 0}})
    assert set(texts(retrieve("error @0", search, Hybrid(), 5))) == {"error @80", "boat @5"}


def test_sentence_window_by_hand():
    text = "Ana ran. Bo sat. It rained. Dr. Bly came by. They left. The end."
    chunking = chunkviz.chunk(chunkviz.Document(text, "a.txt"), SentenceChunks(window=1), "words")
    assert [chunking.text(chunk) for chunk in chunking.chunks] == [
        "Ana ran.",
        "Bo sat.",
        "It rained.",
        "Dr. Bly came by.",
        "They left.",
        "The end.",
    ]
    assert [text[slice(*chunk.parent)] for chunk in chunking.chunks[:2]] == ["Ana ran. Bo sat.", "Ana ran. Bo sat. It rained."]
    search = search_in(chunking, Tiny())
    assert texts(retrieve("When did Dr. Bly come by?", search, SentenceWindow(window=1), 1)) == [
        "It rained. Dr. Bly came by. They left."
    ]
    assert texts(retrieve("ran Bo sat", search, SentenceWindow(window=0), 2)) == ["Bo sat.", "Ana ran."]
    (passage,) = retrieve("ran Bo sat", search, SentenceWindow(window=1), 2)  # windows that overlap are one passage
    assert (passage.text, [hit.rank for hit in passage.hits]) == ("Ana ran. Bo sat. It rained.", [1, 2])


def test_late_vectors_by_hand():
    embedder = Tiny()
    text = "the pier is long. it is old. a boat lies there."
    chunking = cut(text, "the pier is long.", "it is old.", "a boat lies there.")
    vectors, _, _ = embedder.token_vectors(text)
    for got, (first, last) in zip(late_vectors(chunking, embedder), [(0, 4), (4, 7), (7, 11)], strict=True):
        mean = vectors[first:last].mean(axis=0)
        assert np.allclose(got, mean / np.linalg.norm(mean), atol=1e-6)


@pytest.mark.parametrize("overlap", [0.0, 0.3, 0.5, 0.9])
def test_late_vectors_count_each_token_once_however_many_windows_show_it(overlap):
    class Short(Tiny):
        reach = 30

        def token_vectors(self, text):
            vectors, starts, ends = super().token_vectors(text)
            return vectors[: self.reach], starts[: self.reach], ends[: self.reach]

    words = [f"w{n}" for n in range(500)]
    document = chunkviz.Document(" ".join(words), "w.txt")
    chunking = chunkviz.chunk(document, Fixed(size=7, overlap=2), "words")
    assert np.allclose(late_vectors(chunking, Short(), overlap), late_vectors(chunking, Tiny(), overlap), atol=1e-5)


def test_late_chunking_needs_vectors_of_tokens():
    class Without(Tiny):
        def token_vectors(self, text):
            return None

    with pytest.raises(ChunkvizError, match="Tiny gives no vectors of single tokens"):
        retrieve("one", search_in(cut("one two", "one"), Without()), LateChunking(), 1)


def test_parent_child_by_hand():
    text = "# Fees\n\nBoats pay ten euros. Canoes pay two.\n\n# Hours\n\nOpen all day."
    chunking = chunkviz.chunk(chunkviz.read(text.encode(), "a.md"), ParentChild(size=4, parent_size=9), "words")
    families = {}
    for chunk in chunking.chunks:
        families.setdefault(text[slice(*chunk.parent)], []).append(chunking.text(chunk))
    assert list(families) == ["# Fees\n\nBoats pay ten euros. Canoes pay two.", "# Hours\n\nOpen all day."]
    assert [" ".join(child for child in family).split() for family in families.values()] == [
        parent.split() for parent in families
    ]
    assert all(chunk.tokens <= 4 for chunk in chunking.chunks)
    assert [chunk.cause.sentence for chunk in chunking.chunks if chunk.cause.kind in ("heading", "end")] == [
        "Heading level 1 “Hours” begins: a new parent.",
        "The text ends here.",
    ]
    with pytest.raises(ChunkvizError, match="parent_size must be at least size; it is 8 and size is 9"):
        ParentChild(size=9, parent_size=8)


def test_parents_are_the_largest_sections_that_fit():
    text = "# A\n\none\n\n## A1\n\n" + "two " * 6 + "\n\n### A1a\n\nthree\n\n## A2\n\nfour\n\n# B\n\n## B1\n\nfive\n"
    chunking = chunkviz.chunk(chunkviz.read(text.encode(), "a.md"), ParentChild(size=5, parent_size=10), "words")
    parents = list(dict.fromkeys(text[slice(*chunk.parent)].split()[1] for chunk in chunking.chunks))
    assert parents == ["A", "A1", "A1a", "A2", "B"]  # A1 with A1a makes 12 words, so each is alone; B takes B1 in


def test_a_text_without_headings_has_parents_as_well():
    text = "\n\n".join(f"Paragraph {n} has a few words." for n in range(30))
    chunking = chunkviz.chunk(text, ParentChild(size=6, parent_size=24), "words")
    assert len({chunk.parent for chunk in chunking.chunks}) == 8  # four paragraphs of six words fit a parent
    assert len(chunking) == 30


# The same patterns on an index alone, with no documents at hand


@pytest.mark.parametrize("made", ["exact", "chroma"])
def test_patterns_on_an_index_without_documents(made):
    text = "# Fees\n\nBoats pay ten euros.\n\nCanoes pay two.\n\n# Hours\n\nOpen all day."
    document = chunkviz.read(text.encode(), "a.md")
    chunking = chunkviz.chunk(document, ParentChild(size=4, parent_size=9), "words")
    embedder = Tiny()
    if made == "exact":
        index = ExactIndex.of(chunking, embedder)
    else:
        index = Store.memory().temporary(About.of(chunking, embedder))
        index.add(records_of(chunking), embedder)
    search = Search(index, embedder)
    with_text = search_in(chunking, embedder)
    for key, cls in patterns.items():
        if cls.documents:
            with pytest.raises(ChunkvizError, match="needs the documents' own text"):
                retrieve("What do canoes pay?", search, cls(), 2)
        else:
            alone, together = (
                retrieve("What do canoes pay?", search, cls(), 2),
                retrieve("What do canoes pay?", with_text, cls(), 2),
            )
            assert [passage.span for passage in alone] == [passage.span for passage in together], key
            assert [text.split() for text in texts(alone)] == [text.split() for text in texts(together)], key


def test_a_collection_made_elsewhere_has_no_places():
    embedder = Tiny()
    search = Search(ExactIndex([Record("x", "boats")], embedder.embed(["boats"])), embedder)
    (passage,) = retrieve("boats", search, Plain(), 3)
    assert (passage.text, passage.span, passage.place) == ("boats", None, None)
    with pytest.raises(ChunkvizError, match="needs to know where chunks stand"):
        retrieve("boats", search, ParentDocument(), 3)
    with pytest.raises(ChunkvizError, match="The question is empty"):
        retrieve("  ", search, Plain(), 3)


def test_every_pattern_has_a_lesson_and_finds_nothing_in_nothing():
    chunking = chunkviz.chunk("", Fixed(), "words")
    for key, cls in patterns.items():
        assert len(cls.__doc__) > 300, key
        assert retrieve("anything", search_in(chunking, Tiny()), cls(), 3) == [], key


def test_the_header_is_embedded_and_not_returned():
    text = "# Fees\n\nIt costs ten.\n\n# Hours\n\nIt opens at nine."
    document = chunkviz.read(text.encode(), "a.md")
    pieces = ("It costs ten.", "It opens at nine.")
    chunks = [Chunk(text.index(piece), text.index(piece) + len(piece), END, tokens=3) for piece in pieces]
    search = search_in(Chunking(document, Fixed(), tokenizers.get("words"), tuple(chunks)), Tiny(dimension=4096))
    on, off = (retrieve("what are the fees", search, ContextualHeader(header=header), 1)[0] for header in (True, False))
    assert on.text == "It costs ten."
    assert on.score > off.score + 0.1


# On the samples, with the packaged model: what plain retrieval does not find, and the pattern does


@cache
def sample(name, strategy):
    from chunkviz.embedder import embedder_for

    document = chunkviz.read(SAMPLES / name)
    chunking = chunkviz.chunk(document, strategy, "all-MiniLM-L6-v2")
    return search_in(chunking, embedder_for("all-MiniLM-L6-v2"))


def share_found(name, strategy, question, pattern, k=3):
    """How much of the question's answer is in the passages, from 0 to 1."""
    search = sample(name, strategy)
    (chunking,) = search.chunkings.values()
    text = chunking.document.text
    (entry,) = [
        entry for entry in json.loads((SAMPLES / "questions" / f"{name}.json").read_text()) if entry["question"] == question
    ]
    quotes = [answer if isinstance(answer, str) else answer["quote"] for answer in entry["answers"]]
    answers = [Span(text.index(quote), text.index(quote) + len(quote)) for quote in quotes]
    return length(intersection([passage.span for passage in retrieve(question, search, pattern, k)], answers)) / length(answers)


SMALL = ParentChild(size=64, parent_size=512)
LESSONS = [
    ("dosage.txt", SMALL, "Below which pulse should adults stop taking Velorin?", ParentDocument()),
    ("dosage.txt", SentenceChunks(), "What is the largest amount an adult may take in twenty-four hours?", SentenceWindow()),
    ("dosage.txt", SMALL, "What is the usual single dose of Velorin for an adult?", AutoMerging()),
    ("manual.md", Recursive(size=128, overlap=0), "Which timeout does not count as a failure when it expires?", Hybrid()),
    (
        "dosage.txt",
        Recursive(size=128, overlap=0),
        "Below which pulse should adults stop taking Velorin?",
        MaximalMarginalRelevance(),
    ),
    ("dosage.txt", Fixed(size=128, overlap=96), "What is the maximum dose for a three-year-old child?", WithoutOverlap()),
    ("refunds.md", Fixed(size=96, overlap=0), "When is a saver ticket refunded in full?", ContextualHeader()),
    ("dosage.txt", Recursive(size=128, overlap=0), "What is the usual single dose of Velorin for an adult?", LateChunking()),
]


@pytest.mark.model
@pytest.mark.parametrize(("name", "strategy", "question", "pattern"), LESSONS, ids=[lesson[3].key for lesson in LESSONS])
def test_the_sample_where_plain_fails(name, strategy, question, pattern):
    assert share_found(name, strategy, question, Plain()) < 0.5
    assert share_found(name, strategy, question, pattern) == 1


@pytest.mark.model
def test_late_chunking_knows_which_city():
    """The example of the paper: three sentences about Berlin, of which only the first says so."""
    from chunkviz.embedder import embedder_for

    text = (
        "Berlin is the capital and largest city of Germany. Its more than 3.85 million inhabitants "
        "make it the European Union's most populous city. The city is also one of the states of "
        "Germany."
    )
    search = search_in(chunkviz.chunk(text, SentenceChunks(), "all-MiniLM-L6-v2"), embedder_for("all-MiniLM-L6-v2"))
    plain, late = (
        [passage.score for passage in sorted(retrieve("Berlin population", search, pattern, 3), key=lambda p: p.span)]
        for pattern in (Plain(), LateChunking())
    )
    assert late[1] > plain[1] + 0.2
    assert late[2] > plain[2] + 0.2
    assert max(late) - min(late) < 0.3 * (max(plain) - min(plain))
