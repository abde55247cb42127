"""What stands on a page as its author meant it: words, order, columns, tables, running heads, hyphens, fields, direction.

The files in `pdfs/` were made for this; what is right of each was worked out from what was drawn.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import chunkviz
from chunkviz.document import Document
from chunkviz.pdf.hyphens import KnownWords
from chunkviz.pdf.pages import page_picture, places
from chunkviz.readers.pdf import PdfOptions
from chunkviz.span import Span

from .test_pdf import lines, written

FILES = Path(__file__).parent / "pdfs"


def read(name: str, **options: str) -> Document:
    return chunkviz.read(FILES / f"{name}.pdf", options=PdfOptions(**options))


def kinds(document: Document) -> list[str]:
    return [block.kind for block in document.blocks if block.kind != "page"]


def texts(document: Document, *kinds: str) -> list[str]:
    return [document.text[block.start : block.end] for block in document.blocks_of(*kinds)]


def cells(document: Document) -> list[list[str]]:
    return [[document.text[start:end] for start, end in row.attributes["cells"]] for row in document.blocks_of("row")]


def drawn(*pages: list[tuple[float, float, str]]) -> Document:
    """A document of pages with texts (left, base line, text) in Helvetica 10."""

    def draw(pdf: object) -> None:
        for page in pages:
            pdf.add_page()  # type: ignore[attr-defined]
            for left, base, text in page:
                pdf.text(left, base, text)  # type: ignore[attr-defined]

    return chunkviz.read(written(draw), "a.pdf")


def test_rows_that_differ_in_numbers_are_no_running_heads() -> None:
    document = read("p_bank", running="drop")
    rows = cells(document)
    assert [row[2] for row in rows if row[0] != "Date"] == [f"{i},00" for i in range(1, 139)]
    assert texts(document, "running") == []
    assert "Page 1 of 3" not in document.text
    assert document.notes == ("6 running heads and feet were left out.",)
    assert texts(read("p_bank"), "running")[:2] == ["Quay Bank statement", "Page 1 of 3"]


def test_a_table_goes_on_over_pages_in_order() -> None:
    document = read("p_long", running="drop")
    assert [row[0] for row in cells(document)] == [
        "Name", *(f"row {i}" for i in range(1, 45)), "Name", *(f"row {i}" for i in range(45, 49))
    ]  # fmt: skip
    assert document.notes == ()


def test_empty_cells_leave_values_under_their_header() -> None:
    document = read("p_gaps")
    assert cells(document) == [
        ["Item", "Jan", "Feb", "Mar"], ["Rope", "1", "", "3"], ["Sail", "", "2", ""], ["Mast and boom", "4", "5", "6"]
    ]  # fmt: skip
    assert document.text.strip().split("\n")[1] == "Rope\t1\t\t3"
    assert next(document.blocks_of("table")).attributes["columns"] == ("Item", "Jan", "Feb", "Mar")


def test_cells_of_several_lines_are_whole() -> None:
    document = read("p_tab")
    assert cells(document) == [
        ["Boat", "Remarks on the kind of boat and what it needs from us", "Fee"],
        ["small", "A boat of less than five metres which may lie at any jetty but the northern one and needs no help", "5"],
        ["large", "A boat of more than five metres which must lie outside", "9"],
    ]
    assert kinds(document) == ["table", "row", "row", "row"]


def test_a_row_of_one_value_and_cells_of_two_lines_without_a_first() -> None:
    def draw(pdf: object) -> None:
        pdf.add_page()  # type: ignore[attr-defined]
        long = "A second remark that is so long that it has to be broken into two lines by the program that writes it"
        with pdf.table(col_widths=(1, 3, 1)) as table:  # type: ignore[attr-defined]
            for texts in (
                ("Name", "Remark", "Fee"),
                ("buoy", "short", "3"),
                ("", long, "4"),
                ("", "", "5"),
                ("anchor", "none", "6"),
            ):
                row = table.row()
                for text in texts:
                    row.cell(text)

    assert [[row[0], row[1][:8], row[2]] for row in cells(chunkviz.read(written(draw), "a.pdf"))] == [
        ["Name", "Remark", "Fee"], ["buoy", "short", "3"], ["", "A second", "4"], ["", "", "5"], ["anchor", "none", "6"]
    ]  # fmt: skip


def test_right_to_left_text_is_in_the_order_it_is_read() -> None:
    assert texts(read("p_rtl"), "paragraph") == [
        "هل الرسوم خمسة يورو؟ نعم 12 يورو في السنة",
        "السفن تدفع مقدما عند الوصول.",
        "מחיר העגינה הוא 5 יורו ללילה (בקיץ).",
        "Mixed: the word שלום means peace.",
    ]


def test_a_table_across_two_columns_is_whole() -> None:
    document = read("p_mix")
    words = " ".join(document.text.split())
    sides = [
        (f"{side} {part} line {i} ", part, side)
        for part in ("upper", "lower")
        for side in ("Left", "Right")
        for i in range(1, 11)
    ]
    found = [words.index(text) for text, _, _ in sides]
    assert found == sorted(found)
    assert cells(document) == [
        ["Length", "Summer", "Winter", "Guest"], ["5 m", "15", "10", "20"], ["6 m", "18", "12", "24"], ["7 m", "21", "14", "28"]
    ]  # fmt: skip
    assert words.index("Right upper line 10") < words.index("Table 1.") < words.index("Left lower line 1 ")


@pytest.mark.parametrize("by_line", [False, True])
def test_two_short_columns_are_no_table(by_line: bool) -> None:
    left = [(60.0, 100.0, "The committee reviewed the annual"), (60.0, 112.0, "report and")]
    right = [(300.0, 100.0, "approved the budget for the"), (300.0, 112.0, "coming fiscal year.")]
    page = [left[0], right[0], left[1], right[1]] if by_line else left + right
    document = drawn(page)
    assert document.text.split() == [
        "The",
        "committee",
        "reviewed",
        "the",
        "annual",
        "report",
        "and",
        "approved",
        "the",
        "budget",
        "for",
        "the",
        "coming",
        "fiscal",
        "year.",
    ]
    assert kinds(document) == ["paragraph"]
    if not by_line:
        assert texts(read("p_two_min"), "paragraph") == [document.text.strip()]


def test_hanging_and_indented_lines() -> None:
    assert [text[:20] for text in texts(read("p_hang"), "paragraph")] == [
        "- The first rule say", "1. The second rule s", "Term of the contract", "A first line that is", "Another one begins l"
    ]  # fmt: skip
    assert "\n" not in " ".join(texts(read("p_hang"), "paragraph"))


def test_a_heading_of_three_lines_is_one() -> None:
    def draw(pdf: object) -> None:
        pdf.add_page()  # type: ignore[attr-defined]
        pdf.set_font("Helvetica", size=18)  # type: ignore[attr-defined]
        for i, text in enumerate(["The harbour of Weir and what is to", "be known of its berths, its fees", "and its rules"]):
            pdf.text(60, 80 + 22 * i, text)  # type: ignore[attr-defined]
        pdf.set_font("Helvetica", size=10)  # type: ignore[attr-defined]
        lines(pdf, 60, 180, ["A line of the text that follows the heading."] * 9)

    document = chunkviz.read(written(draw), "a.pdf")
    assert texts(document, "heading") == ["The harbour of Weir and what is to be known of its berths, its fees and its rules"]


def test_filled_fields_are_read_in_their_places() -> None:
    document = read("p_form")
    assert document.text.split("\n")[:2] == ["Name of the skipper:\tAna Lima of Quay", "Paid:\t[x]"]
    assert document.notes == ("2 filled form fields were read in their places; a ticked box is written [x].",)
    at = document.text.index("Ana Lima")
    ((page, (left, _, right, _)),) = places(document, Span(at, at + 8))
    assert page == 1
    assert left < right


def test_turned_text_is_read_in_lines_after_the_upright() -> None:
    document = read("p_rot")
    assert texts(document, "paragraph")[-2:] == ["arXiv:1234 margin stamp 2024", "DRAFT WATERMARK"]
    assert "three.\n\narXiv" in document.text
    at = document.text.index("arXiv")
    ((_, (left, top, right, bottom)),) = places(document, Span(at, at + 28))
    assert (left, right) == pytest.approx((19, 33), abs=2), "the stamp stands upright in the left margin"
    assert (top, bottom) == pytest.approx((841.9 - 491.7, 841.9 - 341.9), abs=1), "PDFium's boxes of its first and last letter"


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_places_are_those_of_the_page_as_it_is_shown(turn: int) -> None:
    """Ink of the picture is where the places say: a black word and no other ink."""
    import io

    import pypdfium2
    from PIL import Image

    pdf = pypdfium2.PdfDocument(written(lambda pdf: (pdf.add_page(), pdf.text(100, 200, "HARBOUR"))))
    pdf[0].set_rotation(turn)
    made = io.BytesIO()
    pdf.save(made)
    document = chunkviz.read(made.getvalue(), "a.pdf")
    assert document.text.strip() == "HARBOUR"
    ((_, box),) = places(document, Span(0, 7))
    picture = Image.open(io.BytesIO(page_picture(made.getvalue(), 1, scale=2))).convert("L")
    page = next(document.blocks_of("page")).attributes
    assert (2 * page["width"], 2 * page["height"]) == pytest.approx(picture.size, abs=2)
    ink = picture.point(lambda value: 255 * (value < 128)).getbbox()
    assert ink is not None
    left, top, right, bottom = (edge / 2 for edge in ink)
    assert box[0] - 1 <= left < right <= box[2] + 1
    assert box[1] - 1 <= top < bottom <= box[3] + 1
    assert max(box[2] - box[0], box[3] - box[1]) < 60, "and no larger than the word"


def test_hyphens_of_printing_go_and_hyphens_of_words_stay() -> None:
    assert read("p_hyph").text.strip() == (
        "All berths are based on the price-determining factors of the season and the harbour regulations. The well-known rule "
        "applies to in- and outbound ships, to 2024-2025 fees, to the e-mail list, to COVID-19 tests, to the X-ray room and to "
        "Jean-Pierre. It is a state-of-the-art pump."
    )


def test_the_words_of_the_document_decide_on_a_hyphen() -> None:
    german = KnownWords(["und die Hafenordnung gilt", "der Jacht-Club hat zwei"])
    assert german.hyphen("der Hafen-", "ordnung") == ""
    assert german.hyphen("im Jacht-", "Club") == "-"
    assert german.hyphen("Ein-", "und Ausfahrt") == "- "
    assert german.hyphen("nach 1990 -", "oder") is None


def test_raised_numbers_drop_caps_letter_spacing_and_contents() -> None:
    document = read("p_misc")
    assert texts(document, "heading") == ["FEES AND RULES"]
    paragraphs = texts(document, "paragraph")
    assert paragraphs[0] == "The fee1 is E = mc2 and H2O."
    assert paragraphs[1].startswith("Once upon a time there was a harbour with a long jetty where")
    assert [line.split(" .")[0] for line in paragraphs[2].split("\n")] == ["Chapter one", "Chapter two"]


def test_a_footnote_stands_apart_from_its_mark() -> None:
    def draw(pdf: object) -> None:
        pdf.add_page()  # type: ignore[attr-defined]
        for size, left, base, text in (
            (10, 60, 100, "The fee is due in May."),
            (6, 60, 696, "2"),
            (10, 63.4, 700, "It was in June."),
        ):
            pdf.set_font("Helvetica", size=size)  # type: ignore[attr-defined]
            pdf.text(left, base, text)  # type: ignore[attr-defined]

    assert "2 It was in June." in chunkviz.read(written(draw), "a.pdf").text


def test_entries_of_a_table_of_contents_are_lines_also_where_one_goes_on() -> None:
    dots = " ." * 20
    entries = [
        (60.0, "1.1 What is it?" + dots + " 1"),
        (60.0, "1.2 What is the difference between this and"),
        (80.0, "that?" + dots + " 2"),
    ]
    document = drawn([(left, 100 + 12 * i, text) for i, (left, text) in enumerate(entries)])
    assert [line.replace(" .", "") for line in document.text.strip().split("\n")] == [
        "1.1 What is it? 1", "1.2 What is the difference between this and that? 2"
    ]  # fmt: skip


def test_roman_page_numbers_are_running_feet_and_no_headings() -> None:
    body = "A line of the text that stands on this page and goes on for a while."
    document = drawn(*([(60, 100 + 13 * i, body) for i in range(9)] + [(290, 800, number)] for number in ("ii", "iii", "iv")))
    assert texts(document, "running") == ["ii", "iii", "iv"]
    assert texts(document, "heading") == []


def test_what_counts_no_pages_is_no_running_foot() -> None:
    body = "A line of the text that stands on this page and goes on for a while."
    numbers = ("7", "3", "12")
    document = drawn(*([(60, 100 + 13 * i, body) for i in range(9)] + [(290, 800, f"Fee {number}")] for number in numbers))
    assert texts(document, "running") == []


def test_text_outside_the_page_is_left_out_and_counted() -> None:
    document = drawn([(60, 100, "Inside."), (60, 900, "Outside"), (-200, 100, "Too")])
    assert document.text.strip() == "Inside."
    assert document.notes == ("10 characters outside the pages were left out.",)


def test_pages_that_are_all_alike_are_text() -> None:
    document = drawn(*[[(60, 60, "The harbour is closed today.")]] * 3)
    assert document.text.split() == ["The", "harbour", "is", "closed", "today."] * 3
    assert texts(document, "running") == []


def test_words_stand_apart_wherever_pdfium_has_a_space() -> None:
    """Words drawn one by one without a space: PDFium's own text, which has spaces there, is the measure."""
    import pypdfium2

    def draw(pdf: object) -> None:
        pdf.add_page()  # type: ignore[attr-defined]
        left = 60.0
        for word in ["All", "packages", "that", "are", "formally", "part", "of", "it"]:
            pdf.text(left, 100, word)  # type: ignore[attr-defined]
            left += pdf.get_string_width(word) + 2.78  # type: ignore[attr-defined]

    data = written(draw)
    assert pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range() == "All packages that are formally part of it"
    assert chunkviz.read(data, "a.pdf").text.strip() == "All packages that are formally part of it"
