"""Write crew_briefing.pptx, the same bytes each time.

    python sample_docs/make_pptx.py

The parts of the file are written as they are: what PowerPoint adds to them, themes and layouts, holds no text.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

from make_docx import stored

PATH = Path(__file__).with_name("crew_briefing.pptx")
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
FORMATS = "application/vnd.openxmlformats-officedocument.presentationml"
NAMES = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    f'xmlns:r="{OFFICE}"'
)

# title, lines as (level, text), table, speaker notes
SLIDES = [
    ("Ferry “Seeadler”: briefing of the summer crew", [(0, "Season 2026, for deck and engine room")], [], ""),
    (
        "Who may start the engines",
        [
            (0, "Chief engineer: always"),
            (0, "Second engineer: after 40 hours under supervision"),
            (1, "of these, ten at night"),
            (0, "Deck crew: never"),
            (1, "not in an emergency either: drop the anchor"),
        ],
        [],
        "The forty hours are counted from the day of the medical, not from the first day on board.",
    ),
    (
        "Fuel by speed",
        [],
        [
            ["Speed", "One engine", "Both engines"],
            ["8 knots", "62 l/h", "71 l/h"],
            ["11 knots", "not allowed", "118 l/h"],
            ["14 knots", "not allowed", "203 l/h"],
        ],
        "Fourteen knots only where the timetable is more than 20 minutes behind.",
    ),
    (
        "Man overboard",
        [
            (0, "Shout, point, do not look away"),
            (0, "Helm: turn towards the side he fell from"),
            (0, "Throw the ring with the smoke; the light alone is for the night"),
            (0, "Engines: stop, then astern only on the captain's word"),
        ],
        [],
        "Last year's drill took 6 minutes 40; the aim is 4 minutes.",
    ),
    (
        "Passengers",
        [
            (0, "248 in summer, 180 from October"),
            (1, "a pram counts as one passenger, a bicycle as two"),
            (0, "Dogs on the upper deck alone"),
            (1, "guide dogs wherever their people are"),
        ],
        [],
        "The figure for October is that of the rafts, one of which goes for inspection then.",
    ),
    (
        "When it does not hold",
        [
            (0, "Wind of 8 and more: the captain decides, and nothing on these slides stands against it"),
            (0, "Fog: both engines, 8 knots, whatever the timetable"),
        ],
        [],
        "",
    ),
]


def build() -> bytes:
    parts = {"[Content_Types].xml": types(), "_rels/.rels": related([("officeDocument", "ppt/presentation.xml")])}
    numbers = range(1, len(SLIDES) + 1)
    listed = "".join(f'<p:sldId id="{255 + i}" r:id="rId{i}"/>' for i in numbers)
    parts["ppt/presentation.xml"] = f"<p:presentation {NAMES}><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>"
    parts["ppt/_rels/presentation.xml.rels"] = related([("slide", f"slides/slide{i}.xml") for i in numbers])
    for i, (title, lines, table, notes) in zip(numbers, SLIDES, strict=True):
        shapes = shape("title", paragraph(title)) + shape("body", "".join(paragraph(text, level) for level, text in lines))
        parts[f"ppt/slides/slide{i}.xml"] = slide("sld", shapes + grid(table) + shape("sldNum", paragraph(str(i))))
        if notes:
            parts[f"ppt/slides/_rels/slide{i}.xml.rels"] = related([("notesSlide", f"../notesSlides/notesSlide{i}.xml")])
            parts[f"ppt/notesSlides/notesSlide{i}.xml"] = slide("notes", shape("body", paragraph(notes)))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, content in parts.items():
            file.writestr(name, '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' + content)
    return stored(out)


def types() -> str:
    kinds = {"presentation": "/ppt/presentation.xml"}
    pages = [("slide", f"/ppt/slides/slide{i}.xml") for i in range(1, len(SLIDES) + 1)]
    pages += [("notesSlide", f"/ppt/notesSlides/notesSlide{i}.xml") for i, one in enumerate(SLIDES, 1) if one[3]]
    named = [(f"{FORMATS}.{kind}.main+xml", part) for kind, part in kinds.items()]
    named += [(f"{FORMATS}.{kind}+xml", part) for kind, part in pages]
    overrides = "".join(f'<Override PartName="{part}" ContentType="{kind}"/>' for kind, part in named)
    return (
        f'<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{overrides}</Types>'
    )


def related(targets: list[tuple[str, str]]) -> str:
    found = "".join(
        f'<Relationship Id="rId{i}" Type="{OFFICE}/{kind}" Target="{target}"/>' for i, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{found}</Relationships>'


def slide(kind: str, shapes: str) -> str:
    head = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
    return f"<p:{kind} {NAMES}><p:cSld><p:spTree>{head}{shapes}</p:spTree></p:cSld></p:{kind}>"


def shape(kind: str, paragraphs: str) -> str:
    if not paragraphs:
        return ""
    about = f'<p:cNvPr id="2" name="{kind}"/><p:cNvSpPr/><p:nvPr><p:ph type="{kind}"/></p:nvPr>'
    return f"<p:sp><p:nvSpPr>{about}</p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>{paragraphs}</p:txBody></p:sp>"


def paragraph(text: str, level: int = 0) -> str:
    return f'<a:p><a:pPr lvl="{level}"/><a:r><a:rPr lang="en-GB"/><a:t>{escape(text)}</a:t></a:r></a:p>'


def grid(table: list[list[str]]) -> str:
    if not table:
        return ""
    cell = "<a:tc><a:txBody><a:bodyPr/>{}</a:txBody><a:tcPr/></a:tc>"
    rows = "".join(f'<a:tr h="1">{"".join(cell.format(paragraph(text)) for text in row)}</a:tr>' for row in table)
    columns = '<a:gridCol w="1"/>' * len(table[0])
    data = f'<a:tbl><a:tblPr firstRow="1"/><a:tblGrid>{columns}</a:tblGrid>{rows}</a:tbl>'
    uri = "http://schemas.openxmlformats.org/drawingml/2006/table"
    about = '<p:nvGraphicFramePr><p:cNvPr id="3" name="table"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm/>'
    return f'<p:graphicFrame>{about}<a:graphic><a:graphicData uri="{uri}">{data}</a:graphicData></a:graphic></p:graphicFrame>'


if __name__ == "__main__":
    PATH.write_bytes(build())
