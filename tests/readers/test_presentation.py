"""Presentations: slides as pages, titles first, lists, tables and speaker notes; the rest counted."""

from __future__ import annotations

import pytest
from hostile.files import packed

import chunkviz
from chunkviz.document import Document
from chunkviz.errors import UnreadableError

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
NAMES = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    f'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="{OFFICE}"'
)


def relations(*targets: tuple[str, str]) -> str:
    found = "".join(
        f'<Relationship Id="r{i}" Type="{OFFICE}/{kind}" Target="{target}"/>' for i, (kind, target) in enumerate(targets)
    )
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{found}</Relationships>'


def line(text: str, properties: str = "") -> str:
    return f"<a:p>{properties}<a:r><a:t>{text}</a:t></a:r></a:p>"


def shape(text: str, placeholder: str | None = None) -> str:
    place = "" if placeholder is None else f'<p:ph type="{placeholder}"/>' if placeholder else "<p:ph/>"
    return f"<p:sp><p:nvSpPr><p:nvPr>{place}</p:nvPr></p:nvSpPr><p:txBody>{text}</p:txBody></p:sp>"


def read(*slides: str, order: tuple[int, ...] | None = None, notes: str = "", names: str = NAMES) -> Document:
    listed = "".join(f'<p:sldId id="{300 + i}" r:id="r{i}"/>' for i in order or range(len(slides)))
    parts = {
        "_rels/.rels": relations(("officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": f"<p:presentation {names}><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels": relations(*[("slide", f"slides/s{i}.xml") for i in range(len(slides))]),
    }
    for i, content in enumerate(slides):
        show = ' show="0"' if content.startswith("hidden") else ""
        tree = f"<p:cSld><p:spTree>{content.removeprefix('hidden')}</p:spTree></p:cSld>"
        parts[f"ppt/slides/s{i}.xml"] = f"<p:sld {names}{show}>{tree}</p:sld>"
    if notes:
        parts["ppt/slides/_rels/s0.xml.rels"] = relations(("notesSlide", "../notes/n.xml"))
        parts["ppt/notes/n.xml"] = f"<p:notes {names}><p:cSld><p:spTree>{notes}</p:spTree></p:cSld></p:notes>"
    return chunkviz.read(packed({name: part.encode() for name, part in parts.items()}), "a.pptx")


def kinds(document: Document) -> list[tuple[str, int, str]]:
    return [(block.kind, block.level, document.text[block.start : block.end]) for block in document.blocks]


def test_slides_come_in_the_order_of_the_presentation_each_a_page() -> None:
    document = read(shape(line("One"), "title"), shape(line("Two"), "ctrTitle"), order=(1, 0))
    assert document.text == "Two\n\nOne"
    assert kinds(document) == [("page", 0, "Two"), ("heading", 1, "Two"), ("page", 0, "One"), ("heading", 1, "One")]
    assert [block.attributes["number"] for block in document.blocks_of("page")] == [1, 2]
    assert document.metadata["title"] == "Two"


def test_a_title_comes_first_and_body_lines_are_items_by_level() -> None:
    body = line("first") + line("in it", '<a:pPr lvl="1"/>') + line("second")
    document = read(shape(body, "") + shape(line("Head"), "title"))
    assert document.text == "Head\n\nfirst\nin it\nsecond"
    assert [(kind, level) for kind, level, _ in kinds(document) if kind == "item"] == [("item", 1), ("item", 2), ("item", 1)]
    assert ("item", 1, "first\nin it") in kinds(document)


def test_numbers_of_items_are_written_as_the_slide_shows_them() -> None:
    def numbered(text: str, form: str, level: int = 0, more: str = "") -> str:
        return line(text, f'<a:pPr lvl="{level}"><a:buAutoNum type="{form}"{more}/></a:pPr>')

    document = read(
        shape(
            numbered("a", "arabicPeriod", 0, ' startAt="3"')
            + numbered("b", "romanLcParenBoth", 1)
            + numbered("c", "romanLcParenBoth", 1)
            + numbered("d", "arabicPeriod")
            + line("plain", "<a:pPr><a:buNone/></a:pPr>")
        )
        + shape(numbered("e", "alphaUcParenR"))
    )
    assert document.text == "3. a\n(i) b\n(ii) c\n4. d\n\nplain\n\nA) e"


def test_a_text_box_is_a_paragraph_and_groups_are_read() -> None:
    group = f"<p:grpSp><p:grpSp>{shape(line('deep'))}</p:grpSp></p:grpSp>"
    document = read(shape("<a:p><a:r><a:t>one</a:t></a:r><a:br/><a:r><a:t>two</a:t></a:r></a:p>") + group)
    assert kinds(document)[1:] == [("paragraph", 0, "one\ntwo"), ("paragraph", 0, "deep")]


def test_tables_have_their_header_and_merged_cells() -> None:
    def cell(text: str, about: str = "") -> str:
        return f"<a:tc{about}><a:txBody>{line(text) if text else ''}</a:txBody></a:tc>"

    rows = (
        cell("A") + cell("B") + cell("C"),
        cell("x", ' gridSpan="2"') + cell("", ' hMerge="1"') + cell("y"),
    )
    table = "".join(f"<a:tr>{row}</a:tr>" for row in rows)
    data = f'<a:graphicData><a:tbl><a:tblPr firstRow="1"/>{table}</a:tbl></a:graphicData>'
    frame = f"<p:graphicFrame><a:graphic>{data}</a:graphic></p:graphicFrame>"
    document = read(frame)
    assert document.text == "A\tB\tC\nx\t\ty"
    (found,) = document.blocks_of("table")
    assert found.attributes["columns"] == ("A", "B", "C")


def test_notes_come_after_the_slide_and_what_is_left_out_is_counted() -> None:
    picture = '<p:pic><p:nvPicPr><p:cNvPr id="4" name="x" {}/></p:nvPicPr></p:pic>'
    chart = '<p:graphicFrame><a:graphic><a:graphicData uri="http://x/chart"/></a:graphic></p:graphicFrame>'
    document = read(
        shape(line("Words"))
        + picture.format('descr="A map of the quay"')
        + picture.format("")
        + chart
        + shape(line("7"), "sldNum"),
        "hidden" + shape(line("More")),
        notes=shape(line("Spoken"), "body") + shape(line("1"), "sldNum"),
    )
    assert document.text == "Words\n\nA map of the quay\n\nSpoken\n\nMore"
    assert [block.attributes.get("role") for block in document.blocks_of("paragraph")] == [None, None, "notes", None]
    assert document.notes == (
        "Speaker notes stand after the text of their slide (1 slide).",
        "1 hidden slide is read: 2.",
        "Left out: 1 picture that nothing describes, 1 chart, 1 date, footer or slide number.",
    )


def test_strict_files_differ_in_their_namespaces_alone() -> None:
    strict = NAMES.replace("schemas.openxmlformats.org/drawingml/2006", "purl.oclc.org/ooxml/drawingml")
    strict = strict.replace("schemas.openxmlformats.org/presentationml/2006", "purl.oclc.org/ooxml/presentationml")
    assert read(shape(line("One"), "title"), names=strict).text == "One"


def test_what_is_none_is_refused_in_a_sentence() -> None:
    for data in (b"PK\x03\x04", packed({"ppt/presentation.xml": b"<x/>"}), packed({"ppt/presentation.xml": b"<x"})):
        with pytest.raises(UnreadableError, match=r"^a\.pptx "):
            chunkviz.read(data, "a.pptx", "presentation")
    missing = packed({"ppt/presentation.xml": f"<p:presentation {NAMES}/>".encode()})
    assert chunkviz.read(missing, "a.pptx").text == ""
