"""PDF: text in reading order with pages, headings by the size of their type, tables, running heads found.

The document's text is what stands on the pages: the lines of a paragraph with a space between them, a blank line
between paragraphs, the cells of a table's row with a tab. Which character stands where is kept with each page's block
(see `chunkviz.pdf.pages`).
"""

from __future__ import annotations

from dataclasses import dataclass

from ..document import Document
from ..errors import UnreadableError
from ..params import Settings, param
from ..pdf.fields import add_fields
from ..pdf.glyphs import PageText, text_of
from ..pdf.hyphens import KnownWords
from ..pdf.layout import layouts
from ..pdf.pages import opened
from ..pdf.writing import Writer, heading_levels
from ..phrases import counted
from ..reader import Reader, readers

_PAGES = 2000  # pages that are read
_CHARACTERS = 1_000_000  # characters that are read: some 450 full pages, ten seconds' work; a process has bounds


@dataclass(frozen=True)
class PdfOptions(Settings):
    """How a PDF is read."""

    hyphens: str = param(
        "join",
        "Words divided at line ends.",
        choices={"join": "Put together", "keep": "Left divided"},
        label="Hyphens at line ends",
    )
    running: str = param(
        "keep",
        "Heads and feet that come again on every page.",
        choices={"keep": "Keep, and mark them", "drop": "Leave out"},
        label="Running heads and feet",
    )


def read_pdf(data: bytes, name: str, options: PdfOptions = PdfOptions()) -> Document:
    """Blocks: "page" (`number`, `width`, `height`, `lines`), "heading" (`title`), "paragraph", "table" (rows of cells
    with a tab between) and "running". Raises UnreadableError for encrypted, damaged and scanned files."""
    pages, title, notes = _pages(data, name)
    found = layouts(pages)
    count = sum(len(layout.heads) + len(layout.feet) for layout in found)
    if count and options.running == "drop":
        notes.append(f"{counted(count, 'running head or foot was', 'running heads and feet were')} left out.")
    words = KnownWords("".join(glyph.char for glyph in line) for page in pages for line in page.lines)
    writer = Writer(words, heading_levels(found), options.hyphens == "join", options.running == "keep")
    for number, (page, layout) in enumerate(zip(pages, found, strict=True), 1):
        writer.page(number, page, layout)
    metadata = {"source": name} | ({"title": title} if title else {})
    return Document(writer.text, name, "pdf", tuple(writer.blocks), metadata, tuple(notes))


def _pages(data: bytes, name: str) -> tuple[list[PageText], str, list[str]]:
    """The pages' characters, the file's title, and what was left out."""
    import pypdfium2

    notes: list[str] = []
    pages: list[PageText] = []
    damaged: list[int] = []
    total = filled = 0
    with opened(data, name) as pdf:
        if len(pdf) == 0:
            raise UnreadableError(f"{name} has no pages; it is damaged or empty.")
        title = str(pdf.get_metadata_dict().get("Title") or "")
        if pdf.get_formtype():
            pdf.init_forms()
        for number in range(min(len(pdf), _PAGES)):
            try:
                page = pdf[number]
                pages.append(text_of(page, _CHARACTERS - total))
            except pypdfium2.PdfiumError:
                damaged.append(number + 1)
                pages.append(PageText(0.0, 0.0))
                continue
            filled += add_fields(page, pages[-1])
            total += sum(map(len, pages[-1].lines))
            page.close()
            if total >= _CHARACTERS:
                break
        if len(pages) < len(pdf):
            notes.append(f"Only the first {len(pages)} of its {len(pdf)} pages were read.")
    if len(damaged) == len(pages):
        raise UnreadableError(
            f"{name} is damaged: none of its pages can be read; save it with a PDF program, or export it again."
        )
    empty = [i + 1 for i, page in enumerate(pages) if not page.lines and i + 1 not in damaged]
    if not any(page.lines for page in pages):
        raise UnreadableError(
            f"{name} holds no text, only pictures of pages; run text recognition (OCR) over it and read the result."
        )
    if damaged:
        notes.append(f"{len(damaged)} of its pages are damaged and were not read: {_listed(damaged)}.")
    if empty:
        notes.append(f"{len(empty)} of its pages hold no text: {_listed(empty)}.")
    if outside := sum(page.outside for page in pages):
        notes.append(f"{counted(outside, 'character')} outside the pages {'was' if outside == 1 else 'were'} left out.")
    if filled:
        fields = counted(filled, "filled form field was read in its place", "filled form fields were read in their places")
        notes.append(f"{fields}; a ticked box is written [x].")
    return pages, title, notes


def _listed(numbers: list[int]) -> str:
    return f"{', '.join(map(str, numbers[:20]))}{' …' if len(numbers) > 20 else ''}"


readers.register(
    Reader(
        "pdf",
        "PDF",
        (".pdf",),
        read_pdf,
        lambda data, name: data[:1024].lstrip().startswith(b"%PDF-"),
        10,
        PdfOptions,
        ("pypdfium2.raw",),
    )
)
