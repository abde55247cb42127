"""Files made to cost much or to break a reader, each small or made in a moment: name -> its bytes."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def pdf(objects: Sequence[bytes]) -> bytes:
    """A PDF of these objects, numbered from 1; the first is its catalogue."""
    made = b"%PDF-1.7\n"
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return made + b"xref\n0 %d\n0000000000 65535 f \n%btrailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        table,
        len(objects) + 1,
        len(made),
    )


def stream(content: bytes, about: bytes = b"") -> bytes:
    packed = zlib.compress(content, 9)
    return b"<</Length %d/Filter/FlateDecode%b>>\nstream\n%b\nendstream" % (len(packed), about, packed)


def _page(content: bytes, resources: bytes, others: Sequence[bytes]) -> bytes:
    """A PDF of one page; object 4 is its content, the others are numbered from 5."""
    return pdf(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<<%b>>>>" % resources,
            stream(content),
            *others,
        ]
    )


_FONT = b"/Font<</F 5 0 R>>"
_HELVETICA = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"


def forms_that_draw_one_another() -> bytes:
    """Thirty forms, each of which draws the next one ten times: 10 to the power of 29 words."""
    deep = 30
    forms = [
        stream(
            b"/X Do " * 10,
            b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</X %d 0 R>>/Font<</F 5 0 R>>>>" % (7 + i),
        )
        for i in range(deep - 1)
    ]
    last = stream(
        b"BT /F 9 Tf 10 10 Td (word) Tj ET", b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F 5 0 R>>>>"
    )
    return _page(b"/X Do", b"/XObject<</X 6 0 R>>" + _FONT, [_HELVETICA, *forms, last])


def glyphs_on_one_spot(count: int = 40_000) -> bytes:
    content = b"BT /F 9 Tf 100 100 Td " + b"(a) Tj -5.004 0 Td " * count + b"ET"
    return _page(content, _FONT, [_HELVETICA])


def looping_page_tree() -> bytes:
    return pdf(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[2 0 R 3 0 R 2 0 R]/Count 100000>>",
            b"<</Type/Pages/Parent 2 0 R/Kids[2 0 R 3 0 R]/Count 50000>>",
        ]
    )


def same_line_on_each_page(pages: int = 3) -> bytes:
    kids = b" ".join(b"%d 0 R" % (5 + i) for i in range(pages))
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 3 0 R>>>>>>"
    return pdf(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[%b]/Count %d>>" % (kids, pages),
            _HELVETICA,
            stream(b"BT /F 12 Tf 72 700 Td (The same sentence on each page.) Tj ET"),
            *[page] * pages,
        ]
    )


def packed(parts: Mapping[str, bytes]) -> bytes:
    """A zip file of these parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return file.getvalue()


def word(body: str, styles: str = "", before: str = "") -> bytes:
    """A Word file with this body and these styles."""
    relations = (
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="r1" Type="{_RELATIONS}/%s" Target="%s"/></Relationships>'
    )
    parts = {
        "_rels/.rels": relations % ("officeDocument", "word/document.xml"),
        "word/document.xml": f"{before}<w:document {W}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": relations % ("styles", "styles.xml"),
        "word/styles.xml": f"<w:styles {W}>{styles}</w:styles>",
    }
    return packed({name: content.encode() for name, content in parts.items()})


def _paragraph(text: str, style: str = "") -> str:
    named = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{named}<w:r><w:t>{text}</w:t></w:r></w:p>"


def word_that_unpacks_to(size: int = 294_000_000) -> bytes:
    paragraph = _paragraph("a")
    return word(paragraph * (size // len(paragraph)))


def directory_that_lies() -> bytes:
    """A Word file of 200 MB whose directory says that it has 100 bytes."""
    made = bytearray(word(_paragraph("a" * 200_000_000)))
    at = 0
    while (at := made.find(b"PK\x01\x02", at)) >= 0:
        if struct.unpack_from("<L", made, at + 24)[0] > 1_000_000:
            struct.pack_into("<L", made, at + 24, 100)
        at += 4
    return bytes(made)


def word_with_odd_tables_and_styles() -> bytes:
    table = (
        '<w:tbl><w:tblPr><w:tblLook w:val="many"/></w:tblPr><w:tr><w:tc>'
        '<w:tcPr><w:gridSpan w:val="x"/></w:tcPr>' + _paragraph("cell") + "</w:tc></w:tr></w:tbl>"
    )
    styles = (
        '<w:style w:type="sort of" w:styleId="odd"><w:name w:val="odd"/><w:pPr><w:outlineLvl w:val="high"/>'
        '<w:numPr><w:ilvl w:val="-7"/><w:numId w:val="99999999999999999999"/></w:numPr></w:pPr></w:style>'
    )
    return word(_paragraph("Words.", "odd") + table + _paragraph("More.", "none"), styles)


def chained_styles(count: int = 4_000) -> bytes:
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="s{i}"><w:name w:val="s{i}"/><w:basedOn w:val="s{i + 1}"/></w:style>'
        for i in range(count)
    )
    return word("".join(_paragraph("Words.", f"s{i}") for i in range(count)), styles)


def word_with_entities() -> bytes:
    return word(_paragraph("&a;"), before='<!DOCTYPE d [<!ENTITY a "Words.">]>')


def page_with_entities() -> bytes:
    """XHTML with a document type declaration of its own: the entities are a million characters in all."""
    entities = "".join(f'<!ENTITY e{i + 1} "{f"&e{i};" * 10}">' for i in range(8))
    return (
        f'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY e0 "words">{entities}]>'
        '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>First.</p><p>&e8;</p></body></html>'
    ).encode()


def nested_mail(deep: int = 3_000) -> bytes:
    head = b"From: a@example.org\r\nSubject: again\r\nMIME-Version: 1.0\r\n"
    return (head + b"Content-Type: message/rfc822\r\n\r\n") * deep + head + b"\r\nThe end.\r\n"


def nested_parts(deep: int = 3_000) -> bytes:
    head = b"From: a@example.org\nSubject: parts\nMIME-Version: 1.0\n"
    return (
        head + b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (i, i) for i in range(deep)) + b"\nEnd.\n"
    )


SMALL: Mapping[str, Callable[[], bytes]] = {
    "forms.pdf": forms_that_draw_one_another,
    "glyphs.pdf": glyphs_on_one_spot,
    "loop.pdf": looping_page_tree,
    "same.pdf": same_line_on_each_page,
    "unpacks.docx": word_that_unpacks_to,
    "lies.docx": directory_that_lies,
    "odd.docx": word_with_odd_tables_and_styles,
    "chain.docx": chained_styles,
    "entities.docx": word_with_entities,
    "entities.xhtml": page_with_entities,
    "nested.eml": nested_mail,
    "parts.eml": nested_parts,
    "brackets.json": lambda: b'{"a":' * 100_000,
    "brackets.ipynb": lambda: b'{"nbformat": 4, "cells": ' + b"[" * 100_000,
}
LARGE: Mapping[str, Callable[[], bytes]] = {  # near the limit of 50 MB
    "no-blank-lines.txt": lambda: b"A line of words that goes on.\n" * 1_600_000,
    "line-ends.txt": lambda: b"x " + b"\n" * 48_000_000,
    "one-line.txt": lambda: b"word " * 9_600_000,
    "commas.csv": lambda: b"," * 48_000_000,
    "rows.csv": lambda: b"a,b\n" * 12_000_000,
    "cell.csv": lambda: b'a,b\n"' + b"word " * 9_600_000 + b'",c\n',
    "empty-lines.csv": lambda: b"a\n" * 24_000_000,
    "paragraphs.html": lambda: b"<p>Some words.</p>\n" * 2_500_000,
    "text.html": lambda: b"<body>" + b"Some words that go on. " * 2_000_000,
    "items.md": lambda: b"- an item\n" * 4_800_000,
    "prose.md": lambda: b"Some words of a paragraph that goes on.\n\n" * 1_170_000,
    "code.py": lambda: b"x = 1\n" * 8_000_000,
    "chat.txt": lambda: b"Ana: How much is it?\nBen: Ten euros.\n" * 1_300_000,
}
