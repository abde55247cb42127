"""What is no text is called what it is, with what to do; what only begins like it is read."""

from __future__ import annotations

import bz2
import gzip
import io
import sqlite3
import zipfile
from pathlib import Path

import numpy as np
import pytest

import chunkviz
from chunkviz.errors import UnreadableError


def zipped(*parts: str, kind: str = "") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        if kind:
            archive.writestr("mimetype", kind)
        for part in parts:
            archive.writestr(part, "content")
    return file.getvalue()


ODF = "application/vnd.oasis.opendocument"
NOISE = np.random.default_rng(7).integers(0, 256, 3000, np.uint8).tobytes()
KINDS = {
    "plan.png": (b"\x89PNG\r\n\x1a\n" + NOISE, r"is a picture \(PNG\); recognise its text first \(OCR\)"),
    "scan.jpg": (b"\xff\xd8\xff\xe0" + NOISE, r"is a picture \(JPEG\); recognise its text first \(OCR\)"),
    "scan.tiff": (b"II*\0" + NOISE, r"is a picture \(TIFF\)"),
    "photo.webp": (b"RIFF\0\0\1\0WEBP" + NOISE, r"is a picture \(WebP\)"),
    "photo.heic": (b"\0\0\0\x18ftypheic" + NOISE, r"is a picture \(HEIC\)"),
    "talk.mp4": (b"\0\0\0\x18ftypmp42" + NOISE, "is a film or sound; write down what is said in it"),
    "fees.xlsb": (zipped("xl/workbook.bin"), "is an Excel spreadsheet of another kind; save it as xlsx and open that"),
    "fees.ods": (zipped("content.xml", kind=f"{ODF}.spreadsheet"), "is an OpenDocument spreadsheet; save it as xlsx"),
    "talk.ppt": (
        zipped("[Content_Types].xml", "ppt/slides.bin"),
        "is a PowerPoint presentation of another kind; save it as pptx",
    ),
    "talk.odp": (zipped("content.xml", kind=f"{ODF}.presentation"), "is an OpenDocument file of another kind; save it as pdf"),
    "all.zip": (zipped("a.txt", "b.txt"), r"is packed \(zip\); unpack it"),
    "log.gz": (gzip.compress(NOISE), r"is packed \(gzip\); unpack it"),
    "log.bz2": (bz2.compress(NOISE), r"is packed \(bzip2\); unpack it"),
    "old.xls": (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + NOISE,
        "is an Office document of the old kind; save it as docx",
    ),
    "noise.bin": (NOISE, "could not be decoded as text"),
}


@pytest.mark.parametrize("name", KINDS)
def test_what_is_no_text_is_called_what_it_is(name: str) -> None:
    data, words = KINDS[name]
    with pytest.raises(UnreadableError, match=f"^{name} {words}"):
        chunkviz.read(data, name)


def test_a_database_is_called_one(tmp_path: Path) -> None:
    path = tmp_path / "berths.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE berths (number)")
    database.close()
    with pytest.raises(UnreadableError, match=r"^berths.db is a SQLite database; export its tables as CSV"):
        chunkviz.read(path)


@pytest.mark.parametrize("text", ["GIF89a is a format.", "BZh91AY&SY begins a bzip2 file."])
def test_a_text_that_begins_like_one_is_read(text: str) -> None:
    assert chunkviz.read(text.encode(), "formats.txt").text == text
