"""Word files made by python-docx for each test, and files that are none."""

import io
import zipfile

import docx
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

import chunkviz
from chunkviz.errors import UnreadableError


def read(word):
    out = io.BytesIO()
    word.save(out)
    return chunkviz.read(out.getvalue(), "a.docx")


def blocks(document, *kinds):
    return [(b.kind, b.level, document.text[b.start : b.end]) for b in document.blocks if not kinds or b.kind in kinds]


def test_headings_lists_and_paragraphs():
    word = docx.Document()
    word.add_heading("Handbook", 0)
    word.add_heading("Fees", 1)
    word.add_paragraph("15 euros a night.")
    word.add_heading("Summer", 2)
    word.add_paragraph("one", style="List Bullet")
    word.add_paragraph("inner", style="List Bullet 2")
    word.add_paragraph("two", style="List Bullet")
    word.add_paragraph("End.")
    document = read(word)
    assert document.text == "Handbook\n\nFees\n\n15 euros a night.\n\nSummer\n\none\ninner\ntwo\n\nEnd."
    assert blocks(document) == [
        ("heading", 1, "Handbook"),
        ("heading", 1, "Fees"),
        ("paragraph", 0, "15 euros a night."),
        ("heading", 2, "Summer"),
        ("list", 0, "one\ninner\ntwo"),
        ("item", 1, "one\ninner"),
        ("paragraph", 0, "one"),
        ("list", 0, "inner"),
        ("item", 2, "inner"),
        ("paragraph", 0, "inner"),
        ("item", 1, "two"),
        ("paragraph", 0, "two"),
        ("paragraph", 0, "End."),
    ]
    assert document.metadata["title"] == "Handbook"
    assert document.kind == "docx"


def test_a_style_based_on_a_heading_is_one():
    word = docx.Document()
    style = word.styles.add_style("Chapter", 1)
    style.base_style = word.styles["Heading 2"]
    word.add_paragraph("Berths", style="Chapter")
    assert blocks(read(word)) == [("heading", 2, "Berths")]


def test_a_table_with_merged_cells():
    word = docx.Document()
    table = word.add_table(3, 3)
    for row, texts in enumerate([("Boat", "Season", ""), ("5 m", "15", "10"), ("", "18", "12")]):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text
    table.cell(0, 1).merge(table.cell(0, 2)).text = "Season"
    table.cell(1, 0).merge(table.cell(2, 0)).text = "5 m"
    document = read(word)
    assert document.text == "Boat\tSeason\n5 m\t15\t10\n\t18\t12"
    found = document.blocks[0]
    assert found.attributes == {"header": (0, 11), "columns": ("Boat", "Season", "Season")}
    rows = [[document.text[a:b] for a, b in b.attributes["cells"]] for b in document.blocks if b.kind == "row"]
    assert rows == [["Boat", "Season", "Season"], ["5 m", "15", "10"], ["5 m", "18", "12"]]


def test_deleted_and_hidden_text_is_left_out():
    word = docx.Document()
    paragraph = word.add_paragraph("shown")
    hidden = paragraph.add_run("hidden")
    hidden.font.hidden = True
    deleted = OxmlElement("w:del")
    run = OxmlElement("w:r")
    text = OxmlElement("w:delText")
    text.text = "deleted"
    run.append(text)
    deleted.append(run)
    paragraph._p.append(deleted)
    inserted = OxmlElement("w:ins")
    run = OxmlElement("w:r")
    text = OxmlElement("w:t")
    text.text = ", inserted"
    run.append(text)
    inserted.append(run)
    paragraph._p.append(inserted)
    document = read(word)
    assert document.text == "shown, inserted"
    assert document.notes == ("Left out of the file: hidden texts (1).",)


def test_content_controls_are_read():
    word = docx.Document()
    paragraph = word.add_paragraph("inside")
    control, content = OxmlElement("w:sdt"), OxmlElement("w:sdtContent")
    paragraph._p.addprevious(control)
    control.append(content)
    content.append(paragraph._p)
    assert read(word).text == "inside"


def test_numbers_that_are_none_do_no_harm():
    word = docx.Document()
    table = word.add_table(1, 1)
    table.cell(0, 0).text = "x"
    span = OxmlElement("w:gridSpan")
    span.set(qn("w:val"), "many")
    table.cell(0, 0)._tc.get_or_add_tcPr().append(span)
    assert read(word).text == "x"


def archive(**members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            packed.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"plain text", "is not a Word file"),
        (b"PK\x03\x04 damaged", "is not a Word file"),
        (archive(a="b"), "is not a Word file"),
        (b"\xd0\xcf\x11\xe0 old", "old Word file"),
        (archive(**{"word/document.xml": b"\0" * 301_000_000}), "unpacks to more than 300 MB"),
    ],
)
def test_what_is_no_word_file_is_refused_in_a_sentence(data, words):
    with pytest.raises(UnreadableError, match=words):
        chunkviz.read(data, "a.docx")


def test_a_damaged_file_is_refused():
    word = docx.Document()
    word.add_paragraph("x" * 5000)
    out = io.BytesIO()
    word.save(out)
    data = bytearray(out.getvalue())
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as packed:
        at = packed.getinfo("word/document.xml").header_offset
    data[at + 60 : at + 90] = bytes(30)
    with pytest.raises(UnreadableError, match="damaged"):
        chunkviz.read(bytes(data), "a.docx")
