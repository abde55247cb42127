"""E-books: chapters in the order of the spine, blocks in their places, protection and damage refused."""

from __future__ import annotations

import pytest
from hostile.files import packed

import chunkviz
from chunkviz.errors import UnreadableError

CONTAINER = b'<container xmlns="c"><rootfiles><rootfile full-path="b/p.opf"/></rootfiles></container>'
PAGE = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>{}</body></html>'


def book(pages: dict[str, str], spine: str, manifest: str = "", more: dict[str, bytes] | None = None) -> bytes:
    items = "".join(f'<item id="{one}" href="{one}%20x.xhtml" media-type="application/xhtml+xml"/>' for one in pages)
    package = (
        '<package xmlns="o"><metadata xmlns:d="d"><d:title>A  book</d:title><d:creator>Ana</d:creator><d:language>en</d:language>'
        f"</metadata><manifest>{items}{manifest}</manifest><spine>"
        + "".join(f'<itemref idref="{one}"/>' for one in spine.split())
        + "</spine></package>"
    )
    parts = {"mimetype": b"application/epub+zip", "META-INF/container.xml": CONTAINER, "b/p.opf": package.encode()}
    parts |= {f"b/{one} x.xhtml": PAGE.format(content).encode() for one, content in pages.items()}
    return packed(parts | (more or {}))


def test_chapters_come_in_the_order_of_the_spine() -> None:
    pages = {
        "one": "<h1>One</h1><p>First <i>words</i>.</p>",
        "two": "<script/><h1>Two</h1><table><tr><th>a</th></tr></table>",
        "x": " ",
    }
    document = chunkviz.read(book(pages, "two x one"), "a.epub")
    assert document.kind == "epub"
    assert document.text == "Two\n\na\n\nOne\n\nFirst words."
    assert [(block.kind, document.text[block.start : block.end]) for block in document.blocks] == [
        ("heading", "Two"),
        ("table", "a"),
        ("row", "a"),
        ("heading", "One"),
        ("paragraph", "First words."),
    ]
    (table,) = document.blocks_of("table")
    assert table.attributes["header"] == (5, 6)
    assert document.metadata == {"source": "a.epub", "title": "A book", "author": "Ana", "language": "en"}
    assert document.notes == ("Left out of its pages: scripts (1).",)


def test_the_order_of_blocks_moves_with_their_chapter() -> None:
    pages = {"one": "<p>Same.</p>", "two": "<p>Same.</p>"}
    document = chunkviz.read(book(pages, "one two"), "a.epub")
    assert [(block.start, block.end) for block in document.blocks] == [(0, 5), (7, 12)]


def test_the_table_of_contents_and_missing_parts_are_counted() -> None:
    manifest = (
        '<item id="nav" href="one%20x.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
        '<item id="lost" href="lost.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="cover" href="../b/p.opf" media-type="image/svg+xml"/>'
    )
    document = chunkviz.read(book({"one": "<p>Words.</p>"}, "nav one lost cover nowhere", manifest), "a.epub")
    assert document.text == "Words."
    assert document.notes == ("Left out: 1 table of contents, 3 parts that are missing or no pages.",)


def test_a_protected_book_is_refused_and_scrambled_fonts_are_none() -> None:
    hides = '<encryption xmlns="c"><CipherData><CipherReference URI="{}"/></CipherData></encryption>'
    pages = {"one": "<p>Words.</p>"}
    fonts = book(pages, "one", more={"META-INF/encryption.xml": hides.format("b/font.otf").encode()})
    assert chunkviz.read(fonts, "a.epub").text == "Words."
    protected = book(pages, "one", more={"META-INF/encryption.xml": hides.format("b/one%20x.xhtml").encode()})
    with pytest.raises(UnreadableError, match=r"^a\.epub is protected: 1 page is encrypted; give a copy without protection\.$"):
        chunkviz.read(protected, "a.epub")


def test_what_is_none_is_refused_in_a_sentence() -> None:
    for parts in ({}, {"META-INF/container.xml": b"<x"}, {"META-INF/container.xml": CONTAINER}):
        data = packed({"mimetype": b"application/epub+zip"} | parts)
        with pytest.raises(UnreadableError, match=r"^a\.epub "):
            chunkviz.read(data, "a.epub")
    entities = '<!DOCTYPE html [<!ENTITY e "x">]>' + PAGE.format("<p>&e;</p>")
    declaring = book({"one": ""}, "one", more={"b/one x.xhtml": entities.encode()})
    with pytest.raises(UnreadableError, match="declares entities"):
        chunkviz.read(declaring, "a.epub")
