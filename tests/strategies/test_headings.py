"""Sections as chunks: small texts checked by eye, parity with LangChain's splitter and its listed differences."""

import random

import pytest

import chunkviz
from chunkviz.strategies.headings import Headings


def cut(text, name="a.md", tokenizer="words", **settings):
    return chunkviz.chunk(chunkviz.read(text.encode(), name), Headings(**settings), tokenizer)


def texts(text, **settings):
    chunking = cut(text, **settings)
    return [chunking.text(chunk) for chunk in chunking.chunks]


def contexts(text, **settings):
    chunking = cut(text, **settings)
    return [[text[a:b] for a, b in chunk.context] for chunk in chunking.chunks]


PORT = (
    "Preface.\n\n# Harbour\n\nOpen all year.\n\n## Fees\n\n### Summer\n\n20 euros.\n\n### Winter\n\n10 euros.\n\n"
    "## Rules\n\nNo swimming.\n\n# Town\n"
)


def test_one_chunk_for_each_section_with_the_headings_above_it():
    assert texts(PORT) == [
        "Preface.",
        "# Harbour\n\nOpen all year.",
        "## Fees\n\n### Summer\n\n20 euros.",  # a bare heading goes with the section below it
        "### Winter\n\n10 euros.",
        "## Rules\n\nNo swimming.",
        "# Town",
    ]
    assert contexts(PORT) == [[], [], ["# Harbour"], ["# Harbour", "## Fees"], ["# Harbour"], []]
    chunks = cut(PORT).chunks
    assert [chunk.cause.sentence for chunk in chunks] == [
        "Heading level 1 “Harbour” begins.",
        "Heading level 2 “Fees” begins.",
        "Heading level 3 “Winter” begins.",
        "Heading level 2 “Rules” begins.",
        "Heading level 1 “Town” begins.",
        "The text ends here.",
    ]
    assert chunks[0].metadata == {}
    assert chunks[2].metadata == {
        "h1": "Harbour",
        "h2": "Fees",
        "h3": "Summer",
        "section_heading": "Summer",
        "section_path": "Harbour > Fees > Summer",
    }
    assert chunks[4].metadata == {"h1": "Harbour", "h2": "Rules", "section_heading": "Rules", "section_path": "Harbour > Rules"}


def test_deeper_headings_are_text_where_levels_says_so():
    assert texts(PORT, levels=1) == [
        "Preface.",
        PORT[PORT.index("# Harbour") : PORT.index("\n\n# Town")],
        "# Town",
    ]


def test_heading_left_out_goes_before_its_chunk():
    assert texts(PORT, heading=False)[1:4] == ["Open all year.", "20 euros.", "10 euros."]
    assert contexts(PORT, heading=False)[1:4] == [
        ["# Harbour"],
        ["# Harbour", "## Fees", "### Summer"],
        ["# Harbour", "## Fees", "### Winter"],
    ]
    # without the headings above, only those that are in no chunk
    assert contexts(PORT, heading=False, path=False)[1:4] == [["# Harbour"], ["## Fees", "### Summer"], ["### Winter"]]
    assert texts(PORT, heading=False)[-1] == "# Town"  # a heading with no text is not lost


def test_path_can_be_left_out():
    assert contexts(PORT, path=False) == [[]] * 6


def test_small_sections_join_siblings_but_no_higher_heading():
    # Words, marks counted: Preface 1, Harbour 5, Fees with Summer 6, Winter 4, Rules 4, Town 2.
    assert texts(PORT, min_size=5) == [
        "Preface.\n\n# Harbour\n\nOpen all year.",  # 1 is too small and joins what follows
        # Winter may not join Rules, a higher heading, and joins Summer; Rules may not join Town, and joins Fees
        "## Fees\n\n### Summer\n\n20 euros.\n\n### Winter\n\n10 euros.\n\n## Rules\n\nNo swimming.",
        "# Town",  # nothing below it, and nothing before it that it may join: sections of level 2
    ]


def test_siblings_that_were_joined_are_named_together():
    text = "# P\n\nIntro is long enough.\n\n## A\n\none\n\n## B\n\ntwo\n"
    joined = cut(text, min_size=4).chunks[1]
    assert text[joined.start : joined.end] == "## A\n\none\n\n## B\n\ntwo"
    assert joined.metadata == {"h1": "P", "section_heading": "A; B", "section_path": "P > A; B"}


def test_nothing_joins_over_the_size():
    text = "# A\n\none two three\n\n# B\n\nfour five six\n"  # 5 words each with the mark
    assert len(texts(text, min_size=6, size=10)) == 1
    assert len(texts(text, min_size=6, size=9)) == 2


def test_a_large_section_is_cut_between_blocks_and_never_behind_a_heading():
    text = (
        "# Rules\n\n"
        + "No swimming here today. " * 4
        + "\n\n- one two\n- three four\n\n```py\nx = 1\n\ny = 2\n```\n\n# Next\n\nEnd.\n"
    )
    assert texts(text, size=10) == [
        "# Rules\n\nNo swimming here today. No swimming here today.",
        "No swimming here today. No swimming here today.",
        "- one two\n- three four",
        "```py\nx = 1\n\ny = 2\n```",
        "# Next\n\nEnd.",
    ]
    chunks = cut(text, size=10).chunks
    assert chunks[0].parent == chunks[3].parent == (0, text.index("\n\n# Next"))
    assert chunks[3].context == ((0, 7),)
    assert chunks[4].parent is None
    assert {chunk.metadata["section_path"] for chunk in chunks[:4]} == {"Rules"}


def test_a_fence_is_never_alone():
    text = "Intro text here.\n\n```python\ndef first():\n    return 1\n\ndef second():\n    return 2\n```\n\nend\n"
    for size in range(6, 14):
        assert not [part for part in texts(text, size=size) if part.startswith("```\n") or part == "```" or part == "```python"]


def test_overlap_stays_inside_a_section():
    text = "# A\n\nOne two. Three four. Five six. Seven eight.\n\n# B\n\nEnd.\n"
    chunks = cut(text, size=6, overlap=2).chunks
    assert [text[c.start : c.end] for c in chunks] == [
        "# A\n\nOne two. Three four.",
        "Three four. Five six. Seven eight.",
        "# B\n\nEnd.",
    ]
    assert [c.overlap.got for c in chunks] == [0, 2, 0]
    assert chunks[2].overlap.why == "A heading begins here: nothing is repeated from the section before."


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("# Top\n\n```python\n# not a heading\nx = 1\n```\n\ntail\n", ["Top"]),
        ("# Top\n\n````md\n```\n# inner\n```\n# still code\n````\n\ntail\n", ["Top"]),
        ("# Top\n\n~~~\n# not a heading\n~~~\n\n## Real\n\nbody\n", ["Top", "Top > Real"]),
        ("Title\n=====\n\nbody\n\nSecond\n------\n\nmore\n", ["Title", "Title > Second"]),
        ("# Harbour #\nbody\n## Fees ##\nmore\n", ["Harbour", "Harbour > Fees"]),
        ("#notaheading\n\ntext\n", [None]),
        ("# Harbour\r\n\r\nbody\r\n\r\n## Fees\r\n\r\nmore\r\n", ["Harbour", "Harbour > Fees"]),
        ("# Top\n\nP one.\n\nP two.\n\n- item\n    - nested\n\n```\n\tif x:\n\t\tpass y\n```\n", ["Top"]),
        ("# Top\n\nintro\n\n```python\nx = 1\n\n## Later\ncritical text\n", ["Top"]),
        ("# Top\n\n> # quoted\n\n- # in an item\n\ntext\n", ["Top"]),
    ],
)
def test_paths_of_awkward_markdown(text, right):
    chunking = cut(text)
    assert [chunk.metadata.get("section_path") for chunk in chunking.chunks] == right
    assert "".join("".join(map(chunking.text, chunking.chunks)).split()) == "".join(text.split())


def test_sections_of_a_page():
    chunking = cut("<h1>Harbour</h1><p>Intro.</p><h2>Fees</h2><p>Fee text.</p>", "a.html")
    assert [(chunking.text(c), c.metadata["section_path"]) for c in chunking.chunks] == [
        ("Harbour\n\nIntro.", "Harbour"),
        ("Fees\n\nFee text.", "Harbour > Fees"),
    ]


def markdown(seed: int, deepest: int) -> str:
    """A document on which MarkdownHeaderTextSplitter is right: ATX headings with different titles, prose, lists, fences."""
    chance = random.Random(seed)
    lines = []
    for i in range(chance.randint(1, 25)):
        kind = chance.random()
        if kind < 0.45:
            level = chance.randint(1, 6)
            lines += ["#" * level + f" Title {i}"] + [f"text {i}"] * (level > deepest)
        elif kind < 0.75:
            lines += ["", f"Paragraph {i}", f"goes on {i}"]
        elif kind < 0.9:
            lines += ["", f"- item {i}", "- more"]
        else:
            lines += ["", "```", "# no heading", "x = 1", "```"]
        lines += [""] * chance.randint(0, 1)
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(100))
def test_same_sections_as_langchain(seed):
    from langchain_text_splitters import MarkdownHeaderTextSplitter

    deepest = seed % 6 + 1
    text = markdown(seed, deepest)
    names = [("#" * level, f"h{level}") for level in range(1, deepest + 1)]
    right = MarkdownHeaderTextSplitter(names, strip_headers=False).split_text(text)
    ours = cut(text, levels=deepest, size=8192)
    assert [" ".join(ours.text(chunk).split()) for chunk in ours.chunks] == [" ".join(d.page_content.split()) for d in right]
    levels = [{key: value for key, value in chunk.metadata.items() if key.startswith("h")} for chunk in ours.chunks]
    assert levels == [document.metadata for document in right]


@pytest.mark.parametrize(
    ("text", "langchain", "ours"),
    [
        ("Title\n=====\n\nbody", [{}], ["Title"]),  # underlined headings
        ("# A #\nbody", [{"h1": "A #"}], ["A"]),  # closing hashes
        ("````\n```\n# code\n````\ntext", [{}, {"h1": "code"}], [None]),  # a fence inside a longer fence
        ("    # code\n\ntext", [{"h1": "code"}], [None]),  # indented code
        ("---\n# a: comment\nb: c\n---\ntext", [{}, {"h1": "a: comment"}], [None]),  # front matter
        ("# A\n\none\n\n# A\n\ntwo", [{"h1": "A"}], ["A", "A"]),  # two sections with the same title stay two
        ("one\n#two\n\n# A\n\nthree", [{"h1": "A"}], [None, "A"]),  # a line that only begins with # is no bare heading
    ],
)
def test_differences_from_langchain(text, langchain, ours):
    """Where MarkdownHeaderTextSplitter is wrong about Markdown, we are not; each line is one listed difference."""
    from langchain_text_splitters import MarkdownHeaderTextSplitter

    found = MarkdownHeaderTextSplitter([("#", "h1"), ("##", "h2")], strip_headers=False).split_text(text)
    assert [document.metadata for document in found] == langchain
    assert [chunk.metadata.get("section_path") for chunk in cut(text).chunks] == ours


def test_ten_thousand_headings_in_proportion():
    text = "".join(f"{'#' * (1 + i % 6)} H {i}\n\ntext\n\n" for i in range(10_000))
    assert cut(text, tokenizer="cl100k_base", min_size=20).chunks[-1].end == len(text.rstrip())
