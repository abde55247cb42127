"""PDFs: reading order, headings, hyphens, running heads, and the way back to the page."""

from __future__ import annotations

from pathlib import Path

import pytest

import chunkviz
from chunkviz.document import Document
from chunkviz.errors import UnreadableError
from chunkviz.pdf.pages import page_picture, places
from chunkviz.readers.pdf import PdfOptions
from chunkviz.span import Span

fpdf = pytest.importorskip("fpdf")
REPORT = Path(__file__).parents[2] / "sample_docs" / "report.pdf"


@pytest.fixture(scope="module")
def report() -> Document:
    return chunkviz.read(REPORT)


def written(draw: object, encrypted: bool = False) -> bytes:
    pdf = fpdf.FPDF(unit="pt", format="A4")
    pdf.set_auto_page_break(False)
    pdf.set_font("Helvetica", size=10)
    if encrypted:
        pdf.set_encryption(owner_password="o", user_password="u")
    draw(pdf)  # type: ignore[operator]
    return bytes(pdf.output())


def lines(pdf: object, left: float, top: float, texts: list[str]) -> None:
    for i, text in enumerate(texts):
        pdf.text(left, top + 13 * i, text)  # type: ignore[attr-defined]


def test_headings_by_the_size_of_their_type(report: Document) -> None:
    heads = [(b.level, b.attributes["title"]) for b in report.blocks_of("heading")]
    assert heads[:6] == [
        (1, "Low water on the Wend in the summer of 2025"),
        (2, "1 Summary"),
        (2, "2 What was measured"),
        (3, "2.1 Gauges"),
        (3, "2.2 Flow"),
        (3, "2.3 Temperature"),
    ]
    numbers = [title.split()[0] for _, title in heads if title[0].isdigit()]
    assert numbers == sorted(numbers), "columns are read one after the other"
    assert report.metadata["title"] == "Low water on the Wend in the summer of 2025"


def test_pages_tables_and_running_heads(report: Document) -> None:
    pages = list(report.blocks_of("page"))
    assert [page.attributes["number"] for page in pages] == [1, 2, 3, 4, 5]
    assert [report.text[b.start : b.end] for b in report.blocks_of("running")][:3] == [
        "Survey group, November 2025\tPage 1 of 5",
        "Low water on the Wend",
        "Survey group, November 2025\tPage 2 of 5",
    ]
    table = next(report.blocks_of("table"))
    assert report.text[table.start : table.end].split("\n")[1] == "Hohl, below the dam\t12.4\t88\t61\t3 September"
    assert table.attributes["columns"] == ("Gauge", "River km", "MLW", "Lowest 2025", "On")
    row = list(report.blocks_of("row"))[1]
    assert [report.text[a:b] for a, b in row.attributes["cells"]] == ["Hohl, below the dam", "12.4", "88", "61", "3 September"]


def test_a_line_goes_on_in_the_next_and_divided_words_are_put_together(report: Document) -> None:
    assert "carried less water than in any summer since the gauge at Weir was set up in 1887." in report.text
    kept = chunkviz.read(REPORT, options=PdfOptions(hyphens="keep"))
    assert "than in any sum-\nmer since the gauge" in kept.text


def test_running_heads_are_left_out_on_request(report: Document) -> None:
    without = chunkviz.read(REPORT, options=PdfOptions(running="drop"))
    assert "Page 2 of 5" in report.text
    assert "Page 2 of 5" not in without.text
    assert without.notes == ("9 running heads and feet were left out.",)
    assert not list(without.blocks_of("running"))


def test_two_columns_under_a_title_and_above_a_line_across() -> None:
    left = [f"left {i} goes on about boats and berths and fees" for i in range(8)]
    right = [f"right {i} goes on about locks and gates and mud" for i in range(8)]

    def draw(pdf: object) -> None:
        pdf.add_page()  # type: ignore[attr-defined]
        lines(
            pdf,
            60,
            80,
            ["A line that goes across the page from its left edge to its right edge, as an abstract of a paper would do."],
        )
        for i in range(8):  # drawn row by row, so that the order of drawing does not help
            lines(pdf, 60, 120 + 13 * i, [left[i]])
            lines(pdf, 310, 120 + 13 * i, [right[i]])
        lines(
            pdf,
            60,
            250,
            ["Another line that goes across the page from its left edge to its right edge, as a note below would do it."],
        )

    text = chunkviz.read(written(draw), "a.pdf").text
    assert text.split() == " ".join(
        ["A line that goes across the page from its left edge to its right edge, as an abstract of a paper would do.", *left, *right, "Another line that goes across the page from its left edge to its right edge, as a note below would do it."]
    ).split()  # fmt: skip


def test_a_table_is_read_by_rows_not_by_columns() -> None:
    def draw(pdf: object) -> None:
        pdf.add_page()  # type: ignore[attr-defined]
        for i in range(8):
            lines(pdf, 60, 100 + 13 * i, [f"row {i}"])
            lines(pdf, 220, 100 + 13 * i, [f"{i} m"])
            lines(pdf, 400, 100 + 13 * i, [f"{i} kg"])

    document = chunkviz.read(written(draw), "a.pdf")
    assert document.text.strip().split("\n") == [f"row {i}\t{i} m\t{i} kg" for i in range(8)]
    assert [b.kind for b in document.blocks] == ["page", "table", *["row"] * 8]


def test_a_span_leads_back_to_its_page_and_place(report: Document) -> None:
    """PDFium's own search gives the same rectangles."""
    import pypdfium2

    start = report.text.index("groundwater is filled")
    found = places(report, Span(start, start + len("groundwater is filled")))
    assert [page for page, _ in found] == [3]
    pdf = pypdfium2.PdfDocument(REPORT)
    page = pdf[2].get_textpage()
    index, count = page.search("groundwater is filled").get_next()
    x0, y0, x1, y1 = (
        page.get_charbox(index)[0],
        page.get_charbox(index)[1],
        page.get_charbox(index + count - 1)[2],
        page.get_charbox(index)[3],
    )
    left, top, right, bottom = found[0][1]
    height = pdf[2].get_height()
    assert abs(left - x0) < 1.5
    assert abs(right - x1) < 1.5
    assert top - 0.5 <= height - y1 < height - y0 <= bottom + 0.5
    pdf.close()


def test_a_span_over_pages_has_places_on_each(report: Document) -> None:
    pages = list(report.blocks_of("page"))
    found = places(report, Span(pages[0].end - 5, pages[1].start + 5))
    assert [page for page, _ in found] == [1, 2]
    assert places(chunkviz.Document("no pages"), Span(0, 2)) == []


def test_every_character_has_a_place(report: Document) -> None:
    for page in report.blocks_of("page"):
        placed = {i for line in page.attributes["lines"] for i in range(line.start, line.end)}
        assert all(report.text[i].isspace() for i in set(range(page.start, page.end)) - placed)


def test_a_page_as_a_picture() -> None:
    png = page_picture(REPORT.read_bytes(), 1, scale=0.5)
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == 298  # 595.28 points
    huge = page_picture(REPORT.read_bytes(), 1, scale=1000)
    assert int.from_bytes(huge[16:20], "big") * int.from_bytes(huge[20:24], "big") < 16_100_000
    with pytest.raises(UnreadableError, match="There is no page 9; the file has 5"):
        page_picture(REPORT.read_bytes(), 9)


def test_encrypted_scanned_and_damaged_files_say_so() -> None:
    with pytest.raises(UnreadableError, match=r"a\.pdf is encrypted; save a copy without its password"):
        chunkviz.read(written(lambda pdf: (pdf.add_page(), pdf.text(50, 50, "secret")), encrypted=True), "a.pdf")
    with pytest.raises(UnreadableError, match="holds no text, only pictures of pages"):
        chunkviz.read(written(lambda pdf: (pdf.add_page(), pdf.rect(50, 50, 100, 100))), "a.pdf")
    with pytest.raises(UnreadableError, match="damaged or no PDF"):
        chunkviz.read(b"%PDF-1.7\nnothing here", "a.pdf")
    with pytest.raises(UnreadableError, match="damaged or no PDF"):
        chunkviz.read(REPORT.read_bytes()[:300], "a.pdf")


def test_a_page_without_text_among_others_is_noted() -> None:
    document = chunkviz.read(written(lambda pdf: (pdf.add_page(), pdf.text(50, 50, "Hello."), pdf.add_page())), "a.pdf")
    assert document.notes == ("1 of its pages hold no text: 2.",)
    assert document.text.strip() == "Hello."


def test_the_same_file_gives_the_same_document(report: Document) -> None:
    assert chunkviz.read(REPORT).id == report.id
    assert chunkviz.read(REPORT) == report


def objects(*bodies: bytes) -> bytes:
    """A PDF of these objects, numbered from 1; the first is its catalog."""
    data, places_of = b"%PDF-1.4\n", []
    for number, body in enumerate(bodies, 1):
        places_of.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places_of)
    head = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(bodies) + 1, table)
    return data + head + b"trailer <</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(bodies) + 1, len(data))


CATALOG = b"<</Type/Catalog/Pages 2 0 R>>"
PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>"
HELLO = b"<</Length 42>>stream\nBT /F 12 Tf 50 50 Td (Hello there.) Tj ET   \nendstream"
FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"


def test_a_tree_of_pages_that_leads_back_to_itself_costs_its_pages_only() -> None:
    document = chunkviz.read(objects(CATALOG, b"<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>", PAGE, HELLO, FONT), "a.pdf")
    assert document.text.strip() == "Hello there."
    assert document.notes == ("1 of its pages are damaged and were not read: 2.",)
    loop = b"<</Type/Pages/Kids[2 0 R]/Count 5/Parent 2 0 R>>"
    with pytest.raises(UnreadableError, match="none of its pages can be read"):
        chunkviz.read(objects(CATALOG, b"<</Type/Pages/Kids[3 0 R]/Count 1>>", loop, HELLO, FONT), "a.pdf")
    many = objects(CATALOG, b"<</Type/Pages/Kids[3 0 R]/Count 2000000000>>", PAGE, HELLO, FONT)
    assert chunkviz.read(many, "a.pdf").text.strip() == "Hello there."
