"""Laying chunks back onto their document."""

from __future__ import annotations

import re
import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chunkviz
from chunkviz.imported.locate import Located, locate
from chunkviz.imported.normalized_text import Squeezed
from chunkviz.span import Span
from chunkviz.strategies.recursive import Recursive

SAMPLES = Path(__file__).parents[2] / "sample_docs"


def spans(text, chunks):
    return [None if one.span is None else tuple(one.span) for one in locate(text, chunks)]


def test_exact_places_by_hand():
    text = "The harbour opens at nine. Boats pay ten euros.\n\nCanoes pay two."
    found = locate(text, ["The harbour opens at nine. ", "Boats pay ten euros.\n", "\nCanoes pay two."])
    assert found == [Located(Span(0, 27), "exact"), Located(Span(27, 48), "exact"), Located(Span(48, 64), "exact")]


def test_up_to_white_space_and_unicode_form():
    text = "The  ﬁrst   café\u00a0opens\r\nat nine, or so they say."
    (found,) = locate(text, ["The first cafe\u0301 opens at\nnine, or so they say."])
    assert found == Located(Span(0, len(text)), "normalised")
    assert spans("soft\u00adhyphen and \u200bmore", ["softhyphen and more"]) == [(0, 21)]


def test_repeated_texts_are_placed_in_order():
    assert spans("tick tick tick", ["tick", "tick", "tick"]) == [(0, 4), (5, 9), (10, 14)]
    text = "Closed on Sundays.\n\nThe pier.\n\nClosed on Sundays.\n\nThe quay.\n\nClosed on Sundays."
    assert spans(text, ["Closed on Sundays.", "The quay.", "Closed on Sundays."]) == [(31, 49), (51, 60), (62, 80)]


def test_what_could_stand_at_several_places_is_not_guessed():
    text = "Closed on Sundays. The pier is long. Closed on Sundays. The quay is not. Closed on Sundays."
    (found,) = locate(text, ["Closed on Sundays."])
    assert found == Located(None, why="Its text stands at 3 places, and its neighbours do not tell which is meant.")
    before, _, behind = locate(text, ["The pier is long.", "Closed on Sundays.", "The quay is not."])
    assert (before.span, behind.span) == ((19, 36), (56, 72))
    assert spans(text, ["The pier is long.", "Closed on Sundays.", "The quay is not."])[1] == (37, 55)


def test_headers_put_in_front_are_told_apart():
    text = "# Fees\n\nBoats over ten metres pay fifteen euros a night.\n\n# Hours\n\nThe office opens at nine and closes at five."
    found = locate(
        text,
        [
            "Harbour handbook > Fees\n\nBoats over ten metres pay fifteen euros a night.",
            "Context: about opening hours. The office opens at nine and closes at five.",
            "# Hours\n\nThe office opens at nine and closes at five.",
        ],
    )
    assert found == [
        Located(Span(8, 56), "exact", "Harbour handbook > Fees\n\n"),
        Located(Span(67, 111), "exact", "Context: about opening hours. "),
        Located(Span(58, 111), "exact"),
    ]


def test_what_does_not_stand_there_is_listed():
    text = "Boats over ten metres pay fifteen euros a night, and canoes pay two."
    for chunk in (
        "Ships pay nothing at all in this harbour.",
        "canoes pay three",
    ):
        assert locate(text, [chunk]) == [Located(None, why="Its text does not stand in the document.")]
    assert locate(text, [" \n "]) == [Located(None, why="It holds nothing but white space.")]
    assert locate("", ["x"])[0].span is None
    assert locate(text, []) == []


def test_chunks_in_another_order_are_located_where_they_are_unique():
    text = "One alpha. Two beta. Three gamma. Four delta."
    assert spans(text, ["Four delta.", "One alpha.", "Three gamma."]) == [(34, 45), (0, 10), (21, 33)]


@pytest.mark.parametrize("overlap", [0, 40])
def test_a_splitters_own_chunks_come_back_to_their_places(overlap):
    text = "\n\n".join(
        f"Berth {n} lies at pier {n % 7}.\nIt is closed on Sundays. 猫が好き。 It costs {n % 3} crowns. 👨‍👩‍👧 é"
        for n in range(200)
    )
    chunking = chunkviz.chunk(text, Recursive(size=120, overlap=overlap), "characters")
    chunks = [chunking.text(chunk) for chunk in chunking.chunks]
    assert [one.span for one in locate(text, chunks)] == [chunk.span for chunk in chunking.chunks]
    headed = [f"Berths > Part {n}\n{chunk}" for n, chunk in enumerate(chunks)]
    assert [one.span for one in locate(text, headed) if one.span] == [
        c.span for c, one in zip(chunking.chunks, locate(text, headed), strict=True) if one.span
    ]
    assert sum(one.span is None for one in locate(text, headed)) < 0.05 * len(chunks)


def test_langchains_chunks_are_located():
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    text = "\n\n".join(f"The harbour of town {n} opens at {n % 12}.   It has\t{n} berths." for n in range(300))
    chunks = RecursiveCharacterTextSplitter(chunk_size=90, chunk_overlap=20).split_text(text)
    found = locate(text, chunks)
    assert all(one.how == "exact" and text[slice(*one.span)] == chunk for one, chunk in zip(found, chunks, strict=True))


@settings(max_examples=150, deadline=None)
@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
    | st.text(st.sampled_from("aé\u0301\u0316\u0345ﬁ 한각ᄀ\u1161"), max_size=12)
)
def test_squeezed_is_nfkd_without_what_is_not_seen(text):
    expected = "".join(
        c for c in unicodedata.normalize("NFKD", text) if not c.isspace() and unicodedata.category(c) not in ("Cf", "Cc")
    )
    # where white space or a joiner stood between two marks, squeezing them together may leave them in another order
    assert sorted(Squeezed(text).text) == sorted(expected)
    assert (
        Squeezed(unicodedata.normalize("NFKD", text)).text
        == Squeezed(text).text
        == Squeezed(unicodedata.normalize("NFC", text)).text
    )
    assert len(Squeezed(text).places) == len(Squeezed(text))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(["ab ", "c\n", "猫", "ab", " ", "dé. ", "e\u0301"]), min_size=1, max_size=25), st.randoms())
def test_a_place_that_is_given_is_never_wrong(parts, random):
    text = "".join(parts)
    chunks = [text[a : a + random.randint(1, 9)] for a in sorted(random.randrange(len(text)) for _ in range(4))]
    for chunk, one in zip(chunks, locate(text, chunks), strict=True):
        if one.span is not None:
            assert Squeezed(text[slice(*one.span)]).text.find(Squeezed(chunk[len(one.header) :]).text) >= 0
            assert one.how == "normalised" or text[slice(*one.span)] == chunk[len(one.header) :]


def test_time_grows_with_the_text():
    text = "".join(
        f"Berth {n} lies at pier {n % 977} beside the boat of captain {n * 7919 % 100003}, and is closed on Sundays.\n\n"
        for n in range(25_000)
    )
    chunks = [text[at : at + 1000] for at in range(0, len(text), 1000)]
    began = time.process_time()
    found = locate(text, [f"A header that is not there\n{chunk}" if n % 3 else chunk for n, chunk in enumerate(chunks)])
    assert time.process_time() - began < 15  # 2.4 MB; about 1 s of this process's own time
    right = [one.span and text[slice(*one.span)].strip() == chunk.strip() for chunk, one in zip(chunks, found, strict=True)]
    assert sum(map(bool, right)) > 0.95 * len(chunks)
    assert all(abs(one.span.start - n * 1000) <= 2 for n, one in enumerate(found) if one.span)
    began = time.process_time()
    locate("a" * 300_000, ["a" * 1000] * 300)
    locate("ab " * 100_000, ["ab ab ab"] * 3000 + ["ab ab xx"] * 3000)
    assert time.process_time() - began < 10


MANUAL = (
    "The **idle timeout** is ninety seconds.\n\nStations that sample every minute never reach it at all.\n\n"
    "See [the guide to fees](https://example.com/a/b/c?x=1) for what it costs.\n\n### 4.1 When a request fails\n\n"
    "“Don’t” raise it, they said; it’s not allowed.\n"
)


@pytest.mark.parametrize(
    ("chunk", "place"),
    [
        ("The idle timeout is ninety seconds.\n\nStations that sample every minute never reach it at all.", (0, 97)),
        ("the **idle timeout** is ninety seconds.", (0, 39)),
        ("Stations that sample every minute never reach it at al1.", (41, 97)),
        ("Stations that sample every minute never reach it at all.\n\nSource: page 4 of the manual", (41, 97)),
        ("See the guide to fees for what it costs.", (99, 172)),
        ("\"Don't\" raise it, they said; it's not allowed.", (204, 250)),
        ("### 4.1 WHEN A REQUEST FAILS", (174, 202)),
        ("Stations that sample each minute never reach it at all.", (41, 97)),
    ],
    ids=["marks", "case", "slip", "tail", "link", "quotes", "heading", "word"],
)
def test_an_edited_chunk_is_laid_whole(chunk, place):
    (found,) = locate(MANUAL, [chunk])
    assert (found.span, found.how, found.header) == (Span(*place), "edited", "")
    assert found.why.startswith("It nearly stands there: ")


def test_how_an_edited_chunk_differs_is_said():
    assert locate(MANUAL, ["Stations that sample each minute never reach it at all."])[0].why == (
        "It nearly stands there: “each” instead of “every”."
    )
    assert locate(MANUAL, ["Stations that sample minute never reach it at all. Never."])[0].why == (
        "It nearly stands there: it lacks “every”; “Never.” is added."
    )


def test_a_header_before_an_edited_chunk_is_a_header():
    (found,) = locate(MANUAL, ["Manual > Timeouts\n\nThe idle timeout is ninety seconds.\n\nStations that sample every minute"])
    assert (found.span, found.header) == ((0, 74), "Manual > Timeouts\n\n")


def test_edited_texts_that_stand_at_several_places_are_placed_by_their_neighbours_or_not_at_all():
    text = "Closed on Sundays. The pier is long. Closed on Sundays. The quay is not. Closed on Sundays."
    assert spans(text, ["closed on sundays."]) == [None]
    assert spans(text, ["the pier is long.", "closed on sundays.", "the quay is not."])[1] == (37, 55)


def test_a_claim_that_holds_decides_between_repeats():
    text = "Closed on Sundays. The pier is long. Closed on Sundays. The quay is not. Closed on Sundays."
    assert [one.span for one in locate(text, ["Closed on Sundays."] * 2, [73, 37])] == [(73, 91), (37, 55)]
    assert locate(text, ["Closed on Sundays."], [36])[0].span is None  # nothing stands there


EDITS = {
    "stripped of marks": lambda text: re.sub(r"[*_`#>|]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)),
    "lower case": str.lower,
    "straight quotes": lambda text: text.replace("“", '"').replace("”", '"').replace("’", "'"),
    "a slip": lambda text: text[:-10] + "x" + text[-9:],
    "something put after": lambda text: f"{text}\n\nSource: manual, page 4",
    "a word changed": lambda text: re.sub(r"\bthe\b", "a", text, count=2),
    "a header, marks stripped": lambda text: f"Manual > Part\n\n{re.sub(r'[*_`#]', '', text)}",
}


@pytest.mark.parametrize("edit", EDITS)
def test_most_edited_chunks_of_a_manual_come_back_to_their_places(edit):
    document = chunkviz.read(SAMPLES / "manual.md")
    chunking = chunkviz.chunk(document, Recursive(size=256, overlap=32))
    found = locate(document.text, [EDITS[edit](chunking.text(chunk)) for chunk in chunking.chunks])
    right = 0
    for chunk, one in zip(chunking.chunks, found, strict=True):
        if one.span is not None:
            shared = max(0, min(one.span.end, chunk.end) - max(one.span.start, chunk.start))
            right += shared >= 0.9 * (max(one.span.end, chunk.end) - min(one.span.start, chunk.start))
    assert right >= 0.95 * len(found)
