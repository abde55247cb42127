"""The characters of Rich Text: bytes in the encoding of their font, and numbers of Unicode with what stands for them."""

from __future__ import annotations

_CHARSETS = {  # of fonts, to Python's encodings
    **{128: "cp932", 129: "cp949", 134: "gbk", 136: "big5", 161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255"},
    **{178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250"},
}
_MACHINES = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}


class Characters:
    """Decodes what comes in order; bytes wait until they are taken, since one character may have two."""

    def __init__(self) -> None:
        self._encoding = "cp1252"
        self._fonts: dict[int, str] = {}
        self._skip = 0  # characters that only stand for the one before
        self._high = 0  # the first half of a character given by two numbers
        self._raw: list[bytes] = []

    def code_page(self, word: str, number: int | None) -> None:
        """What the file says of its bytes: \\ansicpg1250, \\mac, \\pc."""
        encoding = _MACHINES.get(word, f"cp{number}")
        try:
            "".encode(encoding)
        except LookupError:
            return
        self._encoding = encoding

    def charset(self, font: int, number: int | None) -> None:
        if number in _CHARSETS:
            self._fonts[font] = _CHARSETS[number]

    def add(self, raw: bytes) -> None:
        skipped = min(self._skip, len(raw))
        self._skip -= skipped
        if skipped < len(raw):
            self._raw.append(raw[skipped:])

    def taken(self, font: int) -> str:
        """What waits, as this font reads it."""
        raw, self._raw = b"".join(self._raw), []
        return raw.decode(self._fonts.get(font, self._encoding), "replace")

    def unicode(self, number: int, skips: int) -> str:
        """The character with this number (of 16 bits, as it may be negative), "" for the first half of one; `skips` characters
        after it stand for it where Unicode is not known."""
        self._skip = skips
        code = number & 0xFFFF
        if 0xD800 <= code < 0xDC00:
            self._high = code
            return ""
        if 0xDC00 <= code < 0xE000:
            high, self._high = self._high, 0
            return chr(0x10000 + ((high - 0xD800) << 10) + code - 0xDC00) if high else "\ufffd"
        return chr(code)

    def end_group(self) -> None:
        self._skip = 0
