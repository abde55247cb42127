"""Parts of a zip file, unpacked in pieces and counted: what its directory says of their sizes is not believed."""

from __future__ import annotations

import io
import zipfile
import zlib

from ..errors import UnreadableError

UNPACKED = 100_000_000  # bytes of all parts that are read; more are refused
_PARTS = 10_000
_PIECE = 1 << 16


class Archive:
    """The parts of a zip file by name; each is unpacked when it is asked for. Raises UnreadableError where `data` is no zip
    file, where a part is damaged, and as soon as all parts that were read have more than 100 MB together."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        self._left = UNPACKED
        try:
            self._file = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, UnicodeDecodeError) as error:
            raise self._damaged() from error
        self.names = set(self._file.namelist())
        if len(self._file.filelist) > _PARTS:
            raise UnreadableError(f"{name} has more than {_PARTS:,} parts and is not read; save it again without most of them.")

    def read(self, part: str) -> bytes:
        """The bytes of one part."""
        pieces = []
        try:
            with self._file.open(part) as file:
                while piece := file.read(_PIECE):
                    self._left -= len(piece)
                    if self._left < 0:
                        raise UnreadableError(
                            f"{self.name} unpacks to more than {UNPACKED / 1e6:.0f} MB and is not read; "
                            "split it and read its parts."
                        )
                    pieces.append(piece)
        except UnreadableError:
            raise
        except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, OSError, RuntimeError, ValueError) as error:
            raise self._damaged() from error
        return b"".join(pieces)

    def _damaged(self) -> UnreadableError:
        return UnreadableError(f"{self.name} is damaged, or no file of its kind; save it again and read it then.")
