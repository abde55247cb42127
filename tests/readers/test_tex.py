"""LaTeX: blocks in their places, worked out by hand; nothing carried out; time linear."""

from __future__ import annotations

import time

import pytest

import chunkviz
from chunkviz.document import Document


def read(text: str) -> Document:
    document = chunkviz.read(text.encode(), "a.tex")
    assert document.text == text
    return document


def kinds(text: str, *wanted: str) -> list[tuple[str, int, str]]:
    found = [block for block in read(text).blocks if not wanted or block.kind in wanted]
    return [(block.kind, block.level, text[block.start : block.end]) for block in found]


def test_preamble_sections_and_paragraphs() -> None:
    text = (
        "% draft\n\\documentclass{article}\n\\title{The \\emph{lock}}\n\\begin{document}\n\\maketitle\n\n"
        "\\section{One}\nWords\nof a line.\n\n\\subsection*{Two \\& more}\n\nMore.\n\\end{document}\n"
    )
    assert kinds(text) == [
        ("front_matter", 0, "% draft\n\\documentclass{article}\n\\title{The \\emph{lock}}"),
        ("paragraph", 0, "\\maketitle"),
        ("heading", 1, "\\section{One}"),
        ("paragraph", 0, "Words\nof a line."),
        ("heading", 2, "\\subsection*{Two \\& more}"),
        ("paragraph", 0, "More."),
    ]
    document = read(text)
    assert document.metadata["title"] == "The lock"
    assert [block.attributes["title"] for block in document.blocks_of("heading")] == ["One", "Two & more"]


def test_levels_begin_with_the_highest_section_there_is() -> None:
    text = "\\chapter{A}\n\\section[short]{B}\n\\paragraph{C} words\n"
    assert kinds(text, "heading") == [
        ("heading", 1, "\\chapter{A}"),
        ("heading", 2, "\\section[short]{B}"),
        ("heading", 5, "\\paragraph{C}"),
    ]


def test_lists_hold_items_and_items_lists() -> None:
    text = "\\begin{itemize}\n\\item one\n\\begin{enumerate}\n\\item[a)] in it\n\\end{enumerate}\n\\item two\n"
    text += "\\end{itemize}\nafter\n"
    assert kinds(text) == [
        ("list", 0, text[: text.index("\nafter")]),
        ("item", 1, "\\item one\n\\begin{enumerate}\n\\item[a)] in it\n\\end{enumerate}"),
        ("paragraph", 0, "one"),
        ("list", 0, "\\begin{enumerate}\n\\item[a)] in it\n\\end{enumerate}"),
        ("item", 2, "\\item[a)] in it"),
        ("paragraph", 0, "in it"),
        ("item", 1, "\\item two"),
        ("paragraph", 0, "two"),
        ("paragraph", 0, "after"),
    ]


def test_code_is_left_alone_whatever_is_in_it() -> None:
    text = "\\begin{lstlisting}[language=Python]\nx = 1 % \\section{no}\n\n\\item\n\\end{lstlisting}\n"
    text += "\\begin{minted}{c}\nint x;\n\\end{minted}"
    document = read(text)
    assert [block.kind for block in document.blocks] == ["code", "code"]
    assert [block.attributes["language"] for block in document.blocks] == ["python", "c"]
    assert [text[slice(*block.attributes["body"])] for block in document.blocks] == [
        "x = 1 % \\section{no}\n\n\\item\n",
        "int x;\n",
    ]


def test_tables_have_rows_and_cells() -> None:
    text = "\\begin{tabular}{l|r}\n\\hline\nA & B \\\\ \\hline\n1 \\& 2 & \\\\[2pt]\n\\bottomrule\n\\end{tabular}\n"
    table, first, second = read(text).blocks
    assert (table.attributes["columns"], first.attributes["header"]) == (("A", "B"), True)
    assert (table.kind, text[table.start : table.end]) == ("table", text.strip())
    assert [text[block.start : block.end] for block in (first, second)] == ["A & B", "1 \\& 2 &"]
    assert [[text[a:b] for a, b in block.attributes["cells"]] for block in (first, second)] == [["A", "B"], ["1 \\& 2", ""]]


def test_comments_on_lines_of_their_own_are_comments() -> None:
    text = "Half 50\\% of it % not this\ngoes on.\n% this\nNext.\n"
    assert kinds(text) == [
        ("paragraph", 0, "Half 50\\% of it % not this\ngoes on."),
        ("comment", 0, "% this"),
        ("paragraph", 0, "Next."),
    ]


def test_what_is_never_closed_or_never_begun_loses_nothing() -> None:
    for text in (
        "\\begin{itemize}\n\\item a",
        "\\end{itemize} words",
        "\\item words",
        "\\section{open",
        "\\begin{tabular}{l} a & b",
    ):
        document = read(text)
        assert any("a" in text[block.start : block.end] or "o" in text[block.start : block.end] for block in document.blocks)


REPEATED = [
    "\\item a\n",
    "\\begin{quote}",
    "\\end{quote}",
    "\\section{",
    "\\section{a}\n",
    "{",
    "% a\n",
    "\\begin{tabular}",
    "a & b \\\\\n",
]


@pytest.mark.parametrize("repeated", [*REPEATED, "\\begin{itemize}\\item ", "\n \n", "\\\\", "\\begin{verbatim}"])
def test_time_is_linear_in_what_is_repeated(repeated: str) -> None:
    def seconds(count: int) -> float:
        began = time.process_time()
        read(repeated * count)
        return time.process_time() - began

    seconds(500)
    assert min(seconds(16_000) for _ in range(2)) < 12 * max(0.05, min(seconds(4_000) for _ in range(2)))
