"""Write lamp_keeper.epub, the same bytes each time.

python sample_docs/make_epub.py
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from make_docx import DAY

PATH = Path(__file__).with_name("lamp_keeper.epub")

CHAPTERS = [
    (
        "The lamp",
        "<p>The lamp of Grauort burns from half an hour before sunset until half an hour after sunrise. In "
        "fog it burns by day as "
        "well, and the horn goes with it.</p><p>It turns once in twenty-four seconds and shows three flashes, so that from the "
        "sea one counts: flash, flash, flash, and then eleven seconds of dark. Whoever counts nine has seen Möwenstein.</p>"
        "<h2>Its oil</h2><p>A winter's night takes nine litres, a summer's night less than four. What is in "
        "the tank must last for "
        "six nights, since the boat may not come for five.</p>",
    ),
    (
        "The clockwork",
        "<p>The weight is wound up every four hours. Who forgets it hears a bell; who does not hear the bell "
        "has lost his place by "
        "noon.</p><h2>When it stands still</h2><p>Then the keeper turns by hand, one turn to twenty-four of his own breaths, and "
        "sends the boy for the other keeper. On the night of 3 November the two of them turned for seven hours.</p>"
        "<blockquote><p>“A lamp that turns wrongly is worse than none,” old Tamme said, and he had seen the "
        "<em>Henriette</em> go aground.</p></blockquote>",
    ),
    (
        "The boat",
        "<p>It comes on Tuesdays and, from April to September, on Saturdays too. It brings oil, bread, letters and, once a "
        "quarter, the inspector.</p><h2>Its oil</h2><p>The boat's own oil is thinner and is never put into "
        "the lamp; the cans have "
        "a red band.</p><table><tr><th>What</th><th>Summer</th><th>Winter</th></tr><tr><td>bread</td><td>6 loaves</td>"
        "<td>9 loaves</td></tr><tr><td>lamp oil</td><td>40 l</td><td>70 l</td></tr><tr><td>coal</td><td>none</td>"
        "<td>2 sacks</td></tr></table>",
    ),
    (
        "The inspector",
        "<p>He looks at three things: the glass, the log, and the hands of the boy. Of the glass he asks that it be without a "
        "finger's mark; of the log that each hour have its line, also where the line says that nothing was seen.</p>"
        "<p>He found fault once. The keeper had written “fog” for a night on which Möwenstein wrote “clear”; "
        "it came out that the other had slept.</p>",
    ),
]
PAGE = (
    '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" lang="en">'
    "<head><title>{0}</title><style>h1 {{ color: black }}</style></head><body>{1}</body></html>\n"
)


def build() -> bytes:
    numbers = range(1, len(CHAPTERS) + 1)
    items = "".join(f'<item id="c{i}" href="text/c{i}.xhtml" media-type="application/xhtml+xml"/>' for i in numbers)
    spine = "".join(f'<itemref idref="c{i}"/>' for i in numbers)
    links = "".join(f'<li><a href="text/c{i}.xhtml">{title}</a></li>' for i, (title, _) in zip(numbers, CHAPTERS, strict=True))
    parts = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<?xml version="1.0"?>\n<container version="1.0" '
        'xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book/book.opf" '
        'media-type="application/oebps-package+xml"/></rootfiles></container>\n',
        "book/book.opf": '<?xml version="1.0"?>\n<package version="3.0" xmlns="http://www.idpf.org/2007/opf" '
        'unique-identifier="id">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">grauort-1</dc:identifier>'
        "<dc:title>The lamp keeper of Grauort</dc:title><dc:creator>Jette Amsel</dc:creator><dc:language>en</dc:language>"
        '<meta property="dcterms:modified">2026-02-02T09:00:00Z</meta></metadata><manifest>'
        f'<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>{items}</manifest>'
        f'<spine><itemref idref="nav"/>{spine}</spine></package>\n',
        "book/nav.xhtml": PAGE.format("Contents", f'<nav epub:type="toc"><ol>{links}</ol></nav>').replace(
            "<html ", '<html xmlns:epub="http://www.idpf.org/2007/ops" '
        ),
    }
    for i, (title, content) in zip(numbers, CHAPTERS, strict=True):
        parts[f"book/text/c{i}.xhtml"] = PAGE.format(title, f"<h1>{title}</h1>{content}")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as file:
        for name, content in parts.items():  # the mimetype comes first
            info = zipfile.ZipInfo(name, date_time=DAY.timetuple()[:6])
            info.create_system, info.external_attr = 3, 0o644 << 16
            file.writestr(info, content)
    return out.getvalue()


if __name__ == "__main__":
    PATH.write_bytes(build())
