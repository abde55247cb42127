"""Write handbook.docx, the same bytes each time.

    python sample_docs/make_docx.py

Needs python-docx. A .docx is a zip archive: members are stored uncompressed and with a fixed date, so that neither
the clock nor the version of zlib shows in the file.
"""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from pathlib import Path

from docx import Document
from docx.enum.text import WD_BREAK
from docx.oxml.ns import qn

PATH = Path(__file__).with_name("handbook.docx")
DAY = dt.datetime(2026, 2, 2, 9, 0, 0)


def heading(level: int, text: str) -> tuple:
    return ("heading", level, text)


def bullets(*items) -> tuple:
    return ("list", "List Bullet", items)


def numbers(*items) -> tuple:
    return ("list", "List Number", items)


def table(*rows) -> tuple:
    return ("table", rows)


# A string is a paragraph; **…** in it is bold. A tuple inside a list is a nested list.
CONTENT = [
    ("title", "The Mending Room: handbook for helpers"),
    "Welcome. You have offered to spend a few Saturdays a year repairing other people's toasters, and we are glad of it. "
    "This handbook tells you how the Mending Room works, what we repair and what we leave alone, and whom to ask. It is "
    "short on purpose. If you have read it once and kept chapter 3 in mind, you have done enough.",
    heading(1, "How a Saturday goes"),
    "We open at ten and stop taking things in at two. Whatever lies on a bench at that time is finished, put together "
    "again, or handed back in a box with all its screws. Nothing stays in the room overnight.",
    heading(2, "Before we open"),
    "Two helpers unlock at half past nine. They switch on the sockets of the benches with the key from the kitchen "
    "drawer, and each socket is tried with the little tester. **A bench whose tester does not click is not used that day.**",
    "Soldering irons stay off until somebody sits in front of them.",
    heading(2, "At the door"),
    "A visitor gets a slip with a number and says what is wrong. The person at the door writes it down in the visitor's "
    'own words. This matters more than it seems: "it hums" and "it makes a noise" are different faults.',
    bullets(
        "One thing for each visitor at a time. A second one may be queued once the first is done.",
        "No visitor leaves a thing and comes back later. They sit beside you, and if they like they hold the torch.",
        "We turn away, kindly,",
        (
            "microwave ovens, for their capacitor kills even when unplugged,",
            "anything that burns gas,",
            "things that are somebody else's, unless that person has signed the slip.",
        ),
        "Bicycles are repaired in the yard, between April and October.",
    ),
    heading(2, "At the bench"),
    "Look at it together before you open it. In about a quarter of all cases the fault is in the plug, the fuse or the "
    "way it is used, and the visitor will remember you as a magician.",
    numbers(
        "Unplug it. Wait.",
        "Take a picture before each layer you remove.",
        "Put screws on the sheet of paper where they came from.",
        "If you have found nothing after forty minutes, fetch a second pair of eyes.",
        "When it works, test it: see the next chapter. Only then does it leave the bench.",
    ),
    heading(1, "Testing"),
    "Everything with a mains plug is tested before it goes home, whether you repaired it or gave up. The tester is the "
    "yellow box on bench 1.",
    heading(2, "What the tester must show"),
    "They depend on whether the thing has an earth pin. If a value is outside its limit the cord is cut off, in front "
    "of the visitor, and the visitor signs for that.",
    table(
        ("Measurement", "With earth pin", "Without", "Remark"),
        ("Earth resistance", "at most 0.3 ohm", "not measured", "0.1 more for each 7.5 m of cord"),
        ("Insulation", "at least 1.0 megohm", "at least 2.0 megohm", "heaters with an earth pin: 0.3 is enough"),
        ("Leakage current", "at most 3.5 mA", "at most 0.5 mA", "switched on, at working temperature"),
        ("Polarity", "plug and switch", "not measured", "lamps with a screw base only"),
    ),
    heading(2, "Writing it down"),
    "Number, thing, the three values, your initials. The sheets are kept for five years; they have been asked for once.",
    heading(2, "Exceptions"),
    "Things that run on batteries or on a supply of less than 50 volts need no test. Their chargers do.",
    heading(1, "Safety"),
    heading(2, "Electricity"),
    "Never work on an open thing that is plugged in. There is one exception, and it is called Gerda: she may, at bench 1, "
    "behind the isolating transformer, with nobody else at that bench.",
    "Large capacitors are discharged with the resistor on the red handle. Count to ten while you hold it there. Then "
    "measure. Then count again, since some of them recover.",
    heading(2, "Batteries"),
    "A battery that is swollen, warm or dented goes into the bucket of sand in the yard, without discussion, by the "
    "person who noticed it.\nIf one smokes: everybody out by the yard door, and the fire brigade. **Water is right, "
    "plenty of it, but leave that to them.**",
    heading(2, "Dust and fumes"),
    bullets(
        "The extractor is on whenever somebody solders.",
        "Vacuum cleaners are opened in the yard.",
        "Hair dryers made before 1980 are not opened at all. Some of them contain asbestos.",
    ),
    heading(2, "If somebody is hurt"),
    "The first-aid box hangs beside the kitchen door. After an electric shock a person is taken to hospital even if "
    "they feel well, and does not drive there. Irregular heartbeats may begin hours later.",
    heading(1, "Parts and money"),
    heading(2, "Parts"),
    "We keep fuses, cords, plugs, common capacitors and far too many knobs. What you take is written on the slip. What "
    "we do not have is ordered by the visitor, who comes again with it; we do not order anything in our name.",
    table(
        ("Part", "Visitor pays", "Where it is"),
        ("Fuse, any", "nothing", "blue drawers, 1 to 4"),
        ("Cord with moulded plug, 2 m", "2.50", "hooks above bench 3"),
        ("Switch, rotary or rocker", "1.80", "blue drawers, 9"),
        ("Motor brushes, pair", "3.20", "tea tin with the castle"),
        ("Zip slider", "0.60", "sewing table"),
        ("Glue, a portion", "nothing", "fridge, door"),
    ),
    heading(2, "Donations"),
    "A repair costs nothing. There is a box, and you do not look at it while a visitor is standing in front of it. On "
    "an ordinary Saturday it holds about 85, of which a third goes to the hall for heating.",
    heading(2, "What you may claim"),
    "Your fare, if you come from further than five kilometres, and your lunch up to 9.00. Tools of your own that break "
    "while you use them here are replaced by tools of the same quality.",
    heading(3, "How"),
    "Put the receipt into the envelope with your name by the end of the month. Ines pays on the fifth. Without a "
    "receipt we believe you up to 20.00 a year.",
    heading(1, "Liability"),
    "We are insured for what you damage and for what a thing that you repaired does afterwards, up to two million. It "
    "holds on two conditions: that the test sheet exists, and that you were not paid.",
    "If a visitor's thing is worse after the repair than before it, say so. We offer what it was worth, never what a "
    "new one costs, and Ines decides, not you.",
    heading(1, "Who is who"),
    table(
        ("Name", "For", "When"),
        ("Gerda Pohl", "electricity, the tester, keys", "Saturdays; otherwise ring twice"),
        ("Ines Carvalho", "money, insurance, complaints", "evenings after seven"),
        ("Mr. Tanaka", "clocks, cameras, patience", "first Saturday of the month"),
        ("Fatima and Jo", "sewing, zips, umbrellas", "every Saturday until noon"),
        ("The caretaker", "heating, alarm, blocked drains", "0171 555 0906"),
    ),
    "If you want to stop being a helper, tell Gerda and bring back the key. There is a cake.",
]


def add_runs(paragraph, text: str) -> None:
    for number, part in enumerate(text.split("**")):
        for line_number, line in enumerate(part.split("\n")):
            if line_number:
                paragraph.add_run().add_break(WD_BREAK.LINE)
            paragraph.add_run(line).bold = True if number % 2 else None


def add_list(document, style: str, items, depth: int = 1) -> None:
    for item in items:
        if isinstance(item, tuple):
            add_list(document, style, item, depth + 1)
        else:
            add_runs(document.add_paragraph(style=style if depth == 1 else f"{style} {depth}"), item)


def add_table(document, rows) -> None:
    grid = document.add_table(rows=0, cols=len(rows[0]), style="Table Grid")
    for number, row in enumerate(rows):
        for cell, text in zip(grid.add_row().cells, row, strict=True):
            cell.text = text
            if number == 0:
                cell.paragraphs[0].runs[0].bold = True


def build() -> bytes:
    document = Document()
    properties = document.core_properties
    properties.title = "The Mending Room: handbook for helpers"
    properties.author = properties.last_modified_by = "chunkviz sample documents"
    properties.created = properties.modified = DAY
    properties.comments = ""
    section = document.sections[0]
    section.header.paragraphs[0].text = "The Mending Room"
    section.footer.paragraphs[0].text = "Handbook for helpers, February 2026"

    for item in CONTENT:
        match item:
            case str():
                add_runs(document.add_paragraph(), item)
            case ("title", text):
                document.add_heading(text, 0)
            case ("heading", level, text):
                document.add_heading(text, level)
            case ("list", style, items):
                add_list(document, style, items)
            case ("table", rows):
                add_table(document, rows)

    slim(document)
    raw = io.BytesIO()
    document.save(raw)
    return stored(raw)


def slim(document) -> None:
    """Drop what python-docx's template brings and nothing here uses: nine tenths of the file."""
    styles = {style.style_id: style.element for style in document.styles}
    used, wanted = set(), {p.style.style_id for p in document.paragraphs} | {"TableGrid", "Header", "Footer"}
    wanted |= {style.style_id for style in document.styles if style.element.get(qn("w:default"))}
    while wanted:
        used.add(name := wanted.pop())
        links = (styles[name].find(qn(f"w:{tag}")) for tag in ("basedOn", "link", "next"))
        wanted |= {link.get(qn("w:val")) for link in links if link is not None} - used
    for name in styles.keys() - used:
        styles[name].getparent().remove(styles[name])
    for part, unused in (
        (document.part.package, "thumbnail"),
        (document.part, "stylesWithEffects"),
        (document.part, "customXml"),
    ):
        for key in [key for key, relation in part.rels.items() if unused in relation.reltype]:
            del part.rels[key]


def stored(raw: io.BytesIO) -> bytes:
    """The same archive with its members sorted, uncompressed and of one date."""
    out = io.BytesIO()
    with zipfile.ZipFile(raw) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as target:
        names = sorted(source.namelist(), key=lambda name: (name != "[Content_Types].xml", name))
        for name in names:
            info = zipfile.ZipInfo(name, date_time=DAY.timetuple()[:6])
            info.create_system = 3
            info.external_attr = 0o644 << 16
            target.writestr(info, source.read(name))
    return out.getvalue()


if __name__ == "__main__":
    PATH.write_bytes(build())
