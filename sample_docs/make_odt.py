"""Write club_statutes.odt, the same bytes each time.

python sample_docs/make_odt.py
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

from make_docx import DAY

PATH = Path(__file__).with_name("club_statutes.odt")
NAMES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for short, name in {"office": "office", "text": "text", "table": "table", "style": "style", "meta": "meta"}.items()
)
DUBLIN = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'


def build() -> bytes:
    body = "".join(
        (
            paragraph("Statutes of the Rowing Club Wendewasser", "Title"),
            heading(1, "Members"),
            heading(2, "Joining"),
            paragraph("Whoever can swim 200 metres in clothes may ask to join. The committee answers within six weeks;"
                      "<text:note text:note-class=\"footnote\"><text:note-citation>1</text:note-citation><text:note-body>"
                      "<text:p>In the summer holidays: within ten.</text:p></text:note-body></text:note> silence is a refusal.",
                      raw=True),
            heading(2, "Leaving"),
            numbered(
                "Notice is given in writing by 30 September and counts from the end of the year.",
                "A member who owes two fees is struck off, after",
                ["one letter that names the sum, and", "four weeks in which nothing came."],
                "Keys are given back on the last day; each that is missing costs 35 euros.",
            ),
            heading(1, "Boats"),
            heading(2, "Classes"),
            grid(
                ["Class", "Who may take it", "Booked until"],
                ["A", "everybody with the club's own test", "the same day"],
                ["B", "a crew with one steersman", "two days before"],
                ["C", "the racing crews, by name", "the coach says so"],
            ),
            heading(2, "Damage"),
            numbered(
                "What is broken is written into the book before the boat is put away, by whoever steered.",
                "The first 80 euros are the crew's, in equal parts; the rest is the club's.",
                "Rule 2 does not hold for what happened below the weir, which is the crew's in full.",
            ),
            heading(2, "Closed water"),
            paragraph("Nobody rows from ice on the bank until the boatman has hung out the green flag, and nobody alone from "
                      "November to March."),
            heading(1, "Money"),
            heading(2, "Fees"),
            paragraph("216 euros a year for adults, 90 for those in training, nothing for those under 14 with a parent "
                      "in the club."),
            heading(2, "Exceptions"),
            paragraph("The treasurer may halve a fee for one year, and does not have to say why."),
        )
    )  # fmt: skip
    levels = "".join(
        f'<text:outline-level-style text:level="{i}" style:num-format="1" style:num-suffix="." text:display-levels="{i}"/>'
        for i in (1, 2)
    )
    numbers = (
        '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-prefix="(" style:num-suffix=")" '
        'style:num-format="1"/><text:list-level-style-number text:level="2" style:num-suffix=")" style:num-format="a"/>'
        "</text:list-style>"
    )
    parts = {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "META-INF/manifest.xml": '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" '
        'manifest:version="1.2"><manifest:file-entry manifest:full-path="/" '
        'manifest:media-type="application/vnd.oasis.opendocument.text"/>'
        + "".join(f'<manifest:file-entry manifest:full-path="{one}.xml" manifest:media-type="text/xml"/>' for one in
                  ("content", "styles", "meta")) + "</manifest:manifest>",
        "content.xml": f'<office:document-content {NAMES} office:version="1.2"><office:automatic-styles>{numbers}'
        f"</office:automatic-styles><office:body><office:text>{body}</office:text></office:body></office:document-content>",
        "styles.xml": f'<office:document-styles {NAMES} office:version="1.2"><office:styles><text:outline-style '
        f'style:name="Outline">{levels}</text:outline-style></office:styles></office:document-styles>',
        "meta.xml": f'<office:document-meta {NAMES} {DUBLIN} office:version="1.2"><office:meta>'
        "<dc:title>Statutes of the Rowing Club Wendewasser</dc:title><dc:language>en-GB</dc:language></office:meta>"
        "</office:document-meta>",
    }  # fmt: skip
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as file:
        for name, content in parts.items():  # the mimetype comes first
            info = zipfile.ZipInfo(name, date_time=DAY.timetuple()[:6])
            info.create_system, info.external_attr = 3, 0o644 << 16
            file.writestr(info, content if name == "mimetype" else '<?xml version="1.0" encoding="UTF-8"?>\n' + content)
    return out.getvalue()


def paragraph(text: str, style: str = "Standard", raw: bool = False) -> str:
    return f'<text:p text:style-name="{style}">{text if raw else escape(text)}</text:p>'


def heading(level: int, text: str) -> str:
    return f'<text:h text:outline-level="{level}">{escape(text)}</text:h>'


def numbered(*items: str | list[str]) -> str:
    """Items; a list of texts is a list inside the item before it."""
    written = ""
    for item in items:
        if isinstance(item, list):
            written = written.removesuffix("</text:list-item>") + numbered(*item) + "</text:list-item>"
        else:
            written += f"<text:list-item>{paragraph(item)}</text:list-item>"
    return f'<text:list text:style-name="L1">{written}</text:list>'


def grid(*rows: list[str]) -> str:
    cell = '<table:table-cell office:value-type="string">{}</table:table-cell>'
    made = [f"<table:table-row>{''.join(cell.format(paragraph(text)) for text in row)}</table:table-row>" for row in rows]
    head = f"<table:table-header-rows>{made[0]}</table:table-header-rows>"
    columns = f'<table:table-column table:number-columns-repeated="{len(rows[0])}"/>'
    return f"<table:table>{columns}{head}{''.join(made[1:])}</table:table>"


if __name__ == "__main__":
    PATH.write_bytes(build())
