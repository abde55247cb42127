"""Files that are no text, known by how they begin: what each is, and what to do with it."""

from __future__ import annotations

_PICTURE = "is a picture ({}); recognise its text first (OCR), and open the text or the searchable PDF that gives"
_OFFICE = "is {}; save it as {} and open that"
_PACKED = "is packed ({}); unpack it and open the files in it"
_PROGRAM = "is a program, not a document; give a text, or a kind of file chunkviz reads"
_SOUND = "is {}; write down what is said in it (a transcript) and open that"

_BEGINS: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", _PICTURE.format("PNG")),
    (b"\xff\xd8\xff", _PICTURE.format("JPEG")),
    (b"GIF87a", _PICTURE.format("GIF")),
    (b"GIF89a", _PICTURE.format("GIF")),
    (b"II*\0", _PICTURE.format("TIFF")),
    (b"MM\0*", _PICTURE.format("TIFF")),
    (b"\0\0\1\0", _PICTURE.format("icon")),
    (b"\x1f\x8b", _PACKED.format("gzip")),
    (b"\xfd7zXZ\0", _PACKED.format("xz")),
    (b"7z\xbc\xaf\x27\x1c", _PACKED.format("7-Zip")),
    (b"Rar!\x1a\x07", _PACKED.format("RAR")),
    (b"\x28\xb5\x2f\xfd", _PACKED.format("Zstandard")),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", _OFFICE.format("an Office document of the old kind", "docx, xlsx or pdf")),
    (b"SQLite format 3\0", "is a SQLite database; export its tables as CSV and open those"),
    (b"PAR1", "is a Parquet table; export it as CSV and open that"),
    (b"\x7fELF", _PROGRAM),
    *((b"ID3" + bytes([version]), _SOUND.format("a sound")) for version in (2, 3, 4)),
    (b"OggS", _SOUND.format("a sound or film")),
    (b"\x1aE\xdf\xa3", _SOUND.format("a film")),
    (b"fLaC", _SOUND.format("a sound")),
)
_BRANDS = {b"heic": "HEIC", b"heix": "HEIC", b"mif1": "HEIF", b"avif": "AVIF"}
_RIFF = {b"WEBP": _PICTURE.format("WebP"), b"WAVE": _SOUND.format("a sound"), b"AVI ": _SOUND.format("a film")}

# A part or the first words of a zip file -> what it is. The first that matches is reported.
_ZIPPED: tuple[tuple[bytes, str], ...] = (
    (b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", _OFFICE.format("an OpenDocument spreadsheet", "xlsx")),
    (b"mimetypeapplication/vnd.oasis.opendocument", _OFFICE.format("an OpenDocument file of another kind", "pdf")),
    (b"xl/", _OFFICE.format("an Excel spreadsheet of another kind", "xlsx")),
    (b"ppt/", _OFFICE.format("a PowerPoint presentation of another kind", "pptx or pdf")),
    (b"word/", _OFFICE.format("a Word document with another ending", "a file that ends in .docx")),
)


def what_it_is(data: bytes) -> str:
    """What a file that is no text is, and what to do with it, as the rest of a sentence that begins with its name; "" where that
    is not known.

    >>> what_it_is(b"GIF89a...")
    'is a picture (GIF); recognise its text first (OCR), and open the text or the searchable PDF that gives'
    >>> what_it_is(b"Getting started")
    ''
    """
    if data.startswith(b"PK\x03\x04"):
        return next((words for mark, words in _ZIPPED if mark in data), _PACKED.format("zip"))
    if data[4:8] == b"ftyp":
        brand = _BRANDS.get(data[8:12])
        return _PICTURE.format(brand) if brand else _SOUND.format("a film or sound")
    if data[:4] == b"RIFF":
        return _RIFF.get(data[8:12], "")
    if data[:3] == b"BZh" and data[4:10] == b"1AY&SY":
        return _PACKED.format("bzip2")
    if data[:2] == b"MZ" and b"PE\0\0" in data[:1024]:
        return _PROGRAM
    if data[:2] == b"BM" and data[6:10] == b"\0\0\0\0":
        return _PICTURE.format("BMP")
    return next((words for begin, words in _BEGINS if data.startswith(begin)), "")
