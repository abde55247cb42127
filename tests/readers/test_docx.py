"""Word files made by python-docx for each test, and files that are none."""

import io
import time
import tracemalloc
import zipfile
from pathlib import Path

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
    assert document.notes == ("Left out of the file: deleted texts (1), hidden texts (1).",)


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
        (archive(**{"word/document.xml": b"\0" * 101_000_000}), "unpacks to more than 100 MB"),
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


CASES = Path(__file__).parent / "cases"


@pytest.mark.parametrize(
    ("name", "text", "notes"),
    [
        (
            "d_box",
            "Before the box after the box.\n\nBox line one\n\nBox line two\n\nNext.\n\nOld VML box\n\nwith body",
            (),
        ),
        ("d_hf", "Commented text.", ("Left out of the file: comments (1), footers (1), headers (1).",)),
        (
            "d_track",
            "The fee is 12 euros.\n\nFirst half second half.\n\nkept\n\nmoved",
            ("Left out of the file: deleted rows (2), deleted texts (1), texts moved to another place (1).",),
        ),
    ],
)
def test_boxes_asides_and_changes(name, text, notes):
    document = chunkviz.read(CASES / f"{name}.docx")
    assert (document.text, document.notes) == (text, notes)


def test_numbers_word_counts_are_text():
    """By hand: two lists of one definition (“%1.”, “%1.%2”) go on counting together, as in Word."""
    document = chunkviz.read(CASES / "d_num.docx")
    assert document.text == (
        "1. Scope\n\nTerms are below.\n\n2. Fees\n\n2.1 Summer\n\nAs said in 2.1, pay.\n\n"
        "3. first clause\n3.1 sub clause\n4. second clause"
    )
    assert [b.attributes["title"] for b in document.blocks_of("heading")] == ["1. Scope", "2. Fees", "2.1 Summer"]


NAMESPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)


def written(body, doctype="", **parts):
    """A Word file with nothing but this body and these parts (styles, numbering), as XML."""
    kinds = "".join(
        f'<Relationship Id="{part}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{part}" Target="{part}.xml"/>'
        for part in parts
    )
    relations = f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{kinds}</Relationships>'
    members = {f"word/{part}.xml": f"<w:{part} {NAMESPACES}>{content}</w:{part}>" for part, content in parts.items()}
    return archive(
        **{"word/document.xml": f"{doctype}<w:document {NAMESPACES}><w:body>{body}</w:body></w:document>"},
        **{"word/_rels/document.xml.rels": relations},
        **members,
    )


def paragraph(text, properties=""):
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def test_numbers_of_every_form_and_lists_begun_anew():
    def level(depth, form, text, more=""):
        return f'<w:lvl w:ilvl="{depth}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>{more}<w:lvlText w:val="{text}"/></w:lvl>'

    abstract = (
        level(0, "upperRoman", "Article %1.") + level(1, "lowerLetter", "(%2)") + level(2, "decimal", "%1.%3", "<w:isLgl/>")
    )
    numbering = (
        f'<w:abstractNum w:abstractNumId="0">{abstract}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
        '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="9"/></w:lvlOverride></w:num>'
    )

    def item(number, depth):
        return paragraph("x", f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/></w:numPr>')

    order = [(1, 0), (1, 1), (1, 1), (1, 0), (1, 1), (1, 2), (2, 0), (2, 0)]
    document = chunkviz.read(written("".join(item(*one) for one in order), numbering=numbering), "a.docx")
    assert document.text.split("\n") == [
        "Article I. x", "(a) x", "(b) x", "Article II. x", "(a) x", "2.1 x", "Article IX. x", "Article X. x",
    ]  # fmt: skip


def test_equations_and_symbols_are_text():
    def run(text):
        return f"<m:r><m:t>{text}</m:t></m:r>"

    fraction = f"<m:f><m:num>{run('a+b')}</m:num><m:den>{run('2')}</m:den></m:f>"
    power = f"<m:sSup><m:e>{run('x')}</m:e><m:sup>{run('2')}</m:sup></m:sSup>"
    total = f'<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>{run("i=1")}</m:sub><m:sup>{run("n")}</m:sup><m:e>{run("i")}</m:e></m:nary>'
    root = f"<m:rad><m:deg/><m:e>{run('n')}</m:e></m:rad>"
    symbols = '<w:r><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Odd" w:char="F0FC"/></w:r>'
    body = f"<w:p><w:r><w:t>y=</w:t></w:r><m:oMath>{fraction}+{power}{run('+')}{root}{run('+')}{total}</m:oMath></w:p><w:p>{symbols}</w:p>"
    document = chunkviz.read(written(body), "a.docx")
    assert document.text == "y=(a+b)/2x^2+√(n)+∑_(i=1)^n i\n\nα✓"
    assert document.notes == ("Left out of the file: symbols of a font (1).",)


def test_a_strict_file_reads_as_any_other():
    body = '<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:r><w:t>Fees</w:t></w:r></w:p>'
    strict = f'<w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"><w:body>{body}</w:body></w:document>'
    document = chunkviz.read(archive(**{"word/document.xml": strict}), "a.docx")
    assert blocks(document) == [("heading", 2, "Fees")]


def test_odd_values_end_no_reading():
    look = '<w:tbl><w:tblPr><w:tblLook w:val="wide" w:firstRow="perhaps"/></w:tblPr><w:tr><w:tc><w:p><w:r><w:t>c</w:t></w:r></w:p></w:tc></w:tr></w:tbl>'
    styles = '<w:style w:type="strange" w:styleId="A"><w:name w:val="heading 2"/><w:basedOn w:val="A"/></w:style><w:style/>'
    document = chunkviz.read(written(paragraph("x", '<w:pStyle w:val="A"/>') + look, styles=styles), "a.docx")
    assert blocks(document, "heading") == [("heading", 2, "x")]
    assert document.text == "x\n\nc"


def test_twenty_thousand_styles_each_based_on_the_one_before():
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="s{i}"><w:name w:val="n{i}"/><w:basedOn w:val="s{i - 1}"/></w:style>'
        for i in range(20_000)
    )
    body = "".join(paragraph("x", f'<w:pStyle w:val="s{i}"/>') for i in range(0, 20_000, 10))
    began = time.process_time()
    assert len(chunkviz.read(written(body, styles=styles), "a.docx").text) == 3 * 2000 - 2
    assert time.process_time() - began < 5


def test_a_dtd_is_refused_and_does_not_empty_the_text():
    doctype = '<!DOCTYPE x [<!ENTITY e "text">]>'
    with pytest.raises(UnreadableError, match=r"declares entities of its own \(a DTD\)"):
        chunkviz.read(written("<w:p><w:r><w:t>a&e;</w:t></w:r></w:p>", doctype), "a.docx")


def test_a_directory_that_lies_about_sizes_is_not_believed():
    """The zip's directory says 10 bytes of a part that unpacks to 120 MB: it is refused with no more in memory than a piece."""
    data = bytearray(archive(**{"word/document.xml": b" " * 120_000_000}))
    at = data.rindex(b"PK\x01\x02")
    data[at + 24 : at + 28] = (10).to_bytes(4, "little")
    data[22:26] = (10).to_bytes(4, "little")
    tracemalloc.start()
    with pytest.raises(UnreadableError, match="is not a Word file chunkviz can read, or it is damaged"):
        chunkviz.read(bytes(data), "a.docx")
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()
