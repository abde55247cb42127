"""What the work on one file may cost in a process of its own, declared once."""

from __future__ import annotations

MEMORY = 2_000_000_000  # bytes, however large the file is
MEMORY_A_BYTE = 25  # bytes for each byte of the file, where that is less
MEMORY_AT_LEAST = 500_000_000  # bytes, however small the file is: small PDFs and packed files need more than 25 times theirs
PROCESSOR = 17  # seconds of processor time
WALL = 19  # seconds until the process is ended, whatever it does
ANSWER = 500_000_000  # bytes of what it sends back


def memory_for(size: int) -> int:
    """The bytes of memory that the work on a file of `size` bytes may take.

    >>> memory_for(1_000) == MEMORY_AT_LEAST, memory_for(40_000_000), memory_for(50_000_000_000) == MEMORY
    (True, 1000000000, True)
    """
    return min(MEMORY, max(MEMORY_AT_LEAST, MEMORY_A_BYTE * size))
