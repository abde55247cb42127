"""What the viewer draws, as data; the drawing itself is tested in tests/browser."""

from __future__ import annotations

import dataclasses
import itertools
import json
import re
from html import unescape

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import chunkviz
from chunkviz import Block, Chunk, Chunking, Document, Span
from chunkviz.cause import END, Cause
from chunkviz.exports.html import html
from chunkviz.strategies.fixed import Fixed
from chunkviz.tokenizer import tokenizers
from chunkviz.viewer import (
    PALETTE,
    DrawnHit,
    Flag,
    Mark,
    Ribbon,
    chunking_data,
    colours,
    document_data,
    moment_data,
    selection,
    style,
)
from chunkviz.viewer.data import chunks_data, numbers, soft_ends, tokens_data
from chunkviz.viewer.outline import outline, pages
from chunkviz.viewer.palette import ON_BLACK, ON_WHITE, PRINTED_LABEL, Tints, custom_properties
from chunkviz.viewer.units import Units


def chunked(text: str | Document, *spans: tuple[int, int], **more: object) -> Chunking:
    """A chunking with just these chunks."""
    document = Document(text) if isinstance(text, str) else text
    chunks = tuple(Chunk(start, end, END, tokens=end - start, **more) for start, end in spans)  # type: ignore[arg-type]
    return Chunking(document, Fixed(), tokenizers.get("characters"), chunks)


# ---- characters and UTF-16 units ----


def test_an_emoji_is_two_units() -> None:
    units = Units("a🙂b\r\n𝒳日")  # a 0, 🙂 1-2, b 3, CR 4, LF 5, 𝒳 6-7, 日 8
    assert units.to_units([0, 1, 2, 3, 4, 5, 6, 7]).tolist() == [0, 1, 3, 4, 5, 6, 8, 9]
    assert units.to_characters([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).tolist() == [0, 1, 1, 2, 3, 4, 5, 5, 6, 7]


@given(st.text(st.characters(min_codepoint=1, exclude_categories=["Cs"]), max_size=40))
def test_units_are_what_utf_16_has(text: str) -> None:
    positions = list(range(len(text) + 1))
    expected = [len(text[:position].encode("utf-16-le")) // 2 for position in positions]
    units = Units(text)
    assert units.to_units(positions).tolist() == expected
    assert units.to_characters(expected).tolist() == positions


def test_positions_leave_in_units_and_come_back_in_characters() -> None:
    text = "👍 first. 👍 second."  # "first." is characters 2-8, units 3-9; the second 👍 is character 9, units 10-11
    chunking = chunked(text, (0, 8), (9, 18))
    columns = chunks_data(chunking)["columns"]
    assert numbers(columns["start"]) == [0, 10]
    assert numbers(columns["end"]) == [9, 20]
    assert numbers(columns["characters"]) == [8, 9]
    picked = {"document": chunking.document.id, "chunk": 1, "start": 10, "end": 20, "span": [3, 12]}
    assert selection(picked, chunking) == (1, Span(2, 10))


# ---- the document ----


def test_the_text_arrives_as_it_is() -> None:
    text = "CRLF\r\n🙂\x00\u2028"
    data = document_data(Document(text, name="a.txt", kind="text"))
    assert (data["text"], data["name"], data["fixed"]) == (text, "a.txt", False)
    assert json.loads(json.dumps(data)) == data


def test_the_outline_nests_sections_and_symbols() -> None:
    text = "# One\nx\n## Two\ny\n# Three\nz\n"
    blocks = (
        Block("heading", 0, 6, 1, {"title": "One"}),
        Block("heading", 8, 15, 2),
        Block("heading", 17, 25, 1, {"title": "Three"}),
        Block("function", 25, 27, 0, {"name": "z"}),
    )
    document = Document(text, blocks=blocks)
    assert outline(document) == [(0, 17, "One"), (8, 17, "Two"), (17, 27, "Three"), (25, 27, "z")]


def test_pages_have_their_numbers() -> None:
    blocks = (Block("page", 0, 3, attributes={"number": 7}), Block("page", 3, 6))
    assert pages(Document("abcdef", blocks=blocks)) == [(0, "Page 7"), (3, "Page 2")]


def test_tokens_are_told_by_their_ends_each_place_once() -> None:
    document = Document("Hi 🙂")
    data = tokens_data(document, tokenizers.get("cl100k_base"))  # "Hi", then three tokens for " 🙂" that share its end
    assert numbers(data["end"])[0] == 2
    assert numbers(data["end"])[-1] == 5
    assert sorted(set(numbers(data["end"]))) == numbers(data["end"])
    assert data["all"] == len(tokenizers.get("cl100k_base").spans(document.text)[0])


# ---- the chunks ----


def test_sentences_that_many_chunks_share_stand_once() -> None:
    cause = Cause("size", "The next word would have made {would} of {size} tokens.", {"would": 12, "size": 10})
    other = Cause("size", "The next word would have made {would} of {size} tokens.", {"would": 11, "size": 10})
    base = chunked("abcdef", (0, 2), (2, 4), (4, 6))
    chunks = [dataclasses.replace(chunk, cause=why) for chunk, why in zip(base.chunks, (cause, other, cause), strict=True)]
    data = chunks_data(dataclasses.replace(base, chunks=tuple(chunks)))
    said = [data["texts"][row] for row in numbers(data["columns"]["causes"])]
    assert said == [
        "The next word would have made 12 of 10 tokens.",
        "The next word would have made 11 of 10 tokens.",
        "The next word would have made 12 of 10 tokens.",
    ]
    assert len(data["texts"]) == 3  # the empty one and two sentences


def test_context_added_text_and_parents() -> None:
    base = chunked("Head\nbody one body two", (5, 14), (14, 22))
    first = dataclasses.replace(base.chunks[0], context=(Span(0, 4),), parent=Span(5, 22))
    second = dataclasses.replace(base.chunks[1], context=(Span(0, 4), Span(5, 9)), added="By a model.", parent=Span(5, 22))
    data = chunks_data(dataclasses.replace(base, chunks=(first, second)))
    assert numbers(data["context"]["chunk"]) == [0, 1, 1]
    assert numbers(data["context"]["start"]) == [0, 0, 5]
    assert numbers(data["context"]["end"]) == [4, 4, 9]
    assert [data["texts"][row] for row in numbers(data["columns"]["added"])] == ["", "By a model."]
    assert numbers(data["columns"]["parent"]) == [0, 0]
    assert (numbers(data["parents"]["start"]), numbers(data["parents"]["end"])) == ([5], [22])


def test_the_id_changes_with_what_is_drawn() -> None:
    one = chunks_data(chunked("abcdef", (0, 3), (3, 6)))
    assert one["id"] == chunks_data(chunked("abcdef", (0, 3), (3, 6)))["id"]
    assert one["id"] != chunks_data(chunked("abcdef", (0, 2), (2, 6)))["id"]
    assert one["id"] != chunks_data(chunked("abcdef", (0, 3), (3, 6)), read_to=[2, 6])["id"]


def test_no_chunks_at_all() -> None:
    data = chunking_data(chunked("  \n"))
    assert data["chunks"]["count"] == 0
    assert numbers(data["chunks"]["columns"]["start"]) == []


def test_the_moment_is_converted_too() -> None:
    document = Document("🙂🙂 answer here")  # every position after the emoji is two units further
    data = moment_data(
        document,
        hits=[DrawnHit(Span(3, 9), 1, 0.71, "near")],
        marks=[Mark(Span(3, 9), "What?"), Mark(Span(10, 14), kind="sentence", value=0.5)],
        flags=[Flag(Span(10, 14), "It begins with a connective.")],
        ribbon=Ribbon([3, 10], [0.2, 0.75], 0.42, [3]),
        goto=Span(3, 9),
        only=[np.int64(2)],
    )
    assert (numbers(data["hits"]["start"]), numbers(data["hits"]["end"])) == ([5], [11])
    assert data["hits"]["score"] == [0.71]
    assert (numbers(data["marks"]["start"]), data["marks"]["value"]) == ([5, 12], [None, 0.5])
    assert numbers(data["flags"]["start"]) == [12]
    assert (numbers(data["ribbon"]["at"]), numbers(data["ribbon"]["cut"])) == ([5, 12], [5])
    assert data["goto"] == [5, 11]
    assert json.loads(json.dumps(data)) == data


def test_150_000_chunks_of_10_mb() -> None:
    text = "x" * 10_000_000
    causes = [Cause("size", "It would have made {would} tokens.", {"would": would}) for would in range(300)]
    chunks = tuple(Chunk(i * 66, min(len(text), i * 66 + 70), causes[i % 300], tokens=20) for i in range(150_000))
    chunking = Chunking(Document(text), Fixed(), tokenizers.get("characters"), chunks)
    data = chunks_data(chunking)
    assert data["count"] == 150_000
    assert len(data["texts"]) == 301  # the empty one and 300 sentences


# ---- colours ----


def test_neighbours_differ_and_follow_the_numbers() -> None:
    row = chunked("x" * 100, *((i, i + 1) for i in range(100)))
    assert colours(row.chunks).tolist() == [i % 6 for i in range(100)]


def test_short_chunks_inside_a_long_one_differ_from_it_and_from_each_other() -> None:
    chunks = chunked("x" * 60, (0, 60), *((i * 5, i * 5 + 5) for i in range(12))).chunks
    found = colours(chunks).tolist()
    assert all(colour != found[0] for colour in found[1:])
    assert all(one != two for one, two in itertools.pairwise(found))


@example([(0, 4), (1, 1), (1, 3), (1, 3), (1, 3), (1, 3), (2, 1), (2, 1), (4, 1)])  # the long one ends after those between
@given(st.lists(st.tuples(st.integers(0, 60), st.integers(1, 25)), max_size=25))
def test_chunks_that_touch_never_share_a_colour_while_there_are_enough(spans: list[tuple[int, int]]) -> None:
    chunks = chunked("x" * 100, *((start, start + size) for start, size in sorted(spans))).chunks
    found = colours(chunks).tolist()
    for i, chunk in enumerate(chunks):
        near = [j for j in range(i) if chunks[j].end >= chunk.start]
        if len(near) < len(PALETTE):
            assert all(found[j] != found[i] for j in near)


# Machado, Oliveira and Fernandes (2009), full severity, on linear RGB.
_SIGHT = {
    "normal": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "red-blind": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "green-blind": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "blue-blind": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


@pytest.mark.parametrize("sight", _SIGHT)
@pytest.mark.parametrize(("share", "paper"), [(ON_WHITE.tint, (255, 255, 255)), (ON_BLACK.tint, (18, 21, 28))])
def test_neighbours_are_told_apart_with_any_colour_vision(sight: str, share: float, paper: tuple[int, int, int]) -> None:
    tints = [np.array([int(c[i : i + 2], 16) for i in (1, 3, 5)]) * share + np.array(paper) * (1 - share) for c in PALETTE]
    seen = [_lab(np.array(_SIGHT[sight]) @ _linear(tint / 255)) for tint in tints]
    assert all(np.linalg.norm(one - two) > 15 for one, two in itertools.pairwise([*seen, seen[0]]))


@pytest.mark.parametrize(
    ("tints", "ink", "paper"), [(ON_WHITE, (29, 36, 51), (255, 255, 255)), (ON_BLACK, (230, 233, 240), (18, 21, 28))]
)
def test_the_bar_where_a_chunk_begins_is_seen_on_the_paper(tints: Tints, ink: tuple[int, ...], paper: tuple[int, ...]) -> None:
    weights = [0.2126, 0.7152, 0.0722]
    for colour in PALETTE:
        mixed = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) * tints.edge + np.array(ink) * (1 - tints.edge)
        dark, light = sorted(float(_linear(np.array(one) / 255) @ weights) for one in (mixed, paper))
        assert (light + 0.05) / (dark + 0.05) >= 3  # WCAG 2, graphics


def _contrast(one: np.ndarray, two: np.ndarray) -> float:
    """WCAG 2: (lighter + 0.05) / (darker + 0.05), by relative luminance."""
    dark, light = sorted(float(_linear(rgb / 255) @ [0.2126, 0.7152, 0.0722]) for rgb in (one, two))
    return (light + 0.05) / (dark + 0.05)


def _mixed(colour: str, share: float, rest: tuple[int, ...]) -> np.ndarray:
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) * share + np.array(rest) * (1 - share)


@pytest.mark.parametrize(
    ("tints", "ink", "paper"), [(ON_WHITE, (29, 36, 51), (255, 255, 255)), (ON_BLACK, (230, 233, 240), (18, 21, 28))]
)
def test_the_number_of_a_chunk_is_read_on_the_paper(tints: Tints, ink: tuple[int, ...], paper: tuple[int, ...]) -> None:
    assert all(_contrast(_mixed(colour, tints.label, ink), np.array(paper)) >= 4.5 for colour in PALETTE)  # WCAG 2, text


def test_the_number_of_a_chunk_is_read_on_a_printed_page() -> None:
    assert all(_contrast(_mixed(colour, PRINTED_LABEL, (0, 0, 0)), np.array([255, 255, 255])) >= 4.5 for colour in PALETTE)


@pytest.mark.parametrize("sight", ["normal", "red-blind", "green-blind", "blue-blind", "grey"])
@pytest.mark.parametrize(
    ("tints", "ink", "paper"), [(ON_WHITE, (29, 36, 51), (255, 255, 255)), (ON_BLACK, (230, 233, 240), (18, 21, 28))]
)
def test_the_bar_parts_neighbours_in_every_sight_and_in_a_grey_print(
    sight: str, tints: Tints, ink: tuple[int, ...], paper: tuple[int, ...]
) -> None:
    """The bar between two chunks stands 3 : 1 against the tint of either, which is what parts them in a grey print."""
    matrix = np.array([[0.2126, 0.7152, 0.0722]] * 3 if sight == "grey" else _SIGHT[sight])

    def seen(mixed: np.ndarray) -> float:
        return float((matrix @ _linear(mixed / 255)).clip(0, 1) @ [0.2126, 0.7152, 0.0722])

    for before, after in itertools.pairwise([*PALETTE, PALETTE[0]]):
        bar = seen(_mixed(after, tints.edge, ink))
        for tint in (before, after):
            dark, light = sorted((bar, seen(_mixed(tint, tints.tint, paper))))
            assert (light + 0.05) / (dark + 0.05) >= 3


def test_tints_and_widths_are_declared_once_for_the_text_and_the_page() -> None:
    properties = custom_properties()
    light, dark = properties.splitlines()
    assert light.startswith(".viewer { --c0: #56b4e9; ")
    assert "--stripe-width: 6px; --edge-width: 3px; --bar-width: 4px; --tint: 22%; --stripe: 38%; " in light
    assert dark.startswith(".viewer.dark { --tint: 24%; --stripe: 27%; ")
    sheet = style("component")
    assert sheet.startswith(properties)
    assert not re.search(
        r"--(tint|stripe|edge|label|found|hovered|selected|\w+-width): *[\d.]+(px|%)",
        sheet.removeprefix(properties).replace("--edge-width: 2px", ""),
    )


def _linear(rgb: np.ndarray) -> np.ndarray:
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def _lab(linear: np.ndarray) -> np.ndarray:
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ linear.clip(0, 1)
    x, y, z = np.cbrt(xyz / [0.9505, 1, 1.089])
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


# ---- what was selected ----


def test_a_selected_chunk_stays_in_its_place_when_the_chunks_change() -> None:
    before = chunked("x" * 30, (0, 10), (8, 20), (18, 30))
    picked = {"document": before.document.id, "chunk": 1, "start": 8, "end": 20, "span": None}
    assert selection(picked, before).chunk == 1
    assert selection(picked, chunked("x" * 30, (0, 5), (5, 12), (10, 30))).chunk == 1  # (5, 12) holds character 8
    assert selection(picked, chunked("x" * 30, (0, 30))).chunk == 0
    assert selection(picked, chunked("x" * 30, (0, 25), (2, 4))).chunk == 0  # the last to begin before 8 does not hold it
    assert selection(picked, chunked("x" * 30, (20, 30))).chunk is None


def test_a_selection_of_another_document_is_none() -> None:
    chunking = chunked("abc", (0, 3))
    assert selection({"document": "other", "chunk": 0, "start": 0, "end": 3, "span": [0, 1]}, chunking) == (None, None)
    assert selection(None, chunking) == (None, None)


# ---- the page ----


def test_a_page_carries_hostile_text_as_data_only() -> None:
    text = "</script><img src=x onerror=alert(1)> & <!-- \u2028 \u2029 ]]> ${x}"
    page = html(chunked(Document(text, name="<b>\"'&.txt"), (0, len(text))))
    assert page.count("</script>") == 2
    assert "<img" not in page
    carried = re.search(r'id="chunkviz-data">(.*?)</script>', page, re.DOTALL)
    assert carried
    assert not set("<>&\u2028\u2029") & set(carried[1])
    assert json.loads(carried[1])["document"]["text"] == text
    assert "<title>&lt;b&gt;&quot;&#x27;&amp;.txt" in page


def test_a_page_asks_nothing_of_anyone() -> None:
    page = html(chunked("abc", (0, 3)))
    assert "default-src 'none'" in page
    assert not re.search(r"""(src|href)\s*=|@import|url\(|\bfetch\(|https?://(?!www\.w3\.org/2000/svg)""", page)


def test_a_large_page_leaves_the_tokens_out() -> None:
    def tokens(page: str) -> object:
        return json.loads(re.search(r'id="chunkviz-data">(.*?)</script>', page, re.DOTALL)[1])["tokens"]  # type: ignore[index]

    assert tokens(html(chunked("x" * 1_000_001, (0, 1_000_001)))) is None
    assert tokens(html(chunked("abc", (0, 3)))) is not None


def test_a_notebook_shows_the_page_in_a_frame_of_its_own() -> None:
    chunking = chunkviz.chunk('Quotes " and <b>tags</b> & all.', Fixed(size=5, overlap=0))
    shown = chunking._repr_html_()
    frame = re.fullmatch(r'<iframe sandbox="allow-scripts" .*? srcdoc="([^"]*)"></iframe>', shown, re.DOTALL)
    assert frame
    assert unescape(frame[1]) == html(chunking)


def test_line_ends_inside_a_markdown_paragraph_are_soft() -> None:
    text = "# A\n\nOne two\nthree.  \nFour\\\nfive\r\n six.\n\n- item\n  goes on\n- other\n\n> quoted\n> text\n\n```\na\nb\n```\n"
    document = chunkviz.read(text.encode(), name="a.md")
    assert [text[span.start - 3 : span.end + 4] for span in soft_ends(document)] == ["two\nthre", "ive\r\n six.", "tem\n  goes"]
    assert soft_ends(Document(text, "a.txt", "text")) == []
