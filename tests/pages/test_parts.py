"""Parts of the page that need no page: numbers in words, the card's sentences, the table, what a click on a bar means."""

import chunkviz
from chunkviz import Block, Document
from chunkviz.chunking import Chunking
from chunkviz.inspection.figures import figures_of
from chunkviz.strategies.fixed import Fixed
from chunkviz.strategies.recursive import Recursive
from chunkviz.structure.outline import outline as outline_of
from pages.parts import notices
from pages.parts.explore import details, outline
from pages.parts.question import selection

TEXT = "# Farm\n\nOne fox.\n\n## Birds\n\nTwo hens. An owl sleeps."


def farm() -> Chunking:
    title = Block("heading", 0, 6, 1, {"title": "Farm"})
    birds = Block("heading", TEXT.index("## Birds"), TEXT.index("## Birds") + 8, 2, {"title": "Birds"})
    return chunkviz.chunk(Document(TEXT, blocks=(title, birds)), Fixed(size=20, overlap=5), "characters")


def test_the_section_is_the_path_of_headings_above() -> None:
    chunking = farm()
    starts = [chunk.start for chunk in chunking.chunks]
    assert starts[:3] == [0, 15, 30]  # cut every 20 characters, the last 5 repeated
    assert [outline.path(outline_of(chunking.document), chunk.span) for chunk in chunking.chunks[:3]] == [
        "Farm",
        "Farm",
        "Farm › Birds",
    ]


def test_a_later_section_leaves_the_one_before() -> None:
    document = Document("A\nB\nC", blocks=(Block("heading", 0, 1, 2, {"title": "A"}), Block("heading", 2, 3, 1, {"title": "B"})))
    chunking = chunkviz.chunk(document, Fixed(size=1, overlap=0), "words")
    assert [outline.path(outline_of(chunking.document), chunk.span) for chunk in chunking.chunks[:3]] == ["A", "B", "B"]


def test_overlap_in_words() -> None:
    chunking = farm()
    assert chunking.chunks[0].overlap.words == ""
    assert chunking.chunks[1].overlap.words == "Repeats 5 characters, as asked."


def test_the_table_by_hand() -> None:
    chunking = chunkviz.chunk("One.\nTwo.", Recursive(size=5, overlap=0), "characters")
    table = details.chunk_columns(chunking, [1])
    assert table["Chunk"] == [2]
    assert table["Characters"] == [4]
    assert (table["Line"], table["Start"], table["End"], table["Text"]) == ([2], [5], [9], ["Two."])


def test_a_click_on_a_bar() -> None:
    assert details.clicked({"selection": {"points": [{"customdata": [10, 19]}]}}) == (10, 19)
    assert details.clicked({"selection": {"points": []}}) is None
    assert details.clicked(None) is None


def test_numbers_that_warn() -> None:
    shown = {figure.label: figure for figure in figures_of(farm())}
    assert shown["chunks"].value == "4"
    assert shown["covered"].value == "100 %"
    assert not shown["covered"].warns
    assert shown["end mid-sentence"].warns  # three of four end inside a sentence
    assert "over the size" not in shown


def test_what_no_chunk_holds_warns() -> None:
    chunking = farm()
    half = Chunking(chunking.document, chunking.strategy, chunking.tokenizer, chunking.chunks[:1])
    covered = next(figure for figure in figures_of(half) if figure.label == "covered")
    assert covered.warns
    letters = len("".join(TEXT.split()))
    assert covered.value == f"{len(''.join(TEXT[:20].split())) / letters * 100:.1f} %"


def test_one_chunk_is_not_chunks() -> None:
    assert figures_of(chunkviz.chunk("One.", Fixed(), "words"))[0].label == "chunk"


def test_no_markup_survives_in_a_sentence() -> None:
    assert notices.plain("a *b* [c](d) `e` $f$ <g> :h:") == r"a \*b\* \[c\]\(d\) \`e\` \$f\$ \<g\> \:h\:"
    assert notices.plain("two\nlines") == "two lines"


def test_a_place_selects_the_chunk_that_stands_there_after_another_cut() -> None:
    text = "abcdefghij" * 10
    coarse = chunkviz.chunk(text, Fixed(size=50, overlap=0), "characters")
    fine = chunkviz.chunk(text, Fixed(size=10, overlap=0), "characters")
    selection.select(coarse, 1)
    assert selection.selected(coarse) == 1
    assert selection.selected(fine) == 5
    assert selection.asked(coarse) == 1
    assert selection.asked(fine) is None
