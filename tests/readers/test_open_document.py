"""OpenDocument texts: white space by its rules, numbers counted, tables with spans, notes at the end, the rest counted."""

from __future__ import annotations

import pytest
from hostile.files import packed

import chunkviz
from chunkviz.document import Document
from chunkviz.errors import UnreadableError

NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{full}:1.0"'
    for name, full in {
        "office": "office",
        "text": "text",
        "table": "table",
        "style": "style",
        "draw": "drawing",
        "svg": "svg-compatible",
    }.items()
)


def written(body: str, styles: str = "", manifest: str = "", before: str = "") -> bytes:
    return packed(
        {
            "mimetype": b"application/vnd.oasis.opendocument.text",
            "META-INF/manifest.xml": f"<manifest>{manifest}</manifest>".encode(),
            "content.xml": f"<office:document-content {NAMES}><office:automatic-styles>{before}</office:automatic-styles>"
            f"<office:body><office:text>{body}</office:text></office:body></office:document-content>".encode(),
            "styles.xml": (
                f"<office:document-styles {NAMES}><office:styles>{styles}</office:styles></office:document-styles>"
            ).encode(),
        }
    )


def read(body: str, styles: str = "", before: str = "") -> Document:
    return chunkviz.read(written(body, styles, before=before), "a.odt")


def paragraph(text: str) -> str:
    return f"<text:p>{text}</text:p>"


def test_white_space_is_what_its_elements_say() -> None:
    body = paragraph('a\n  b<text:s text:c="3"/>c<text:span>d<text:tab/>e</text:span> f<text:line-break/>g')
    assert read(body).text == "a b   cd\te f\ng"
    assert len(read(paragraph('a<text:s text:c="99999999"/>b')).text) == 1_002


def test_headings_have_their_level_and_number() -> None:
    level = '<text:outline-level-style text:level="{}" style:num-format="{}" style:num-suffix=" -" text:display-levels="{}"/>'
    styles = (
        f"<text:outline-style>{level.format(1, 'I', 1)}{level.format(2, 'a', 2)}{level.format(3, '', 1)}</text:outline-style>"
    )

    def heading(depth: int, text: str) -> str:
        return f'<text:h text:outline-level="{depth}">{text}</text:h>'

    document = read(
        "".join((heading(1, "A"), heading(2, "B"), heading(2, "C"), heading(3, "D"), heading(1, "E"), heading(2, "F"))), styles
    )
    assert document.text.split("\n\n") == ["I - A", "I.a - B", "I.b - C", "D", "II - E", "II.a - F"]
    assert [block.level for block in document.blocks_of("heading")] == [1, 2, 2, 3, 1, 2]
    assert document.metadata["title"] == "I - A"


def test_lists_count_on_only_where_they_say_so() -> None:
    style = (
        '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>'
    )
    style += '<text:list-level-style-bullet text:level="2"/></text:list-style>'

    def listed(items: str, about: str = 'text:style-name="L"') -> str:
        return f"<text:list {about}>{items}</text:list>"

    def item(text: str, more: str = "", about: str = "") -> str:
        return f"<text:list-item {about}>{paragraph(text)}{more}</text:list-item>"

    document = read(
        listed(item("a", listed(item("in a"), "")) + item("b", paragraph("goes on")))
        + paragraph("between")
        + listed(item("c"), 'text:style-name="L" text:continue-numbering="true"')
        + listed(item("d") + item("e", "", 'text:start-value="7"')),
        before=style,
    )
    assert document.text == "1. a\nin a\n2. b\ngoes on\n\nbetween\n\n3. c\n\n1. d\n7. e"
    assert [(block.kind, block.level) for block in document.blocks if block.kind == "item"] == [
        ("item", 1),
        ("item", 2),
        ("item", 1),
        ("item", 1),
        ("item", 1),
        ("item", 1),
    ]


def test_tables_have_header_spans_and_bounded_repetitions() -> None:
    def cell(text: str, about: str = "") -> str:
        return f"<table:table-cell {about}>{paragraph(text)}</table:table-cell>"

    def row(*cells: str) -> str:
        return f"<table:table-row>{''.join(cells)}</table:table-row>"

    covered = "<table:covered-table-cell/>"
    body = (
        "<table:table><table:table-header-rows>"
        + row(cell("A"), cell("B"), cell("C"))
        + "</table:table-header-rows>"
        + row(cell("x", 'table:number-columns-spanned="2"'), covered, cell("y", 'table:number-rows-spanned="2"'))
        + row(cell("1", 'table:number-columns-repeated="2"'), covered)
        + '<table:table-row table:number-rows-repeated="1000000"><table:table-cell/></table:table-row></table:table>'
    )
    document = read(body + paragraph("After."))
    assert document.text.split("\n")[:3] == ["A\tB\tC", "x\t\ty", "1\t1"]
    assert document.text.endswith("After.")
    (table,) = document.blocks_of("table")
    assert table.attributes["columns"] == ("A", "B", "C")
    rows = [block.attributes["cells"] for block in document.blocks_of("row")]
    y = document.text.index("y")
    assert rows[1] == ((6, 7), (6, 7), (y, y + 1))
    assert rows[2][2] == (y, y + 1), "the cell above reaches down"


def test_notes_come_at_the_end_and_what_does_not_show_is_counted() -> None:
    note = "<text:note-citation>1</text:note-citation><text:note-body><text:p>The note.</text:p></text:note-body>"
    comment = "<office:annotation><text:p>ask Ana</text:p></office:annotation>"
    picture = "<draw:frame><draw:image/>{}</draw:frame>"
    box = "<draw:frame><draw:text-box><text:p>In a box.</text:p></draw:text-box></draw:frame>"
    deleted = (
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region>"
        "</text:tracked-changes>"
    )
    contents = "<text:table-of-content><text:index-body><text:p>One 1</text:p></text:index-body></text:table-of-content>"
    document = read(
        deleted
        + contents
        + paragraph(f"Words<text:note>{note}</text:note> go{comment} on.{box}")
        + paragraph(picture.format("<svg:desc>A map</svg:desc>"))
        + paragraph(picture.format("")),
        "<style:header><text:p>Head</text:p></style:header><style:footer><text:p/></style:footer>",
    )
    assert document.text == "Words go on.\n\nIn a box.\n\nA map\n\nThe note."
    (footnote,) = document.blocks_of("footnote")
    assert footnote.attributes["label"] == "1"
    assert document.notes == (
        "Left out: 1 deleted text, 1 table of contents or index, 1 comment, 1 picture that nothing describes, 1 header.",
    )


def test_what_is_none_or_encrypted_is_refused_in_a_sentence() -> None:
    with pytest.raises(UnreadableError, match=r"^a\.odt has a password; save a copy without it and read that\.$"):
        chunkviz.read(written("", manifest="<encryption-data/>"), "a.odt")
    with pytest.raises(UnreadableError, match=r"^a\.odt is no OpenDocument text"):
        chunkviz.read(packed({"mimetype": b"application/vnd.oasis.opendocument.text"}), "a.odt")
    deep = "<text:section>" * 300 + "</text:section>" * 300
    with pytest.raises(UnreadableError, match=r"^a\.odt has a damaged part, content\.xml"):
        read(deep)
