"""The words of PDFs as the reader gives them against those of PDFium's own text.

    python tests/benchmarks/pdf_words.py FOLDER [--pages 60] [--show 5]

For each PDF in the folder it prints how many words of PDFium's text are missing from the document, how many were glued to a
neighbour, and for how many pairs of neighbouring words the document has the same two next to each other. Left out of the
comparison are words that PDFium's text divides at a line's end, as the reader puts them together, and which way a bracket of
right-to-left text opens; words that PDFium parts inside a line, beside a raised number, are counted by themselves; words
outside the page, which the reader leaves out with a note. Pairs that differ are counted by their cause where it is one the
reader means: a running head or foot, a cell of a table, text that does not stand upright, a word in a column or beside a raised
number. `--show` prints some of the others. Ends with 1 where less than 99.95 % of the words of all files are there, or of the
pairs agree or are explained.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pypdfium2

from chunkviz.document import Block, Document
from chunkviz.errors import ChunkvizError
from chunkviz.pdf.pages import LOCK
from chunkviz.reader import read

BAR = 0.9995
_CHINESE = "[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]"
_DIVIDED = re.compile(
    r"\S*[-\u2010\u00ad\ufffe\x02]\s*[\r\n]+\s*\S*|\S*[\ufffe\x02]\s*\S*" + rf"|\S*{_CHINESE}\s*[\r\n]\s*{_CHINESE}\S*"
)
_ALIKE = str.maketrans("([{«", ")]}»") | {code: 0xFFFD for code in range(1, 32) if chr(code) not in "\x02\t\n\r"}


class Row(NamedTuple):
    name: str
    pages: int
    words: int
    missing: int
    glued: int
    raised: int
    pairs: int
    other: Counter[str]
    milliseconds: float


def compared(path: Path, most: int, show: int) -> Row:
    """One file. A word counts as glued where it is missing by itself and the document has it as part of a longer one."""
    with LOCK:
        pdf = pypdfium2.PdfDocument(path)
        pages = min(len(pdf), most)
        if pages < len(pdf):
            part = pypdfium2.PdfDocument.new()
            part.import_pages(pdf, list(range(pages)))
            pdf = part
        found = [pdf[i].get_textpage() for i in range(pages)]
        texts = [page.get_text_range() for page in found]
        inside = [page.get_text_bounded() for page in found]
        data = _saved(pdf)
    began = time.process_time()
    document = read(data, path.name)
    milliseconds = 1000 * (time.process_time() - began) / pages
    missing = glued = words = pairs = raised = 0
    other: Counter[str] = Counter()
    blocks = {page.attributes["number"]: page for page in document.blocks_of("page")}
    for number, text in enumerate(texts, 1):
        theirs = _DIVIDED.sub(" \0 ", text).translate(_ALIKE).split()
        block = blocks.get(number)
        ours = document.text[block.start : block.end].translate(_ALIKE).split() if block else []
        within = set(inside[number - 1].translate(_ALIKE).split())
        theirs = [word if word in within else "\0" for word in theirs]
        words += sum(word != "\0" for word in theirs)
        lost = Counter(word for word in theirs if word != "\0") - Counter(ours)
        beside: set[str] = set()
        for parts in _parted_in_a_line(text, document, block):
            if all(lost[part] for part in parts):
                raised += 1
                lost -= Counter(parts)
                beside.update(parts)
        longer = sum(count for word, count in lost.items() if any(word in own and word != own for own in set(ours) - set(theirs)))
        missing, glued = missing + sum(lost.values()) - longer, glued + longer
        if show and lost:
            print("    lost on page", number, dict(list(lost.items())[:show]))
        asked = Counter(pair for pair in pairwise(theirs) if "\0" not in pair)
        pairs += sum(asked.values())
        explained = _explained(document, number) | {"raised": beside}
        for pair, count in (asked - Counter(pairwise(ours))).items():
            cause = next((cause for cause, own in explained.items() if own & set(pair)), "other")
            if lost.keys() & set(pair):
                cause = "missing"
            other[cause] += count
            if cause == "other" and show:
                print("    pair on page", number, pair)
    return Row(path.name, pages, words, missing, glued, raised, pairs, other, milliseconds)


def _parted_in_a_line(text: str, document: Document, page: Block | None) -> Iterator[tuple[str, str]]:
    """Words that PDFium parts by a line end within one line of the page, as it does after a raised number: "Weir1" and ","."""
    lines = page.attributes["lines"] if page else ()
    inside = {word for line in lines for word in document.text[line.start : line.end].translate(_ALIKE).split()}
    for match in re.finditer(r"(\S+)[\r\n]+(\S+)", text.translate(_ALIKE)):
        if match[1] + match[2] in inside:
            yield match[1], match[2]


def _saved(pdf: pypdfium2.PdfDocument) -> bytes:
    import io

    made = io.BytesIO()
    pdf.save(made)
    return made.getvalue()


def _explained(document: Document, number: int) -> dict[str, set[str]]:
    """Cause -> words at whose sides the order of the page differs from the file's for that cause: the first and last words of
    running heads, of cells, of turned lines, of paragraphs."""
    page = next((page for page in document.blocks_of("page") if page.attributes["number"] == number), None)
    causes: dict[str, set[str]] = {"running": set(), "table": set(), "turned": set()}
    if page is None:
        return causes
    inside = [block for block in document.blocks_of("running", "row") if page.start <= block.start < page.end]
    for block in inside:
        spans = block.attributes["cells"] if block.kind == "row" else ((block.start, block.end),)
        for start, end in spans:
            words = document.text[start:end].split()
            causes["running" if block.kind == "running" else "table"].update(words[:1] + words[-1:])
    for line in page.attributes["lines"]:
        if line.turned or line.end - line.start == 1:
            causes["turned"].update(document.text[line.start : line.end].split())
    return causes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=60, help="pages of each file")
    parser.add_argument("--show", type=int, default=0, help="what differs, at most so many words a page")
    arguments = parser.parse_args()
    rows = []
    for path in sorted(arguments.folder.glob("*.pdf")):
        try:
            rows.append(compared(path, arguments.pages, arguments.show))
        except (ChunkvizError, pypdfium2.PdfiumError) as error:
            print(f"{path.name}: {error}")
            continue
        row = rows[-1]
        causes = ", ".join(f"{count} {cause}" for cause, count in row.other.most_common())
        print(
            f"{row.name:32} {row.pages:4} pages {row.words:6} words: {row.missing} missing, {row.glued} glued, "
            f"{row.raised} beside raised; "
            f"{row.pairs:6} pairs, differing: {causes or 'none'}; {row.milliseconds:.0f} ms a page",
            flush=True,
        )
    words, pairs = sum(row.words for row in rows), sum(row.pairs for row in rows)
    there = 1 - sum(row.missing + row.glued for row in rows) / max(1, words)
    agreeing = 1 - sum(sum(row.other.values()) for row in rows) / max(1, pairs)
    explained = 1 - sum(row.other["other"] for row in rows) / max(1, pairs)
    print(
        f"{len(rows)} files, {words} words: {100 * there:.3f} % are there; {pairs} pairs: {100 * agreeing:.2f} % agree, "
        f"{100 * explained:.3f} % with those explained"
    )
    sys.exit(min(there, explained) < BAR)


if __name__ == "__main__":
    main()
