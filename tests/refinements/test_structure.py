"""Header, merging and cutting again: small texts checked by eye."""

import pytest

import chunkviz
from chunkviz.errors import SettingError
from chunkviz.refinements.header import Header, filled
from chunkviz.refinements.merge_small import MergeSmall
from chunkviz.refinements.split_large import SplitLarge
from chunkviz.strategies.headings import Headings
from chunkviz.strategies.recursive import Recursive
from chunkviz.strategies.sentences import Sentences

GUIDE = "# Guide\n\nWelcome here.\n\n## Fees\n\n15 euros a night.\n\n### Summer\n\n20 euros a night.\n"


def cut(text, strategy, *refinements, name="a.md", tokenizer="words"):
    return chunkviz.chunk(chunkviz.read(text.encode(), name), strategy, tokenizer, refinements=refinements)


def texts(chunking):
    return [chunking.text(chunk) for chunk in chunking.chunks]


def test_a_header_says_document_and_section():
    chunking = cut(GUIDE, Headings(), Header())
    assert [chunk.added for chunk in chunking.chunks] == [
        "[Document: Guide | Section: Guide]",
        "[Document: Guide | Section: Guide > Fees]",
        "[Document: Guide | Section: Guide > Fees > Summer]",
    ]
    assert [chunk.context for chunk in chunking.chunks] == [(), (), ()]  # the headings above are in the header
    assert chunking.embedded_text(chunking.chunks[1]) == "[Document: Guide | Section: Guide > Fees]\n## Fees\n\n15 euros a night."


def test_a_header_on_any_strategy():
    chunking = cut(GUIDE, Recursive(size=6, overlap=0), Header("{source}: {heading}"))
    assert [(chunk.added, text) for chunk, text in zip(chunking.chunks, texts(chunking), strict=True)] == [
        ("a.md: Guide", "# Guide\n\nWelcome here.\n\n## Fees"),
        ("a.md: Fees", "15 euros a night.\n\n### Summer"),
        ("a.md: Summer", "20 euros a night."),
    ]


def test_parts_of_a_header_with_nothing_to_say_are_left_out():
    both = {"title": "Guide", "section": "Fees {title}"}
    template = "[Document: {title} | Section: {section}]"
    assert filled(template, both) == "[Document: Guide | Section: Fees {title}]"  # what is filled in is not filled again
    assert filled(template, {"section": "Fees"}) == "[Section: Fees]"
    assert filled(template, {}) == ""
    assert filled("fixed | {page}", {}) == "fixed"


def test_a_header_that_names_what_there_is_not_is_refused():
    with pytest.raises(SettingError, match=r"template names \{secret\}"):
        Header("{secret}")


def test_a_header_counted_in_the_size():
    # The header “[Document: Guide | Section: Guide > Fees]” has 7 words; 11 leave 4 for the text.
    chunking = cut(GUIDE, Headings(levels=2), Header(size=11))
    for chunk in chunking.chunks:
        assert chunking.tokenizer.count(chunking.embedded_text(chunk)) <= 11
    assert "".join("".join(texts(chunking)).split()) == "".join(GUIDE.split())
    assert len(cut(GUIDE, Headings(levels=2), Header()).chunks) == 2
    with pytest.raises(SettingError, match="size must leave room"):
        cut(GUIDE, Headings(levels=2), Header(size=5))


def test_the_header_goes_before_what_was_added():
    from chunkviz.strategies.tables import Tables

    chunking = cut("# T\n\n| a |\n|---|\n| 1 |\n", Tables(form="lines"), Header("[{title}]"))
    assert chunking.chunks[0].added == "[T]\na: 1"


def test_small_chunks_join_what_follows_or_else_what_is_before():
    text = "Yes. It opens at nine. No."
    assert texts(cut(text, Sentences(size=4))) == ["Yes.", "It opens at nine.", "No."]
    assert texts(cut(text, Sentences(size=4), MergeSmall(min_size=3, size=6))) == ["Yes. It opens at nine. No."]
    assert texts(cut(text, Sentences(size=4), MergeSmall(min_size=3, size=5))) == ["Yes. It opens at nine.", "No."]


def test_merging_stops_at_higher_headings():
    text = "# A\n\n## B\n\none\n\n## C\n\ntwo\n\n# D\n\nthree\n"
    chunking = cut(text, Headings(), MergeSmall(min_size=6, size=20))
    assert texts(chunking) == ["# A\n\n## B\n\none\n\n## C\n\ntwo\n\n# D\n\nthree"]  # D is of A's level
    text = "# A\n\nzero\n\n## B\n\none two three\n\n### C\n\ntwo\n\n## D\n\nfour five\n"
    chunking = cut(text, Headings(), MergeSmall(min_size=4, size=9))
    assert texts(chunking) == ["# A\n\nzero\n\n## B\n\none two three", "### C\n\ntwo", "## D\n\nfour five"]
    assert chunking.chunks[0].metadata == {"h1": "A"}
    assert chunking.chunks[0].cause.sentence == "Heading level 3 “C” begins."


def test_large_chunks_are_cut_again():
    text = "# A\n\nIt opens at nine. It closes at five.\n"
    chunking = cut(text, Headings(), SplitLarge(size=6))
    assert texts(chunking) == ["# A\n\nIt opens at nine.", "It closes at five."]
    assert [chunk.parent for chunk in chunking.chunks] == [(0, len(text) - 1)] * 2
    assert [chunk.metadata["section_path"] for chunk in chunking.chunks] == ["A", "A"]
    assert chunking.chunks[1].cause.sentence == "The text ends here."
    with pytest.raises(SettingError, match="overlap must be smaller"):
        SplitLarge(size=5, overlap=5)
