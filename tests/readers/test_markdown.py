"""Markdown read into blocks: places and titles worked out by hand, and CommonMark's rules by markdown-it-py."""

import random
import time
from pathlib import Path

import pytest

import chunkviz
from chunkviz.readers.markdown import markdown_blocks


def found(text: str, *kinds: str) -> list[tuple[str, str]]:
    return [(block.kind, text[block.start : block.end]) for block in markdown_blocks(text) if not kinds or block.kind in kinds]


def headings(text: str) -> list[tuple[int, str]]:
    return [(block.level, block.attributes["title"]) for block in markdown_blocks(text) if block.kind == "heading"]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("# Top\n\n```python\n# not a heading\nx = 1\n```\n\ntail\n", [(1, "Top")]),
        ("# Top\n\n````md\n```\n# inner\n```\n# still code\n````\n\ntail\n", [(1, "Top")]),
        ("# Top\n\n~~~\n# not a heading\n~~~\n\n## Real\n\nbody\n", [(1, "Top"), (2, "Real")]),
        ("Title\n=====\n\nbody\n\nSecond\n------\n\nmore\n", [(1, "Title"), (2, "Second")]),
        ("Two\n  lines\n===\n", [(1, "Two lines")]),
        ("> Two\n> lines\n> ---\n", [(2, "Two lines")]),
        ("# Harbour #\nbody\n## Fees ##\nmore\n", [(1, "Harbour"), (2, "Fees")]),
        ("# C#\n# a \\#\n# b ##c ##\n", [(1, "C#"), (1, "a \\#"), (1, "b ##c")]),
        ("#\n\n## ##\n", [(1, ""), (2, "")]),
        ("#notaheading\n\ntext\n", []),
        ("####### seven\n", []),
        ("    # indented code\n", []),
        ("# Harbour\r\n\r\nbody\r\n\r\n## Fees\r\n\r\nmore\r\n", [(1, "Harbour"), (2, "Fees")]),
        ("# Top\n\nintro\n\n```python\nx = 1\n\n## Later\ncritical text\n", [(1, "Top")]),
        ("---\n# comment: yes\ntitle: x\n---\n# Top\n", [(1, "Top")]),
        ("+++\n# comment\ntitle = 'x'\n+++\n# Top\n", [(1, "Top")]),
        ("---\nFoo\n---\nBar\n", [(2, "Foo")]),  # a rule and a heading: nothing in it sets a key
        ("<!--\n# commented out\n-->\n# Top\n", [(1, "Top")]),
        ("<pre>\n\n# in pre\n\n</pre>\n", []),
    ],
)
def test_headings(text, right):
    assert headings(text) == right


def test_every_kind_of_block_has_its_place():
    text = (
        "---\ntitle: Port\n---\n# A #\n\nTwo\nlines.\n\n- a\n  - b\n\n1. x\n\n> q\n> more\n\n"
        "| é | b |\n|---|---|\n| 1 | |\n\n[^1]: note\n\n    goes on\n\n<div>\nx\n</div>\n\n    code\n\n```py\nx\n```\n"
    )
    assert found(text) == [
        ("front_matter", "---\ntitle: Port\n---"),
        ("heading", "# A #"),
        ("paragraph", "Two\nlines."),
        ("list", "- a\n  - b"),
        ("item", "- a\n  - b"),
        ("paragraph", "a"),
        ("list", "- b"),
        ("item", "- b"),
        ("paragraph", "b"),
        ("list", "1. x"),
        ("item", "1. x"),
        ("paragraph", "x"),
        ("quote", "> q\n> more"),
        ("paragraph", "q\n> more"),
        ("table", "| é | b |\n|---|---|\n| 1 | |"),
        ("row", "| é | b |"),
        ("row", "| 1 | |"),
        ("footnote", "[^1]: note\n\n    goes on"),
        ("html", "<div>\nx\n</div>"),
        ("code", "    code"),
        ("code", "```py\nx\n```"),
    ]
    items = [block for block in markdown_blocks(text) if block.kind == "item"]
    assert [block.level for block in items] == [1, 2, 1]


def test_code_knows_its_language_and_its_body():
    text = "```Python title=x\na = '😀'\n```\n\n~~~\nplain\n"
    first, second = markdown_blocks(text)
    assert first.attributes["language"] == "python"
    assert text[slice(*first.attributes["body"])] == "a = '😀'\n"
    assert second.attributes["language"] == ""
    assert text[slice(*second.attributes["body"])] == "plain"


@pytest.mark.parametrize(
    ("text", "header", "columns", "rows"),
    [
        ("| a | b |\n|---|:-:|\n| 1 | 2 \\| 3 |\n| | x |\n", "| a | b |", ("a", "b"), [["1", "2 \\| 3"], ["", "x"]]),
        ("1 | 2\n--|--\n 3| 4\n", "1 | 2", ("1", "2"), [["3", "4"]]),  # tree-sitter sees a paragraph here
        ("intro\n1 | 2\r\n--|--\r\n3|\r\n", "1 | 2", ("1", "2"), [["3"]]),
        ("> | 港 | b |\n> |---|---|\n> | 1 | 2 |\n", "| 港 | b |", ("港", "b"), [["1", "2"]]),
    ],
)
def test_tables(text, header, columns, rows):
    table = next(block for block in markdown_blocks(text) if block.kind == "table")
    assert text[slice(*table.attributes["header"])] == header
    assert table.attributes["columns"] == columns
    cells = [
        block.attributes["cells"] for block in markdown_blocks(text) if block.kind == "row" and "header" not in block.attributes
    ]
    assert [[text[a:b] for a, b in row] for row in cells] == rows


def test_no_table_where_the_columns_disagree():
    assert found("a | b | c\n--|--\nx\n", "table") == []


def test_footnotes_in_one_paragraph_are_several():
    text = "[^a]: one\n[^b]: two words\n"
    assert found(text) == [("footnote", "[^a]: one"), ("footnote", "[^b]: two words")]


def test_the_text_is_the_file_to_the_character():
    text = "# Top\r\n\r\n\tx y\n\n\n- i  \n"
    document = chunkviz.read(text.encode(), "notes.md")
    assert document.text == text
    assert document.kind == "markdown"
    assert document.metadata == {"source": "notes.md", "title": "Top"}


@pytest.mark.parametrize(
    ("text", "title"), [("---\ntitle: 'Port: fees'\n---\n# H\n", "Port: fees"), ("## two\n# one\n", "one"), ("plain\n", None)]
)
def test_title(text, title):
    assert chunkviz.read(text.encode(), "a.md").metadata.get("title") == title


LINES = [
    *(
        "# A",
        "## B ##",
        "#no",
        "text",
        "",
        "",
        "  text",
        "    code",
        "- item",
        "  - nested",
        "1. one",
        "   more",
        "> q",
        "> # h",
        "```",
    ),
    *(
        "```py",
        "~~~",
        "````",
        "===",
        "---",
        "***",
        "| a | b |",
        "|---|---|",
        "| 1 | 2 |",
        "<div>",
        "</div>",
        "<!-- x",
        "-->",
        "[a]: /u",
    ),
    *("####### x", "#", "##\tT", "- # h", "- ```", "  ```", "> ```", "*", "é 😀"),
]


@pytest.mark.parametrize("seed", range(4))
def test_same_headings_and_code_as_commonmark(seed):
    """markdown-it-py is the judge; it knows lines only, so blocks are compared by the line they begin on."""
    markdown_it = pytest.importorskip("markdown_it")
    judge = markdown_it.MarkdownIt("commonmark").enable("table")
    chance = random.Random(seed)
    for _ in range(300):
        end = chance.choice(["\n", "\r\n"])
        text = "x" + end * 2 + end.join(chance.choice(LINES) for _ in range(chance.randint(1, 8))) + end
        right = []
        for token in judge.parse(text):
            if token.type == "heading_open":
                right.append(("heading", token.map[0], int(token.tag[1])))
            elif token.type in ("fence", "code_block"):
                right.append(("code", token.map[0], 0))
        blocks = [block for block in markdown_blocks(text) if block.kind in ("heading", "code")]
        assert [(block.kind, text.count("\n", 0, block.start), block.level) for block in blocks] == right, text


@pytest.mark.parametrize("seed", range(4))
def test_blocks_nest_and_are_trimmed(seed):
    chance = random.Random(seed)
    for _ in range(300):
        text = chance.choice(["\n", "\r\n"]).join(chance.choice(LINES) for _ in range(12))
        open_blocks, last = [], 0
        for block in markdown_blocks(text):
            assert last <= block.start < block.end <= len(text)
            assert not text[block.end - 1].isspace()
            while open_blocks and open_blocks[-1].end <= block.start:
                open_blocks.pop()
            assert not open_blocks or block.end <= open_blocks[-1].end
            open_blocks.append(block)
            last = block.start


@pytest.mark.parametrize(
    "text",
    [
        "# H\n\ntext\n\n" * 10_000,
        ">" * 50_000 + " x\n",
        "- " * 300 + "x\n" + "\n" * 50_000,
        "a " * 250_000,
        "\n" * 200_000,
        "[" * 100_000,
        "|" * 100_000 + "\n" + "|-" * 50_000 + "|\n",
        "# a" + " " * 300_000 + "b\n",
        "a\n" * 100_000 + "===\n",
        "x | y\n" + "---|---|---\n" * 20_000,
    ],
    ids=lambda text: text[:12].strip(),
)
def test_time_stays_in_proportion(text):
    markdown_blocks(text)


CASES = Path(__file__).parent / "cases"


def kinds(document):
    return [(b.kind, b.level, b.attributes.get("title", "")) for b in document.blocks]


def test_a_formula_is_no_heading_and_no_list():
    assert kinds(chunkviz.read(CASES / "md_math.md")) == [
        ("heading", 1, "Model"),
        ("paragraph", 0, ""),
        ("paragraph", 0, ""),
        ("paragraph", 0, ""),
    ]
    for source in ("\\[\n- a\n- b\n\\]", "\\begin{align}\na\n=\nb\n\\end{align}", "so $$\nx\n---\ny\n$$"):
        assert [b.kind for b in markdown_blocks(source)] == ["paragraph"], source


def test_what_only_looks_like_a_formula_is_none():
    """Dollar signs in code, prices, and a sign that nothing closes before a blank line."""
    for source in ("```\n$$\n```\n\n# A\n\n```\n$$\n```", "costs $$\n\n# A\n\nand $$", "$$ x $$\n\n# A"):
        assert [b.attributes["title"] for b in markdown_blocks(source) if b.kind == "heading"] == ["A"], source


def test_headings_written_as_html():
    document = chunkviz.read(CASES / "md_centered.md")
    assert kinds(document) == [
        ("heading", 1, "Quaylib"),
        ("html", 0, ""),
        ("heading", 2, "Install"),
        ("paragraph", 0, ""),
        ("heading", 2, "Usage"),
        ("paragraph", 0, ""),
    ]
    assert document.metadata["title"] == "Quaylib"
    logo = markdown_blocks('<div>\n<h1><img src=a alt="Quay &amp; Co"></h1>\nhello\n</div>\n')
    assert [(b.kind, b.attributes.get("title")) for b in logo] == [("html", None), ("heading", "Quay & Co"), ("html", None)]


def test_tables_written_as_html():
    document = chunkviz.read(CASES / "md_html_table.md")
    text = document.text
    (table,) = document.blocks_of("table")
    assert table.attributes["columns"] == ("boat", "fee")
    rows = [[text[a:b] for a, b in row.attributes["cells"]] for row in document.blocks_of("row")]
    assert rows == [["boat", "fee"], ["small", "5"], ["large", "9"]]
    assert [bool(row.attributes.get("header")) for row in document.blocks_of("row")] == [True, False, False]


def test_an_html_table_with_blank_lines_ends_left_out_and_a_table_inside():
    source = (
        "<table>\n\n<tr><th>a<th colspan=2>b & c\n\n<tr><td>1<td><table><tr><td>in</td></tr></table><td>3\n\n</table>\n\n# B\n"
    )
    blocks = markdown_blocks(source)
    assert [b.kind for b in blocks] == ["table", "row", "row", "heading"]
    assert blocks[0].attributes["columns"] == ("a", "b & c", "b & c")
    cells = blocks[2].attributes["cells"]
    assert [source[a:b] for a, b in cells] == ["1", "<table><tr><td>in</td></tr></table>", "3"]


def test_html_that_never_ends_costs_no_more_than_its_length():
    began = time.process_time()
    for piece in ("<table>\n\n", "<h1>\n\n", '<h2 a="\n\n', "<table><tr>\n\n", "$$\n", "\\[\n"):
        markdown_blocks(piece * 10_000)
    assert time.process_time() - began < 20


@pytest.mark.parametrize(
    "text", ["## Old", "a\n=", "# A\n## B", "- item", "> quote", "```\nx = 1\n```", "a | b\n--|--\n1 | 2", "    code"]
)
def test_the_last_line_needs_no_end(text: str) -> None:
    """The same blocks as with a line end."""
    assert markdown_blocks(text) == markdown_blocks(text + "\n") != ()
